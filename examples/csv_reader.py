"""A reader for CSV files. Each row becomes a section of the document, so that an answer can cite the row."""

import csv
import io

from askwell.types import ParsedDocument, Section

suffixes = (".csv",)


def read(data: bytes, name: str) -> ParsedDocument:
    """The rows as lines of the form `column: value; column: value`."""
    rows = csv.DictReader(io.StringIO(data.decode("utf-8-sig")))
    lines = ["; ".join(f"{column}: {value}" for column, value in row.items() if value) for row in rows]
    sections: list[Section] = []
    for line in lines:
        start = sections[-1].end + 2 if sections else 0
        sections.append(Section(start, start + len(line)))
    return ParsedDocument("\n\n".join(lines), tuple(sections), title=name, media_type="text/csv")
