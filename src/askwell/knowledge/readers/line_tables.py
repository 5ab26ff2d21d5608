"""Tables in the lines of a page: rows whose cells are in columns, found by the gaps between words."""

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from askwell.knowledge.readers.word_boxes import WORD, empty

MIN_ROWS = 3
"""Fewer lines with gaps at the same places may be a heading with a number, or an address."""

_WIDE_GAP = 1.5
"""Least gap between two cells, in heights of the words."""
_MOST_WORDS = 5
"""Words of a cell on average; longer ones are columns of text."""
_BETWEEN = " | "


@dataclass(frozen=True, slots=True)
class Cell:
    """A part of a line between wide gaps: its first word and the word after its last, and its sides."""

    first: int
    stop: int
    left: int
    right: int


def cells_of(words: Sequence[int]) -> tuple[Cell, ...]:
    """The cells of a line; one if it has no wide gap, none if the places of its words are not known."""
    count = len(words) // WORD
    if not count:
        return ()
    starts = [0]
    for at in range(1, count):
        before, here = (at - 1) * WORD, at * WORD
        if words[here + 2] - words[before + 4] > _WIDE_GAP * (words[here + 5] - words[here + 3]):
            starts.append(at)
    return tuple(
        Cell(first, stop, words[first * WORD + 2], words[stop * WORD - 2]) for first, stop in pairwise([*starts, count])
    )


def is_next_row(above: Sequence[Cell], cells: Sequence[Cell]) -> bool:
    """Whether a line has as many cells as the line above it, at least two, in the same columns."""
    return (
        len(cells) == len(above) > 1
        and all(one.left < other.right and other.left < one.right for one, other in zip(above, cells, strict=True))
        and cells[-1].stop <= _MOST_WORDS * len(cells)
    )


def as_row(text: str, words: Sequence[int], cells: Sequence[Cell]) -> tuple[str, "array[int]"]:
    """The text of a line with ` | ` between its cells, and its words with their offsets in that."""
    parts: list[str] = []
    moved = empty()
    length = 0
    for at, cell in enumerate(cells):
        begin = words[cell.first * WORD] if at else 0
        end = words[cells[at + 1].first * WORD] if at + 1 < len(cells) else len(text)
        part = text[begin:end].strip()
        for word in range(cell.first, cell.stop):
            start, stop, *box = words[word * WORD : (word + 1) * WORD]
            moved.extend((start - begin + length, stop - begin + length, *box))
        parts.append(part)
        length += len(part) + len(_BETWEEN)
    return _BETWEEN.join(parts), moved
