"""What a talk consists of when it is searched: its units in order, as columns that only grow."""

import zlib
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]

SITTING_S = 3_600.0
"""Seconds of silence after which a talk is another sitting."""

_ROOM = 64
_AT_ONCE = 512
"""Vectors that are compared at once, so that they stay in the processor's cache."""


@dataclass(frozen=True, slots=True)
class Unit:
    """One turn as it is searched."""

    terms: Mapping[int, int]
    """Hash of a content stem to how often it is said."""
    at: float
    """When it was said, in seconds since 1970."""
    vector: npt.NDArray[np.int8] | None = None
    """Its meaning, of any length; None where it has none."""
    speaker: int = 0
    """Term of the name that its message begins with, as in `Ann: ...`; 0 for none."""
    times: int = 0
    """Times that it tells, 2 at most."""
    number: bool = False
    """Whether it holds a number."""
    name: bool = False
    """Whether it holds a name."""


@dataclass(frozen=True, slots=True)
class Postings:
    """Which units hold some terms, one term after the other."""

    rows: npt.NDArray[np.intp]
    counts: Floats
    """How often each of them says the term."""
    sizes: Sequence[int]
    """How many units hold each term."""


class Units:
    """Units in the order in which they were said. Adding one more costs the same however many there are."""

    def __init__(self, units: Sequence[Unit] = ()) -> None:
        self.count = 0
        self.speakers: set[int] = set()
        """Those who speak in more than one unit."""
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
        """One more, said last."""
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
        """The meaning of a unit that had none. One of another length than the others' is left out."""
        if not self._vectors.shape[1]:
            self._vectors = np.zeros((max(_ROOM, self.count), len(vector)), dtype=np.int8)
        if len(vector) != self._vectors.shape[1]:
            return
        if row >= len(self._vectors):
            grown = np.zeros((2 * row, self._vectors.shape[1]), dtype=np.int8)
            grown[: len(self._vectors)] = self._vectors
            self._vectors = grown
        self._vectors[row] = vector
        self._norms[row] = float(np.linalg.norm(vector.astype(np.float32)))

    def postings(self, terms: Sequence[int]) -> Postings:
        """The rows that hold each of some terms that are held, one term after the other."""
        held = [self._rows[term] for term in terms]
        counts = b"".join([self._counts[term] for term in terms])
        return Postings(
            np.frombuffer(b"".join(held), dtype=np.uintc).astype(np.intp),
            np.frombuffer(counts, dtype=np.uint8).astype(np.float32),
            [len(rows) for rows in held],
        )

    def likeness(self, vector: Floats) -> tuple[Floats, npt.NDArray[np.bool_]]:
        """Cosine with each unit, and which units have a vector; 0 for those that have none."""
        norms = np.array(self._norms, dtype=np.float32)
        here = norms > 0
        if not here.any() or len(vector) != self._vectors.shape[1]:
            return np.zeros(self.count, dtype=np.float32), np.zeros(self.count, dtype=np.bool_)
        known = min(self.count, len(self._vectors))
        found = np.zeros(self.count, dtype=np.float32)
        for start in range(0, known, _AT_ONCE):
            part = slice(start, min(known, start + _AT_ONCE))
            # Not `@`: for a matrix this small BLAS wakes all its threads, which costs more than the product.
            found[part] = np.einsum("ij,j->i", self._vectors[part].astype(np.float32), vector)
        return np.divide(found, norms, out=np.zeros_like(found), where=here), here

    @property
    def have_meaning(self) -> bool:
        """Whether any has a vector."""
        return bool(self._vectors.shape[1])

    @property
    def at(self) -> npt.NDArray[np.float64]:
        """When each was said, in seconds since 1970."""
        return np.array(self._at)

    @property
    def usual_length(self) -> float:
        """Content stems of a unit, in the mean."""
        return float(np.float32(self._stems) / np.float32(self.count)) if self.count else 0.0

    @property
    def lengths(self) -> Floats:
        """Content stems of each."""
        return np.array(self._lengths, dtype=np.float32)

    @property
    def times(self) -> Floats:
        """Whether each tells a time: 0, 0.5 for one, 1 for several."""
        return np.array(self._times, dtype=np.float32)

    def spoken_by(self, speaker: int) -> Floats:
        """1 for those that one speaker says."""
        return np.asarray(np.array(self._speakers) == speaker, dtype=np.float32)

    @property
    def numbers(self) -> Floats:
        """1 for those that hold a number."""
        return np.array(self._number, dtype=np.float32)

    @property
    def names(self) -> Floats:
        """1 for those that hold a name."""
        return np.array(self._name, dtype=np.float32)

    def hold(self, term: int) -> bool:
        """Whether any says a term."""
        return term in self._rows

    def first(self, term: int) -> int | None:
        """The first row that says a term; None where none does."""
        rows = self._rows.get(term)
        return rows[0] if rows is not None else None

    @property
    def sittings(self) -> npt.NDArray[np.int64] | None:
        """The sitting of each, counted from 0; None where all are of one."""
        return np.array(self._sittings) if self.count and self._sittings[-1] else None

    def _sitting_at(self, at: float) -> int:
        if not self.count:
            return 0
        return self._sittings[-1] + (at - self._at[-1] > SITTING_S)


def term(stem: str) -> int:
    """A stem as 32 bits: the same in every process and version."""
    return zlib.crc32(stem.encode("utf-8", "replace"))
