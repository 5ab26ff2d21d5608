"""Finds where words of a document are on its pages, by their offsets."""

import zlib
from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from askwell.knowledge.readers.word_boxes import PAGE, TENTHS, WORD
from askwell.types import Box, PageBoxes

_INTEGER = "<i4"
_SAME_LINE = 0.5
"""Two words are of one line if they are level with each other for this share of the lower one."""
_WIDE_GAP = 2.5
"""A wider gap between two words, in heights of a line, divides cells or columns."""


def boxes_at(packed: bytes, start: int, end: int) -> tuple[PageBoxes, ...]:
    """The boxes of the words from `start` to `end` of a document's text, one for each line, by page.

    Offsets count characters. Empty if no word is there.
    """
    if not packed or start >= end:
        return ()
    pages, words = _unpacked(packed)
    first = int(np.searchsorted(words[:, 1], start, side="right"))
    last = int(np.searchsorted(words[:, 0], end, side="left"))
    found: list[PageBoxes] = []
    for at, (begin, number, width, height) in enumerate(pages.tolist()):
        stop = int(pages[at + 1, 0]) if at + 1 < len(pages) else len(words)
        if lines := tuple(_lines(words[max(begin, first) : min(stop, last), 2:])):
            found.append(PageBoxes(number, width / TENTHS, height / TENTHS, lines))
    return tuple(found)


def _unpacked(packed: bytes) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """The pages and the words that `DocumentBoxes.packed` describes, one in a row."""
    runs = np.frombuffer(zlib.decompress(packed), dtype=np.uint8).reshape(4, -1)
    integers = np.ascontiguousarray(runs.T).view(_INTEGER).ravel().astype(np.int64)
    pages = integers[1 : 1 + PAGE * int(integers[0])].reshape(-1, PAGE)
    columns = integers[1 + pages.size :].reshape(WORD, -1)
    spans, sides = (np.cumsum(columns[at : at + 2].T.ravel()).reshape(-1, 2) for at in (0, 2))
    tops = np.cumsum(columns[4])
    bottoms = tops + columns[5]
    return pages, np.column_stack((spans, sides[:, 0], tops, sides[:, 1], bottoms))


def _lines(words: npt.NDArray[np.int64]) -> Iterator[Box]:
    """The words joined to lines; a wide gap, as between cells, divides a line."""
    line: list[int] = []
    for word in words.tolist():
        if line and not _goes_on(line, word):
            yield _box(line)
            line = []
        line = [*map(min, line[:2], word[:2]), *map(max, line[2:], word[2:])] if line else word
    if line:
        yield _box(line)


def _goes_on(line: Sequence[int], word: Sequence[int]) -> bool:
    level = min(line[3], word[3]) - max(line[1], word[1])
    height = min(line[3] - line[1], word[3] - word[1])
    return level >= _SAME_LINE * height and -height <= word[0] - line[2] <= _WIDE_GAP * height


def _box(line: Sequence[int]) -> Box:
    x0, y0, x1, y1 = (each / TENTHS for each in line)
    return Box(x0, y0, x1, y1)
