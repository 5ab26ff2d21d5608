"""How large a table may be so that questions are run over all of its rows."""

from askwell.text.sentences import is_table_row

MAX_CHARS = 1_000_000
"""Characters of a document at most; the tables of a longer one are only searched."""
MAX_CELLS = 100_000
"""Cells of a table at most; a larger one is only searched."""
_CHARS_OF_A_CELL = 3
"""At least, with its border."""
_BORDER = " | "


def is_only_searched(text: str) -> bool:
    """Whether a text consists mainly of rows of tables, and is or has a table that is too large to run questions over.

    Of such a table a search finds some of the rows that a question asks for, and not all.
    """
    if len(text) < _CHARS_OF_A_CELL * MAX_CELLS:
        return False
    chars = cells = most_cells = 0
    for line in text.splitlines():
        if is_table_row(line):
            chars += len(line) + 1
            cells += line.count(_BORDER) + 1
            most_cells = max(most_cells, cells)
        else:
            cells = 0
    return 2 * chars >= len(text) and (len(text) > MAX_CHARS or most_cells > MAX_CELLS)
