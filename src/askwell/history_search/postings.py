"""Which units contain a term, in a few flat columns."""

import sys
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

_LEAST_UNSORTED = 1_024
"""Postings that are searched one by one, of about 30 units. A sort of fewer costs more than it saves."""
_UNSORTED_SHARE = 8
"""One of this many postings may be unsorted, so that all sorts together take n log n."""

_Terms = npt.NDArray[np.uintc]
_Rows = npt.NDArray[np.uintc]
_Counts = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Found:
    """The units that contain some terms, in the order of the terms."""

    rows: npt.NDArray[np.intp]
    counts: npt.NDArray[np.float32]
    """Count of the term in each of these units."""
    sizes: Sequence[int]
    """Number of units that contain each term; 0 for an absent term."""


class Postings:
    """The terms of units. The cost of adding a unit grows with the logarithm of their number.

    Most terms occur in one or two units. A list for each term takes ten times as much memory as these columns, which
    are sorted by term, except for the latest postings.
    """

    def __init__(self) -> None:
        self._sorted: tuple[_Terms, _Rows, _Counts] = (
            np.zeros(0, dtype=np.uintc), np.zeros(0, dtype=np.uintc), np.zeros(0, dtype=np.uint8),
        )  # fmt: skip
        self._terms, self._rows, self._counts = array("I"), array("I"), array("B")

    @property
    def nbytes(self) -> int:
        """Bytes of memory that the columns take."""
        latest = map(sys.getsizeof, (self._terms, self._rows, self._counts))
        return sum(column.nbytes for column in self._sorted) + sum(latest)

    def add(self, row: int, terms: Mapping[int, int]) -> None:
        """Add the terms of a unit with their counts. Rows are added in ascending order."""
        self._terms.extend(terms)
        self._rows.extend([row] * len(terms))
        self._counts.extend([min(count, 255) for count in terms.values()])
        if len(self._terms) > max(_LEAST_UNSORTED, len(self._sorted[0]) // _UNSORTED_SHARE):
            self._sort()

    def find(self, terms: Sequence[int]) -> Found:
        """The rows that contain each of the terms, ascending, in the order of the terms."""
        wanted = np.array(terms, dtype=np.uintc)
        held, rows, counts = self._sorted
        starts, ends = held.searchsorted(wanted, "left").tolist(), held.searchsorted(wanted, "right").tolist()
        late_terms, late_rows, late_counts = self._latest()
        found_rows, found_counts, sizes = [], [], []
        for each, start, end in zip(wanted, starts, ends, strict=True):
            late = np.flatnonzero(late_terms == each)
            found_rows += [rows[start:end], late_rows[late]]
            found_counts += [counts[start:end], late_counts[late]]
            sizes.append(end - start + len(late))
        return Found(
            np.concatenate([rows[:0], *found_rows]).astype(np.intp),
            np.concatenate([counts[:0], *found_counts]).astype(np.float32),
            sizes,
        )

    def hold(self, term: int) -> bool:
        """Whether any unit contains a term."""
        return self.find([term]).sizes[0] > 0

    def _latest(self) -> tuple[_Terms, _Rows, _Counts]:
        """Views of the unsorted columns, which cannot grow while a view exists."""
        return (
            np.frombuffer(self._terms, dtype=np.uintc),
            np.frombuffer(self._rows, dtype=np.uintc),
            np.frombuffer(self._counts, dtype=np.uint8),
        )

    def _sort(self) -> None:
        """Merge the unsorted postings into the sorted ones; those of a term keep their order."""
        (terms, rows, counts), (late_terms, late_rows, late_counts) = self._sorted, self._latest()
        terms = np.concatenate([terms, late_terms])
        order = terms.argsort(kind="stable")
        rows, counts = np.concatenate([rows, late_rows])[order], np.concatenate([counts, late_counts])[order]
        self._sorted = terms[order], rows, counts
        self._terms, self._rows, self._counts = array("I"), array("I"), array("B")
