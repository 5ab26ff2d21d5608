"""The plots of a report: score, resolution rate, time and tokens by turn."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from html import escape

from askwell.evals.reports.report import Report, ReportTurn
from askwell.evals.reports.statistics import quantile, wilson
from askwell.evals.reports.svg import Point, Series, line_chart, number

Of = Callable[[list[float]], Point]
"""The point of all values at one turn number."""


@dataclass(frozen=True, slots=True)
class Measure:
    """One line of a plot."""

    name: str
    style: str
    value: Callable[[ReportTurn], float | None]
    """None leaves the turn out."""
    point: Of


def _mean(values: list[float]) -> Point:
    return Point(sum(values) / len(values))


def _mean_and_range(values: list[float]) -> Point:
    return Point(sum(values) / len(values), quantile(values, 0.1), quantile(values, 0.9))


def _rate(values: list[float]) -> Point:
    return Point(sum(values) / len(values), *wilson(sum(values), len(values)))


SCORE = Measure("mean", "first", lambda turn: turn.composite_score, _mean_and_range)
CONTEXT = Measure("resolved", "first", lambda turn: turn.context_resolution if turn.requires_context else None, _rate)
MEDIAN = Measure("median", "first", lambda turn: turn.took_ms, lambda values: Point(quantile(values, 0.5)))
SLOW = Measure("95 %", "second", lambda turn: turn.took_ms, lambda values: Point(quantile(values, 0.95)))
INPUT = Measure("input", "first", lambda turn: turn.input_tokens, _mean)
OUTPUT = Measure("output", "second", lambda turn: turn.output_tokens, _mean)


def plots(report: Report, before: Report | None = None) -> str:
    """Four figures as HTML; where a figure has nothing to show, a sentence says so. The old run is a dashed line."""
    tokens = any(turn.input_tokens or turn.output_tokens for turn in _turns(report))
    return "".join(
        (
            _figure("Score by turn", "mean, whiskers from 10 % to 90 % of the turns", report, before, SCORE, top=100),
            _figure(
                "Context resolved by turn",
                "rate with 95 % interval, of turns that need context",
                report,
                before,
                CONTEXT,
                top=1,
                empty="No turn needs context.",
            ),
            _figure("Time by turn", "milliseconds", report, before, MEDIAN, SLOW),
            _figure("Tokens by turn", "mean of a turn, without the judge", report, before, INPUT, OUTPUT)
            if tokens
            else _nothing("Tokens by turn", "No model was called."),
        )
    )


def _figure(
    title: str,
    note: str,
    report: Report,
    before: Report | None,
    *measures: Measure,
    top: float | None = None,
    empty: str = "",
) -> str:
    series = [Series(each.name, each.style, _points(report, each)) for each in measures]
    if not any(each.points for each in series):
        return _nothing(title, empty or "There are no turns.")
    if before is not None and (old := _points(before, measures[0])):
        series.append(Series(f"{measures[0].name}, old run", "old", {at: Point(old[at].value) for at in old}))
    names = [f'<span class="key {each.style}">{escape(each.name)}</span>' for each in series]
    legend = f'<p class="legend">{"".join(names)}</p>' if len(series) > 1 else ""
    chart = line_chart(f"{title}: {note}. The table below has the values.", series, top=top)
    return (
        f"<figure><figcaption><b>{title}</b> <small>{note}</small></figcaption>{chart}{legend}"
        f"<details><summary>Values</summary>{_table(series)}</details></figure>"
    )


def _nothing(title: str, sentence: str) -> str:
    return f'<figure><figcaption><b>{title}</b></figcaption><p class="nothing">{sentence}</p></figure>'


def _table(series: list[Series]) -> str:
    places = sorted({place for each in series for place in each.points})
    head = "".join(f"<th>{escape(each.name)}</th>" for each in series)
    rows = "".join(
        f"<tr><th scope=row>{place}</th>{''.join(_cell(each.points.get(place)) for each in series)}</tr>"
        for place in places
    )
    return f"<table><thead><tr><th>turn</th>{head}</tr></thead><tbody>{rows}</tbody></table>"


def _cell(point: Point | None) -> str:
    if point is None:
        return "<td>–</td>"
    ends = f" ({number(point.low)} to {number(point.high)})" if point.low is not None and point.high is not None else ""
    return f"<td>{number(point.value)}{ends}</td>"


def _points(report: Report, measure: Measure) -> Mapping[int, Point]:
    values: dict[int, list[float]] = {}
    for turn in _turns(report):
        value = measure.value(turn)
        if value is not None:
            values.setdefault(turn.turn_number, []).append(value)
    return {place: measure.point(values[place]) for place in sorted(values)}


def _turns(report: Report) -> Iterable[ReportTurn]:
    return (turn for each in report.conversations for turn in each.turns)
