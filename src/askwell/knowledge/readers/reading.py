"""Reads a file with the reader that its extension selects."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePosixPath

from askwell.errors import BadInput
from askwell.knowledge.readers.blocks import one_line
from askwell.knowledge.readers.content import NOTHING, Content, is_blank, read_content
from askwell.knowledge.readers.formats import FORMATS, SUFFIXES
from askwell.knowledge.readers.plugged import PluggedReader, reader_of, suffixes_of
from askwell.knowledge.readers.pool import ReadInChild, read_in_child
from askwell.knowledge.readers.titles import best_title
from askwell.types import ParsedDocument

NEWER = {".doc": ".docx", ".dot": ".docx", ".xls": ".xlsx", ".ppt": ".pptx", ".pps": ".pptx"}
"""Extensions of old office files, which are not read, with the one to save them as."""


def read_document(
    content: Content, name: str, plugged: Sequence[PluggedReader] = (), in_child: ReadInChild = read_in_child
) -> ParsedDocument:
    """Text, sections and metadata of a file; the title is never empty. `plugged` take precedence over our own readers.

    Every format is read in a child process, except by readers given as objects. Blocks for up to two minutes: call it
    in a thread. Raises BadInput (`unsupported_document`, `encrypted_document`, `broken_document`, `document_too_large`,
    `document_too_complex`, `page_limit`, `empty_document`, `unreadable_file`).
    """
    kind = kind_of(name, plugged)
    other = reader_of(name, plugged)
    if other and other.read:
        data = read_content(content, name)
        document = NOTHING if is_blank(data) else other.read(data, name)
        return _checked(document, name, kind)
    return read_as(kind, content, name, plugged, in_child)


def read_as(
    kind: str, content: Content, name: str, plugged: Sequence[PluggedReader], in_child: ReadInChild
) -> ParsedDocument:
    """Like `read_document`, with the reader of a format whatever the name's suffix is.

    A plugged reader is known by its name.
    """
    module = next((each.module for each in plugged if each.name == kind and each.module), kind)
    return _checked(in_child(module, content, name), name, kind)


def _checked(document: ParsedDocument, name: str, kind: str) -> ParsedDocument:
    """The document with a title. Raises BadInput (`empty_document`)."""
    if not document.text.strip():
        hint = (
            "It may be a scan: run text recognition (OCR) on it first."
            if kind == "pdf" and document != NOTHING
            else "There is nothing to search."
        )
        raise BadInput(f"{name!r} contains no text", code="empty_document", hint=hint)
    of_file = one_line(PurePosixPath(name).stem.replace("_", " "))
    return replace(document, title=best_title((document.title, of_file)) or "Untitled")


def kind_of(name: str, plugged: Sequence[PluggedReader] = ()) -> str:
    """The format of a file, from the extension of its name. Raises BadInput (`unsupported_document`)."""
    if other := reader_of(name, plugged):
        return other.name
    suffix = PurePosixPath(name).suffix.lower()
    if suffix not in _KINDS:
        known = f"Known file extensions: {', '.join((*SUFFIXES, *suffixes_of(plugged)))}."
        raise BadInput(
            f"{name!r} has the unknown extension {suffix!r}",
            code="unsupported_document",
            hint=f"Save it as {NEWER[suffix]}." if suffix in NEWER else known,
        )
    return _KINDS[suffix]


_KINDS = {suffix: kind for kind, reader in FORMATS.items() for suffix in reader.suffixes}
