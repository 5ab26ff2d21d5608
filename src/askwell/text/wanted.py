"""What kind of thing a question asks for, and whether a text holds such a thing."""

import re
from functools import cache

from askwell.text.languages import lexicon
from askwell.text.languages.settling import settling
from askwell.text.sentences import sentences
from askwell.text.words import fold, words
from askwell.types import Language

_NUMBER: dict[Language, str] = {
    "en": r"how (?:many|much|long|old|far|often|big|large|tall|high|heavy|soon|fast|quickly)|what (?:price|age|number"
    r"|amount|budget|percentage|time)|at what time",
    "nl": r"hoeveel|hoe (?:lang|oud|ver|vaak|groot|hoog|zwaar|snel|duur|laat)|wat kost(?:te|en)?|welk(?:e)? (?:prijs"
    r"|bedrag|leeftijd|aantal|nummer)",
    "it": r"quant[oaie]|che (?:prezzo|eta|ora|numero)|a che ora|ogni quanto",
}
_NAME: dict[Language, str] = {
    "en": r"who(?:se|m)?|where|what (?:is|was) (?:\w+ ){0,4}(?:called|name)|(?:which|what) (?:city|town|country|place"
    r"|person|company|brand)",
    "nl": r"wie|waar|hoe heet(?:te)?|welk(?:e)? (?:stad|plaats|land|dorp|merk|bedrijf)",
    "it": r"chi|di chi|dove|come si chiama(?:va)?|(?:quale|che) (?:citta|paese|luogo|marca|azienda)",
}
_COUNTED: dict[Language, str] = {
    "en": "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|hundred"
    "|thousand|half|dozen",
    "nl": "twee|drie|vier|vijf|zes|zeven|acht|negen|tien|elf|twaalf|vijftien|zestien|twintig|dertig|veertig|vijftig"
    "|honderd|duizend|half|halve",
    "it": "due|tre|quattro|cinque|sei|sette|otto|nove|dieci|undici|dodici|quindici|venti|trenta|quaranta|cinquanta"
    "|cento|mille|mezz[oa]",
}
_READ_CHARS = 2_000
_CAPITAL = re.compile(r"(?<=[\s(“\"'’])[^\W\d_][\w’'-]*")


def asks(text: str, language: Language) -> bool:
    """Whether a message asks or orders, and so tells nothing by itself."""
    plain = fold(text[:_READ_CHARS]).strip()
    first = words(plain)[:1]
    opens = bool(first) and first[0] in lexicon(language).question_words
    return plain.endswith("?") or opens or bool(re.match(rf"(?:{fold(settling(language).requests)})\b", plain))


def wants_number(question: str, language: Language) -> bool:
    """Whether a question asks how much, how many or how long."""
    return bool(_pattern("number", language).search(fold(question[:_READ_CHARS])))


def wants_name(question: str, language: Language) -> bool:
    """Whether a question asks for a person, a place or what something is called."""
    return bool(_pattern("name", language).search(fold(question[:_READ_CHARS])))


def holds_number(text: str, language: Language) -> bool:
    """Whether a text holds a number, in digits or as a word."""
    plain = fold(text[:_READ_CHARS])
    return any(char.isdigit() for char in plain) or bool(_pattern("counted", language).search(plain))


def holds_name(text: str) -> bool:
    """Whether a text holds a word with a capital that does not only begin a sentence."""
    read = text[:_READ_CHARS]
    return any(
        match.group()[0].isupper() and match.group() != "I"
        for start, end in sentences(read)
        for match in _CAPITAL.finditer(read[start:end])
    )


@cache
def _pattern(kind: str, language: Language) -> re.Pattern[str]:
    table = {"number": _NUMBER, "name": _NAME, "counted": _COUNTED}[kind]
    return re.compile(rf"\b(?:{table.get(language, table['en'])})\b")
