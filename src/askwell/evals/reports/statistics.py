"""Intervals of rates and exact tests of paired results."""

import math

Z_95 = 1.96
"""Quantile of the normal distribution for 95 %."""


def wilson(hits: float, count: int) -> tuple[float, float]:
    """The 95 % interval of a rate (Wilson, 1927); `count` is at least 1."""
    centre = hits + Z_95 * Z_95 / 2
    spread = Z_95 * math.sqrt(hits * (count - hits) / count + Z_95 * Z_95 / 4)
    return max(0.0, (centre - spread) / (count + Z_95**2)), min(1.0, (centre + spread) / (count + Z_95**2))


def at_least(hits: int, count: int) -> float:
    """Probability of `hits` or more heads in `count` throws of a fair coin; 1 for no throws."""
    return sum(math.comb(count, each) for each in range(hits, count + 1)) / (1 << count)


def mcnemar(lost: int, gained: int) -> float:
    """Two-sided p of the exact McNemar test: pairs that changed, as throws of a fair coin.

    McNemar, Psychometrika 1947, with the binomial distribution instead of its approximation.
    """
    return min(1.0, 2 * at_least(max(lost, gained), lost + gained))


def quantile(values: list[float], share: float) -> float:
    """The value that this share of the values does not exceed, between two neighbours in proportion; not empty."""
    ordered = sorted(values)
    place = share * (len(ordered) - 1)
    low = math.floor(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)
