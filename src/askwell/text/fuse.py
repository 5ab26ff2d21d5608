"""Several scorings of the same things made one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FusionWeights:
    """How much each part of a hybrid search counts; only the ratios matter: lexical to dense, wording to wording."""

    lexical: float = 0.27
    dense: float = 1.0
    first_wording: float = 1.0
    """The words of the resolved question."""
    other_wordings: float = 1.5
    """Each further wording, such as the question as typed."""
    first_meaning: float = 0.4
    """The resolved question in what is meant, where further wordings count as above: a wrong word in it bends the
    meaning of all the others, while a search by words passes over it."""
    earlier_question: float = 0.3
    """Weight of the conversation so far, for the dense score only; all wordings together weigh 1."""
    first_question: float = 0.3
    earlier_answer: float = 0.3


DEFAULT_WEIGHTS = FusionWeights()

FAR = 10.0
"""Standard deviations above the mean of a collection that hardly a passage reaches; the best stands at 6 on average."""


def by_best(scores: Mapping[str, float]) -> dict[str, float]:
    """Scores over the highest of them, so that the best has 1; all 0 when none is above 0."""
    best = max(scores.values(), default=0.0)
    return {key: max(0.0, score) / best if best > 0 else 0.0 for key, score in scores.items()}


def by_spread(scores: Mapping[str, float], mean: float, spread: float) -> dict[str, float]:
    """Scores by how far above the mean of everything they stand: `FAR` times the spread is 1, the mean and less is 0.

    Unlike a stretch from the lowest to the highest it leaves a search whose best is poor with low scores, and unlike
    bare cosines it means the same whichever embedder they are of. All 0 without a spread.
    """
    far = FAR * spread
    return {key: min(1.0, max(0.0, (score - mean) / far)) if far > 0 else 0.0 for key, score in scores.items()}


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
