"""Vectors on their way into the database: in the form in which they are stored, on disk if there are many."""

from array import array
from collections.abc import Sequence
from tempfile import SpooledTemporaryFile
from types import TracebackType

import numpy as np

from askwell.ports import Vectors

STORED = np.dtype("<f2")
"""Type of the numbers of a stored vector."""

_MEMORY_BYTES = 8 << 20
"""Vectors of about ten thousand chunks; a document of ten million characters may have 200,000, which are 150 MB."""


class StoredVectors:
    """Collects vectors in batches and returns them in order. A context manager, which removes the file."""

    def __init__(self) -> None:
        self._file = SpooledTemporaryFile(max_size=_MEMORY_BYTES)  # noqa: SIM115 - closed by __exit__
        self.dimension = 0
        """Numbers of a vector; 0 if there are none."""
        self._sentence_bytes = array("I")
        """Bytes of the packed sentences of each vector."""
        self._taken = 0

    def __enter__(self) -> "StoredVectors":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._file.close()

    def add(self, batch: Vectors, sentences: Sequence[bytes]) -> None:
        """Add the rows of a batch, each with its packed sentences. Raises OSError."""
        self.dimension = batch.shape[1]
        for vector, packed in zip(batch.astype(STORED), sentences, strict=True):
            self._file.write(vector.tobytes() + packed)
            self._sentence_bytes.append(len(packed))

    def rewind(self) -> None:
        """Let `take` begin with the first vector."""
        self._file.seek(0)
        self._taken = 0

    def take(self, count: int) -> list[tuple[bytes, bytes]]:
        """The next vectors, each as bytes, with their packed sentences. Raises OSError."""
        width = self.dimension * STORED.itemsize
        sizes = self._sentence_bytes[self._taken : self._taken + count]
        self._taken += len(sizes)
        return [(self._file.read(width), self._file.read(size)) for size in sizes]
