"""The chunks of an index or a collection: ids in order, and whether each has a vector."""

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
import numpy.typing as npt

_AT_ONCE = 5_000
"""Ids that are searched for at once, which limits memory."""


class ChunkList:
    """Ids by row, without an object for each: about 40 bytes a chunk, where strings and dictionaries take 300."""

    def __init__(self, ids: npt.NDArray[np.bytes_], embedded: npt.NDArray[np.bool_]) -> None:
        """`ids` are UTF-8, `embedded` has a value for each."""
        self.ids = ids
        self.embedded = embedded
        """Whether each chunk has a vector."""
        self._order = np.argsort(ids, kind="stable").astype(np.uint32)

    @classmethod
    def of(cls, rows: Iterable[tuple[str, bool]]) -> "ChunkList":
        """The list of these ids, each with whether it has a vector."""
        builder = ChunkListBuilder()
        builder.add(list(rows))
        return builder.build()

    def __len__(self) -> int:
        return len(self.ids)

    def __getitem__(self, row: int) -> str:
        key: bytes = self.ids[row]
        return key.decode()

    def __iter__(self) -> Iterator[str]:
        return (key.decode() for key in self.ids)

    def batches(self, rows: npt.NDArray[np.bool_], size: int) -> Iterator[list[str]]:
        """The ids of the rows of a mask, in lists of at most `size`."""
        chosen = np.flatnonzero(rows)
        for at in range(0, len(chosen), size):
            yield [key.decode() for key in self.ids[chosen[at : at + size]]]

    def rows_of(self, keys: Sequence[str]) -> npt.NDArray[np.int64]:
        """The row of each id; -1 for one that is not here."""
        return self._rows_of(_encoded(keys))

    def rows_of_all(self, other: "ChunkList") -> npt.NDArray[np.int64]:
        """The row of each id of another list; -1 for one that is not here."""
        parts = [self._rows_of(other.ids[at : at + _AT_ONCE]) for at in range(0, len(other), _AT_ONCE)]
        return np.concatenate(parts) if parts else np.empty(0, dtype=np.int64)

    def _rows_of(self, keys: npt.NDArray[np.bytes_]) -> npt.NDArray[np.int64]:
        if not len(self.ids) or not len(keys):
            return np.full(len(keys), -1, dtype=np.int64)
        at = np.searchsorted(self.ids, keys, sorter=self._order)
        rows = self._order[np.minimum(at, len(self.ids) - 1)].astype(np.int64)
        return np.where(self.ids[rows] == keys, rows, -1)


class ChunkListBuilder:
    """Collects ids in portions."""

    def __init__(self) -> None:
        self._ids: list[npt.NDArray[np.bytes_]] = []
        self._embedded: list[npt.NDArray[np.bool_]] = []

    def add(self, rows: Sequence[tuple[str, bool]]) -> None:
        """Add ids, each with whether it has a vector."""
        self._ids.append(_encoded([key for key, _ in rows]))
        self._embedded.append(np.array([embedded for _, embedded in rows], dtype=np.bool_))

    def extend(self, ids: npt.NDArray[np.bytes_], embedded: npt.NDArray[np.bool_]) -> None:
        """Add rows of a list."""
        self._ids.append(ids)
        self._embedded.append(embedded)

    def build(self) -> ChunkList:
        """The list of all that was added, in order."""
        if not self._ids:
            return ChunkList(_encoded([]), np.empty(0, dtype=np.bool_))
        return ChunkList(np.concatenate(self._ids), np.concatenate(self._embedded))


def _encoded(keys: Sequence[str]) -> npt.NDArray[np.bytes_]:
    return np.array([key.encode() for key in keys], dtype=np.bytes_)
