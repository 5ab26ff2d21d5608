"""One line of a conversation, ready to be searched."""

import threading
from collections.abc import Sequence

import numpy as np

from askwell.ports import Vectors
from askwell.recollect.imprint import quantised, unpack
from askwell.recollect.score import order
from askwell.recollect.sought import Sought
from askwell.recollect.units import Units
from askwell.types import Imprint, Recollection

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

    def take(self, page: Sequence[Imprint], embedder: str) -> None:
        """Take in what was learnt since; what is there already stays."""
        with self._lock:
            for imprint in page:
                if imprint.number <= self.last:
                    continue
                self.last = imprint.number
                unit = unpack(imprint.packed, embedder)
                if unit is None:
                    continue
                if unit.vector is None and imprint.number <= EARLY_TURNS:
                    self.early = (*self.early, imprint.number)
                self.units.add(unit)
                self._numbers.append(imprint.number)
                self._ids.append(imprint.turn_id)

    def give_vectors(self, numbers: Sequence[int], vectors: Vectors) -> None:
        """Vectors for turns that had none."""
        with self._lock:
            for number, vector in zip(numbers, vectors, strict=False):
                self.units.give_vector(self._numbers.index(number), quantised(vector))
            self.early = ()

    def best(self, wanted: Sought, embedder: str, below: int, k: int) -> list[Recollection]:
        """At most `k` turns with numbers below one, best first, that are likely enough to matter."""
        with self._lock:
            rows, chances = order(self.units, wanted, embedder)
            numbers = np.array(self._numbers)
            fit = rows[(numbers[rows] < below) & (chances[rows] >= LEAST_CHANCE)][:k].tolist()
            return [Recollection(self._numbers[row], self._ids[row], round(float(chances[row]), 4)) for row in fit]
