"""What kind of thing a question asks for, and whether a text holds such a thing."""

import re
from collections.abc import Iterator
from functools import cache

from askwell.languages import lexicon, patterns
from askwell.text.sentences import each_sentence
from askwell.text.whole import whole_words
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
    "en": "two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty hundred"
    " thousand half dozen",
    "nl": "twee drie vier vijf zes zeven acht negen tien elf twaalf vijftien zestien twintig dertig veertig vijftig"
    " honderd duizend half halve",
    "it": "due tre quattro cinque sei sette otto nove dieci undici dodici quindici venti trenta quaranta cinquanta"
    " cento mille mezzo mezza",
}
_OF_WORLD: dict[Language, str] = {
    "en": r"explain|describe|define|tell me about|why (?:is|are|do|does|did)|what (?:is|are|does|do|happens|causes)"
    r"|where (?:is|are)|how (?:does|do|tall|long|old|high|big|far|fast|heavy)"
    r"|how many .*\b(?:are|does|do|has|have)|how much (?:does|do) an?|which \w+ (?:is|are) the"
    r"|who (?:was|were|\w+ed|wrote|won|built|found|made)|when (?:did|was|were)",
    "nl": r"leg uit|beschrijf|vertel (?:me )?(?:iets )?over|waarom (?:is|zijn)"
    r"|wat (?:is|zijn|betekent|betekenen|doet|doen)|waar (?:ligt|liggen)|hoe (?:werkt|werken|ontstaat|ontstaan"
    r"|hoog|oud|lang|groot|ver|snel|zwaar)|hoeveel \w+ (?:heeft|hebben|telt)"
    r"|hoe(?:veel)? \w+ een|welke? \w+ (?:is|zijn) (?:de|het)"
    r"|wie (?:was|waren|\w+de|vond|schreef|won|bedacht)|wanneer (?:begon|was|werd|viel)",
    "it": r"spiega(?:mi)?|descrivi|parlami|perche"
    r"|(?:che )?(?:cos'?e|cosa (?:e|significa|sono|fa))|qual e|quali sono|a cosa serv\w+|dove si trova"
    r"|come (?:funziona(?:no)?|si forma(?:no)?)|quanto (?:e|vive|dura|duro)|quant[eio] \w+ (?:ha|hanno|ci sono)"
    r"|chi (?:ha (?:scritto|inventato|dipinto|scoperto|vinto)|vinse|scrisse|invento)"
    r"|quant[oa] \w+ una?|come fanno|quale \w+ e|chi (?:fu|era)|quando (?:e|fu)",
}
"""How questions begin that ask what something in the world is, how large, or who once did it."""
_BEHIND = re.compile(r"\b(?:called|named|works?|forms?|lives?|weighs?|means?|happens?)$")
"""Words at the end of such a question that belong to its form."""
_READ_CHARS = 2_000
_CAPITAL = re.compile(r"(?<=[\s(“\"'’])[^\W\d_][\w’'-]*")
_INSIDE = re.compile(r"[A-Z](?<=[^\W_] [A-Z])(?:(?<!I)|(?=[\w’'-]))")
"""A capital right behind a word, where no sentence can begin."""
_DIGIT = re.compile(r"\d")


def asks(text: str, language: Language) -> bool:
    """Whether a message asks or orders, and so tells nothing by itself."""
    plain = fold(text[:_READ_CHARS]).strip()
    if plain.endswith("?") or _requests(language).match(plain):
        return True
    first = words(plain)[:1]
    return bool(first) and first[0] in lexicon(language).question_words


def wants_number(question: str, language: Language) -> bool:
    """Whether a question asks how much, how many or how long."""
    return bool(_pattern("number", language).search(fold(question[:_READ_CHARS])))


def wants_name(question: str, language: Language) -> bool:
    """Whether a question asks for a person, a place or what something is called."""
    return bool(_pattern("name", language).search(fold(question[:_READ_CHARS])))


def thing_of_world(question: str, language: Language) -> str:
    """What a question asks about that begins as one asks for a thing of the world (`what is`, `who invented`).

    Lower-case, without that beginning; empty for a question that begins otherwise.
    """
    plain = fold(question[:_READ_CHARS].replace("’", "'")).strip()
    begins = _pattern("world", language).match(plain)
    return _BEHIND.sub("", plain[begins.end() :].strip(" ?")) if begins else ""


def names_in(text: str) -> list[str]:
    """Words with a capital that does not only begin a sentence, in order."""
    return list(_names(text[:_READ_CHARS]))


def _names(text: str) -> Iterator[str]:
    for start, end in each_sentence(text):
        if not text[start + 1 : end].islower():
            yield from (word for word in _CAPITAL.findall(text[start:end]) if word[0].isupper() and word != "I")


def holds_number(text: str, language: Language) -> bool:
    """Whether a text holds a number, in digits or as a word."""
    plain = fold(text[:_READ_CHARS])
    if _DIGIT.search(plain) or (not plain.isascii() and any(map(str.isdigit, plain))):
        return True
    return not _counted(language).isdisjoint(whole_words(plain))


def holds_name(text: str) -> bool:
    """Whether a text holds a word with a capital that does not only begin a sentence."""
    read = text[:_READ_CHARS]
    return bool(_INSIDE.search(read)) or next(_names(read), None) is not None


@cache
def _counted(language: Language) -> frozenset[str]:
    return frozenset(_COUNTED.get(language, _COUNTED["en"]).split())


@cache
def _requests(language: Language) -> re.Pattern[str]:
    return re.compile(rf"(?:{fold(patterns(language).settling.requests)})\b")


@cache
def _pattern(kind: str, language: Language) -> re.Pattern[str]:
    table = {"number": _NUMBER, "name": _NAME, "world": _OF_WORLD}[kind]
    begins = "" if kind == "world" else r"\b"
    return re.compile(rf"{begins}(?:{table.get(language, table['en'])})\b")
