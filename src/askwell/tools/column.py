"""The values of a column of a table, each with its rows."""

from array import array
from collections.abc import Iterator, Sequence

import numpy as np

from askwell.tools.rows import Rows, values


class ColumnValues:
    """The values in the cells of a column, numbered in their order. A value takes 16 bytes, however often it occurs.

    Values are compared by their hashes, as names are (`names.Names`).
    """

    def __init__(self, rows: Rows, column: str) -> None:
        self._rows = rows
        self._column = column
        hashes, row_of = array("q"), array("I")
        for row in range(len(rows)):
            for value in values(rows.cell(row, column)):
                hashes.append(hash(value))
                row_of.append(row)
        found = np.array(hashes, dtype=np.int64)
        self._row_of = np.array(row_of, dtype=np.uint32)
        self._order = np.argsort(found, kind="stable").astype(np.uint32)
        self._hashes = found[self._order]

    def __contains__(self, value: str) -> bool:
        return len(self.rows(value)) > 0

    def rows(self, value: str) -> Sequence[int]:
        """The rows that have a value, in order."""
        wanted = hash(value)
        first, last = (int(np.searchsorted(self._hashes, wanted, side)) for side in ("left", "right"))
        found: list[int] = self._row_of[self._order[first:last]].tolist()
        return found

    def distinct(self) -> Iterator[tuple[int, str]]:
        """Each different value once, with its number, in the order of the rows."""
        is_first = np.zeros(len(self._hashes), dtype=np.bool_)
        _, firsts = np.unique(self._hashes, return_index=True)
        is_first[self._order[firsts]] = True
        at = 0
        for row in range(len(self._rows)):
            for value in values(self._rows.cell(row, self._column)):
                if is_first[at]:
                    yield at, value
                at += 1

    def value(self, number: int) -> str:
        """The value with a number."""
        row = self._row_of[number]
        first = int(np.searchsorted(self._row_of, row))
        return values(self._rows.cell(int(row), self._column))[number - first]
