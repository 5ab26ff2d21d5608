"""Tables as text: CSV with commas or semicolons, and tab-separated values."""

import csv
import io
from collections.abc import Iterator, Sequence

from askwell.errors import BadInput
from askwell.knowledge.readers.blocks import limited, one_line, table_blocks, too_many
from askwell.knowledge.readers.document import join_blocks
from askwell.knowledge.readers.text import decode
from askwell.types import ParsedDocument

suffixes = (".csv", ".tsv")

MAX_COLUMNS = 200
"""Cells of further columns are not read."""
MAX_ROWS = 500_000
_DELIMITERS = ";\t,|"
"""In the order that decides between equals: a decimal comma is more frequent than a semicolon in a cell."""
_SAMPLE_LINES = 20
_SAMPLE_CHARS = 100_000


def read(data: bytes, name: str) -> ParsedDocument:
    """Read the rows as a table. The delimiter is detected; the first row has the column names if its cells are texts.

    Lines before the table with a single cell are left out.
    """
    rows = _rows(limited(decode(data, name), name), name)
    first = next(rows, [])
    while first and sum(map(bool, first)) == 1:
        first = next(rows, [])
    blocks = table_blocks(_from(first, rows), head=_has_names(first))
    return join_blocks(list(blocks), media_type="text/csv")


def _rows(text: str, name: str) -> Iterator[list[str]]:
    """The rows that are not empty, with at most `MAX_COLUMNS` cells. Raises BadInput."""
    reader = csv.reader(io.StringIO(text), delimiter=_delimiter(text[:_SAMPLE_CHARS]), skipinitialspace=True)
    count = 0
    try:
        for cells in reader:
            row = [one_line(cell) for cell in cells[:MAX_COLUMNS]]
            if any(row):
                count += 1
                if count > MAX_ROWS:
                    raise too_many(name, "rows in a table", MAX_ROWS)
                yield row
    except csv.Error as error:
        raise BadInput(
            f"{name!r} is no table as text: {error}",
            code="broken_document",
            hint="A quotation mark may not be closed.",
        ) from error


def _from(first: list[str], rows: Iterator[list[str]]) -> Iterator[list[str]]:
    yield first
    yield from rows


def _delimiter(sample: str) -> str:
    """The delimiter that cuts most of the first lines into the same number of cells, more than one; else a comma."""
    lines = [line for line in sample.splitlines()[:_SAMPLE_LINES] if line.strip()]
    best, most = ",", 0
    for delimiter in _DELIMITERS:
        widths = [len(next(csv.reader([line], delimiter=delimiter, skipinitialspace=True), [])) for line in lines]
        width = max(set(widths), key=lambda each: (widths.count(each), each), default=1)
        agreeing = widths.count(width) if width > 1 else 0
        if agreeing > most:
            best, most = delimiter, agreeing
    return best


def _has_names(cells: Sequence[str]) -> bool:
    """Whether cells are column names: several different texts, none of which is only a number."""
    texts = [cell for cell in cells if cell]
    return len(texts) > 1 and len(set(texts)) == len(texts) and all(any(map(str.isalpha, cell)) for cell in texts)
