"""The search index of one branch of a conversation."""

import sys
import threading
from array import array
from bisect import bisect_left
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from askwell.history_search.query import Sought
from askwell.history_search.score import may_matter, weighed
from askwell.history_search.turn_index import quantised, unpack
from askwell.history_search.units import Floats, Units
from askwell.types import Recollection, TurnIndexEntry

MIN_RETURNED_PROBABILITY = 0.005
"""Minimum probability that a turn is relevant for it to be returned."""

EARLY_TURNS = 5
"""Number of first turns that are indexed without a vector, because most conversations end before they need one.

In longer conversations they get their vectors at the first search.
"""


class Line:
    """The indexed turns of a branch. Branches only grow, so entries never become invalid.

    Thread-safe: a lock serialises additions and searches.
    """

    def __init__(self, after: int = 0) -> None:
        self.last = after
        """Number of the last turn that was added."""
        self.units = Units()
        self.early: tuple[int, ...] = ()
        """Numbers of those first turns that have no vector yet."""
        self._numbers = array("I")
        self._ids: list[str] = []
        self._id_bytes = 0
        self._lock = threading.Lock()

    @property
    def nbytes(self) -> int:
        """Bytes of memory that the branch takes."""
        return self.units.nbytes + sys.getsizeof(self._numbers) + sys.getsizeof(self._ids) + self._id_bytes

    def take(self, page: Sequence[TurnIndexEntry], embedder: str) -> None:
        """Add new index entries; entries up to `last` are skipped."""
        with self._lock:
            for entry in page:
                if entry.number <= self.last:
                    continue
                self.last = entry.number
                unit = unpack(entry.packed, embedder)
                if unit is None:
                    continue
                if unit.vector is None and entry.number <= EARLY_TURNS:
                    self.early = (*self.early, entry.number)
                self.units.add(unit)
                self._numbers.append(entry.number)
                self._ids.append(entry.turn_id)
                self._id_bytes += sys.getsizeof(entry.turn_id)

    def give_vectors(self, numbers: Sequence[int], vectors: Sequence[Floats | None]) -> None:
        """Set the vectors of turns that had none."""
        with self._lock:
            for number, vector in zip(numbers, vectors, strict=True):
                if vector is not None:
                    self.units.give_vector(self._numbers.index(number), quantised(vector))
            self.early = ()

    def may_tell(self, wanted: Sought, below: int) -> bool:
        """Whether any turn with a number below `below` can be relevant."""
        with self._lock:
            return may_matter(self.units, wanted, bisect_left(self._numbers, below))

    def best(self, wanted: Sought, embedder: str, below: int, k: int) -> list[Recollection]:
        """At most `k` relevant turns with numbers below `below`, best first."""
        with self._lock:
            total, probabilities = weighed(self.units, wanted, embedder)
            relevant = np.flatnonzero(probabilities[: bisect_left(self._numbers, below)] >= MIN_RETURNED_PROBABILITY)
            rows = relevant[_smallest(-total[relevant], k)]
            pairs = zip(rows.tolist(), probabilities[rows].tolist(), strict=True)
            return [
                Recollection(self._numbers[row], self._ids[row], round(probability, 4)) for row, probability in pairs
            ]


def _smallest(values: Floats, k: int) -> npt.NDArray[np.intp]:
    """Indexes of the `k` smallest values, in ascending order of value, without sorting all values."""
    if len(values) <= k:
        return np.argsort(values, kind="stable")
    candidates = np.flatnonzero(values <= np.partition(values, k - 1)[k - 1])
    return candidates[np.argsort(values[candidates], kind="stable")][:k]
