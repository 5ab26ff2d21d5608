"""The units (turns) of a conversation in order, as columns that only grow."""

import sys
import zlib
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from askwell.history_search.postings import Postings

Floats = npt.NDArray[np.float32]

SITTING_S = 3_600.0
"""Seconds without a turn after which a new sitting begins."""

_BATCH = 512
"""Vectors that are compared in one batch, so that they fit into the processor's cache."""


@dataclass(frozen=True, slots=True)
class Unit:
    """One turn, prepared for search."""

    terms: Mapping[int, int]
    """Hash of a content stem to its count."""
    at: float
    """Time of the turn, in seconds since 1970."""
    vector: npt.NDArray[np.int8] | None = None
    """Quantised embedding, of any length; None if there is none."""
    speaker: int = 0
    """Term of the name at the beginning of its message, as in `Ann: ...`; 0 for none."""
    times: int = 0
    """Number of times that it mentions, at most 2."""
    number: bool = False
    """Whether it contains a number."""
    name: bool = False
    """Whether it contains a name."""


class Units:
    """Units in chronological order. The cost of adding one hardly grows with their number."""

    def __init__(self, units: Sequence[Unit] = ()) -> None:
        self.count = 0
        self.speakers: set[int] = set()
        """Terms of the speakers of more than one unit."""
        self.postings = Postings()
        """The terms of each unit, by row."""
        self._speakers = array("I")
        self._at = array("d")
        self._lengths = array("f")
        self._times = array("f")
        self._number = array("f")
        self._name = array("f")
        self._stems = 0
        self._sittings = array("I")
        self._dimension = 0
        self._vectors = array("b")
        """Vectors of the first units, up to the last one that has a vector; zeros for those without."""
        self._norms = array("f")
        for unit in units:
            self.add(unit)

    @property
    def nbytes(self) -> int:
        """Bytes of memory that the units take."""
        columns = (
            self._speakers, self._at, self._lengths, self._times, self._number, self._name, self._sittings,
            self._vectors, self._norms, self.speakers,
        )  # fmt: skip
        return self.postings.nbytes + sum(map(sys.getsizeof, columns))

    def add(self, unit: Unit) -> None:
        """Append a unit."""
        row = self.count
        self.postings.add(row, unit.terms)
        if unit.speaker and unit.speaker in self._speakers:
            self.speakers.add(unit.speaker)
        self._speakers.append(unit.speaker)
        self._sittings.append(self._sitting_at(unit.at))
        self._at.append(unit.at)
        length = sum(unit.terms.values())
        self._stems += length
        self._lengths.append(length)
        self._times.append(unit.times / 2)
        self._number.append(unit.number)
        self._name.append(unit.name)
        self._norms.append(0.0)
        self.count += 1
        if unit.vector is not None:
            self.give_vector(row, unit.vector)

    def give_vector(self, row: int, vector: npt.NDArray[np.int8]) -> None:
        """Set the vector of a unit that has none. A vector with another length than the others is ignored."""
        self._dimension = self._dimension or len(vector)
        if len(vector) != self._dimension:
            return
        start, end = row * self._dimension, (row + 1) * self._dimension
        if end > len(self._vectors):
            self._vectors.frombytes(bytes(end - len(self._vectors)))
        self._vectors[start:end] = array("b", vector.tobytes())
        self._norms[row] = float(np.linalg.norm(vector.astype(np.float32)))

    def likeness(self, vector: Floats) -> tuple[Floats, npt.NDArray[np.bool_]]:
        """Cosine with each unit, 0 for units without a vector; and whether each unit has a vector."""
        norms = np.array(self._norms, dtype=np.float32)
        here = norms > 0
        found = np.zeros(self.count, dtype=np.float32)
        if not here.any() or len(vector) != self._dimension:
            return found, np.zeros(self.count, dtype=np.bool_)
        vectors = np.frombuffer(self._vectors, dtype=np.int8).reshape(-1, self._dimension)
        known = len(vectors)
        for start in range(0, known, _BATCH):
            part = slice(start, min(known, start + _BATCH))
            # Not `@`: for a matrix this small, BLAS would start all its threads, which costs more than the product.
            found[part] = np.einsum("ij,j->i", vectors[part].astype(np.float32), vector)
        return np.divide(found, norms, out=np.zeros_like(found), where=here), here

    @property
    def have_meaning(self) -> bool:
        """Whether any unit has a vector."""
        return self._dimension > 0

    @property
    def at(self) -> npt.NDArray[np.float64]:
        """Time of each unit, in seconds since 1970."""
        return np.array(self._at)

    @property
    def usual_length(self) -> float:
        """Mean number of content stems of a unit."""
        return float(np.float32(self._stems) / np.float32(self.count)) if self.count else 0.0

    @property
    def lengths(self) -> Floats:
        """Number of content stems of each unit."""
        return np.array(self._lengths, dtype=np.float32)

    @property
    def times(self) -> Floats:
        """Times that each unit mentions: 0 for none, 0.5 for one, 1 for several."""
        return np.array(self._times, dtype=np.float32)

    def spoken_by(self, speaker: int) -> Floats:
        """1 for units of a speaker, else 0."""
        return np.asarray(np.array(self._speakers) == speaker, dtype=np.float32)

    @property
    def numbers(self) -> Floats:
        """1 for units that contain a number, else 0."""
        return np.array(self._number, dtype=np.float32)

    @property
    def names(self) -> Floats:
        """1 for units that contain a name, else 0."""
        return np.array(self._name, dtype=np.float32)

    @property
    def sittings(self) -> npt.NDArray[np.uint32] | None:
        """Sitting of each unit, counted from 0; None if there is only one sitting."""
        return np.array(self._sittings) if self.count and self._sittings[-1] else None

    def _sitting_at(self, at: float) -> int:
        if not self.count:
            return 0
        return self._sittings[-1] + (at - self._at[-1] > SITTING_S)


def term(stem: str) -> int:
    """A 32-bit hash of a stem, the same in every process and version."""
    return zlib.crc32(stem.encode("utf-8", "replace"))
