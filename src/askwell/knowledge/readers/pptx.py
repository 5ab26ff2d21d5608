"""PowerPoint presentations: each slide is a section under its title, with its tables and the speaker's notes."""

import zipfile
from dataclasses import dataclass, field

from askwell.knowledge.readers import archive
from askwell.knowledge.readers.blocks import MAX_CHARS, Block, split_labels, table_blocks, tidy, too_many
from askwell.knowledge.readers.document import join_blocks
from askwell.knowledge.readers.slide_drawing import Drawing
from askwell.knowledge.readers.slide_ground import Ground, Grounds
from askwell.types import ParsedDocument

suffixes = (".pptx",)

_UNREAD = frozenset({"sldNum", "dt", "ftr", "hdr", "sldImg"})
"""Placeholders that repeat on every slide."""
_MAX_TITLE_CHARS = 100


def read(data: bytes, name: str) -> ParsedDocument:
    """Read the slides that are shown in their order; the page is the number of the slide."""
    with archive.opened(data, name, "a PowerPoint presentation") as package:
        parts = archive.by_kind(package, "")
        main = parts["officeDocument"]
        properties = archive.core_properties(package, parts.get("core-properties", ""))
        blocks: list[Block] = []
        chars = 0
        grounds = Grounds(package)
        for page, part in enumerate(_slides(package, main), 1):
            ground = grounds.of(part)
            if not ground.is_shown:
                continue
            notes = archive.by_kind(package, part).get("notesSlide", "")
            slide = _titled(_read_shapes(package, part, _Shapes(page, name, ground)))
            slide += _read_shapes(package, notes, _Shapes(page, name, grounds.of(notes))).body
            blocks += slide
            chars += sum(len(block.text) for block in slide)
            if chars > MAX_CHARS:
                raise too_many(name, "characters", MAX_CHARS)
    return join_blocks(
        blocks,
        file_title=properties.get("title", ""),
        labels=split_labels(properties.get("keywords", "")),
        media_type="application/vnd.openxmlformats-officedocument.presentationml.presentation",
    )


def _slides(package: zipfile.ZipFile, main: str) -> list[str]:
    package.getinfo(main)
    paths = {key: path for key, kind, path in archive.relations(package, main) if kind == "slide"}
    found: list[str] = []

    def start(tag: str, attributes: dict[str, str]) -> None:
        if archive.local_name(tag) == "sldId":
            key = next((value for name, value in attributes.items() if name.endswith(" id")), "")
            found.append(paths.get(key, ""))

    archive.parse(package, main, start=start)
    return list(dict.fromkeys(found))


def _titled(shapes: "_Shapes") -> list[Block]:
    """The blocks of a slide under its title, which may be its first short line."""
    title, body = shapes.title, shapes.body
    if not title and body and len(body[0].text) <= _MAX_TITLE_CHARS and "\n" not in body[0].text:
        title, body = body[0].text, body[1:]
    return [Block(title, 1, shapes.page), *body] if title else body


@dataclass(slots=True)
class _Shapes:
    """Collects the texts of a slide that are seen; its methods are the handlers of an XML parser."""

    page: int
    name: str
    ground: Ground
    drawing: Drawing = field(default_factory=Drawing)
    body: list[Block] = field(default_factory=list)
    title: str = ""
    _kind: str = ""
    """Type of the open placeholder."""
    _texts: list[str] = field(default_factory=list)
    _rows: list[list[str]] = field(default_factory=list)
    _cell: list[str] = field(default_factory=list)
    _in_table: bool = False
    _in_text: bool = False
    _fallbacks: int = 0
    _chars: int = 0

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """An element begins."""
        self.drawing.start(tag, attributes)
        match archive.local_name(tag):
            case "Fallback":
                self._fallbacks += 1
            case "sp":
                self._kind = ""
            case "ph":
                self._kind = attributes.get("type", "body")
            case "tbl":
                self._in_table, self._rows = True, []
            case "tr":
                self._rows.append([])
            case "tc":
                self._cell = []
            case "p":
                self._texts = []
            case "br":
                self._texts.append("\n")
            case "t":
                self._in_text = not self._fallbacks

    def end(self, tag: str) -> None:
        """An element ends."""
        self.drawing.end(tag)
        match archive.local_name(tag):
            case "Fallback":
                self._fallbacks -= 1
            case "t":
                self._in_text = False
            case "p":
                self._end_paragraph()
            case "tc" if self._rows:
                self._rows[-1].append("\n".join(self._cell))
            case "tbl":
                self._in_table = False
                self.body += table_blocks(self._rows, page=self.page)
                self._rows = []

    def characters(self, text: str) -> None:
        """Text between elements."""
        if self._in_text and self.ground.shows(self.drawing.ink, self.drawing.open):
            self._chars += len(text)
            if self._chars > MAX_CHARS:
                raise too_many(self.name, "characters", MAX_CHARS)
            self._texts.append(text)

    def _end_paragraph(self) -> None:
        text = tidy("".join(self._texts))
        self._texts = []
        if not text or self._kind in _UNREAD:
            return
        if self._in_table:
            self._cell.append(text)
        elif self._kind in {"title", "ctrTitle"}:
            self.title = f"{self.title} {text}".strip()
        else:
            self.body.append(Block(text, page=self.page))


def _read_shapes(package: zipfile.ZipFile, part: str, shapes: _Shapes) -> _Shapes:
    archive.parse(package, part, start=shapes.start, end=shapes.end, characters=shapes.characters)
    return shapes
