"""Recognises the format of a file by its content; the name decides only between formats of plain text."""

import re
from pathlib import PurePosixPath

from askwell.errors import BadInput
from askwell.knowledge.readers.content import is_blank
from askwell.knowledge.readers.formats import FORMATS, SUFFIXES

SAMPLE_BYTES = 65_536
"""Bytes at the beginning and at the end of a file that are looked at: a central directory of ZIP is at the end."""

MEDIA_TYPES = {
    "text": "text/plain",
    "markdown": "text/markdown",
    "rst": "text/x-rst",
    "html": "text/html",
    "pdf": "application/pdf",
    "csv": "text/csv",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    "odt": "application/vnd.oasis.opendocument.text",
    "epub": "application/epub+zip",
    "eml": "message/rfc822",
    "rtf": "application/rtf",
    "ipynb": "application/x-ipynb+json",
}
"""Media type by format."""

_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_PARTS = ((b"word/document", "docx"), (b"xl/workbook", "xlsx"), (b"ppt/presentation", "pptx"))
_TYPES = ((b"application/epub+zip", "epub"), (b"application/vnd.oasis.opendocument.text", "odt"))
_PDF_WITHIN = 1024
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_CONTROLS = re.compile(rb"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_HTML = re.compile(rb"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b", re.I | re.S)
_HEADER = re.compile(rb"^(?:from|to|subject|date|received|return-path|message-id|mime-version):", re.I | re.M)
_PLAIN = frozenset({"text", "markdown", "rst", "csv", "html", "eml"})
"""Formats that any text may have, chosen by the suffix."""
_MIN_HEADERS = 3
_NEVER_TEXT = 0.01
"""Share of control characters above which content is no text."""


def recognise(data: bytes, name: str) -> str:
    """The format of a file, a key of `FORMATS`, whatever its suffix says.

    Content of no known format raises BadInput (`unsupported_document`), a blank file (`empty_document`). Looks at
    `SAMPLE_BYTES` at both ends, and unpacks and parses nothing: whether the file is whole shows when it is read.
    """
    if is_blank(data):
        raise BadInput(f"{name!r} is empty", code="empty_document", hint="Choose another file.")
    head, tail = data[:SAMPLE_BYTES], data[-SAMPLE_BYTES:]
    suffix = PurePosixPath(name).suffix.lower()
    named = next((kind for kind, reader in FORMATS.items() if suffix in reader.suffixes), "")
    found = _binary(head, tail, named) or (_text(head, tail, named) if _is_text(head) else "")
    if not found:
        raise BadInput(
            f"{name!r} is no document that can be read",
            code="unsupported_document",
            hint=f"Convert it to one of: {', '.join(SUFFIXES)}.",
        )
    return found


def _binary(head: bytes, tail: bytes, named: str) -> str:
    if head.startswith(b"%PDF-") or (b"%PDF-" in head[:_PDF_WITHIN] and (named == "pdf" or not _is_text(head))):
        return "pdf"
    if head.startswith(b"{\\rtf"):
        return "rtf"
    if head.startswith(_OLE):
        return named if named in {"docx", "xlsx", "pptx"} else "docx"  # whose reader says what is wrong with it
    if head.startswith(_ZIP):
        typed = next((kind for media_type, kind in _TYPES if media_type in head), "")
        return typed or next((kind for part, kind in _PARTS if part in head or part in tail), "")
    return ""


def _is_text(head: bytes) -> bool:
    if head.startswith(_UTF16):
        return True
    return b"\0" not in head and len(_CONTROLS.findall(head)) <= _NEVER_TEXT * len(head)


def _text(head: bytes, tail: bytes, named: str) -> str:
    if head.lstrip().startswith(b"{") and (b'"nbformat"' in head or b'"nbformat"' in tail):
        return "ipynb"
    if _HTML.match(head.removeprefix(b"\xef\xbb\xbf")):
        return "html"
    if named not in _PLAIN and len(_HEADER.findall(re.split(rb"\r?\n\r?\n", head, maxsplit=1)[0])) >= _MIN_HEADERS:
        return "eml"
    return named if named in _PLAIN else "text"
