"""The text of a Word document from the events of an XML parser: paragraphs, headings and table rows as blocks."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from askwell.knowledge.readers.archive import attribute
from askwell.knowledge.readers.blocks import MAX_CHARS, Block, shorten, table_blocks, table_row, tidy, too_many
from askwell.knowledge.readers.look import WHITE, Look, is_small
from askwell.knowledge.readers.raised import BEFORE_CHARS, raised

MAX_REPEATED_CHARS = 200
"""Of a vertically merged cell: its text is repeated in each of its rows, because rows are read one by one."""

MAX_TABLE_DEPTH = 10
"""The text of an inner table is copied once for each table around it."""

_NAMESPACES = (
    "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
    "http://purl.oclc.org/ooxml/wordprocessingml/main",
)
"""Of transitional and of strict documents (ECMA-376 part 1 and 4)."""
_FALLBACK = "http://schemas.openxmlformats.org/markup-compatibility/2006 Fallback"
"""Repeats what precedes it for older programs."""
_HEADING = re.compile(r"^heading\s*([1-6])", re.IGNORECASE)
_SIGNS = {"tab": "\t", "ptab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-"}
_LOOKS = frozenset({"vanish", "color", "sz", "shd", "highlight", "tblStyle"})
"""What decides whether a run can be seen."""
_KNOWN = (
    "p",
    "pStyle",
    "r",
    "rStyle",
    "t",
    "tbl",
    "tr",
    "tc",
    "gridSpan",
    "gridBefore",
    "vMerge",
    "txbxContent",
    "vertAlign",
    *_LOOKS,
)
_NAMES = {f"{namespace} {name}": name for namespace in _NAMESPACES for name in (*_KNOWN, *_SIGNS)} | {
    _FALLBACK: "Fallback"
}
_SKIPPED = frozenset({"Fallback", "txbxContent"})
_MAX_DIGITS = 4
_SPAN = re.compile(rf"[0-9]{{1,{_MAX_DIGITS}}}\Z")


def value_of(attributes: Mapping[str, str]) -> str:
    """The attribute `val`; empty if there is none."""
    return attribute(attributes, "val")


def heading_level(style: str) -> int:
    """1 to 6 for the name of a heading style or of the title style; otherwise 0."""
    match = _HEADING.match(style)
    return int(match.group(1)) if match else int(style == "Title")


_OFF = frozenset({"0", "false", "off", "none"})


def is_on(attributes: Mapping[str, str]) -> bool:
    """Whether an element turns its property on; without a value it does."""
    return value_of(attributes).lower() not in _OFF


@dataclass(frozen=True, slots=True)
class WordStyles:
    """What is read of the styles of a document, by their ids."""

    levels: Mapping[str, int]
    """The heading level of each, 0 for none."""
    hidden: frozenset[str]
    """Those whose text is hidden."""


def _looking(look: Look, name: str, attributes: Mapping[str, str]) -> Look:
    """The look of a run with one more of its properties."""
    value = value_of(attributes).lower()
    match name:
        case "vanish":
            return replace(look, is_hidden=is_on(attributes))
        case "color":
            return replace(look, is_white=value == WHITE)
        case "sz":
            return replace(look, is_small=is_small(_number(value) / 2))
        case "highlight":
            return replace(look, is_shaded=look.is_shaded or value not in _OFF | {"white"})
        case _:
            return replace(look, is_shaded=look.is_shaded or _is_dark(attributes))


def _is_dark(attributes: Mapping[str, str]) -> bool:
    """Whether a shading is not that of a white page."""
    return attribute(attributes, "fill").lower() not in {"", "auto", WHITE} or bool(attribute(attributes, "themeFill"))


@dataclass(slots=True)
class _Table:
    rows: list[tuple[str, ...]] = field(default_factory=list)
    row: dict[int, str] = field(default_factory=dict)
    """Texts of the open row by the column in which a cell begins."""
    above: Mapping[int, str] = field(default_factory=dict)
    """Those of the row above, shortened."""
    column: int = 0
    cell: list[str] = field(default_factory=list)
    span: int = 1
    continues: bool = False
    """Whether the open cell is the continuation of a merged cell."""
    is_styled: bool = False
    """Whether a style may shade its cells."""
    is_shaded: bool = False
    """Whether the open cell is shaded."""


class WordBody:
    """Collects the blocks of a document; its methods are the handlers of an XML parser with the separator " "."""

    def __init__(self, styles: WordStyles, name: str) -> None:
        """`name` is that of the file."""
        self.blocks: list[Block] = []
        self._styles = styles
        self._name = name
        self._texts: list[str] = []
        self._raised: list[str] = []  # superscript that follows them
        self._is_raised = False  # the open run
        self._style = ""
        self._tables: list[_Table] = []
        self._chars = 0
        self._skipped = self._runs = 0  # depths
        self._in_text = False
        self._look = Look()
        self._in_paragraph = False
        self._is_shaded = False  # the open paragraph

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """An element begins."""
        name = _NAMES.get(tag)
        if name is None:
            return
        if self._skipped or name in _SKIPPED:
            self._skipped += name in _SKIPPED
        elif name in _SIGNS:
            if self._runs:  # a tab may also be a position in the properties of a paragraph
                self._add(_SIGNS[name])
        else:
            self._start_known(name, attributes)

    def end(self, tag: str) -> None:
        """An element ends."""
        name = _NAMES.get(tag)
        if name is None:
            return
        if self._skipped:
            self._skipped -= name in _SKIPPED
        elif name == "t":
            self._in_text = False
        elif name == "r":
            self._runs -= 1
        elif name == "p":
            self._end_paragraph()
        elif name == "tbl":
            rows = self._tables.pop().rows
            if self._tables:
                self._tables[-1].cell += [table_row(row) for row in rows]
            else:
                self.blocks += table_blocks(rows)
        elif self._tables and name == "tr":
            self._end_row(self._tables[-1])
        elif self._tables and name == "tc":
            self._end_cell(self._tables[-1])

    def characters(self, text: str) -> None:
        """Text between elements."""
        if self._in_text and not self._skipped and self._is_seen():
            self._add(text)

    def _is_seen(self) -> bool:
        """Whether a person sees the open run: it is not hidden, tiny, or white on a white page."""
        in_shade = any(each.is_shaded or each.is_styled for each in self._tables)
        return self._look.is_seen(has_ground=self._is_shaded or in_shade)

    def _add(self, text: str) -> None:
        self._chars += len(text)
        if self._chars > MAX_CHARS:
            raise too_many(self._name, "characters", MAX_CHARS)
        if self._is_raised:
            self._raised.append(text)
        else:
            self._write_raised()
            self._texts.append(text)

    def _write_raised(self) -> None:
        if self._raised:
            before = "".join(self._texts[-BEFORE_CHARS:])
            self._texts.append(raised(before, "".join(self._raised)))
            self._raised = []

    def _start_known(self, name: str, attributes: dict[str, str]) -> None:
        match name:
            case "t":
                self._in_text = self._runs > 0
            case "r":
                self._runs += 1
                self._look, self._is_raised = Look(is_hidden=self._style in self._styles.hidden), False
            case "p":
                self._texts, self._style = [], ""
                self._in_paragraph, self._is_shaded = True, False
            case "rStyle" if value_of(attributes) in self._styles.hidden:
                self._look = replace(self._look, is_hidden=True)
            case _ if name in _LOOKS and self._runs:
                self._look = _looking(self._look, name, attributes)
            case "vertAlign" if self._runs:
                self._is_raised = value_of(attributes) == "superscript"
            case "pStyle":
                self._style = value_of(attributes)
            case "tbl":
                if len(self._tables) == MAX_TABLE_DEPTH:
                    raise too_many(self._name, "tables within each other", MAX_TABLE_DEPTH)
                self._tables.append(_Table())
            case "shd" if self._in_paragraph:
                self._is_shaded = _is_dark(attributes)
            case _ if self._tables:
                self._start_in_table(name, attributes)

    def _start_in_table(self, name: str, attributes: dict[str, str]) -> None:
        table = self._tables[-1]
        match name:
            case "tr":
                table.row, table.column = {}, 0
            case "gridBefore":
                table.column += _number(value_of(attributes))
            case "tblStyle":
                table.is_styled = True
            case "tc":
                table.cell, table.span, table.continues, table.is_shaded = [], 1, False, False
            case "shd":
                table.is_shaded = _is_dark(attributes)
            case "gridSpan":
                table.span = max(1, _number(value_of(attributes)))
            case "vMerge":
                table.continues = value_of(attributes) != "restart"

    def _end_paragraph(self) -> None:
        self._write_raised()
        text = tidy("".join(self._texts))
        if self._tables:
            self._tables[-1].cell.append(text)
        elif text:
            self.blocks.append(Block(text, self._styles.levels.get(self._style, 0)))
        self._texts = []
        self._in_paragraph = False

    def _end_cell(self, table: _Table) -> None:
        text = "\n".join(table.cell)
        table.row[table.column] = table.above.get(table.column, text) if table.continues else text
        table.column += table.span
        table.cell = []

    def _end_row(self, table: _Table) -> None:
        if any(table.row.values()):
            table.rows.append(tuple(table.row.values()))
        table.above = {column: shorten(text, MAX_REPEATED_CHARS) for column, text in table.row.items()}


def _number(text: str) -> int:
    """A number of columns; 0 if it has more than `_MAX_DIGITS` digits or is none."""
    return int(text) if _SPAN.match(text) else 0
