"""Finds names of rows that are shortened in a question: `S24 Ultra` for `Samsung Galaxy S24 Ultra`."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from askwell.tools.names import Key, find, key

MAX_SHARING = 12
"""Maximum names that share a part; a part that more names share is ignored."""


@dataclass(frozen=True, slots=True)
class Named:
    """A name in a question."""

    words: Key
    rows: tuple[int, ...]
    whole: bool
    """Whether the words identify these rows; else they only name a family of rows."""


class PartialNames:
    """Names of rows, found by any sequence of their words that distinguishes rows."""

    def __init__(self, names: Sequence[Sequence[str]], known: Iterable[str], ordinary: Sequence[str]) -> None:
        """`names`: the names of each row, its own name first. `known`: values such as brands.

        Words of `known` values alone are not a name, and may be left out before one.
        """
        self._names = [[key(_with_plus_as_word(name)) for name in each] for each in names]
        self._known = {word for value in known for word in key(value)}
        everyday = {word for phrase in ordinary for word in key(phrase)}
        self._runs: dict[Key, list[int]] = {}
        for row, each in enumerate(self._names):
            for run in dict.fromkeys(run for name in each for run in _runs(name)):
                is_distinctive = any(
                    word not in self._known and word not in everyday and not word.isdigit() for word in run
                )
                if is_distinctive or (run in each and len(run) > 1):
                    self._runs.setdefault(run, []).append(row)
        self._runs = {run: rows for run, rows in self._runs.items() if len(self._own(rows)) <= MAX_SHARING}

    def find(self, question: str) -> list[Named]:
        """The names in a question, in order."""
        return [self._named(run) for run in find(_with_plus_as_word(question), self._runs)]

    def _named(self, run: Key) -> Named:
        """The rows that a run means: those it names completely, else the only one that ends with it, else all."""
        rows = self._runs[run]
        complete = [row for row in rows if any(self._is_complete(run, name) for name in self._names[row])]
        ending = [row for row in rows if any(name[-len(run) :] == run for name in self._names[row])]
        identified = complete or next((each for each in (ending, rows) if len(self._own(each)) == 1), [])
        return Named(run, tuple(identified or rows), whole=bool(identified))

    def _own(self, rows: Iterable[int]) -> set[Key]:
        """The own names of rows; variants of one thing have the same name."""
        return {self._names[row][0] for row in rows}

    def _is_complete(self, run: Key, name: Key) -> bool:
        """Whether a name is this run, preceded only by words of known values."""
        return name[-len(run) :] == run and all(word in self._known for word in name[: -len(run)])


def _with_plus_as_word(text: str) -> str:
    """The text with plus signs replaced by the word `plus`."""
    return text.replace("+", " plus ")


def _runs(name: Key) -> list[Key]:
    return [name[start:end] for start in range(len(name)) for end in range(start + 1, len(name) + 1)]


def without_names(question: str, named: Iterable[Named]) -> str:
    """The question without the given names and their `'s`, so that the 15 of `iPhone 15` is not taken for a figure."""
    for each in named:
        pattern = r"[\W_]+".join(re.escape(word) for word in each.words)
        question = re.sub(
            rf"(?<!\w){pattern}(?:['’]s)?(?!\w)", " ", question.replace("+", " plus "), flags=re.IGNORECASE
        )
    return question
