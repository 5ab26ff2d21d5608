"""Finds the tables in the text of a document, as the readers write them: a row is a line, its cells between ` | `."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from askwell.text.sentences import is_table_row
from askwell.text.table_size import MAX_CELLS

MAX_TABLES = 50
"""Tables of a document at most; the others are only searched."""

_BORDER = " | "
_NAMED = re.compile(r"([^|]{1,200}?): (.*)", re.DOTALL)


@dataclass(slots=True)
class TextTable:
    """A table of a document."""

    columns: tuple[str, ...]
    rows: list[tuple[str, ...]] = field(default_factory=list)
    """Cells of each row, as many as there are columns."""
    spans: list[tuple[int, int]] = field(default_factory=list)
    """Offsets of each row in the text."""
    is_regular: bool = True
    """Whether each row fits the columns and the table is not too large."""


def tables_of(text: str) -> list[TextTable]:
    """The tables with column names and at least two rows, in order. Takes linear time."""
    found: list[TextTable] = []
    for block in _blocks(text):
        first = _cells(block[0][2])
        table = found[-1] if found else None
        if table is not None and first == table.columns:
            _add(table, block[1:])
        elif table is not None and _values(first, table.columns) is not None:
            _add(table, block)
        elif _are_names(first):
            if len(found) == MAX_TABLES:
                break
            found.append(TextTable(first))
            _add(found[-1], block[1:])
    return [table for table in found if table.is_regular and len(table.rows) > 1]


def _blocks(text: str) -> Iterator[list[tuple[int, int, str]]]:
    """Neighbouring lines that are table rows, with their offsets."""
    block: list[tuple[int, int, str]] = []
    start = 0
    for line in text.splitlines(keepends=True):
        bare = line.rstrip("\n")
        if is_table_row(bare):
            block.append((start, start + len(bare), bare))
        elif block:
            yield block
            block = []
        start += len(line)
    if block:
        yield block


def _add(table: TextTable, lines: Sequence[tuple[int, int, str]]) -> None:
    width = len(table.columns)
    for start, end, line in lines:
        cells = _cells(line)
        row = _values(cells, table.columns) or cells
        if len(row) > width or (len(table.rows) + 1) * width > MAX_CELLS:
            table.is_regular = False
        if not table.is_regular:
            return
        table.rows.append((*row, *[""] * (width - len(row))))
        table.spans.append((start, end))


def _cells(line: str) -> tuple[str, ...]:
    """The cells of a line; an empty one at an edge has lost its space."""
    line = f" {line}" if line.startswith("| ") else line
    line = f"{line} " if line.endswith(" |") else line
    return tuple(cell.strip() for cell in line.split(_BORDER))


def _values(cells: Sequence[str], columns: Sequence[str]) -> tuple[str, ...] | None:
    """The row of a line where each cell has its column's name before it, as in a wide table; else None."""
    found: dict[str, str] = {}
    for cell in cells:
        match = _NAMED.fullmatch(cell)
        if match is None or match.group(1) not in columns:
            return None
        found[match.group(1)] = match.group(2)
    return tuple(found.get(column, "") for column in columns)


def _are_names(cells: Sequence[str]) -> bool:
    """Whether cells can be column names: several different texts, none of which is only a number."""
    texts = [cell for cell in cells if cell]
    return len(texts) > 1 and len(set(texts)) == len(texts) and all(any(map(str.isalpha, cell)) for cell in texts)
