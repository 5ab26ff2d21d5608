"""Several scorings of the same things made one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FusionWeights:
    """How much each part of a hybrid search counts; only the ratios matter: lexical to dense, wording to wording."""

    lexical: float = 0.3
    dense: float = 1.0
    first_wording: float = 1.0
    """The resolved question."""
    other_wordings: float = 1.0
    """Each further wording, such as the question as typed."""
    earlier_question: float = 0.3
    """What was said before counts for the meaning only, beside all wordings together as 1."""
    first_question: float = 0.2
    earlier_answer: float = 0.2


DEFAULT_WEIGHTS = FusionWeights()


def by_best(scores: Mapping[str, float]) -> dict[str, float]:
    """Scores over the highest of them, so that the best has 1; all 0 when none is above 0."""
    best = max(scores.values(), default=0.0)
    return {key: max(0.0, score) / best if best > 0 else 0.0 for key, score in scores.items()}


def by_range(scores: Mapping[str, float]) -> dict[str, float]:
    """Scores stretched to 0 for the lowest and 1 for the highest; all 1 when they are the same."""
    low, high = min(scores.values(), default=0.0), max(scores.values(), default=0.0)
    return {key: (score - low) / (high - low) if high > low else 1.0 for key, score in scores.items()}


def weighted_mean(scorings: Sequence[Mapping[str, float]], weights: Sequence[float]) -> dict[str, float]:
    """The weighted mean of scorings in 0 to 1, best first; what a scoring does not hold has 0 in it.

    Ties keep first appearance. Convex combination of normalised scores: Bruch, Gai and Ingber, TOIS 2023, who found it
    better than reciprocal rank fusion and in need of little tuning.
    """
    total = sum(weights)
    if total <= 0:
        raise ValueError(f"weights {list(weights)} add up to nothing")
    fused: dict[str, float] = {}
    for scoring, weight in zip(scorings, weights, strict=True):
        for key, score in scoring.items():
            fused[key] = fused.get(key, 0.0) + weight * score / total
    return dict(sorted(fused.items(), key=lambda item: -item[1]))
