"""Names in a question: which of many known ones stand in it."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from askwell.text.words import fold

_TOKEN = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_POSSESSIVE = re.compile(r"['’]s?$", re.IGNORECASE)

QUESTION_CHARS = 4_000
"""What lies beyond in a question is not looked at."""

Key = tuple[str, ...]
"""A name as its words, folded."""


def key(text: str) -> Key:
    """The words of a name, folded, without apostrophes and a possessive 's; hyphens and full stops part words."""
    return tuple(_bare(token) for token in _TOKEN.findall(text))


@dataclass(frozen=True, slots=True)
class _Token:
    text: str
    """As typed."""
    folded: str


def find(question: str, known: Mapping[Key, object], ordinary: Iterable[str] = ()) -> list[Key]:
    """The known names in a question, in its order: whole words, longer names before shorter ones.

    Words that stand in an `ordinary` phrase of the same spelling belong to no name. Where a name is written with a
    capital or a digit, those without are taken for ordinary words too: "a center in Dallas" names Dallas alone.
    """
    tokens = [_Token(text, _bare(text)) for text in _TOKEN.findall(question[:QUESTION_CHARS])]
    free = _without(tokens, ordinary)
    longest = max(map(len, known), default=0)
    found: dict[int, Key] = {}
    for length in range(min(longest, len(tokens)), 0, -1):
        for start in range(len(tokens) - length + 1):
            span = range(start, start + length)
            name = tuple(tokens[at].folded for at in span)
            if name in known and all(free[at] for at in span):
                found[start] = name
                for at in span:
                    free[at] = False
    spelt = [start for start, name in found.items() if _is_spelt_as_name(tokens[start : start + len(name)])]
    return list(dict.fromkeys(found[start] for start in sorted(spelt or found)))


def says(question: str, phrases: Iterable[str]) -> bool:
    """Whether one of the phrases stands in the question as whole words, in any spelling."""
    haystack = key(question[:QUESTION_CHARS])
    return any(_stands(key(phrase), haystack) for phrase in phrases)


def _bare(token: str) -> str:
    if token.isascii() and token.isalnum():
        return token.lower()
    return _POSSESSIVE.sub("", fold(token)).replace("'", "").replace("’", "")


def _without(tokens: Sequence[_Token], ordinary: Iterable[str]) -> list[bool]:
    """For each token whether it may belong to a name."""
    free = [True] * len(tokens)
    typed = [token.text for token in tokens]
    for phrase in ordinary:
        words = _TOKEN.findall(phrase)
        for start in range(len(typed) - len(words) + 1):
            if typed[start : start + len(words)] == words:
                free[start : start + len(words)] = [False] * len(words)
    return free


def _is_spelt_as_name(tokens: Sequence[_Token]) -> bool:
    return any(token.text[0].isupper() or token.text[0].isdigit() for token in tokens)


def _stands(needle: Key, haystack: Key) -> bool:
    size = len(needle)
    return any(haystack[start : start + size] == needle for start in range(len(haystack) - size + 1))
