"""The nearest of a few sample questions, by words and, where there is an embedder, by meaning."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
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
    """Sample questions to compare with; their words and vectors are read once, on first use."""

    def __init__(self, texts: Sequence[str], embedder: Embedder | None) -> None:
        self.texts = tuple(texts)
        self._embedder = embedder
        self._vectors: Vectors | None = None
        self._words: dict[Language, _Words] = {}

    async def likeness(self, question: str, language: Language) -> list[Likeness]:
        """The likeness to each sample, in order; by words alone if the embedder's weights cannot be loaded."""
        if language not in self._words:
            self._words[language] = _read(self.texts, language)
        by_words = self._words[language].likeness(_bag(question, language))
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


@dataclass(frozen=True, slots=True)
class _Words:
    """The words of all samples, read as a language."""

    bags: Sequence[set[str]]
    """Of each sample, the stems of its content words."""
    held: Sequence[frozenset[str]]
    """Of each sample, the stems of all words."""
    counts: Mapping[str, int]
    """Stem to the samples that have it."""
    lengths: Sequence[float]
    """Of each sample, as a vector of weighted stems."""

    def weight(self, word: str) -> float:
        """The rarity of a stem among the samples."""
        return _rarity(len(self.bags), self.counts.get(word, 0))

    def likeness(self, asked: set[str]) -> list[float]:
        """Cosine of a bag of stems with each sample, 0 to 1."""
        squares = {word: self.weight(word) ** 2 for word in asked}
        length = math.sqrt(sum(squares.values())) or 1.0
        scores = []
        for bag, own, norm in zip(self.bags, self.held, self.lengths, strict=True):
            shared = sum([squares[word] for word in asked & bag])
            shared += sum([_NEAR_MATCH * squares[word] for word in asked - bag if near(word, own)])
            scores.append(min(1.0, shared / (length * norm)))
        return scores


def _read(texts: Sequence[str], language: Language) -> _Words:
    bags = [_bag(text, language) for text in texts]
    counts = Counter(word for bag in bags for word in bag)
    lengths = [math.sqrt(sum(_rarity(len(bags), counts[word]) ** 2 for word in bag)) or 1.0 for bag in bags]
    return _Words(bags, [stems(text, language) for text in texts], counts, lengths)


def _rarity(samples: int, having: int) -> float:
    return math.log(1 + (samples + 1) / (having + 0.5))


def _bag(text: str, language: Language) -> set[str]:
    """Stems of the content words, those with hyphens by their parts."""
    return {stem_of(part, language) for word in subject_words(text, language) for part in word.split("-") if part}
