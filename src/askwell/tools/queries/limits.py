"""Limits in a question: the column that a figure limits, and the rows within."""

from collections.abc import Collection
from math import inf, log

from askwell.tools.queries.cells import CURRENCIES, clock
from askwell.tools.queries.figures import SCALES, Figure, find_figures, is_range, says_when
from askwell.tools.queries.query import Condition, Query
from askwell.tools.queries.question import Reading
from askwell.tools.queries.schema import Column

_LEAST_NUMBER = 100
"""A smaller number that nothing says more about is no number of a row, such as an extension."""
_YEARS = range(1500, 2100)


def read_limits(reading: Reading, earlier: Query | None) -> list[Condition]:
    """The conditions that the free numbers of a question set. A number without a column is unknown."""
    found: list[Condition] = []
    figures = find_figures(reading)
    skip = -1
    for index, figure in enumerate(figures):
        if index == skip:
            continue
        following = figures[index + 1] if index + 1 < len(figures) else None
        if following is not None and is_range(reading, figure, following):
            skip = index + 1
        other = following if skip == index + 1 else None
        units = {at for each in figures if each not in (figure, other) for at in range(each.at, each.end)}
        column = _column(reading, figure, other, earlier, units)
        if column is None:
            reading.unknown.append(reading.tokens[figure.at].typed)
            continue
        found.append(_condition(reading, figure, other, column))
        end = (other or figure).end
        reading.use(figure.start, end)
    return found


def _column(
    reading: Reading, figure: Figure, other: Figure | None, earlier: Query | None, units: Collection[int]
) -> Column | None:
    """The column that a figure limits: a named one, one with its unit or its comparative, else the only one it fits.

    `units`: places of other figures with their units, which name no column for this one.
    """
    named = {at: [each for each in places if each not in units] for at, places in reading.mentions.items()}
    mentions = {at: places for at, places in named.items() if places}
    columns = [each for each in reading.schema.columns if each.is_ordered]
    unit = figure.unit or (other.unit if other is not None else "")
    ends = [figure] if other is None else [figure, other]
    columns = [each for each in columns if all(_can_limit(reading, end, each) for end in ends)]
    columns = [each for each in columns if _scale(unit, each.unit) is not None]
    if unit:
        exact = [each for each in columns if each.unit]
        prices = [each for each in columns if each.is_price] if unit in CURRENCIES.values() else []
        columns = exact or prices or [each for each in columns if each.at in mentions]
    near = [each for each in columns if each.at in mentions]
    if near:
        return min(near, key=lambda each: min(abs(at - figure.at) for at in mentions[each.at]))
    if figure.days is not None and says_when(reading, figure):
        columns = [each for each in columns if each.kind == "date" or _has_years(each)] or columns
    if figure.concepts:
        columns = [each for each in columns if each.concepts & figure.concepts] or columns
    if len(columns) > 1 and earlier is not None and figure.relation:
        before = {each.column for each in earlier.conditions if each.kind == "bound"}
        same = [each for each in columns if each.at in before]
        fits = any(_is_within(figure, each) for each in same) or not any(_is_within(figure, each) for each in columns)
        if same and not fits:  # `under 70` after a limit of kilograms, where only a price can be 70
            return None
        columns = same or columns
    if len(columns) > 1:
        columns = [each for each in columns if _is_within(figure, each)]
    if not (figure.relation or other or unit):
        columns = [each for each in columns if _is_meant_alone(figure, each)]
    return columns[0] if len(columns) == 1 else None


def _can_limit(reading: Reading, figure: Figure, column: Column) -> bool:
    """Whether a figure is of the kind of a column. A number that can be a year is one after `before` or `in`."""
    if column.kind == "date":
        return figure.days is not None and says_when(reading, figure)
    is_time = clock(reading.tokens[figure.at].folded) is not None
    return bool(figure.readings) and column.kind == ("time" if is_time else "number")


def _has_years(column: Column) -> bool:
    """Whether a column of numbers has years."""
    found = [value for value in column.values if value is not None]
    return column.kind == "number" and all(value in _YEARS for value in found)


def _is_meant_alone(figure: Figure, column: Column) -> bool:
    """Whether a number without a comparison selects rows: a date, a year, or the number of one row, as an extension."""
    if figure.days is not None and (column.kind == "date" or _has_years(column)):
        return True
    value = _value(figure, figure.unit, column)
    return value >= _LEAST_NUMBER and column.values.count(value) == 1


def _is_within(figure: Figure, column: Column) -> bool:
    """Whether a figure is between the values of a column."""
    if column.kind == "date":
        return True
    return _distance(_value(figure, figure.unit, column), column) == 0


def _value(figure: Figure, unit: str, column: Column) -> float:
    """The value of a figure in the unit of a column: the reading nearest to its values, else that of its own sign."""
    scale = _scale(unit, column.unit) or 1.0
    values = sorted(figure.readings, key=lambda each: each[1] != column.decimal_sign)
    return min((value * scale for value, _ in values), key=lambda value: _distance(value, column))


def _distance(value: float, column: Column) -> float:
    """How far a value is outside of the values of a column, as a factor's logarithm; 0 if it is between them."""
    values = [each for each in column.values if isinstance(each, float | int)]
    if not values or value <= 0:
        return 0.0 if values and min(values) <= value <= max(values) else inf
    if min(values) <= value <= max(values):
        return 0.0
    end = min(values) if value < min(values) else max(values)
    return abs(log(value / end)) if end > 0 else inf


def _scale(unit: str, to: str) -> float | None:
    """The factor from a unit to that of a column; None if they measure different things."""
    if not unit or unit == to or not to:
        return 1.0
    return next((scale[unit] / scale[to] for scale in SCALES if unit in scale and to in scale), None)


def _condition(reading: Reading, figure: Figure, other: Figure | None, column: Column) -> Condition:
    first, last = _ends(figure, figure.unit or (other.unit if other else ""), column)
    lower, upper, is_open = -inf, inf, False
    if other is not None:
        more = _ends(other, other.unit, column)
        lower, upper = min(first, more[0]), max(last, more[1])
    elif figure.relation in {"below", "at_most"}:
        is_open = figure.relation == "below"
        upper = first if is_open else last
    elif figure.relation in {"above", "at_least"}:
        is_open = figure.relation == "above"
        lower = last if is_open else first
    else:
        lower, upper = first, last
    rows = set()
    for row in reading.schema.rows:
        found = column.number(row)
        if found is not None and lower <= found <= upper and not (is_open and found in {lower, upper}):
            rows.add(row)
    text = " ".join(token.typed for token in reading.tokens[figure.start : (other or figure).end])
    is_bound = bool(figure.relation) or other is not None or lower < upper
    return Condition(column.at, frozenset(rows), text, "bound" if is_bound else "equal", lower, upper)


def _ends(figure: Figure, unit: str, column: Column) -> tuple[float, float]:
    """The first and the last value that a figure can mean in a column: the days of a year, else its value."""
    if column.kind == "date" and figure.days is not None:
        return figure.days
    value = _value(figure, unit, column)
    return value, value
