"""Figures in a question: numbers, times and dates, each with its comparison, its unit and its concepts."""

import re
from dataclasses import dataclass
from datetime import date
from typing import Literal

from askwell.text.facts import find_facts
from askwell.text.facts.calendar import first_day, last_day
from askwell.tools.queries.cells import CURRENCIES, clock, day
from askwell.tools.queries.question import Reading
from askwell.tools.queries.separators import Sign, readings
from askwell.tools.queries.words import Vocabulary
from askwell.types import Language

Relation = Literal["below", "above", "at_most", "at_least", ""]

_LONGEST = 4
"""Words of a comparison at most."""
SCALES: tuple[dict[str, float], ...] = (
    {"mm": 0.001, "cm": 0.01, "m": 1.0, "km": 1000.0, "inch": 0.0254, "ft": 0.3048},
    {"mg": 0.001, "g": 1.0, "kg": 1000.0, "t": 1_000_000.0},
    {"ml": 0.001, "cl": 0.01, "l": 1.0},
    {"s": 1.0, "min": 60.0, "h": 3600.0, "d": 86400.0},
    {"mb": 1.0, "gb": 1000.0, "tb": 1_000_000.0},
)
"""Units of one quantity, in multiples of one of them."""


_PERIOD = re.compile(r"\d{4}-\d\d(?:-\d\d)?(?:/\d{4}-\d\d(?:-\d\d)?)?")
_YEAR = re.compile(r"1[5-9]\d\d|20\d\d")


@dataclass(frozen=True, slots=True)
class Figure:
    """A number, a time or a date of a question."""

    start: int
    """Place of the first word of its comparison, or of the number."""
    at: int
    """Place of the number."""
    end: int
    """Place after its unit and what follows."""
    readings: tuple[tuple[float, Sign], ...]
    """Its values, each with the decimal sign of that reading; empty for a date."""
    days: tuple[float, float] | None
    """First and last day of a date, a month or what can be a year, as ordinals."""
    unit: str
    relation: Relation
    concepts: frozenset[str]
    """Concepts of its comparative, such as that of `cheaper than`."""


def dates_in_iso(question: str, language: Language, today: date) -> str:
    """The question with dates, months and quarters of a year in digits: `2024-06-01`, `2024-06`, `2024-04/2024-06`.

    Relative ones, such as `last year`, are counted from `today`. An ambiguous one stays as typed, and a relative one
    next to another date, as in `the last quarter of 2022`.
    """
    found = [each for each in find_facts(question, language, today) if each.kind in {"date", "period"}]
    for fact in reversed(found):
        is_date = _PERIOD.fullmatch(fact.canonical) or (fact.is_relative and _YEAR.fullmatch(fact.canonical))
        if is_date and not fact.others and not (fact.is_relative and len(found) > 1):
            question = f"{question[: fact.start]}{fact.canonical}{question[fact.end :]}"
    return question


def find_figures(reading: Reading) -> list[Figure]:
    """The free numbers with what belongs to them, in order; without those that say how many rows are asked for."""
    if not any(column.is_ordered for column in reading.schema.columns):
        return []
    return [figure for at in range(len(reading.tokens)) if (figure := _figure(reading, at)) is not None]


def _figure(reading: Reading, at: int) -> Figure | None:
    token = reading.tokens[at]
    if reading.used[at] or not token.is_number or at in reading.counts:
        return None
    days = _days(token.folded)
    values = _values(token.folded)
    if not values and days is None:
        return None
    unit, end = _unit(reading, at)
    start = at - 1 if at and reading.tokens[at - 1].folded in "€$£" else at
    relation, first, concepts = _before(reading, start)
    if not relation:
        relation, end = _after(reading, end)
    elif "/" in token.folded and reading.tokens[first].folded in reading.words.phrases(lambda each: each.between):
        relation, start = "", first  # a range of dates is one token: `between` it says nothing more
    return Figure(first if relation else start, at, end, values, days, unit, relation, concepts)


def says_when(reading: Reading, figure: Figure) -> bool:
    """Whether a figure is a date, or a number that can be a year, without a unit or a comparison of amounts."""
    around = (*reading.tokens[figure.start : figure.at], *reading.tokens[figure.at + 1 : figure.end])
    text = " ".join(token.folded for token in around)
    is_compared = bool(figure.relation) and text not in reading.words.phrases(lambda each: each.dated)
    return figure.days is not None and not (figure.readings and (figure.unit or is_compared))


def _days(text: str) -> tuple[float, float] | None:
    """The first and last day of a date, a month, a range of them or a year; None for another number."""
    if (exact := day(text)) is not None:
        return exact, exact
    try:
        if _PERIOD.fullmatch(text) or _YEAR.fullmatch(text):
            first, last = date.fromisoformat(first_day(text)), date.fromisoformat(last_day(text))
            return float(first.toordinal()), float(last.toordinal())
    except ValueError:
        pass
    return None


def _values(text: str) -> tuple[tuple[float, Sign], ...]:
    """The readings of a number, or the value of a time of day; empty for a date."""
    minutes = clock(text)
    if minutes is not None:
        return ((minutes, "."),)
    return () if "-" in text or "/" in text else readings(text)


def _unit(reading: Reading, at: int) -> tuple[str, int]:
    """The unit of the number at a place, and the place after it."""
    units = {column.unit for column in reading.schema.columns if column.unit}
    scaled = {unit for scale in SCALES for unit in scale}
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


def is_range(reading: Reading, figure: Figure, following: Figure) -> bool:
    """Whether two figures are the ends of a range."""
    between = reading.tokens[figure.end : following.at]
    until = reading.words.phrases(lambda each: each.until)
    first = reading.tokens[figure.start].folded
    begins = first in reading.words.phrases(lambda each: each.between)
    return begins and len(between) == 1 and between[0].folded in until
