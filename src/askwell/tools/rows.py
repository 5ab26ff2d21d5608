"""Reads a CSV file as rows, and fills rows into sentences."""

import csv
import difflib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from askwell.errors import BadConfig

Row = Mapping[str, str]

MAX_BYTES = 10_000_000
"""Largest table. Its rows and their names are kept in memory, at about eight times its size."""

_FIELD = re.compile(r"\{(\w*)\}")


@dataclass(frozen=True, slots=True)
class Sheet:
    """The rows of a file, keyed by the column names in its header."""

    file: Path
    columns: tuple[str, ...]
    rows: tuple[Row, ...]

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
            cells = [(reader.line_num, [cell.strip() for cell in line]) for line in reader if any(line)]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise BadConfig(f"{file}, which `{key}` names, cannot be read: {error}", hint="It must be CSV.") from error
    for number, line in cells:
        if len(line) != len(header):
            raise BadConfig(
                f"{file}, line {number}: {len(line)} cells under a header of {len(header)}",
                hint="Quote cells that contain a comma.",
            )
    return Sheet(file, header, tuple(dict(zip(header, line, strict=True)) for _, line in cells))


def values(cell: str) -> list[str]:
    """The values of a cell, which are separated by `;`."""
    return [value for part in cell.split(";") if (value := part.strip())]


def fields(text: str) -> list[str]:
    """The column names that a text has in braces."""
    return _FIELD.findall(text)


def fill(text: str, row: Row) -> str:
    """The text with each {field} replaced by the row's value; several values are separated by commas."""
    return _FIELD.sub(lambda match: ", ".join(values(row[match.group(1)])), text)


def sentences_of(row: Row, texts: Iterable[str]) -> str:
    """The sentences of a row; a sentence with an empty field is left out."""
    complete = (text for text in texts if all(row[field] for field in fields(text)))
    return " ".join(fill(text, row) for text in complete)
