"""Plain BM25 over the content stems of short texts, to compare with."""

import math
from collections import Counter
from collections.abc import Sequence

from askwell.text.words import content_stems
from askwell.types import Language

_K1, _B = 0.9, 0.4


class Bm25:
    """Texts that are ranked for a query (Robertson and Zaragoza, 2009)."""

    def __init__(self, texts: Sequence[str], language: Language) -> None:
        self._language = language
        self._counts = [Counter(self._stems(text)) for text in texts]
        self._mean = sum(map(Counter.total, self._counts)) / max(1, len(texts))
        holding = Counter(term for counts in self._counts for term in counts)
        self._rarity = {term: math.log(1 + (len(texts) - n + 0.5) / (n + 0.5)) for term, n in holding.items()}

    def scores(self, query: str) -> list[float]:
        """The score of each text."""
        wanted = Counter(term for term in self._stems(query) if term in self._rarity)
        return [sum(n * self._score(term, counts) for term, n in wanted.items()) for counts in self._counts]

    def _score(self, term: str, counts: Counter[str]) -> float:
        number = counts[term]
        return self._rarity[term] * number * (_K1 + 1) / (number + _K1 * (1 - _B + _B * counts.total() / self._mean))

    def _stems(self, text: str) -> list[str]:
        return content_stems(text, self._language)
