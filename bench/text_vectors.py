"""Vectors of texts, kept on disk for the next run."""

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import numpy as np
import platformdirs
from numpy.typing import NDArray

from askwell.ports import Embedder

Rows = NDArray[np.float32]
"""A row of length 1 for each text."""


class TextVectors:
    """Vectors of one embedder, each text embedded once; in a file of the user's cache folder."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._file = platformdirs.user_cache_path("askwell") / "bench" / f"texts-{embedder.name}.npz"
        self._rows: dict[str, NDArray[np.float32]] = _load(self._file)
        self._kept = len(self._rows)

    async def embed(self, texts: Sequence[str], *, kind: Literal["query", "passage"]) -> Rows:
        """A row for each text."""
        keys = [hashlib.sha256(f"{kind}\0{text}".encode()).hexdigest()[:24] for text in texts]
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in self._rows}
        if missing:
            rows = await self._embedder.embed(list(missing.values()), kind=kind)
            self._rows.update(zip(missing, np.asarray(rows, dtype=np.float32), strict=True))
        return np.stack([self._rows[key] for key in keys])

    def keep(self) -> None:
        """Write the vectors for the next run."""
        if len(self._rows) == self._kept:
            return
        self._file.parent.mkdir(parents=True, exist_ok=True)
        half_written = self._file.with_suffix(".part.npz")
        np.savez(half_written, keys=np.array(list(self._rows)), rows=np.stack(list(self._rows.values())))
        half_written.replace(self._file)
        self._kept = len(self._rows)


def _load(file: Path) -> dict[str, NDArray[np.float32]]:
    if not file.exists():
        return {}
    with np.load(file) as held:
        return dict(zip(held["keys"].tolist(), held["rows"], strict=True))
