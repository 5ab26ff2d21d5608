"""The composite score of a turn."""

from collections.abc import Mapping

from askwell.types import ScoreName, TurnVerdict

PASSED = 70.0
"""Composite score from which on a turn passes, if it does not say another."""

WEIGHTS: Mapping[ScoreName, float] = {
    "factual_accuracy": 0.45,
    "completeness": 0.30,
    "context_resolution": 0.15,
    "coherence": 0.10,
}
SCALES: Mapping[ScoreName, tuple[float, float]] = {
    "factual_accuracy": (1, 5),
    "completeness": (1, 5),
    "context_resolution": (0, 1),
    "coherence": (1, 3),
}
"""Least and best value of each score."""


def composite(verdict: TurnVerdict) -> float:
    """The weighted mean of the scores, 0 to 100.

    Each score counts from the least to the best value of its scale, so that the worst turn has 0 and the best one 100.
    A score that does not apply is left out, and the weights of the others keep their proportions.
    """
    values: Mapping[ScoreName, float | None] = {
        "factual_accuracy": verdict.factual_accuracy,
        "completeness": verdict.completeness,
        "context_resolution": verdict.context_resolution,
        "coherence": verdict.coherence,
    }
    shares = {
        name: (value - SCALES[name][0]) / (SCALES[name][1] - SCALES[name][0])
        for name, value in values.items()
        if value is not None
    }
    total = sum(WEIGHTS[name] for name in shares)
    return 100 * sum(WEIGHTS[name] * share for name, share in shares.items()) / total
