"""An embedder with a cache of question vectors: steps of a turn, and the next turns, embed the same question."""

from collections import OrderedDict
from collections.abc import Sequence
from typing import Literal

import numpy as np

from askwell.ports import Embedder, Vectors

MOST_QUESTIONS = 512
"""Vectors in the cache: 800 kB of MiniLM's."""
MOST_CHARS = 2_000
"""Longest text that is cached; with `MOST_QUESTIONS` it bounds the keys at a few megabytes."""


class CachingEmbedder:
    """The vectors of another embedder; those of the latest questions are computed once."""

    def __init__(self, embedder: Embedder, *, most_questions: int = MOST_QUESTIONS) -> None:
        self.name = embedder.name
        self.dimension = embedder.dimension
        self.hits = 0
        """Questions answered from the cache."""
        self.misses = 0
        """Questions computed."""
        self._embedder = embedder
        self._most = most_questions
        self._cached: OrderedDict[str, Vectors] = OrderedDict()

    @property
    def size(self) -> int:
        """Vectors in the cache."""
        return len(self._cached)

    async def embed(self, texts: Sequence[str], *, kind: Literal["query", "passage"]) -> Vectors:
        """One normalised row per text. Passages are not cached."""
        if kind == "passage" or not texts:
            return await self._compute(texts, kind)
        # Other tasks may evict vectors while this one waits for the embedder, so cached ones are kept here.
        found = {text: self._cached[text] for text in texts if text in self._cached}
        missing = [text for text in dict.fromkeys(texts) if text not in found]
        self.hits += len(found)
        self.misses += len(missing)
        if missing:
            # Copies: a row of a larger array would keep all of it in memory.
            rows = await self._compute(missing, "query")
            found |= {text: row.copy() for text, row in zip(missing, rows, strict=True)}
        self._keep(found)
        return np.stack([found[text] for text in texts])

    def _keep(self, found: dict[str, Vectors]) -> None:
        for text, row in found.items():
            if len(text) <= MOST_CHARS:
                self._cached[text] = row
                self._cached.move_to_end(text)
        while len(self._cached) > self._most:
            self._cached.popitem(last=False)

    async def _compute(self, texts: Sequence[str], kind: Literal["query", "passage"]) -> Vectors:
        vectors = await self._embedder.embed(texts, kind=kind)
        # An endpoint's dimension is known from its first answer on.
        self.dimension = self._embedder.dimension
        return vectors
