"""How close texts are to the documents of a collection, by meaning."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from askwell.knowledge.index_local import LocalIndex

_BEST = 3
"""Chunks that count. One alone may be near by chance, and few documents have many chunks on one question."""


def closeness(indexes: Sequence[LocalIndex], vectors: npt.NDArray[np.float32]) -> tuple[float, ...]:
    """For each row of `vectors` the mean of its three highest cosines with a chunk, -1 to 1. At least one chunk."""
    cosines = np.concatenate([index.cosines(vectors) for index in indexes])
    count = min(_BEST, len(cosines))
    best = np.partition(cosines, len(cosines) - count, axis=0)[len(cosines) - count :]
    return tuple(best.mean(axis=0).tolist())
