"""Vectors of the real weights, computed once for each text."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Literal

import numpy as np
import pytest

from askwell.models.embed import MiniLmEmbedder
from askwell.models.embed_e5 import E5Embedder
from askwell.ports import Vectors


@contextmanager
def embedded_once() -> Iterator[None]:
    """Within the block, the local embedders compute the vector of a text once, whichever engine asks for it.

    For tests that play the same conversations over several stores. All engines must use the same weights.
    """
    with pytest.MonkeyPatch.context() as patch:
        for embedder in (MiniLmEmbedder, E5Embedder):
            patch.setattr(embedder, "embed", _once(embedder.embed))
        yield


def _once(compute: Any) -> Any:
    known: dict[tuple[str, str], Vectors] = {}

    async def embed(self: Any, texts: Sequence[str], *, kind: Literal["query", "passage"]) -> Vectors:
        missing = [text for text in dict.fromkeys(texts) if (kind, text) not in known]
        rows = await compute(self, missing, kind=kind)
        known.update({(kind, text): row.copy() for text, row in zip(missing, rows, strict=True)})
        return np.array([known[kind, text] for text in texts], dtype=np.float32).reshape(-1, self.dimension)

    return embed
