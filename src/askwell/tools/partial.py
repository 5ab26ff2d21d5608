"""Names of rows that a question says in part: `S24 Ultra` for `Samsung Galaxy S24 Ultra`."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from askwell.tools.names import Key, find, key

MOST_SHARED = 12
"""A part of a name that more rows share names none of them."""


@dataclass(frozen=True, slots=True)
class Named:
    """A name in a question."""

    words: Key
    rows: tuple[int, ...]
    whole: bool
    """Whether it names these rows and leaves out nothing but words of what they are; else a family of rows."""


class PartialNames:
    """Names of rows, found by any of their runs of words that tells rows apart."""

    def __init__(self, names: Sequence[Sequence[str]], known: Iterable[str], ordinary: Sequence[str]) -> None:
        """`names` are those of each row, the first one its own; `known` are words of what rows are, as their brands.

        Those words alone are no name, and in front of one they may be left out.
        """
        self._names = [[key(_spoken(name)) for name in each] for each in names]
        self._known = {word for value in known for word in key(value)}
        everyday = {word for phrase in ordinary for word in key(phrase)}
        self._runs: dict[Key, list[int]] = {}
        for row, each in enumerate(self._names):
            for run in dict.fromkeys(run for name in each for run in _runs(name)):
                tells = any(word not in self._known and word not in everyday and not word.isdigit() for word in run)
                if tells or (run in each and len(run) > 1):
                    self._runs.setdefault(run, []).append(row)
        self._runs = {run: rows for run, rows in self._runs.items() if len(self._own(rows)) <= MOST_SHARED}

    def find(self, question: str) -> list[Named]:
        """The names in a question, in its order."""
        return [self._named(run) for run in find(_spoken(question), self._runs)]

    def _named(self, run: Key) -> Named:
        """What a run names: a row that it names whole, the only one that ends with it, or all that have it."""
        rows = self._runs[run]
        whole = [row for row in rows if any(self._is_whole(run, name) for name in self._names[row])]
        ending = [row for row in rows if any(name[-len(run) :] == run for name in self._names[row])]
        meant = whole or next((each for each in (ending, rows) if len(self._own(each)) == 1), [])
        return Named(run, tuple(meant or rows), whole=bool(meant))

    def _own(self, rows: Iterable[int]) -> set[Key]:
        """The own names of rows; variants of one thing share theirs."""
        return {self._names[row][0] for row in rows}

    def _is_whole(self, run: Key, name: Key) -> bool:
        """Whether a name is this run, with nothing but words of what the row is in front of it."""
        return name[-len(run) :] == run and all(word in self._known for word in name[: -len(run)])


def _spoken(text: str) -> str:
    """The text with a plus sign as a word, as people say it."""
    return text.replace("+", " plus ")


def _runs(name: Key) -> list[Key]:
    return [name[start:end] for start in range(len(name)) for end in range(start + 1, len(name) + 1)]
