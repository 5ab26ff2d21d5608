"""Placeholders for personal data: `[[PERSON_1]]`, or `[[PERSON]]` where nothing leads back to the value."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from askwell.privacy.spans import KINDS, Kind

_KINDS = "|".join(sorted(KINDS, key=len, reverse=True))
PLACEHOLDER = re.compile(rf"\[\[(?P<escapes>\\*)(?P<name>(?:{_KINDS})_\d{{1,6}})\]\]")
"""A placeholder, or a text that looks like one: each backslash says that it has been escaped once."""
_NUMBERED = re.compile(rf"\[\[({_KINDS})_\d{{1,6}}\]\]")
_REPLACED = re.compile(rf"\[\[(?:{_KINDS})(?:_\d{{1,6}})?\]\]")
_ADDRESS_BEFORE = re.compile(r"(?:[a-z][a-z0-9+.-]{0,20}://|\bwww\.|\bmailto:|\]\()[^\s]*\Z", re.IGNORECASE)
LONGEST_ADDRESS = 2_000
"""Maximum length of a web address before a placeholder in it, characters."""
_BEGINNING = re.compile(r"\[(?:\[(?:\\*[A-Z]*[A-Z_]*[0-9]{0,6}\]?)?)?\Z")
"""The end of a text that may be the beginning of a placeholder."""


def placeholder(kind: Kind, number: int) -> str:
    """The placeholder of a value; numbers of a kind count from 1 in a conversation."""
    return f"[[{kind}_{number}]]"


def mask(kind: Kind) -> str:
    """What stands for a value that is not kept."""
    return f"[[{kind}]]"


def masked(text: str) -> str:
    """A text with placeholders, without their numbers."""
    return _NUMBERED.sub(r"[[\1]]", text)


def has_replaced(text: str) -> bool:
    """Whether something personal was replaced in a text, by a placeholder or by a mask."""
    return _REPLACED.search(text) is not None


def escape(text: str) -> str:
    """A text of a person in which nothing is a placeholder; `restore` gives the text again."""
    return PLACEHOLDER.sub(lambda found: "[[\\" + found[0][2:], text)


def restore(text: str, values: Mapping[str, str]) -> str:
    """A text with the values of its placeholders, except those not in `values`; one level of escapes is undone."""
    if "[[" not in text:
        return text
    return rewritten(text, restorations(text, values)).text


class Change(NamedTuple):
    """Other text at a place, in characters."""

    start: int
    end: int
    text: str


def restorations(text: str, values: Mapping[str, str]) -> list[Change]:
    """The changes that `restore` makes, in order. A placeholder in a web address stays: no link carries a value."""
    changes = []
    for found in PLACEHOLDER.finditer(text):
        if found["escapes"]:
            changes.append(Change(found.start(), found.end(), "[[" + found[0][3:]))
        elif (value := values.get(found[0])) is not None and not _is_in_address(text, found.start()):
            changes.append(Change(found.start(), found.end(), value))
    return changes


def without_values_in_addresses(before: str, text: str) -> str:
    """A piece of a text after `before`, in which a placeholder in a web address leads back to nothing."""
    if "[[" not in text:
        return text
    whole = before[-LONGEST_ADDRESS:] + text
    start = len(whole) - len(text)
    changes = [
        Change(found.start() - start, found.end() - start, masked(found[0]))
        for found in _NUMBERED.finditer(whole, start)
        if _is_in_address(whole, found.start())
    ]
    return rewritten(text, changes).text


def _is_in_address(text: str, at: int) -> bool:
    """Whether a web address begins before a place, with no blank between."""
    before = text[max(0, at - LONGEST_ADDRESS) : at]
    return _ADDRESS_BEFORE.search(before) is not None


class Rewritten(NamedTuple):
    """A text after changes, and where its characters went."""

    text: str
    moved: Callable[[int], int]
    """Position in the old text to that in the new one; within a change its end, or its start at the very start."""


def rewritten(text: str, changes: Sequence[Change]) -> Rewritten:
    """The text with the changes, which are in order and do not overlap."""
    parts, at, starts = [], 0, []
    ends: list[tuple[int, int]] = []
    """Where a change ended in the old and in the new text."""
    length = 0
    for change in changes:
        parts += [text[at : change.start], change.text]
        starts.append(change.start)
        length += change.start - at + len(change.text)
        at = change.end
        ends.append((at, length))
    parts.append(text[at:])

    def moved(position: int) -> int:
        last = bisect_right(starts, position) - 1
        if last < 0:
            return position
        old, new = ends[last]
        if position >= old:
            return new + position - old
        return new - len(changes[last].text) if position == starts[last] else new

    return Rewritten("".join(parts), moved)


def held_back(text: str) -> int:
    """Where the end of a text begins that may become a placeholder with the text after it; its length if none does."""
    found = _BEGINNING.search(text)
    return len(text) if found is None else found.start()


def names_in(texts: Iterable[str]) -> frozenset[str]:
    """All placeholders in these texts, without escaped ones."""
    return frozenset(found[0] for text in texts for found in PLACEHOLDER.finditer(text) if not found["escapes"])
