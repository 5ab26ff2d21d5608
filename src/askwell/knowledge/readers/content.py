"""The bytes of a file: their number and whether they match the format. Used by both processes."""

import os
from collections.abc import Iterator
from typing import TypeAlias

from askwell.errors import BadInput
from askwell.types import ParsedDocument

Content: TypeAlias = "bytes | os.PathLike[str]"
"""What is in a file: its bytes, or its path. The bytes of a path are read by the process that needs them."""

MAX_BYTES = 50_000_000

NOTHING = ParsedDocument("", ())
"""The document of a blank file."""

_PIECE_BYTES = 1 << 20
_MAGIC = ((b"%PDF-", "pdf"), (b"PK\x03\x04", "zip"), (b"PK\x05\x06", "zip"), (b"{\\rtf", "rtf"))
_ARCHIVES = frozenset({"docx", "xlsx", "pptx", "odt", "epub"})
_OFFICE = frozenset({"docx", "xlsx", "pptx"})
_PDF_HEADER_WITHIN = 1024
"""PDF 32000-1, H.3.4.1: the header may be anywhere in the first 1,024 bytes."""
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""Signature of OLE containers: old office files, and newer ones with a password."""


def read_content(content: Content, name: str) -> bytes:
    """The bytes. Raises BadInput (`unreadable_file`, `document_too_large` above `MAX_BYTES`)."""
    if not isinstance(content, bytes):
        try:
            with open(content, "rb") as file:  # noqa: PTH123 - pathlib is slow to import
                content = file.read(MAX_BYTES + 1)
        except OSError as error:
            raise _unreadable(name, error) from error
    _check_size(len(content), name)
    return content


def pieces_of(content: Content, name: str) -> Iterator[bytes]:
    """The bytes in pieces. Raises what `read_content` raises."""
    if isinstance(content, bytes):
        yield read_content(content, name)
        return
    size = 0
    try:
        with open(content, "rb") as file:  # noqa: PTH123 - pathlib is slow to import
            while piece := file.read(_PIECE_BYTES):
                size += len(piece)
                _check_size(size, name)
                yield piece
    except OSError as error:
        raise _unreadable(name, error) from error


def is_blank(data: bytes) -> bool:
    """Whether there is white space only; `strip` would copy a large file."""
    return not data or data.isspace()


def check_format(data: bytes, name: str, kind: str) -> None:
    """Check that the bytes, which are not blank, begin like one of our formats.

    Raises BadInput (`unsupported_document`, `encrypted_document`).
    """
    looks = next((found for magic, found in _MAGIC if data.startswith(magic)), "")
    if not looks and kind == "pdf" and b"%PDF-" in data[:_PDF_HEADER_WITHIN]:
        looks = "pdf"
    if kind in _OFFICE and data.startswith(_OLE):
        raise BadInput(
            f"{name!r} is an old office file, or has a password",
            code="encrypted_document"
            if b"E\x00n\x00c\x00r\x00y\x00p\x00t\x00e\x00d\x00" in data
            else "unsupported_document",
            hint=f"Save it as .{kind} without a password.",
        )
    expected = "zip" if kind in _ARCHIVES else kind if kind in {"pdf", "rtf"} else ""
    if looks != expected:
        raise BadInput(
            f"{name!r} does not start like a {kind} file",
            code="unsupported_document",
            hint="Give the file the extension of its real format.",
        )


def _check_size(size: int, name: str) -> None:
    if size > MAX_BYTES:
        raise BadInput(
            f"{name!r} has more than {MAX_BYTES:,} bytes",
            code="document_too_large",
            hint="Split it into several files.",
        )


def _unreadable(name: str, error: OSError) -> BadInput:
    return BadInput(f"{name!r} cannot be read: {error.strerror or error}", code="unreadable_file")
