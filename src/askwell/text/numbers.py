"""Numbers of a text, in one way of writing, so that `5,430`, `5.430` and `five` can be compared."""

import re

from askwell.types import Language

_DIGITS = re.compile(r"\d(?<![\w.,]\d)(?<![A-Za-z]-\d)\d*(?:[.,]\d+)*")
_NUMBER = re.compile(rf"{_DIGITS.pattern}|\b[^\W\d_]+\b")
_LETTERS = re.compile(r"[^\W\d_]+")
_SOME_DIGIT = "0"
_SPACED = {
    code: char.lower() if (char := chr(code)).isalpha() else f" {_SOME_DIGIT} " if char.isdigit() else " "
    for code in range(128)
}
"""ASCII with blanks around its words in lower case, and one digit for all of them: to see soon that there is none."""
_THOUSANDS = re.compile(r"[.,](?=\d{3}(?!\d))")

_WORDS: dict[Language, str] = {
    "en": "two=2 three=3 four=4 five=5 six=6 seven=7 eight=8 nine=9 ten=10 eleven=11 twelve=12 thirteen=13 fourteen=14 "
    "fifteen=15 sixteen=16 seventeen=17 eighteen=18 nineteen=19 twenty=20 thirty=30 forty=40 fifty=50 sixty=60 "
    "seventy=70 eighty=80 ninety=90",
    "nl": "twee=2 drie=3 vier=4 vijf=5 zes=6 zeven=7 acht=8 negen=9 tien=10 elf=11 twaalf=12 dertien=13 veertien=14 "
    "vijftien=15 zestien=16 zeventien=17 achttien=18 negentien=19 twintig=20 dertig=30 veertig=40 vijftig=50 zestig=60 "
    "zeventig=70 tachtig=80 negentig=90",
    "it": "due=2 tre=3 quattro=4 cinque=5 sei=6 sette=7 otto=8 nove=9 dieci=10 undici=11 dodici=12 tredici=13 "
    "quattordici=14 quindici=15 sedici=16 diciassette=17 diciotto=18 diciannove=19 venti=20 trenta=30 quaranta=40 "
    "cinquanta=50 sessanta=60 settanta=70 ottanta=80 novanta=90",
}
_BY_WORD = {language: dict(pair.split("=") for pair in written.split()) for language, written in _WORDS.items()}


def numbers(text: str, language: Language) -> list[tuple[str, int, int]]:
    """Numbers in order as (value, start, end): digits with `.` before decimals, thousands joined.

    Reads digits and the words for 2 to 20 and the tens ("one" is more often a pronoun). A digit that belongs to a name
    (`GPT-3`, `word2vec`) is none.
    """
    by_word = _BY_WORD.get(language, {})
    if text.isascii():
        plain = text.translate(_SPACED).split()
        spelt = not by_word.keys().isdisjoint(plain)
        if not spelt and _SOME_DIGIT not in plain:
            return []
    else:
        plain = _LETTERS.findall(text.lower())
        # A superscript is a letter to the pattern, and a digit.
        spelt = not by_word.keys().isdisjoint(plain) or any(word[0].isdigit() for word in plain)
    found: list[tuple[str, int, int]] = []
    for match in (_NUMBER if spelt else _DIGITS).finditer(text):
        written = match.group()
        value = _plain(written) if written[0].isdigit() else by_word.get(written.lower(), "")
        if value:
            found.append((value, match.start(), match.end()))
    return found


def _plain(digits: str) -> str:
    joined = _THOUSANDS.sub("", digits).replace(",", ".")
    return joined.lstrip("0") or "0" if "." not in joined else joined
