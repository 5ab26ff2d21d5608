"""Reads a file. The extension selects the reader, and the first bytes must match the format."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePosixPath

from askwell.errors import BadInput
from askwell.knowledge.readers.blocks import one_line
from askwell.knowledge.readers.formats import FORMATS, SUFFIXES
from askwell.knowledge.readers.plugged import PluggedReader, reader_of, suffixes_of
from askwell.knowledge.readers.pool import ReadInChild, read_in_child
from askwell.knowledge.readers.titles import best_title
from askwell.types import ParsedDocument

MAX_BYTES = 50_000_000

_MAGIC = ((b"%PDF-", "pdf"), (b"PK\x03\x04", "zip"), (b"PK\x05\x06", "zip"), (b"{\\rtf", "rtf"))
_ARCHIVES = frozenset({"docx", "xlsx", "pptx", "odt", "epub"})
_OFFICE = frozenset({"docx", "xlsx", "pptx"})
_PDF_HEADER_WITHIN = 1024
"""PDF 32000-1, H.3.4.1: the header may be anywhere in the first 1,024 bytes."""
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""Signature of OLE containers: old office files, and newer ones with a password."""


def read_document(
    data: bytes, name: str, plugged: Sequence[PluggedReader] = (), in_child: ReadInChild = read_in_child
) -> ParsedDocument:
    """Text, sections and metadata of a file; the title is never empty. `plugged` take precedence over our own readers.

    Every format is read in a child process, except by readers given as objects. Blocks for up to two minutes: call it
    in a thread. Raises BadInput (`unsupported_document`, `encrypted_document`, `broken_document`, `document_too_large`,
    `document_too_complex`, `page_limit`, `empty_document`).
    """
    kind = kind_of(name, plugged)
    if len(data) > MAX_BYTES:
        raise BadInput(
            f"{name!r} has {len(data):,} bytes; the maximum is {MAX_BYTES:,}",
            code="document_too_large",
            hint="Split it into several files.",
        )
    other = reader_of(name, plugged)
    if other is None:
        _check_magic(data, name, kind)
    document = ParsedDocument("", ())
    if not _is_blank(data):
        document = (
            other.read(data, name) if other and other.read else in_child(other.module if other else kind, data, name)
        )
    if not document.text.strip():
        hint = (
            "It may be a scan: run text recognition (OCR) on it first."
            if kind == "pdf"
            else "There is nothing to search."
        )
        raise BadInput(f"{name!r} contains no text", code="empty_document", hint=hint)
    return replace(document, title=best_title((document.title, one_line(PurePosixPath(name).stem))) or "Untitled")


def kind_of(name: str, plugged: Sequence[PluggedReader] = ()) -> str:
    """The format of a file, from the extension of its name. Raises BadInput (`unsupported_document`)."""
    if other := reader_of(name, plugged):
        return other.name
    suffix = PurePosixPath(name).suffix.lower()
    if suffix not in _KINDS:
        raise BadInput(
            f"{name!r} has the unknown extension {suffix!r}",
            code="unsupported_document",
            hint=f"Known file extensions: {', '.join((*SUFFIXES, *suffixes_of(plugged)))}.",
        )
    return _KINDS[suffix]


def _is_blank(data: bytes) -> bool:
    """Whether a file has white space only; `strip` would copy a large one."""
    return not data or data.isspace()


def _check_magic(data: bytes, name: str, kind: str) -> None:
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
    if not _is_blank(data) and looks != expected:
        raise BadInput(
            f"{name!r} does not start like a {kind} file",
            code="unsupported_document",
            hint="Give the file the extension of its real format.",
        )


_KINDS = {suffix: kind for kind, reader in FORMATS.items() for suffix in reader.suffixes}
