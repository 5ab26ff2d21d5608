"""Which characters of a PDF page a person sees: those that have another colour than the paper, and a size.

Text of a rendering mode without ink is kept: scanned pages have their recognised text in it.
"""

import ctypes
from typing import Any

_WHITE = 250
"""Least red, green and blue of a colour that nobody sees on paper."""
_SMALLEST_POINTS = 1.5
"""The size of letters up to which nobody reads them."""


class Ink:
    """The colours of a page of pypdfium2."""

    def __init__(self, page: Any, text: Any) -> None:
        from pypdfium2 import raw

        self._page = page
        self._text = text.raw
        self._color_of, self._origin_of = raw.FPDFText_GetFillColor, raw.FPDFText_GetCharOrigin
        self._color = tuple(ctypes.c_uint() for _ in range(4))
        self._to_color = tuple(map(ctypes.byref, self._color))
        self._grounds: list[tuple[float, float, float, float]] | None = None

    def is_seen(self, at: int) -> bool:
        """Whether a character can be seen. White ones can where something else was drawn under them."""
        if not self._color_of(self._text, at, *self._to_color):
            return True
        red, green, blue, alpha = (part.value for part in self._color)
        if alpha == 0:
            return False
        return min(red, green, blue) < _WHITE or self._is_on_ground(at)

    def _is_on_ground(self, at: int) -> bool:
        x, y = ctypes.c_double(), ctypes.c_double()
        self._origin_of(self._text, at, ctypes.byref(x), ctypes.byref(y))
        if self._grounds is None:
            self._grounds = [bounds for each in self._page.get_objects(max_depth=2) if (bounds := _ground(each))]
        return any(x0 <= x.value <= x1 and y0 <= y.value <= y1 for x0, y0, x1, y1 in self._grounds)


def is_tiny(points: float) -> bool:
    """Whether letters of this size cannot be read. A size of 0 is one that the file does not tell."""
    return 0 < points <= _SMALLEST_POINTS


def _ground(drawn: Any) -> tuple[float, float, float, float] | None:
    """The bounds of an image, a shading or a filled shape that is not white; None for any other object."""
    from pypdfium2 import PdfiumError, raw

    if drawn.type == raw.FPDF_PAGEOBJ_PATH:
        fill, stroke = ctypes.c_int(), ctypes.c_int()
        raw.FPDFPath_GetDrawMode(drawn.raw, ctypes.byref(fill), ctypes.byref(stroke))
        red, green, blue, alpha = (ctypes.c_uint() for _ in range(4))
        known = raw.FPDFPageObj_GetFillColor(drawn.raw, *map(ctypes.byref, (red, green, blue, alpha)))
        is_white = min(red.value, green.value, blue.value) >= _WHITE
        if not fill.value or (known and (is_white or alpha.value == 0)):
            return None
    elif drawn.type not in (raw.FPDF_PAGEOBJ_IMAGE, raw.FPDF_PAGEOBJ_SHADING):
        return None
    try:
        return drawn.get_bounds()  # type: ignore[no-any-return]
    except PdfiumError:
        return None
