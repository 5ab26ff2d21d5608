"""The measures of `retrieval` and `languages`: of one query's ranking each, to be averaged over queries."""

import math
from collections.abc import Collection, Sequence


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
