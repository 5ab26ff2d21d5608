"""Excel workbooks: each sheet is a section with its name, its rows are tables."""

import re
import zipfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from askwell.knowledge.readers import archive
from askwell.knowledge.readers.blocks import (
    MAX_CHARS,
    Block,
    one_line,
    split_labels,
    table_blocks,
    too_many,
)
from askwell.knowledge.readers.document import join_blocks
from askwell.knowledge.readers.xlsx_styles import CellFormat, cell_formats
from askwell.types import ParsedDocument

suffixes = (".xlsx",)

MAX_COLUMNS = 200
"""Cells of further columns are not read."""
MAX_ROWS = 500_000

_VISIBLE = "visible"
_ZERO = re.compile(r"0+(?:\.0*)?")
_ON = frozenset(("1", "true"))
_COLUMN = re.compile(r"([A-Za-z]{1,3})[0-9]{1,7}\Z")
_EPOCH = datetime(1899, 12, 30)
_EPOCH_1904 = datetime(1904, 1, 1)
_MAX_DAYS = 2_958_466
"""After the end of the year 9999."""


def read(data: bytes, name: str) -> ParsedDocument:
    """Read the values of all sheets that are shown; formulas are not computed, their stored results are read."""
    with archive.opened(data, name, "an Excel workbook") as package:
        parts = archive.by_kind(package, "")
        main = parts["officeDocument"]
        workbook = _Workbook(package, main, name)
        blocks = [block for part, title in workbook.sheets.items() for block in workbook.read(title, part)]
        properties = archive.core_properties(package, parts.get("core-properties", ""))
    document = join_blocks(
        blocks,
        title=properties.get("title", ""),
        labels=split_labels(properties.get("keywords", "")),
        media_type="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    )
    # One of several sheets does not tell what the workbook is about; its name does.
    is_one_of_several = len(workbook.sheets) > 1 and document.title in workbook.sheets.values()
    return replace(document, title="") if is_one_of_several else document


class _Workbook:
    """The sheets, shared texts and formats of a workbook."""

    def __init__(self, package: zipfile.ZipFile, main: str, name: str) -> None:
        self._package = package
        self._name = name
        package.getinfo(main)
        paths = {key: path for key, _, path in archive.relations(package, main)}
        parts = archive.by_kind(package, main)
        self.sheets: dict[str, str] = {}
        """Path to name."""
        self._epoch = _EPOCH

        def start(tag: str, attributes: dict[str, str]) -> None:
            match archive.local_name(tag):
                case "sheet" if attributes.get("state", _VISIBLE) == _VISIBLE:
                    path = paths.get(attributes.get(_ID) or archive.attribute(attributes, "id"), "")
                    self.sheets.setdefault(path, attributes.get("name", ""))
                case "workbookPr":
                    self._epoch = _EPOCH_1904 if attributes.get("date1904") in {"1", "true"} else _EPOCH

        archive.parse(package, main, start=start)
        self._texts = _shared_texts(package, parts.get("sharedStrings", ""), name)
        self._formats = cell_formats(package, parts.get("styles", ""))
        self._chars = 0

    def read(self, title: str, part: str) -> Iterator[Block]:
        """The blocks of a sheet: its name as heading, single cells as paragraphs, the others as tables."""
        rows: list[dict[int, str]] = []
        found: list[Block] = []

        def take(row: dict[int, str]) -> None:
            if row:
                rows.append(row)
                self._chars += sum(map(len, row.values())) + len(row)
                if self._chars > MAX_CHARS:
                    raise too_many(self._name, "characters", MAX_CHARS)
                if len(rows) > MAX_ROWS:
                    raise too_many(self._name, "rows in a table", MAX_ROWS)
            elif rows:
                found.extend(_region(rows))
                rows.clear()

        is_styled = "table" in archive.by_kind(self._package, part)

        def value(kind: str, style: str, text: str) -> str:
            cell = self._formats[int(style)] if style.isdecimal() and int(style) < len(self._formats) else CellFormat()
            return "" if cell.is_hidden or (cell.is_white and not is_styled) else self._value(kind, cell, text)

        sheet = _Sheet(value, take)
        archive.parse(self._package, part, start=sheet.start, end=sheet.end, characters=sheet.characters)
        take({})
        if found:
            yield Block(one_line(title), 1)
            yield from found

    def _value(self, kind: str, cell: CellFormat, text: str) -> str:
        """The text of a cell."""
        match kind:
            case "s":
                return self._texts[int(text)] if text.isdecimal() and int(text) < len(self._texts) else ""
            case "b":
                return {"1": "TRUE", "0": "FALSE"}.get(text, text)
            case "" | "n":
                return self._date(text) if cell.shown == "date" else _number(text, is_percent=cell.shown == "percent")
            case _:
                return text

    def _date(self, text: str) -> str:
        try:
            days = float(text)
        except ValueError:
            return text
        if not 0 <= days < _MAX_DAYS:
            return text
        moment = self._epoch + timedelta(seconds=round(days * 86_400))
        if days < 1:
            return moment.strftime("%H:%M")
        return f"{moment:%Y-%m-%d}" if days == int(days) else f"{moment:%Y-%m-%d %H:%M}"


class _Sheet:
    """Collects the rows and columns of a sheet that are shown; its methods are the handlers of an XML parser."""

    def __init__(self, value: Callable[[str, str, str], str], take: Callable[[dict[int, str]], None]) -> None:
        self._value = value
        self._take = take
        self._row: dict[int, str] = {}
        self._number = 0
        self._column = -1
        self._kind = self._style = ""
        self._texts: list[str] = []
        self._reads = False
        self._is_filtered = False
        """Whether a filter hides rows: whoever filters means to read the others again."""
        self._is_hidden = False
        """Whether the open row is."""
        self._hidden_columns: set[int] = set()

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """An element begins."""
        match archive.local_name(tag):
            case "sheetPr":
                self._is_filtered = attributes.get("filterMode") in _ON
            case "col" if _is_hidden(attributes, "width"):
                first, last = (_position(attributes.get(key, "")) for key in ("min", "max"))
                self._hidden_columns.update(range(first - 1, min(last, MAX_COLUMNS)))
            case "row":
                at = _position(attributes.get("r", "")) or self._number + 1
                if at > self._number + 1:
                    self._take({})
                self._number, self._row, self._column = at, {}, -1
                self._is_hidden = not self._is_filtered and _is_hidden(attributes, "ht")
            case "c":
                self._column = _column(attributes.get("r", ""), self._column + 1)
                self._kind, self._style, self._texts = attributes.get("t", ""), attributes.get("s", ""), []
            case "v" | "t":
                self._reads = True

    def end(self, tag: str) -> None:
        """An element ends."""
        match archive.local_name(tag):
            case "v" | "t":
                self._reads = False
            case "c":
                if not self._is_hidden and self._column < MAX_COLUMNS and self._column not in self._hidden_columns:
                    self._add(one_line(self._value(self._kind, self._style, "".join(self._texts))))
            case "row" if not self._is_hidden:
                self._take(self._row)

    def characters(self, text: str) -> None:
        """Text between elements."""
        if self._reads:
            self._texts.append(text)

    def _add(self, text: str) -> None:
        if text:
            self._row[self._column] = text


def _is_hidden(attributes: Mapping[str, str], size: str) -> bool:
    """Whether a row or a column is hidden, or has a height or width of 0."""
    return attributes.get("hidden") in _ON or bool(_ZERO.fullmatch(attributes.get(size, "")))


def _position(text: str) -> int:
    """The number of a row or column, from 1; 0 if it is none."""
    return int(text) if text.isdecimal() and len(text) < 9 else 0


_ID = "http://schemas.openxmlformats.org/officeDocument/2006/relationships id"


def _region(rows: list[dict[int, str]]) -> Iterator[Block]:
    """Rows without an empty one between them: single cells at the beginning are paragraphs, the rest is a table."""
    lead = next((at for at, row in enumerate(rows) if len(row) > 1), len(rows))
    for row in rows[:lead]:
        yield from (Block(text) for text in row.values())
    columns = sorted({column for row in rows[lead : lead + 100] for column in row})
    known = set(columns)
    yield from table_blocks(
        [*(row.get(column, "") for column in columns), *(text for column, text in row.items() if column not in known)]
        for row in rows[lead:]
    )


def _shared_texts(package: zipfile.ZipFile, part: str, name: str) -> list[str]:
    texts: list[str] = []
    parts: list[str] = []
    chars = 0
    reads, phonetic = False, 0

    def start(tag: str, _attributes: dict[str, str]) -> None:
        nonlocal reads, phonetic
        match archive.local_name(tag):
            case "si":
                parts.clear()
            case "rPh":
                phonetic += 1
            case "t":
                reads = not phonetic

    def end(tag: str) -> None:
        nonlocal reads, phonetic
        match archive.local_name(tag):
            case "si":
                texts.append("".join(parts))
            case "rPh":
                phonetic -= 1
            case "t":
                reads = False

    def characters(text: str) -> None:
        nonlocal chars
        if reads:
            chars += len(text)
            if chars > MAX_CHARS:
                raise too_many(name, "characters", MAX_CHARS)
            parts.append(text)

    archive.parse(package, part, start=start, end=end, characters=characters)
    return texts


def _number(text: str, *, is_percent: bool = False) -> str:
    """A number with at most six decimals: binary fractions have more, as in 0.30000000000000004."""
    if "." not in text and "e" not in text.casefold() and not is_percent:
        return text
    try:
        value = float(text) * (100 if is_percent else 1)
    except ValueError:
        return text
    if not 1e-3 <= abs(value) < 1e15:
        return f"{value:.6g}" + "%" * is_percent
    return f"{value:.6f}".rstrip("0").rstrip(".") + "%" * is_percent


def _column(reference: str, otherwise: int) -> int:
    """The column of a cell, from 0."""
    match = _COLUMN.match(reference)
    if match is None:
        return otherwise
    column = 0
    for letter in match.group(1).upper():
        column = column * 26 + ord(letter) - ord("A") + 1
    return column - 1
