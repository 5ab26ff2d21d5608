"""Intervals by resampling whole conversations."""

from collections.abc import Callable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from bench.scores import Counts

Measure = Callable[[Counts], dict[str, float]]
"""Figures from sums of counts."""

_RESAMPLES = 1_000
_SEED = 20


def intervals(counts: Counts, conversations: Sequence[str], measure: Measure) -> dict[str, tuple[float, float]]:
    """The 95 % interval of each figure; turns of one conversation are drawn together."""
    drawn = [measure(sums) for sums in _resampled(counts, conversations)]
    return {name: _middle([figures[name] for figures in drawn]) for name in measure(counts.sum(axis=0))}


def measured(counts: Counts, conversations: Sequence[str], measure: Measure) -> dict[str, object]:
    """The figures of a row with their intervals."""
    figures = {name: round(value, 4) for name, value in measure(counts.sum(axis=0)).items()}
    return {**figures, "interval": intervals(counts, conversations, measure)}


def differences(
    ours: Counts, theirs: Counts, conversations: Sequence[str], measure: Measure
) -> dict[str, tuple[float, float]]:
    """The 95 % interval of ours minus theirs, both over the same drawn conversations."""
    pairs = zip(_resampled(ours, conversations), _resampled(theirs, conversations), strict=True)
    drawn = [(measure(first), measure(second)) for first, second in pairs]
    return {name: _middle([a[name] - b[name] for a, b in drawn]) for name in measure(ours.sum(axis=0))}


def _resampled(counts: Counts, conversations: Sequence[str]) -> Counts:
    """Sums of counts for each resample; the same seed draws the same conversations."""
    names = sorted(set(conversations))
    place = {name: index for index, name in enumerate(names)}
    by_conversation = np.zeros((len(names), counts.shape[1]))
    np.add.at(by_conversation, [place[name] for name in conversations], counts)
    random = np.random.default_rng(_SEED)
    times = random.multinomial(len(names), np.full(len(names), 1 / len(names)), size=_RESAMPLES)
    sums: Counts = times @ by_conversation
    return sums


def resampled(conversations: Sequence[str]) -> Iterator[NDArray[np.int64]]:
    """For each resample the indexes of the turns of the drawn conversations, for figures that are no sums."""
    names = np.array(conversations)
    turns = [np.flatnonzero(names == name) for name in sorted(set(conversations))]
    random = np.random.default_rng(_SEED)
    for _ in range(_RESAMPLES):
        yield np.concatenate([turns[at] for at in random.integers(len(turns), size=len(turns))])


def _middle(values: Sequence[float]) -> tuple[float, float]:
    low, high = np.quantile(np.array(values), [0.025, 0.975])
    return round(float(low), 4), round(float(high), 4)
