"""The units (turns) of a conversation in order, as columns that only grow."""

import zlib
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]

SITTING_S = 3_600.0
"""Seconds without a turn after which a new sitting begins."""

_INITIAL_ROWS = 64
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


@dataclass(frozen=True, slots=True)
class Postings:
    """The units that contain some terms, in the order of the terms."""

    rows: npt.NDArray[np.intp]
    counts: Floats
    """Count of the term in each of these units."""
    sizes: Sequence[int]
    """Number of units that contain each term."""


class Units:
    """Units in chronological order. The cost of adding one does not grow with their number."""

    def __init__(self, units: Sequence[Unit] = ()) -> None:
        self.count = 0
        self.speakers: set[int] = set()
        """Terms of the speakers of more than one unit."""
        self._speakers = array("I")
        self._at = array("d")
        self._lengths = array("f")
        self._times = array("f")
        self._number = array("f")
        self._name = array("f")
        self._rows: dict[int, array[int]] = {}
        self._counts: dict[int, array[int]] = {}
        self._stems = 0
        self._sittings = array("q")
        self._vectors = np.zeros((0, 0), dtype=np.int8)
        self._norms = array("f")
        for unit in units:
            self.add(unit)

    def add(self, unit: Unit) -> None:
        """Append a unit."""
        row = self.count
        for term, count in unit.terms.items():
            if term not in self._rows:
                self._rows[term], self._counts[term] = array("I"), array("B")
            self._rows[term].append(row)
            self._counts[term].append(min(count, 255))
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
        if not self._vectors.shape[1]:
            self._vectors = np.zeros((max(_INITIAL_ROWS, self.count), len(vector)), dtype=np.int8)
        if len(vector) != self._vectors.shape[1]:
            return
        if row >= len(self._vectors):
            grown = np.zeros((2 * row, self._vectors.shape[1]), dtype=np.int8)
            grown[: len(self._vectors)] = self._vectors
            self._vectors = grown
        self._vectors[row] = vector
        self._norms[row] = float(np.linalg.norm(vector.astype(np.float32)))

    def postings(self, terms: Sequence[int]) -> Postings:
        """The rows that contain each of the terms, which must all occur, in the order of the terms."""
        rows_of = [self._rows[term] for term in terms]
        counts = b"".join([self._counts[term] for term in terms])
        return Postings(
            np.frombuffer(b"".join(rows_of), dtype=np.uintc).astype(np.intp),
            np.frombuffer(counts, dtype=np.uint8).astype(np.float32),
            [len(rows) for rows in rows_of],
        )

    def likeness(self, vector: Floats) -> tuple[Floats, npt.NDArray[np.bool_]]:
        """Cosine with each unit, 0 for units without a vector; and whether each unit has a vector."""
        norms = np.array(self._norms, dtype=np.float32)
        here = norms > 0
        if not here.any() or len(vector) != self._vectors.shape[1]:
            return np.zeros(self.count, dtype=np.float32), np.zeros(self.count, dtype=np.bool_)
        known = min(self.count, len(self._vectors))
        found = np.zeros(self.count, dtype=np.float32)
        for start in range(0, known, _BATCH):
            part = slice(start, min(known, start + _BATCH))
            # Not `@`: for a matrix this small, BLAS would start all its threads, which costs more than the product.
            found[part] = np.einsum("ij,j->i", self._vectors[part].astype(np.float32), vector)
        return np.divide(found, norms, out=np.zeros_like(found), where=here), here

    @property
    def have_meaning(self) -> bool:
        """Whether any unit has a vector."""
        return bool(self._vectors.shape[1])

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

    def hold(self, term: int) -> bool:
        """Whether any unit contains a term."""
        return term in self._rows

    def first(self, term: int) -> int | None:
        """The first row that contains a term; None if there is none."""
        rows = self._rows.get(term)
        return rows[0] if rows is not None else None

    @property
    def sittings(self) -> npt.NDArray[np.int64] | None:
        """Sitting of each unit, counted from 0; None if there is only one sitting."""
        return np.array(self._sittings) if self.count and self._sittings[-1] else None

    def _sitting_at(self, at: float) -> int:
        if not self.count:
            return 0
        return self._sittings[-1] + (at - self._at[-1] > SITTING_S)


def term(stem: str) -> int:
    """A 32-bit hash of a stem, the same in every process and version."""
    return zlib.crc32(stem.encode("utf-8", "replace"))
