"""The nearest of a few sample questions, by words and, where there is an embedder, by meaning."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from askwell.errors import BrokenWeights
from askwell.ports import Embedder, Vectors
from askwell.text.match import near, stem_of, stems, subject_words
from askwell.types import Language

_NEAR_MATCH = 0.8


@dataclass(frozen=True, slots=True)
class Likeness:
    """How like a question is to one sample."""

    words: float
    """Cosine of the two bags of content stems, each weighted by its rarity among the samples, 0 to 1."""
    meaning: float | None
    """Cosine of the embeddings; None without an embedder that works."""

    @property
    def score(self) -> float:
        """0 to 1: the words' likeness; with an embedder the meaning, or the mean of both where that is more."""
        if self.meaning is None:
            return self.words
        return max(0.0, self.meaning, (self.words + self.meaning) / 2)


class Samples:
    """Sample questions to compare with; their vectors are computed once, on first use."""

    def __init__(self, texts: Sequence[str], embedder: Embedder | None) -> None:
        self.texts = tuple(texts)
        self._embedder = embedder
        self._vectors: Vectors | None = None

    async def likeness(self, question: str, language: Language) -> list[Likeness]:
        """The likeness to each sample, in order; by words alone if the embedder's weights cannot be loaded."""
        by_words = _by_words(question, self.texts, language)
        if self._embedder is None or not self.texts:
            return [Likeness(words, None) for words in by_words]
        try:
            if self._vectors is None:
                self._vectors = await self._embedder.embed(self.texts, kind="query")
            asked = (await self._embedder.embed([question], kind="query"))[0]
        except BrokenWeights:
            return [Likeness(words, None) for words in by_words]
        meanings: list[float] = np.asarray(self._vectors @ asked).tolist()
        return [Likeness(words, meaning) for words, meaning in zip(by_words, meanings, strict=True)]


def _by_words(question: str, texts: Sequence[str], language: Language) -> list[float]:
    bags = [_bag(text, language) for text in texts]
    asked = _bag(question, language)
    held = [stems(text, language) for text in texts]

    def weight(word: str) -> float:
        return math.log(1 + (len(bags) + 1) / (sum(word in bag for bag in bags) + 0.5))

    length = math.sqrt(sum(weight(word) ** 2 for word in asked)) or 1.0
    scores = []
    for bag, own in zip(bags, held, strict=True):
        shared = sum(weight(word) ** 2 for word in asked & bag)
        shared += sum(_NEAR_MATCH * weight(word) ** 2 for word in asked - bag if near(word, own))
        norm = math.sqrt(sum(weight(word) ** 2 for word in bag)) or 1.0
        scores.append(min(1.0, shared / (length * norm)))
    return scores


def _bag(text: str, language: Language) -> set[str]:
    """Stems of the content words, those with hyphens by their parts."""
    return {stem_of(part, language) for word in subject_words(text, language) for part in word.split("-") if part}
