"""Fuses several scores of the same items into one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FusionWeights:
    """Weights of a hybrid search. All wordings of a question count alike. Measured on MTRAG; see docs/retrieval.md."""

    lexical: float = 0.2
    """The score by words, relative to the score by meaning, which has 1."""
    terms: float = 0.5
    """The first wording with its search terms, relative to a wording, for the score by words: the terms are unsure."""
    earlier: float = 0.3
    """Each of the first question and the previous answer in the query vector, in which the wordings have 1 together."""
    joined: float = 0.8
    """The previous question and the question as typed, as one text, in the query vector; half of it where the question
    is reworded as well."""


DEFAULT_WEIGHTS = FusionWeights()

FAR = 10.0
"""Standard deviations above the mean that hardly any passage reaches; the best has 6 on average."""


def by_best(scores: Mapping[str, float]) -> dict[str, float]:
    """Scores divided by the highest, so that the best has 1; all 0 if none is above 0."""
    best = max(scores.values(), default=0.0)
    return {key: max(0.0, score) / best if best > 0 else 0.0 for key, score in scores.items()}


def by_spread(scores: Mapping[str, float], mean: float, spread: float) -> dict[str, float]:
    """Scores by distance from the mean: `FAR` times the spread above it is 1, the mean or less is 0.

    Unlike min-max scaling, a search without good results keeps low scores. Unlike raw cosines, the result is comparable
    between embedders. All 0 if the spread is 0.
    """
    far = FAR * spread
    return {key: min(1.0, max(0.0, (score - mean) / far)) if far > 0 else 0.0 for key, score in scores.items()}


def weighted_mean(scorings: Sequence[Mapping[str, float]], weights: Sequence[float]) -> dict[str, float]:
    """The weighted mean of scores from 0 to 1, best first. An item missing in one scoring has score 0 there.

    Ties keep the order of first appearance. Convex combination of normalised scores: Bruch, Gai and Ingber (TOIS 2023)
    found it better than reciprocal rank fusion, with little tuning.
    """
    total = sum(weights)
    if total <= 0:
        raise ValueError(f"weights {list(weights)} must have a positive sum")
    fused: dict[str, float] = {}
    for scoring, weight in zip(scorings, weights, strict=True):
        for key, score in scoring.items():
            fused[key] = fused.get(key, 0.0) + weight * score / total
    return dict(sorted(fused.items(), key=lambda item: -item[1]))
