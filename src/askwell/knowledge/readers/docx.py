"""Word documents: headings by style, paragraphs, tables. The unpacked size is checked first."""

import re
import zipfile
from collections.abc import Iterator
from io import BytesIO
from typing import Any

from askwell.errors import BadInput
from askwell.knowledge.readers.blocks import Block, join_blocks, one_line, split_labels, table_row, tidy
from askwell.types import ParsedDocument

suffixes = (".docx",)

MAX_UNPACKED_BYTES = 200_000_000
MAX_ENTRIES = 5_000

_HEADING = re.compile(r"^heading\s*([1-6])", re.IGNORECASE)
_PIECE_BYTES = 1 << 20


def read(data: bytes, name: str) -> ParsedDocument:
    """Read the body; title, labels (keywords) and URL or origin (subject) come from the document properties."""
    import docx
    from docx.opc.exceptions import PackageNotFoundError
    from lxml import etree

    try:
        _measure(data, name)
        document = docx.Document(BytesIO(data))
        properties = document.core_properties
        blocks = list(_blocks(document))
    except (PackageNotFoundError, zipfile.BadZipFile, KeyError, ValueError, OSError, etree.XMLSyntaxError) as error:
        raise BadInput(
            f"{name!r} cannot be read as a Word document: {error}",
            code="broken_document",
            hint="Open it in a word processor and save it again as .docx.",
        ) from error
    url, origin = address_or_origin(properties.subject or "", properties.author or "")
    return join_blocks(
        blocks,
        title=properties.title or "",
        url=url,
        origin=origin,
        labels=split_labels(properties.keywords or ""),
        media_type="application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    )


def address_or_origin(subject: str, author: str) -> tuple[str, str]:
    """URL and origin from the properties of a file: a subject that is no URL is the origin."""
    subject, author = one_line(subject), one_line(author)
    if subject.startswith(("http://", "https://")):
        return subject, "" if author == "python-docx" else author
    return "", subject or ("" if author == "python-docx" else author)


def _measure(data: bytes, name: str) -> None:
    """Unpack and count, discarding the data: the declared sizes of an archive may be wrong."""
    total = 0
    with zipfile.ZipFile(BytesIO(data)) as archive:
        entries = archive.infolist()
        if len(entries) > MAX_ENTRIES:
            raise _too_complex(name, f"{len(entries)} entries")
        for entry in entries:
            if entry.flag_bits & 1:
                raise BadInput(
                    f"{name!r} is encrypted", code="encrypted_document", hint="Save it without a password first."
                )
            with archive.open(entry) as file:
                while piece := file.read(_PIECE_BYTES):
                    total += len(piece)
                    if total > MAX_UNPACKED_BYTES:
                        raise _too_complex(name, f"more than {MAX_UNPACKED_BYTES:,} bytes unpacked")


def _too_complex(name: str, what: str) -> BadInput:
    return BadInput(
        f"{name!r} has {what}", code="document_too_complex", hint="Split it, or save only its text in a new file."
    )


def _blocks(document: Any) -> Iterator[Block]:
    from docx.table import Table

    levels: dict[str | None, int] = {}
    for item in document.iter_inner_content():
        if isinstance(item, Table):
            yield Block("\n".join(row for row in map(_row, item.rows) if row))
        else:
            style = item._p.style
            if style not in levels:  # looking a style up takes longer than reading the paragraph
                levels[style] = _level(item)
            yield Block(tidy(item.text), levels[style])


def _row(row: Any) -> str:
    """The row as text. python-docx lists a merged cell once per column; it is written once."""
    cells: list[Any] = []
    for cell in row.cells:
        if not cells or cell._tc is not cells[-1]._tc:
            cells.append(cell)
    return table_row(cell.text for cell in cells)


def _level(paragraph: Any) -> int:
    style = paragraph.style.name if paragraph.style is not None else ""
    if style == "Title":
        return 1
    match = _HEADING.match(style or "")
    return int(match.group(1)) if match else 0
