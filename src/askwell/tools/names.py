"""Finds known names in a question."""

import re
from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from askwell.text.inflection import singular
from askwell.text.words import fold
from askwell.types import Language

_TOKEN = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_POSSESSIVE = re.compile(r"['’]s?$", re.IGNORECASE)

QUESTION_CHARS = 4_000
"""Characters of a question that are searched."""

MAX_NAME_WORDS = 30
"""Longer names are not found: each length of a name costs a search over all words of the question."""

Key = tuple[str, ...]
"""The folded words of a name."""


def key(text: str) -> Key:
    """The folded words of a name, without apostrophes and possessive 's. Hyphens and full stops separate words."""
    return tuple(_bare(token) for token in _TOKEN.findall(text))


def singulars(text: str, language: Language) -> Key:
    """The words of a text as `key` has them, in the singular."""
    return tuple(singular(word, language) for word in key(text))


@dataclass(frozen=True, slots=True)
class _Token:
    text: str
    """As typed."""
    folded: str


class Names:
    """Names, each with the number of what it means. A name takes 16 bytes: its hash, and the number.

    The hash has 64 bits and differs from process to process, so two names of a table practically never share one.
    """

    def __init__(self, named: Iterable[tuple[Key, int]]) -> None:
        """Names of more than `MAX_NAME_WORDS` words are left out. A name that comes twice keeps its first number."""
        hashes, numbers = array("q"), array("q")
        longest = 0
        for name, number in named:
            if 0 < len(name) <= MAX_NAME_WORDS:
                hashes.append(hash(name))
                numbers.append(number)
                longest = max(longest, len(name))
        self.longest = longest
        """Words of the longest name."""
        found = np.array(hashes, dtype=np.int64)
        order = np.argsort(found, kind="stable")
        self._hashes = found[order]
        self._numbers = np.array(numbers, dtype=np.int64)[order]

    def __contains__(self, name: Key) -> bool:
        return self.number(name) is not None

    def number(self, name: Key) -> int | None:
        """What a name means; None if it is unknown."""
        wanted = hash(name)
        at = int(np.searchsorted(self._hashes, wanted))
        return int(self._numbers[at]) if at < len(self._hashes) and self._hashes[at] == wanted else None


def find(question: str, known: Names | Mapping[Key, object], ordinary: Iterable[str] = ()) -> list[Key]:
    """The known names in a question, in order. They match whole words; longer names take precedence.

    Words of an `ordinary` phrase in the same spelling belong to no name. If some names are written with a capital or a
    digit, those without are ignored: in "a center in Dallas" only Dallas is a name.
    """
    tokens = [_Token(text, _bare(text)) for text in _TOKEN.findall(question[:QUESTION_CHARS])]
    free = _free_tokens(tokens, ordinary)
    longest = known.longest if isinstance(known, Names) else min(max(map(len, known), default=0), MAX_NAME_WORDS)
    found: dict[int, Key] = {}
    for length in range(min(longest, len(tokens)), 0, -1):
        for start in range(len(tokens) - length + 1):
            span = range(start, start + length)
            name = tuple(tokens[at].folded for at in span)
            if name in known and all(free[at] for at in span):
                found[start] = name
                for at in span:
                    free[at] = False
    capitalised = [start for start, name in found.items() if _has_capital_or_digit(tokens[start : start + len(name)])]
    return list(dict.fromkeys(found[start] for start in sorted(capitalised or found)))


def says(question: str, phrases: Iterable[str]) -> bool:
    """Whether one of the phrases occurs in the question as whole words, regardless of case and accents."""
    haystack = key(question[:QUESTION_CHARS])
    return any(occurs(key(phrase), haystack) for phrase in phrases)


def _bare(token: str) -> str:
    if token.isascii() and token.isalnum():
        return token.lower()
    return _POSSESSIVE.sub("", fold(token)).replace("'", "").replace("’", "")


def _free_tokens(tokens: Sequence[_Token], ordinary: Iterable[str]) -> list[bool]:
    """For each token, whether it may belong to a name."""
    free = [True] * len(tokens)
    typed = [token.text for token in tokens]
    for phrase in ordinary:
        words = _TOKEN.findall(phrase)
        for start in range(len(typed) - len(words) + 1):
            if typed[start : start + len(words)] == words:
                free[start : start + len(words)] = [False] * len(words)
    return free


def _has_capital_or_digit(tokens: Sequence[_Token]) -> bool:
    return any(token.text[0].isupper() or token.text[0].isdigit() for token in tokens)


def occurs(needle: Key, haystack: Key) -> bool:
    """Whether words occur in a row among others; no words do not."""
    return place_of(needle, haystack) >= 0


def place_of(needle: Key, haystack: Key) -> int:
    """Where words first occur in a row among others; -1 if they do not, and for no words."""
    size = len(needle)
    starts = range(len(haystack) - size + 1) if size else ()
    return next((start for start in starts if haystack[start : start + size] == needle), -1)
