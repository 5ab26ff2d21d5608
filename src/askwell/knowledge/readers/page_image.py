"""The image of a page of a PDF, as PNG."""

import struct
import zlib
from collections.abc import Sequence
from contextlib import closing

from askwell.errors import BadInput
from askwell.knowledge.readers.pdf import open_pdf

SCALE = 2.0
"""Pixels for each point: 144 per inch, sharp at twice the width of the panel."""
MAX_SIDE = 2_400
"""Longest side of an image in pixels, so that an uncompressed one has at most 17 MB."""
PAGE_NOT_FOUND = "page_not_found"
"""Code of the error for a page that the document does not have."""

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_DEPTH, _RGB = 8, 2
"""Bits of a colour, and the colour type, of PNG (ISO/IEC 15948, 11.2.2)."""
_CHANNELS = 3


def draw(data: bytes, name: str, passwords: Sequence[str], page: int) -> bytes:
    """The page, counted from 1, turned and cropped as viewers show it. Scripts are not run, forms are not filled.

    Raises BadInput (`page_not_found`, `encrypted_document`, `broken_document`).
    """
    from pypdfium2 import PdfiumError

    try:
        with closing(open_pdf(data, name, passwords)) as document:
            if not 1 <= page <= len(document):
                raise BadInput(f"{name!r} has no page {page}", code=PAGE_NOT_FOUND, hint="Count pages from 1.")
            shown = document[page - 1]
            scale = min(SCALE, MAX_SIDE / max(1.0, *shown.get_size()))
            with closing(shown.render(scale=scale, rev_byteorder=True)) as bitmap:
                return _png(bytes(bitmap.buffer), bitmap.width, bitmap.height, bitmap.stride)
    except PdfiumError as error:
        raise BadInput(
            f"Page {page} of {name!r} cannot be drawn: {error}",
            code="broken_document",
            hint="Open it in a viewer and print it to a new PDF.",
        ) from error


def _png(pixels: bytes, width: int, height: int, stride: int) -> bytes:
    """Rows of red, green and blue bytes as PNG. A row takes `stride` bytes."""
    rows = b"".join(b"\0" + pixels[at : at + _CHANNELS * width] for at in range(0, stride * height, stride))
    head = struct.pack(">IIBBBBB", width, height, _DEPTH, _RGB, 0, 0, 0)
    return _SIGNATURE + _part(b"IHDR", head) + _part(b"IDAT", zlib.compress(rows)) + _part(b"IEND", b"")


def _part(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
