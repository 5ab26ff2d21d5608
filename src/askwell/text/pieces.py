"""Tokens of a text with offsets; clitics and elisions are separate tokens."""

import re
import unicodedata
from typing import Literal, NamedTuple

from askwell.languages import every
from askwell.languages.en import grammar as english
from askwell.languages.it import grammar as italian
from askwell.text.inflection import verb_forms
from askwell.types import Language

Tag = Literal[
    "noun", "adj", "number", "verb", "aux", "wh", "pronoun", "expletive", "possessive", "demonstrative", "stand_in",
    "speaker", "definite", "indefinite", "prep", "conj", "adverb", "owner", "interjection", "punct",
]  # fmt: skip
"""Part of speech. `owner` is a genitive 's, `stand_in` is `one` in place of a noun, `expletive` an empty `it`."""

NOMINAL: frozenset[Tag] = frozenset({"noun", "adj", "number"})
DETERMINERS: frozenset[Tag] = frozenset({"definite", "indefinite", "possessive", "demonstrative"})
COPULAS = every(lambda grammar: grammar.copulas)
PERFECT = every(lambda grammar: grammar.perfect)

_INVISIBLE = "\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff"
_WORD = rf"[^\W_](?:[{_INVISIBLE}]*[^\W_])*"
_TOKEN = re.compile(
    rf"\d+(?:-[^\W\d_]+)+|[$€£]?\d[\d.,]*\d%?(?![^\W_])|[$€£]?\d%?(?![^\W_])"
    rf"|{_WORD}(?:['’]{_WORD}|[.\-/&@]{_WORD})*(?:\+\+|\#(?!\w))?(?:['’](?=\s))?|[^\w\s{_INVISIBLE}]"
)
HIDDEN = re.compile(f"[{_INVISIBLE}]")
_ELISION = re.compile(italian.ELISION)
_ENCLITIC = re.compile(italian.ENCLITIC)
_CLITIC = re.compile(english.CLITIC, re.IGNORECASE)


class Token(NamedTuple):
    """A word, number or punctuation mark with its offsets."""

    text: str
    low: str
    """Lower case, NFKC-normalised, without invisible characters."""
    start: int
    end: int
    tag: Tag


def tagged(token: Token, tag: Tag) -> Token:
    """The token with another tag."""
    return token if token.tag == tag else Token(token.text, token.low, token.start, token.end, tag)


def is_name(token: Token) -> bool:
    """Whether a token is written like a name: with a capital or a digit."""
    if token.text.isalpha():
        return not token.text.islower() and any(map(str.isupper, token.text))
    return any(map(str.isupper, token.text)) or (token.low.isalnum() and any(map(str.isdigit, token.low)))


def split(text: str, language: Language) -> list[Token]:
    """The tokens of a text in order, all tagged as nouns; offsets refer to the text as given."""
    found: list[Token] = []
    for match in _TOKEN.finditer(text):
        start, word = match.start(), match.group()
        if language == "it":
            start, word = _without_enclitics(word, start, found)
        elif language == "en" and ("'" in word or "’" in word):
            start, word = _without_clitics(word, start, found)
        found.append(_token(word, start))
    return found


def _without_enclitics(word: str, start: int, found: list[Token]) -> tuple[int, str]:
    """Split off Italian elisions and the verb before an enclitic pronoun. Returns start and text of the rest."""
    while ("'" in word or "’" in word) and (elided := _ELISION.match(word)):
        found.append(_token(elided.group(1), start))
        start, word = start + elided.end(), word[elided.end() :]
    if (enclitic := _ENCLITIC.match(word)) and f"{enclitic.group(1)}e" in verb_forms("it"):
        # `ottenerla` is `ottenere` plus a pronoun.
        found.append(_token(enclitic.group(1), start)._replace(low=f"{enclitic.group(1)}e"))
        start, word = start + enclitic.end(1), enclitic.group(2)
    return start, word


def _without_clitics(word: str, start: int, found: list[Token]) -> tuple[int, str]:
    """Split off an English word before its clitic. Returns start and text of the rest."""
    if clitic := _CLITIC.match(word):
        found.append(_token(clitic.group(1), start))
        start, word = start + len(clitic.group(1)), clitic.group(2)
    if len(word) > 1 and word[-1] in "'’":
        found.append(_token(word[:-1], start))
        start, word = start + len(word) - 1, word[-1]
    return start, word


def _plain(word: str) -> str:
    return unicodedata.normalize("NFKC", HIDDEN.sub("", word)).lower().replace("’", "'")


def _token(word: str, start: int) -> Token:
    low = word.lower() if word.isascii() else _plain(word)
    return Token(word, low, start, start + len(word), "noun")
