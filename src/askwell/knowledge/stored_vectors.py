"""Vectors on their way into the database: in the form in which they are stored, on disk if there are many."""

from array import array
from collections.abc import Sequence
from tempfile import SpooledTemporaryFile
from types import TracebackType
from typing import NamedTuple

import numpy as np

from askwell.ports import Vectors

STORED = np.dtype("<f2")
"""Type of the numbers of a stored vector."""

_MEMORY_BYTES = 8 << 20
"""Vectors of about ten thousand chunks; a document of ten million characters may have 200,000, which are 150 MB."""


class StoredVector(NamedTuple):
    """The vector of a chunk as it is in the database."""

    data: bytes
    """Its numbers as `STORED`."""
    sentences: bytes
    """The vectors of its sentences as `sentence_codes` packs them; empty from an embedder that gives none."""

    @property
    def dimension(self) -> int:
        """Numbers of the vector."""
        return len(self.data) // STORED.itemsize


def stored(rows: Vectors, sentences: Sequence[bytes]) -> list[StoredVector]:
    """The rows as they are stored, each with its packed sentences."""
    return [StoredVector(row.tobytes(), packed) for row, packed in zip(rows.astype(STORED), sentences, strict=True)]


class StoredVectors:
    """Collects the vectors of chunks in batches and returns them in order. A context manager, which removes the file.

    A chunk may have none, which is embedded later.
    """

    def __init__(self) -> None:
        self._file = SpooledTemporaryFile(max_size=_MEMORY_BYTES)  # noqa: SIM115 - closed by __exit__
        self._sizes = array("I")
        """Bytes of the vector of each chunk and of its sentences, in turn; 0 and 0 without a vector."""
        self._taken = 0

    def __enter__(self) -> "StoredVectors":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._file.close()

    def add(self, batch: Sequence[StoredVector | None]) -> None:
        """Add the vectors of the next chunks, None for a chunk without one. Raises OSError."""
        for each in batch:
            data, sentences = each or (b"", b"")
            self._file.write(data + sentences)
            self._sizes.extend((len(data), len(sentences)))

    def rewind(self) -> None:
        """Let `take` begin with the first chunk."""
        self._file.seek(0)
        self._taken = 0

    def take(self, count: int) -> list[StoredVector | None]:
        """The vectors of the next chunks, None for each that has none or was not added. Raises OSError."""
        sizes = self._sizes[2 * self._taken : 2 * (self._taken + count)]
        self._taken += count
        found = [
            StoredVector(self._file.read(width), self._file.read(size)) if width else None
            for width, size in zip(sizes[::2], sizes[1::2], strict=True)
        ]
        return found + [None] * (count - len(found))
