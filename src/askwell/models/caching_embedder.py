"""An embedder that remembers the questions it was just asked about: several steps of a turn look for the same one."""

from collections import OrderedDict
from collections.abc import Sequence
from typing import Literal

import numpy as np

from askwell.ports import Embedder, Vectors

MOST_QUESTIONS = 512
"""Vectors kept: 800 kB of MiniLM's."""


class AskedOnce:
    """The same vectors as the embedder's own; those of the latest questions without computing them again."""

    def __init__(self, embedder: Embedder) -> None:
        self.name = embedder.name
        self.dimension = embedder.dimension
        self._embedder = embedder
        self._kept: OrderedDict[str, Vectors] = OrderedDict()

    async def embed(self, texts: Sequence[str], *, kind: Literal["query", "passage"]) -> Vectors:
        """One normalised row a text. Passages go through as they are."""
        if kind == "passage" or not texts:
            return await self._computed(texts, kind)
        known = {text: self._kept[text] for text in texts if text in self._kept}
        missing = [text for text in dict.fromkeys(texts) if text not in known]
        if missing:
            known |= zip(missing, await self._computed(missing, "query"), strict=True)
        for text in known:
            self._kept[text] = known[text]
            self._kept.move_to_end(text)
        while len(self._kept) > MOST_QUESTIONS:
            self._kept.popitem(last=False)
        return np.stack([known[text] for text in texts])

    async def _computed(self, texts: Sequence[str], kind: Literal["query", "passage"]) -> Vectors:
        vectors = await self._embedder.embed(texts, kind=kind)
        # An endpoint's is known from its first answer on.
        self.dimension = self._embedder.dimension
        return vectors
