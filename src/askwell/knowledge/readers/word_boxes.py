"""Where each word of a page is: measured in a PDF, carried from lines to the document, and packed.

A box is `x0 y0 x1 y1` in points of 1/72 inch from the top left corner of the page as it is shown, that is rotated and
cropped. In this module they are integers in tenths of a point, six of them for each word after its offsets.
"""

import ctypes
import math
import sys
import zlib
from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

TENTHS = 10
"""Units of a point."""
WORD = 6
"""Integers of a word: start, end, x0, y0, x1, y1."""
PAGE = 4
"""Integers of a page in packed boxes: index of its first word, page number, width, height."""
_DEVICE_UNITS = 100
"""Units of a point in which PDFium is asked for places, as it rounds them."""
_MAX_SIDE = 20_000
"""Longest side of a page in points; PDF 32000-1, C.2 allows 14,400. Larger pages have no boxes."""
_PROBE = 1_000.0
_SAMPLED = 200
"""Characters of a page that tell the direction of its text."""
_QUARTER = math.pi / 2
_UP = ((0.0, 1.0), (1.0, 0.0), (0.0, -1.0), (-1.0, 0.0))
"""By quarters that the text is turned clockwise: the direction to the line above."""


def empty() -> "array[int]":
    """No words."""
    return array("i")


def shifted(words: Sequence[int], by: int) -> "array[int]":
    """The words, with `by` added to their offsets."""
    moved = array("i", words)
    for at in range(0, len(moved), WORD):
        moved[at] += by
        moved[at + 1] += by
    return moved


class PageRuler:
    """Measures characters of a page of pypdfium2."""

    def __init__(self, page: Any) -> None:
        from pypdfium2 import raw

        width, height = page.get_size()
        self._page = page
        self._measure = raw.FPDFText_GetLooseCharBox
        self._rect = raw.FS_RECTF()
        self._to_rect = ctypes.byref(self._rect)
        self._is_usable = 0 < width <= _MAX_SIDE and 0 < height <= _MAX_SIDE
        self.sides = (round(width * TENTHS), round(height * TENTHS)) if self._is_usable else (0, 0)
        """Width and height of the page as it is shown, in tenths of a point."""
        self._up = 0.0, 1.0
        if not self._is_usable:
            return
        device = round(width * _DEVICE_UNITS), round(height * _DEVICE_UNITS)

        def shown(x: float, y: float) -> tuple[float, float]:
            to_x, to_y = ctypes.c_int(), ctypes.c_int()
            raw.FPDF_PageToDevice(page, 0, 0, *device, 0, x, y, ctypes.byref(to_x), ctypes.byref(to_y))
            return to_x.value * TENTHS / _DEVICE_UNITS, to_y.value * TENTHS / _DEVICE_UNITS

        self._origin = shown(0, 0)
        (ax, bx), (ay, by) = shown(_PROBE, 0), shown(0, _PROBE)
        at_x, at_y = self._origin
        self._steps = (ax - at_x) / _PROBE, (bx - at_y) / _PROBE, (ay - at_x) / _PROBE, (by - at_y) / _PROBE

    def upright_text(self) -> Any:
        """The text of the page, which is measured from now on.

        PDFium mixes up lines that do not run from left to right as the page is shown, so the page is turned first.
        """
        from pypdfium2 import raw

        text = self._page.get_textpage()
        count = text.count_chars()
        angles = [raw.FPDFText_GetCharAngle(text.raw, at) for at in range(0, count, max(1, count // _SAMPLED))]
        turns = Counter(round(angle / _QUARTER) % 4 for angle in angles if angle >= 0)
        quarters = turns.most_common(1)[0][0] if turns else 0
        if (upright := -quarters % 4 * 90) != self._page.get_rotation():
            self._page.set_rotation(upright)
            text = self._page.get_textpage()
        self._text = text.raw
        self._up = _UP[quarters]
        return text

    def height_of(self, x: float, y: float) -> float:
        """The height of a place of the file in the direction of the text, in points."""
        right, up = self._up
        return right * x + up * y

    def box(self, first: int, last: int) -> tuple[int, int, int, int] | None:
        """The box around two characters of a word; None if the file does not tell it. Pages turn by quarters only."""
        rect = self._rect
        if not self._is_usable or not self._measure(self._text, first, self._to_rect):
            return None
        left, bottom, right, top = rect.left, rect.bottom, rect.right, rect.top
        if last != first and self._measure(self._text, last, self._to_rect):
            left, bottom = min(left, rect.left), min(bottom, rect.bottom)
            right, top = max(right, rect.right), max(top, rect.top)
        a, b, c, d = self._steps
        e, f = self._origin
        try:
            x0, y0 = round(a * left + c * bottom + e), round(b * left + d * bottom + f)
            x1, y1 = round(a * right + c * top + e), round(b * right + d * top + f)
        except (ValueError, OverflowError):  # not a number, or infinite
            return None
        if x0 > x1:
            x0, x1 = x1, x0
        if y0 > y1:
            y0, y1 = y1, y0
        width, height = self.sides
        if x0 < 0 or y0 < 0 or x1 > width or y1 > height:
            x0, y0, x1, y1 = max(x0, 0), max(y0, 0), min(x1, width), min(y1, height)
        return (x0, y0, x1, y1) if x0 < x1 and y0 < y1 else None


@dataclass(frozen=True, slots=True)
class BlockWords:
    """Words of one line of a block."""

    words: "array[int]"
    """With offsets in the line."""
    start: int
    """Offset of the line in the text of the block."""
    page: int
    sides: tuple[int, int]
    """Width and height of the page, in tenths of a point."""


@dataclass(slots=True)
class DocumentBoxes:
    """The words of a document in order of their offsets, page after page."""

    pages: "array[int]" = field(default_factory=empty)
    words: "array[int]" = field(default_factory=empty)

    def add(self, line: BlockWords, offset: int) -> None:
        """Add the words of a line of the block that begins at `offset`.

        A word ends where the next one begins; that is earlier than where it was read if its hyphen was dropped.
        """
        if not self.pages or self.pages[-3] != line.page:
            self.pages.extend((len(self.words) // WORD, line.page, *line.sides))
        moved = shifted(line.words, offset + line.start)
        if self.words:
            self.words[-WORD + 1] = min(self.words[-WORD + 1], moved[0])
        self.words.extend(moved)

    def packed(self) -> bytes:
        """Zlib of little-endian integers: the number of pages, the pages, and six columns with a number for each word.

        These are small: the gap to the word before and the length in the text, gap and width on the page, the
        difference to the top of the word before, and the height. The bytes of all integers are in four runs, the lowest
        ones first. Empty without words.
        """
        if not self.words:
            return b""
        start, end, x0, y0, x1, y1 = (self.words[at::WORD] for at in range(WORD))
        columns = (
            *(_less(start, _before(end)), _less(end, start)),
            *(_less(x0, _before(x1)), _less(x1, x0)),
            *(_less(y0, _before(y0)), _less(y1, y0)),
        )
        integers = array("i", [len(self.pages) // PAGE, *self.pages, *chain(*columns)])
        if sys.byteorder == "big":
            integers.byteswap()
        data = integers.tobytes()
        return zlib.compress(b"".join(data[at :: integers.itemsize] for at in range(integers.itemsize)))


def _before(column: "array[int]") -> "array[int]":
    """The numbers of the words before; 0 for the first."""
    return array("i", (0,)) + column[:-1]


def _less(column: "array[int]", other: "array[int]") -> Iterator[int]:
    return map(int.__sub__, column, other)
