"""Limits in a question: a figure with its comparison and unit, the column that it limits, and the rows within."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, log
from typing import Literal, Protocol

from askwell.tools.queries.cells import CURRENCIES, clock, day
from askwell.tools.queries.query import Condition, Query
from askwell.tools.queries.schema import Column, Schema
from askwell.tools.queries.separators import Sign, readings
from askwell.tools.queries.words import Token, Vocabulary

Relation = Literal["below", "above", "at_most", "at_least", ""]

_LEAST_NUMBER = 100
"""A smaller number that nothing says more about is no number of a row, such as an extension."""
_LONGEST = 4
"""Words of a comparison at most."""
_SCALES: tuple[dict[str, float], ...] = (
    {"mm": 0.001, "cm": 0.01, "m": 1.0, "km": 1000.0, "inch": 0.0254, "ft": 0.3048},
    {"mg": 0.001, "g": 1.0, "kg": 1000.0, "t": 1_000_000.0},
    {"ml": 0.001, "cl": 0.01, "l": 1.0},
    {"s": 1.0, "min": 60.0, "h": 3600.0, "d": 86400.0},
    {"mb": 1.0, "gb": 1000.0, "tb": 1_000_000.0},
)
"""Units of one quantity, in multiples of one of them."""


class Reading(Protocol):
    """The question that is being read."""

    tokens: Sequence[Token]
    schema: Schema
    words: Vocabulary
    used: list[bool]
    mentions: dict[int, list[int]]
    unknown: list[str]
    counts: set[int]

    def use(self, start: int, end: int) -> None:
        """Mark words as used."""


@dataclass(frozen=True, slots=True)
class _Figure:
    start: int
    """Place of the first word of its comparison, or of the number."""
    at: int
    end: int
    """Place after its unit and what follows."""
    readings: tuple[tuple[float, Sign], ...]
    """Its values, each with the decimal sign of that reading."""
    unit: str
    relation: Relation
    concepts: frozenset[str]
    """Concepts of its comparative, such as that of `cheaper than`."""


def read_limits(reading: Reading, earlier: Query | None) -> list[Condition]:
    """The conditions that the free numbers of a question set. A number without a column is unknown."""
    found: list[Condition] = []
    figures = [figure for at in range(len(reading.tokens)) if (figure := _figure(reading, at)) is not None]
    skip = -1
    for index, figure in enumerate(figures):
        if index == skip:
            continue
        following = figures[index + 1] if index + 1 < len(figures) else None
        if following is not None and _is_range(reading, figure, following):
            skip = index + 1
        other = following if skip == index + 1 else None
        column = _column(reading, figure, other, earlier)
        if column is None:
            reading.unknown.append(reading.tokens[figure.at].typed)
            continue
        found.append(_condition(reading, figure, other, column))
        end = (other or figure).end
        reading.use(figure.start, end)
    return found


def _figure(reading: Reading, at: int) -> _Figure | None:
    """The number at a place with what belongs to it; None for another word or one right after an order."""
    token = reading.tokens[at]
    if reading.used[at] or not token.is_number or at in reading.counts:
        return None
    values = _values(token.folded)
    if not values or not _has_figures(reading.schema):
        return None
    unit, end = _unit(reading, at)
    start = at - 1 if at and reading.tokens[at - 1].folded in "€$£" else at
    relation, first, concepts = _before(reading, start)
    if not relation:
        relation, end = _after(reading, end)
    return _Figure(first if relation else start, at, end, values, unit, relation, concepts)


def _has_figures(schema: Schema) -> bool:
    return any(column.is_ordered for column in schema.columns)


def _values(text: str) -> tuple[tuple[float, Sign], ...]:
    """The readings of a number, or the value of a time of day or a date; empty for none."""
    minutes = clock(text)
    if minutes is None and "-" not in text:
        return readings(text)
    value = day(text) if minutes is None else minutes
    return () if value is None else ((value, "."),)


def _unit(reading: Reading, at: int) -> tuple[str, int]:
    """The unit of the number at a place, and the place after it."""
    units = {column.unit for column in reading.schema.columns if column.unit}
    scaled = {unit for scale in _SCALES for unit in scale}
    if at and reading.tokens[at - 1].folded in "€$£":
        return reading.tokens[at - 1].folded, at + 1
    for length in (3, 2, 1):
        some = reading.tokens[at + 1 : at + 1 + length]
        if len(some) < length:
            continue
        for text in ("".join(each.folded for each in some), "/".join(each.folded for each in some)):
            symbol = reading.words.units.get(text, CURRENCIES.get(text, text))
            if symbol in units or symbol in scaled or (text in reading.words.units):
                return symbol, at + 1 + length
    return "", at + 1


def _before(reading: Reading, end: int) -> tuple[Relation, int, frozenset[str]]:
    """The comparison that ends before a place, apart from an article, and the concepts of its comparative."""
    words = reading.words
    articles = words.small
    for gap in (0, 1):
        stop = end - gap
        if gap and (stop < 1 or reading.tokens[stop].folded not in articles):
            break
        for start in range(max(0, stop - _LONGEST), stop):
            if any(reading.used[start:stop]):
                continue
            text = " ".join(token.folded for token in reading.tokens[start:stop])
            for relation in _relations(words, text):
                return relation, start, _concepts(words, text)
            if (found := _comparative(words, text)) is not None:
                return found[0], start, found[1]
    return "", end, frozenset()


def _relations(words: Vocabulary, text: str) -> list[Relation]:
    found: list[Relation] = []
    if text in words.phrases(lambda each: each.at_most):
        found.append("at_most")
    if text in words.phrases(lambda each: each.at_least):
        found.append("at_least")
    if text in words.phrases(lambda each: each.below) or text == "<":
        found.append("below")
    if text in words.phrases(lambda each: each.above) or text == ">":
        found.append("above")
    if text in words.phrases(lambda each: each.between):
        found.append("at_least")
    return found


def _comparative(words: Vocabulary, text: str) -> tuple[Relation, frozenset[str]] | None:
    """The relation of a comparative with its `than`, and its concepts."""
    for than in words.phrases(lambda each: each.than):
        if not text.endswith(f" {than}"):
            continue
        bare = text.removesuffix(f" {than}")
        names = frozenset(name for name, each in words.concepts() if bare in each.least | each.most)
        if names:
            is_least = any(bare in each.least for name, each in words.concepts() if name in names)
            return "below" if is_least else "above", names
    return None


def _concepts(words: Vocabulary, text: str) -> frozenset[str]:
    """The concepts of a comparison that also is a comparative, such as `higher than`."""
    found = _comparative(words, text)
    return found[1] if found is not None else frozenset()


def _after(reading: Reading, end: int) -> tuple[Relation, int]:
    """The comparison after a figure, such as `or more`, and the place after it."""
    text = " ".join(token.folded for token in reading.tokens[end : end + 2])
    if len(reading.tokens) > end + 1 and not any(reading.used[end : end + 2]):
        if text in reading.words.phrases(lambda each: each.at_most):
            return "at_most", end + 2
        if text in reading.words.phrases(lambda each: each.at_least):
            return "at_least", end + 2
    return "", end


def _is_range(reading: Reading, figure: _Figure, following: _Figure) -> bool:
    """Whether two figures are the ends of a range."""
    between = reading.tokens[figure.end : following.at]
    until = reading.words.phrases(lambda each: each.until)
    first = reading.tokens[figure.start].folded
    begins = first in reading.words.phrases(lambda each: each.between)
    return begins and len(between) == 1 and between[0].folded in until


def _column(reading: Reading, figure: _Figure, other: _Figure | None, earlier: Query | None) -> Column | None:
    """The column that a figure limits: a named one, one with its unit or its comparative, else the only one it fits."""
    columns = [each for each in reading.schema.columns if each.is_ordered]
    unit = figure.unit or (other.unit if other is not None else "")
    text = reading.tokens[figure.at].folded
    kind = "time" if clock(text) is not None else "date" if "-" in text else "number"
    columns = [each for each in columns if each.kind == kind and _scale(unit, each.unit) is not None]
    if unit:
        exact = [each for each in columns if each.unit]
        prices = [each for each in columns if each.is_price] if unit in CURRENCIES.values() else []
        columns = exact or prices or [each for each in columns if each.at in reading.mentions]
    near = [each for each in columns if each.at in reading.mentions]
    if near:
        return min(near, key=lambda each: min(abs(at - figure.at) for at in reading.mentions[each.at]))
    if figure.concepts:
        columns = [each for each in columns if each.concepts & figure.concepts] or columns
    if len(columns) > 1 and earlier is not None and figure.relation:
        before = {each.column for each in earlier.conditions if each.kind == "bound"}
        columns = [each for each in columns if each.at in before] or columns
    if len(columns) > 1:
        columns = [each for each in columns if _is_within(figure, each)]
    if not figure.relation and other is None and not unit:
        columns = [each for each in columns if _is_number_of_a_row(_value(figure, figure.unit, each), each)]
    return columns[0] if len(columns) == 1 else None


def _is_number_of_a_row(value: float, column: Column) -> bool:
    """Whether a value names a row, as an extension does."""
    return value >= _LEAST_NUMBER and column.values.count(value) == 1


def _is_within(figure: _Figure, column: Column) -> bool:
    """Whether a figure is between the values of a column."""
    return _distance(_value(figure, figure.unit, column), column) == 0


def _value(figure: _Figure, unit: str, column: Column) -> float:
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
    return next((scale[unit] / scale[to] for scale in _SCALES if unit in scale and to in scale), None)


def _condition(reading: Reading, figure: _Figure, other: _Figure | None, column: Column) -> Condition:
    value = _value(figure, figure.unit or (other.unit if other else ""), column)
    lower, upper, is_open = -inf, inf, False
    if other is not None:
        ends = sorted((value, _value(other, other.unit, column)))
        lower, upper = ends[0], ends[1]
    elif figure.relation in {"below", "at_most"}:
        upper, is_open = value, figure.relation == "below"
    elif figure.relation in {"above", "at_least"}:
        lower, is_open = value, figure.relation == "above"
    else:
        lower = upper = value
    rows = set()
    for row in reading.schema.rows:
        found = column.number(row)
        if found is not None and lower <= found <= upper and not (is_open and found == value):
            rows.add(row)
    text = " ".join(token.typed for token in reading.tokens[figure.start : (other or figure).end])
    is_bound = bool(figure.relation) or other is not None
    return Condition(column.at, frozenset(rows), text, "bound" if is_bound else "equal", lower, upper)
