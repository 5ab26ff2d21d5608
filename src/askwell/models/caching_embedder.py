"""An embedder with a cache of question vectors: steps of a turn, and the next turns, embed the same question.

It also remembers that the weights cannot be loaded, so that not every question tries to load them.
"""

import logging
import time
from collections import OrderedDict
from collections.abc import Coroutine, Sequence
from typing import Any, Literal, TypeVar

import numpy as np

from askwell.errors import BrokenWeights
from askwell.ports import Embedder, SentenceEmbedder, Spans, Vectors

LOG = logging.getLogger("askwell")

T = TypeVar("T")

MOST_QUESTIONS = 512
"""Vectors in the cache: 800 kB of MiniLM's."""
MOST_CHARS = 2_000
"""Longest text that is cached; with `MOST_QUESTIONS` it bounds the keys at a few megabytes."""
RETRY_S = 5.0
"""How long weights that cannot be loaded are not tried again, seconds. A failed load may read 90 MB."""


class CachingEmbedder:
    """The vectors of another embedder; those of the latest questions are computed once."""

    def __init__(self, embedder: Embedder, *, most_questions: int = MOST_QUESTIONS) -> None:
        self.name = embedder.name
        self.dimension = embedder.dimension
        self.hits = 0
        """Questions answered from the cache."""
        self.misses = 0
        """Questions computed."""
        self.fault: BrokenWeights | None = None
        """Why the weights could not be loaded at the last attempt; None if they could."""
        self._retry_at = 0.0
        self._embedder = embedder
        self._most = most_questions
        self._cached: OrderedDict[str, Vectors] = OrderedDict()

    @property
    def size(self) -> int:
        """Vectors in the cache."""
        return len(self._cached)

    async def embed(self, texts: Sequence[str], *, kind: Literal["query", "passage"]) -> Vectors:
        """One normalised row per text. Passages are not cached. Raises BrokenWeights, and what the embedder raises."""
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

    async def embed_sentences(self, texts: Sequence[str], spans: Sequence[Spans]) -> tuple[Vectors, list[Vectors]]:
        """Passages with the vectors of their sentences, which are empty for an embedder that does not give them."""
        embedder = self._embedder
        if isinstance(embedder, SentenceEmbedder):
            return await self._watched(embedder.embed_sentences(texts, spans))
        rows = await self._compute(texts, "passage")
        return rows, [np.zeros((0, rows.shape[1]), dtype=np.float32)] * len(texts)

    def _keep(self, found: dict[str, Vectors]) -> None:
        for text, row in found.items():
            if len(text) <= MOST_CHARS:
                self._cached[text] = row
                self._cached.move_to_end(text)
        while len(self._cached) > self._most:
            self._cached.popitem(last=False)

    async def _compute(self, texts: Sequence[str], kind: Literal["query", "passage"]) -> Vectors:
        return await self._watched(self._embedder.embed(texts, kind=kind))

    async def _watched(self, computing: Coroutine[Any, Any, T]) -> T:
        """What `computing` returns. Raises BrokenWeights at once if the weights could not be loaded a moment ago."""
        if self.fault is not None and time.monotonic() < self._retry_at:
            computing.close()
            raise BrokenWeights(self.fault.message, hint=self.fault.hint)
        try:
            vectors = await computing
        except BrokenWeights as fault:
            if self.fault is None:
                LOG.warning("embedder %s: %s; words alone are searched. %s", self.name, fault.message, fault.hint)
            self.fault, self._retry_at = fault, time.monotonic() + RETRY_S
            raise
        self.fault = None
        # An endpoint's dimension is known from its first answer on.
        self.dimension = self._embedder.dimension
        return vectors
