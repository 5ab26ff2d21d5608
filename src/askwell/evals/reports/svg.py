"""Line charts as SVG, with classes instead of colours, so that the style of the page applies."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

WIDTH, HEIGHT = 340, 180
LEFT, RIGHT, TOP, BOTTOM = 44, 10, 10, 26
"""Margins around the plotted area, for the labels of the axes."""

MOST_LABELS = 12
"""Labels on the horizontal axis."""


@dataclass(frozen=True, slots=True)
class Point:
    """A value, and the ends of its interval or range."""

    value: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Series:
    """One line of a chart: horizontal place to point."""

    name: str
    style: str
    """Class of the line: `first`, `second`, or `old` for a dashed one."""
    points: Mapping[int, Point]


def line_chart(label: str, series: Sequence[Series], *, top: float | None = None, unit: str = "") -> str:
    """An SVG element. The vertical axis runs from 0 to `top`, or to a round number that holds all values.

    Places are whole numbers from 1, such as turns. Intervals are drawn as whiskers. At least one series has a point.
    """
    places = sorted({place for each in series for place in each.points})
    highest = top or _round_up(max(point.high or point.value for each in series for point in each.points.values()))
    parts = [*_grid(highest, unit), *_ticks(places)]
    for each in series:
        parts += _drawn(each, places, highest)
    name = f'role="img" aria-label="{escape(label)}"'
    return f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" {name} class="chart">{"".join(parts)}</svg>'


def bar(share: float, style: str = "") -> str:
    """A horizontal bar that is filled to this share, 0 to 1; decoration, since the value is written next to it."""
    filled = 60 * max(0.0, min(1.0, share))
    return (
        '<svg viewBox="0 0 60 6" class="bar" aria-hidden="true">'
        '<rect class="track" width="60" height="6" rx="3"/>'
        f'<rect class="fill {style}" width="{filled:.1f}" height="6" rx="3"/></svg>'
    )


def interval(low: float, high: float, share: float) -> str:
    """A rate on a line from 0 to 1 with its interval; decoration, since the values are written next to it."""
    return (
        '<svg viewBox="0 0 120 12" preserveAspectRatio="xMinYMid" class="interval" aria-hidden="true">'
        '<line class="track" x1="2" x2="118" y1="6" y2="6"/>'
        f'<line class="range" x1="{2 + 116 * low:.1f}" x2="{2 + 116 * high:.1f}" y1="6" y2="6"/>'
        f'<circle class="dot" cx="{2 + 116 * share:.1f}" cy="6" r="4"/></svg>'
    )


def _x(place: int, places: Sequence[int]) -> float:
    first, last = places[0], places[-1]
    share = (place - first) / (last - first) if last > first else 0.5
    return LEFT + 8 + share * (WIDTH - LEFT - RIGHT - 16)


def _y(value: float, highest: float) -> float:
    return TOP + (1 - min(value, highest) / highest) * (HEIGHT - TOP - BOTTOM)


def _grid(highest: float, unit: str) -> list[str]:
    parts = []
    for share in (0.0, 0.5, 1.0):
        y = _y(share * highest, highest)
        parts.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{number(share * highest)}{unit}</text>')
    return parts


def _ticks(places: Sequence[int]) -> list[str]:
    step = math.ceil((places[-1] - places[0] + 1) / MOST_LABELS)
    labelled = range(places[0], places[-1] + 1, step)
    return [
        f'<text x="{_x(place, places):.1f}" y="{HEIGHT - 8}" text-anchor="middle">{place}</text>' for place in labelled
    ]


def _drawn(series: Series, places: Sequence[int], highest: float) -> list[str]:
    """Whiskers below the line, the line, and a dot for each point."""
    points = [(_x(place, places), point) for place, point in sorted(series.points.items())]
    parts = [
        f'<line class="whisker {series.style}" x1="{x:.1f}" x2="{x:.1f}" y1="{_y(point.low, highest):.1f}" '
        f'y2="{_y(point.high, highest):.1f}"/>'
        for x, point in points
        if point.low is not None and point.high is not None
    ]
    if len(points) > 1:
        path = " ".join(f"{x:.1f},{_y(point.value, highest):.1f}" for x, point in points)
        parts.append(f'<polyline class="line {series.style}" points="{path}"/>')
    parts += [
        f'<circle class="dot {series.style}" cx="{x:.1f}" cy="{_y(point.value, highest):.1f}" r="3"/>'
        for x, point in points
    ]
    return parts


def number(value: float) -> str:
    """A number in at most three digits, with k for thousands: `0.5`, `74`, `1.5k`."""
    return f"{value / 1000:.3g}k" if value >= 1000 else f"{value:.3g}"


def _round_up(value: float) -> float:
    """The next of 1, 2, 5, 10, 20 and so on; 1 for values up to 0."""
    if value <= 0:
        return 1.0
    power: float = 10.0 ** math.floor(math.log10(value))
    return next(step * power for step in (1, 2, 5, 10) if step * power >= value)
