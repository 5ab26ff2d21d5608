"""The file of an index with the vectors of its chunks."""

from contextlib import suppress
from pathlib import Path

import numpy as np
import numpy.typing as npt

READ_BYTES = 64 << 20
"""Largest file that is read into memory; a larger one is mapped, so that its pages may be dropped."""

Vectors = npt.NDArray[np.float32]


class VectorFile:
    """Writes vectors one after the other, as an array in NumPy's format.

    Not by a mapped file: on a full disk, the first use of a page of it would end the process.
    """

    def __init__(self, path: Path, *, rows: int, dimension: int) -> None:
        """Raises OSError, as all methods do."""
        self._file = path.open("wb")
        self._missing = rows
        self._dimension = dimension
        header = {"descr": np.lib.format.dtype_to_descr(np.dtype(np.float32)), "fortran_order": False}
        np.lib.format.write_array_header_1_0(self._file, header | {"shape": (rows, dimension)})

    def add(self, vector: Vectors | None) -> None:
        """The next row; zeros for None."""
        row = np.zeros(self._dimension, dtype=np.float32) if vector is None else vector
        self.extend(np.asarray(row, dtype=np.float32)[None])

    def extend(self, vectors: Vectors) -> None:
        """The next rows."""
        self._file.write(np.ascontiguousarray(vectors).tobytes())
        self._missing -= len(vectors)

    def close(self) -> None:
        """Fill the missing rows with zeros."""
        while self._missing > 0:
            self.add(None)
        self._file.close()

    def abandon(self) -> None:
        """Close it as it is; its buffer is lost if it cannot be written."""
        with suppress(OSError):
            self._file.close()


def read_vectors(path: Path) -> Vectors:
    """The rows of a file. Raises OSError and ValueError."""
    is_small = path.stat().st_size <= READ_BYTES
    return np.asarray(np.load(path, mmap_mode=None if is_small else "r", allow_pickle=False))
