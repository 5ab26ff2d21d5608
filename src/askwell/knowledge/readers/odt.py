"""OpenDocument texts: headings by outline level, paragraphs, lists, tables."""

import zipfile
from dataclasses import dataclass, field

from askwell.knowledge.readers import archive
from askwell.knowledge.readers.blocks import MAX_CHARS, Block, split_labels, table_blocks, tidy, too_many
from askwell.knowledge.readers.document import join_blocks
from askwell.knowledge.readers.look import Look
from askwell.knowledge.readers.odt_styles import Styles
from askwell.types import ParsedDocument

suffixes = (".odt",)

MAX_REPEATED = 100
"""Repetitions of a cell; a row may declare a million empty ones."""

_SIGNS = {"tab": "\t", "line-break": "\n"}
_SKIPPED = frozenset(
    {"tracked-changes", "annotation", "sequence-decls", "table-of-content-source", "index-title-template"}
)
_NAMESPACES = ("urn:oasis:names:tc:opendocument:xmlns:text:", "urn:oasis:names:tc:opendocument:xmlns:table:")
_ENCRYPTED = "encryption-data"


def read(data: bytes, name: str) -> ParsedDocument:
    """Read the body; title and labels (keywords) come from the metadata."""
    with archive.opened(data, name, "an OpenDocument text") as package:
        _refuse_encrypted(package, name)
        styles = Styles()
        archive.parse(package, "styles.xml", start=styles.start, end=styles.end)
        body = _Body(name, styles)
        package.getinfo("content.xml")
        archive.parse(package, "content.xml", start=body.start, end=body.end, characters=body.characters)
        properties = archive.core_properties(package, "meta.xml")
    return join_blocks(
        body.blocks,
        file_title=properties.get("title", ""),
        origin=properties.get("subject", ""),
        labels=split_labels(properties.get("keyword", "")),
        media_type="application/vnd.oasis.opendocument.text",
    )


def _refuse_encrypted(package: zipfile.ZipFile, name: str) -> None:
    def start(tag: str, _attributes: dict[str, str]) -> None:
        if archive.local_name(tag) == _ENCRYPTED:
            raise archive.encrypted(name)

    archive.parse(package, "META-INF/manifest.xml", start=start)


@dataclass(slots=True)
class _Table:
    rows: list[list[str]] = field(default_factory=list)
    cell: list[str] = field(default_factory=list)
    repeats: int = 1


@dataclass(slots=True)
class _Paragraph:
    level: int
    texts: list[str] = field(default_factory=list)
    is_hidden: bool = False


class _Body:
    """Collects the blocks of a text that are seen; its methods are the handlers of an XML parser."""

    def __init__(self, name: str, styles: Styles) -> None:
        self.blocks: list[Block] = []
        self._name = name
        self._styles = styles
        self._looks = [Look()]
        """Of the open elements."""
        self._chars = 0
        self._paragraphs: list[_Paragraph] = []
        """Those that are open; a frame or a note has paragraphs within one."""
        self._table: _Table | None = None
        self._depth = 0
        """Of tables within each other; the rows of an inner one become lines of its cell."""
        self._skipped = 0

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """An element begins."""
        name = archive.local_name(tag)
        self._styles.start(tag, attributes)
        self._looks.append(self._styles.look_within(self._looks[-1], tag, attributes))
        if self._skipped or name in _SKIPPED:
            self._skipped += 1
        elif tag.startswith(_NAMESPACES):
            self._start_known(name, attributes)

    def _start_known(self, name: str, attributes: dict[str, str]) -> None:
        match name:
            case "p" | "h":
                level = archive.attribute(attributes, "outline-level") if name == "h" else ""
                number = min(6, int(level)) if level.isdecimal() and len(level) < 3 else int(name == "h")
                self._paragraphs.append(_Paragraph(number))
            case "hidden-paragraph" if self._paragraphs:
                self._paragraphs[-1].is_hidden |= self._looks[-1].is_hidden
            case "s":
                self._add(" ")
            case "tab" | "line-break":
                self._add(_SIGNS[name])
            case "table":
                self._depth += 1
                self._table = self._table or _Table()
            case "table-row" if self._table and self._depth == 1:
                self._table.rows.append([])
            case "table-cell" | "covered-table-cell" if self._table and self._depth == 1:
                times = archive.attribute(attributes, "number-columns-repeated")
                self._table.repeats = min(MAX_REPEATED, int(times)) if times.isdecimal() and len(times) < 8 else 1
                self._table.cell = []

    def end(self, tag: str) -> None:
        """An element ends."""
        self._looks.pop()
        self._styles.end(tag)
        if self._skipped:
            self._skipped -= 1
        elif tag.startswith(_NAMESPACES):
            self._end_known(archive.local_name(tag))

    def _end_known(self, name: str) -> None:
        match name:
            case "p" | "h" if self._paragraphs:
                self._end_paragraph(self._paragraphs.pop())
            case "table-cell" | "covered-table-cell" if self._table and self._depth == 1 and self._table.rows:
                text = "\n".join(self._table.cell)
                self._table.rows[-1] += [text] * (self._table.repeats if text else 1)
            case "table" if self._table:
                self._depth -= 1
                if not self._depth:
                    self.blocks += table_blocks(self._table.rows)
                    self._table = None

    def characters(self, text: str) -> None:
        """Text between elements."""
        if not self._skipped:
            self._add(text)

    def _add(self, text: str) -> None:
        if self._paragraphs and self._looks[-1].is_seen(has_ground=self._styles.has_colored_page):
            self._chars += len(text)
            if self._chars > MAX_CHARS:
                raise too_many(self._name, "characters", MAX_CHARS)
            self._paragraphs[-1].texts.append(text)

    def _end_paragraph(self, paragraph: _Paragraph) -> None:
        text = "" if paragraph.is_hidden else tidy("".join(paragraph.texts))
        if self._table:
            self._table.cell.append(text)
        elif text:
            self.blocks.append(Block(text, paragraph.level))
