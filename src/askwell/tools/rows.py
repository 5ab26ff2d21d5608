"""Reads a CSV file as rows, and fills rows into sentences."""

import csv
import difflib
import re
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import overload

from askwell.errors import BadConfig

Row = Mapping[str, str]

MAX_BYTES = 10_000_000
"""Largest table. Its rows are kept in memory, at its size and four bytes for each cell."""

_FIELD = re.compile(r"\{(\w*)\}")


class Rows(Sequence[Row]):
    """The rows of a table as the bytes of their cells, which are decoded when they are read.

    As dictionaries, a table of short rows took thirty times the size of its file.
    """

    def __init__(self, columns: Sequence[str], lines: Iterable[Sequence[str]] = ()) -> None:
        """All lines have as many cells as there are columns; of columns with the same name, the last one counts."""
        self.columns = {column: at for at, column in enumerate(columns)}
        self._width = max(1, len(columns))
        self._cells = bytearray()
        self._ends = array("I", [0])
        for line in lines:
            for cell in line:
                self._cells += cell.encode()
                self._ends.append(len(self._cells))

    def __len__(self) -> int:
        return (len(self._ends) - 1) // self._width

    @overload
    def __getitem__(self, at: int) -> Row: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Row]: ...
    def __getitem__(self, at: int | slice) -> Row | Sequence[Row]:
        if isinstance(at, slice):
            return [_RowView(self, row) for row in range(*at.indices(len(self)))]
        if not -len(self) <= at < len(self):
            raise IndexError(at)
        return _RowView(self, at % len(self))

    def cell(self, row: int, column: str) -> str:
        """The text of a cell. Raises KeyError for an unknown column."""
        at = row * self._width + self.columns[column]
        return self._cells[self._ends[at] : self._ends[at + 1]].decode()


class _RowView(Row):
    """A row that reads its cells from the table."""

    __slots__ = ("_at", "_rows")

    def __init__(self, rows: Rows, at: int) -> None:
        self._rows = rows
        self._at = at

    def __getitem__(self, column: str) -> str:
        return self._rows.cell(self._at, column)

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows.columns)

    def __len__(self) -> int:
        return len(self._rows.columns)


@dataclass(frozen=True, slots=True)
class Sheet:
    """The rows of a file, keyed by the column names in its header."""

    file: Path
    columns: tuple[str, ...]
    rows: Rows

    def check(self, column: str, key: str) -> None:
        """Raise BadConfig if there is no such column, naming the file, the key and the most similar column."""
        if column not in self.columns:
            near = difflib.get_close_matches(column, self.columns, n=1, cutoff=0.4)
            guess = f" Did you mean `{near[0]}`?" if near else ""
            raise BadConfig(
                f"{self.file} has no column {column!r}, which `{key}` names",
                hint=f"Columns: {', '.join(self.columns)}.{guess}",
            )

    def check_texts(self, texts: Iterable[str], key: str, *, besides: Sequence[str] = ()) -> None:
        """Raise BadConfig, as `check` does, if a {field} of the texts is neither a column nor one of `besides`."""
        for text in texts:
            for field in fields(text):
                if field not in besides:
                    self.check(field, key)


def read_sheet(folder: Path, name: str, key: str) -> Sheet:
    """Read a CSV file in a folder; cells are trimmed. Raises BadConfig that names the file and the key."""
    file = folder / name
    if not file.resolve().is_relative_to(folder.resolve()):
        raise BadConfig(f"`{key}` is {name!r}, which is outside {folder}", hint="Put the table into the folder.")
    try:
        if (size := file.stat().st_size) > MAX_BYTES:
            raise BadConfig(
                f"{file}, which `{key}` names, has {size:,} bytes; the maximum for a table is {MAX_BYTES:,}",
                hint="Leave out columns and rows that no question needs, or add the file's text as documents.",
            )
        with file.open(encoding="utf-8-sig", newline="") as lines:
            reader = csv.reader(lines, strict=True)
            header = tuple(cell.strip() for cell in next(reader, []))
            return Sheet(
                file,
                header,
                Rows(header, (_cells(line, header, reader.line_num, file) for line in reader if any(line))),
            )
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise BadConfig(f"{file}, which `{key}` names, cannot be read: {error}", hint="It must be CSV.") from error


def _cells(line: Sequence[str], header: Sequence[str], number: int, file: Path) -> list[str]:
    """The cells of a line. Raises BadConfig if there are not as many as columns."""
    if len(line) != len(header):
        raise BadConfig(
            f"{file}, line {number}: {len(line)} cells under a header of {len(header)}",
            hint="Quote cells that contain a comma.",
        )
    return [cell.strip() for cell in line]


def values(cell: str) -> list[str]:
    """The values of a cell, which are separated by `;`."""
    return [value for part in cell.split(";") if (value := part.strip())]


def figures_of(cell: str, column: str, file: Path) -> tuple[float, ...]:
    """The figures of a cell; none for an empty cell. Raises BadConfig for any other text."""
    try:
        return tuple(float(value) for value in values(cell))
    except ValueError as error:
        raise BadConfig(f"{file}: {cell!r} under {column!r} is not a number", hint="Use digits only.") from error


def fields(text: str) -> list[str]:
    """The column names that a text has in braces."""
    return _FIELD.findall(text)


def fill(text: str, row: Row) -> str:
    """The text with each {field} replaced by the row's value; several values are separated by commas."""
    return _FIELD.sub(lambda match: ", ".join(values(row[match.group(1)])), text)


def sentences_of(row: Row, texts: Iterable[str]) -> str:
    """The sentences of a row; a sentence with an empty field is left out."""
    return " ".join(fill(text, row) for text in texts if is_complete(row, text))


def is_complete(row: Row, text: str) -> bool:
    """Whether no field of a text is empty in a row."""
    return all(row[field] for field in fields(text))
