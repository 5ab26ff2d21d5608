"""Measures of rankings: of one query's, to be averaged over queries, and of scores against what is right."""

import math
from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]


def ndcg(ranking: Sequence[str], relevant: Collection[str], k: int) -> float:
    """Normalised discounted cumulative gain at k with gains 0 and 1; the ideal fills min(k, relevant) places."""
    gained = sum(1 / math.log2(place + 1) for place, key in enumerate(ranking[:k], 1) if key in relevant)
    ideal = sum(1 / math.log2(place + 1) for place in range(1, min(k, len(relevant)) + 1))
    return gained / ideal if ideal else 0.0


def recall(ranking: Sequence[str], relevant: Collection[str], k: int) -> float:
    """Found among the first k, over all that are relevant."""
    return len(set(ranking[:k]) & set(relevant)) / len(relevant) if relevant else 0.0


def reciprocal_rank(ranking: Sequence[str], relevant: Collection[str], k: int) -> float:
    """One over the rank of the first that is relevant, 0 when there is none among the first k."""
    return next((1 / place for place, key in enumerate(ranking[:k], 1) if key in relevant), 0.0)


def area(scores: Numbers, right: Numbers | NDArray[np.bool_]) -> float:
    """The area under the curve: chance that a right answer has a higher score than a wrong one; a tie counts half."""
    differences = scores[right > 0][:, None] - scores[right <= 0][None, :]
    return float(((differences > 0) + 0.5 * (differences == 0)).mean()) if differences.size else 0.0


def spearman(first: Numbers, second: Numbers) -> float:
    """Spearman's rank correlation; equal values share their ranks."""
    return float(np.corrcoef(_ranks(first), _ranks(second))[0, 1])


def _ranks(values: Numbers) -> Numbers:
    _, places, counts = np.unique(values, return_inverse=True, return_counts=True)
    ranks: Numbers = (np.cumsum(counts) - (counts - 1) / 2)[places]
    return ranks
