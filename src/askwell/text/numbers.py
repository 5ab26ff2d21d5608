"""Numbers of a text in normal form, so that `5,430` and `5.430`, or `5` and `five`, are equal."""

import re

from askwell.languages import LANGUAGES, lexicon
from askwell.types import Language

_DIGITS = re.compile(r"\d(?<![\w.,]\d)(?<![A-Za-z]-\d)\d*(?:[.,]\d+)*")
_NUMBER = re.compile(rf"{_DIGITS.pattern}|\b[^\W\d_]+\b")
_LETTERS = re.compile(r"[^\W\d_]+")
_SOME_DIGIT = "0"
_SPACED = {
    code: char.lower() if (char := chr(code)).isalpha() else f" {_SOME_DIGIT} " if char.isdigit() else " "
    for code in range(128)
}
"""Maps ASCII to lower-case letters, spaces, and one digit for all digits: a fast check for texts without numbers."""
_THOUSANDS = re.compile(r"[.,](?=\d{3}(?!\d))")


def numbers(text: str, language: Language) -> list[tuple[str, int, int]]:
    """Numbers in order as (value, start, end). Values have `.` before decimals and no thousands separators.

    Includes digits and the words for 2 to 20 and the tens ("one" is more often a pronoun). Digits in names (`GPT-3`,
    `word2vec`) are ignored.
    """
    by_word = lexicon(language).numbers if language in LANGUAGES else {}
    if text.isascii():
        plain = text.translate(_SPACED).split()
        spelt = not by_word.keys().isdisjoint(plain)
        if not spelt and _SOME_DIGIT not in plain:
            return []
    else:
        plain = _LETTERS.findall(text.lower())
        # For the pattern, a superscript is a letter; it is also a digit.
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
