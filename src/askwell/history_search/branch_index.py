"""One line of a conversation, ready to be searched."""

import threading
from bisect import bisect_left
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from askwell.history_search.query import Sought
from askwell.history_search.score import may_matter, weighed
from askwell.history_search.turn_index import quantised, unpack
from askwell.history_search.units import Floats, Units
from askwell.ports import Vectors
from askwell.types import Recollection, TurnIndexEntry

LEAST_CHANCE = 0.005
"""Below it nothing is recalled: no turn has anything to do with the question."""

EARLY_TURNS = 5
"""First turns of a conversation, which are kept without a vector: most conversations end before they need one.

Where a conversation goes on, they are given theirs at the first search.
"""


class Line:
    """The turns of a line as far as they are learnt. Lines only grow, so what was taken in stays right.

    Takes in and searches in any thread, one after the other.
    """

    def __init__(self, after: int = 0) -> None:
        self.last = after
        """Number of the last turn that was taken in."""
        self.units = Units()
        self.early: tuple[int, ...] = ()
        """Numbers of the first turns, where they still have no vector."""
        self._numbers: list[int] = []
        self._ids: list[str] = []
        self._lock = threading.Lock()

    def take(self, page: Sequence[TurnIndexEntry], embedder: str) -> None:
        """Take in what was learnt since; what is there already stays."""
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

    def give_vectors(self, numbers: Sequence[int], vectors: Vectors) -> None:
        """Vectors for turns that had none."""
        with self._lock:
            for number, vector in zip(numbers, vectors, strict=False):
                self.units.give_vector(self._numbers.index(number), quantised(vector))
            self.early = ()

    def may_tell(self, wanted: Sought, below: int) -> bool:
        """Whether any turn with a number below one can be likely enough to matter."""
        with self._lock:
            return may_matter(self.units, wanted, bisect_left(self._numbers, below))

    def best(self, wanted: Sought, embedder: str, below: int, k: int) -> list[Recollection]:
        """At most `k` turns with numbers below one, best first, that are likely enough to matter."""
        with self._lock:
            total, chances = weighed(self.units, wanted, embedder)
            fit = np.flatnonzero(chances[: bisect_left(self._numbers, below)] >= LEAST_CHANCE)
            rows = fit[_first(-total[fit], k)]
            found = zip(rows.tolist(), chances[rows].tolist(), strict=True)
            return [Recollection(self._numbers[row], self._ids[row], round(chance, 4)) for row, chance in found]


def _first(values: Floats, k: int) -> npt.NDArray[np.intp]:
    """Places of the `k` smallest, in their order; a whole line is not sorted for three of its turns."""
    if len(values) <= k:
        return np.argsort(values, kind="stable")
    few = np.flatnonzero(values <= np.partition(values, k - 1)[k - 1])
    return few[np.argsort(values[few], kind="stable")][:k]
