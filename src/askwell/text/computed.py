"""Whether the numbers and dates of a statement follow from those that are known, by one step of arithmetic."""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from functools import cache
from itertools import combinations
from typing import NamedTuple

from askwell.languages import LANGUAGES
from askwell.text.facts.calendar import add_months, full_months
from askwell.text.numbers import numbers
from askwell.text.words import function_words
from askwell.types import Language

_MOST = 24
"""Numbers of each side that are combined: the pairs grow with their product."""
_MOST_SHOWN = 8
_EXACT = 0.005
"""Largest relative difference of a result that is a whole number, for rounding; others are exact to their decimals."""
_YEARS = (2023, 2024)
"""A common and a leap year, for dates without one."""
_MOST_DAYS = 800
_MOST_MONTHS = 60


class _Day(NamedTuple):
    """A date without its year."""

    month: int
    day: int
    """0 if only the month is named."""


def are_computed(statement: str, said: str, sources: Sequence[str], language: Language) -> bool:
    """Whether each new number and date of a statement follows from two that are known, in one step.

    A number is their sum, difference, product, quotient or percentage, or a product and a number that the statement
    shows, added; a date is another one and a number of days or
    months later or earlier. One of the two is from `said`, which is the question and the turns before it; the other one
    may also be from the sources or the statement itself. False for a statement without new numbers and dates.
    """
    own, from_talk = _values(statement, language), _values(said, language)
    known = list(dict.fromkeys([*from_talk, *(value for text in sources for value in _values(text, language))]))
    dates, talked = _dates(statement, language), _dates(said, language)
    new_dates = [each for each in dates if each not in talked] if talked else []
    new = [value for value in own if value not in known and value not in {each.day for each in new_dates}]
    if not new and not new_dates:
        return False
    counts = {*(int(value) for value in [*known, *own] if value <= _MOST_DAYS and value == int(value))}
    if not all(any(_is_later(each, other, counts) for other in talked) for each in new_dates):
        return False
    for value in new:
        others = [*from_talk, *(each for each in own if each != value), *known][:_MOST]
        pairs = ((a, b) for a in from_talk[:_MOST] for b in others)
        if not any(_is(value, result) for a, b in pairs for result in _results(a, b)) and not (
            _is_shown(value, own) or any(_are_clock_times(value, other) for other in from_talk)
        ):
            return False
    return True


def _values(text: str, language: Language) -> list[float]:
    found = []
    for value, _, _ in numbers(text, language):
        try:
            found.append(float(value))
        except ValueError:
            continue
    return list(dict.fromkeys(found))


def _results(a: float, b: float) -> Iterator[float]:
    yield from (a + b, a - b, b - a, a * b, a * b / 100)
    if b:
        yield a / b
    if a:
        yield b / a


def _is_shown(value: float, own: Sequence[float]) -> bool:
    """Whether a statement shows how a number is computed: "120: twice 48, and 24"."""
    others = [each for each in own if each != value][:_MOST_SHOWN]
    return any(a * b + c == value for a, b in combinations(others, 2) for c in others if c not in {a, b})


def _are_clock_times(one: float, other: float) -> bool:
    """Whether two numbers with decimals may be times of a day that are some five minutes apart: 9.45 and 10.15."""
    minutes = [60 * int(each) + round(100 * (each % 1)) for each in (one, other)]
    may_be = all(each < 24 and each != int(each) and round(100 * (each % 1)) < 60 for each in (one, other))
    return may_be and (minutes[0] - minutes[1]) % 5 == 0


def _is(value: float, result: float) -> bool:
    if value == int(value):
        return abs(value - result) <= _EXACT * max(abs(value), 1e-9)
    decimals = len(str(value).partition(".")[2])
    return abs(value - result) <= 0.51 / 10.0**decimals


def _dates(text: str, language: Language) -> list[_Day]:
    pattern = _pattern(language)
    months = _months(language)
    found = []
    for match in pattern.finditer(text):
        name, day = match["month"].lower(), int(match["before"] or match["after"] or 0)
        if day or name not in function_words(language):  # a month that is also another word, as `may` is
            found.append(_Day(months[name], day))
    return list(dict.fromkeys(found))


def _is_later(each: _Day, other: _Day, counts: set[int]) -> bool:
    """Whether a date is a number of days or months after another one, or before it."""
    if any(
        (other.month + sign * count - each.month) % 12 == 0
        for count in counts
        if count < _MOST_MONTHS
        for sign in (1, -1)
    ):
        return each.day in {0, other.day} or not other.day
    if not (each.day and other.day):
        return False
    try:
        starts = [date(year, other.month, other.day) for year in _YEARS]
        ends = {(month.month, month.day) for start in starts for month in _moved(start, counts)}
    except ValueError:
        return False
    return (each.month, each.day) in ends


def _moved(start: date, counts: set[int]) -> Iterator[date]:
    for count in counts | {1}:
        yield from (start + timedelta(days=sign * count) for sign in (1, -1))
        if count < _MOST_MONTHS:
            yield add_months(start, count)


@cache
def _months(language: Language) -> Mapping[str, int]:
    return full_months(language) if language in LANGUAGES else {}


@cache
def _pattern(language: Language) -> re.Pattern[str]:
    names = "|".join(map(re.escape, _months(language))) or r"(?!)"
    day = r"\d{1,2}(?![\d.,:]*\d)"
    return re.compile(
        rf"(?:\b(?P<before>{day})(?:st|nd|rd|th|\.|º|°)? (?:of )?)?\b(?P<month>{names})\b(?: (?P<after>{day}))?",
        re.IGNORECASE,
    )
