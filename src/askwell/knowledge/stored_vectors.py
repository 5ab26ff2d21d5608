"""Vectors on their way into the database: in the form in which they are stored, on disk if there are many."""

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

    def __enter__(self) -> "StoredVectors":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._file.close()

    def add(self, batch: Vectors) -> None:
        """Add the rows of a batch. Raises OSError."""
        self.dimension = batch.shape[1]
        self._file.write(batch.astype(STORED).tobytes())

    def rewind(self) -> None:
        """Let `take` begin with the first vector."""
        self._file.seek(0)

    def take(self, count: int) -> list[bytes]:
        """The next vectors, each as bytes. Raises OSError."""
        width = self.dimension * STORED.itemsize
        data = self._file.read(count * width)
        return [data[at : at + width] for at in range(0, len(data), width)]
