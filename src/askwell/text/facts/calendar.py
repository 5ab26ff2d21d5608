"""Days and periods in ISO 8601, and those at a distance from a day."""

from calendar import monthrange
from collections.abc import Mapping
from datetime import date, timedelta
from functools import cache

from askwell.languages import patterns, value_words
from askwell.types import Language

MONTHS_OF = {"month": 1, "quarter": 3, "half": 6, "year": 12}
"""Unit of time to its months."""

_DAYS_OF_WEEK = 7
_MONTHS_OF_YEAR = 12


@cache
def full_months(language: Language) -> Mapping[str, int]:
    """Full name of a month in lower case to its number, 1 to 12."""
    names = patterns(language).settling.months.split("|")[:_MONTHS_OF_YEAR]
    return {name: number for number, name in enumerate(names, start=1)}


@cache
def weekdays(language: Language) -> Mapping[str, int]:
    """Weekday in lower case to its number, 0 for Monday."""
    return {name: number for number, name in enumerate(value_words(language).weekdays)}


def add_months(day: date, months: int) -> date:
    """The same day some months later, or the last day of a shorter month. Raises ValueError outside years 1 to 9999."""
    index = day.year * _MONTHS_OF_YEAR + day.month - 1 + months
    year, month = index // _MONTHS_OF_YEAR, index % _MONTHS_OF_YEAR + 1
    return date(year, month, min(day.day, monthrange(year, month)[1]))


def moved(day: date, unit: str, count: int) -> date:
    """The day `count` units later; `unit` is `day`, `week` or one of `MONTHS_OF`. Raises ValueError, OverflowError."""
    if unit in MONTHS_OF:
        return add_months(day, count * MONTHS_OF[unit])
    return day + timedelta(days=count * (_DAYS_OF_WEEK if unit == "week" else 1))


def period_of(day: date, unit: str) -> str:
    """The week, month, quarter, half or year that a day is in, or the day."""
    if unit == "day":
        return day.isoformat()
    if unit == "week":
        monday = day - timedelta(days=day.weekday())
        return f"{monday}/{monday + timedelta(days=_DAYS_OF_WEEK - 1)}"
    if unit == "year":
        return f"{day.year:04}"
    length = MONTHS_OF[unit]
    return months_of(day.year, (day.month - 1) // length * length + 1, length)


def months_of(year: int | None, first: int, length: int) -> str:
    """Some months of a year from the first one, 1 to 12; of any year if `year` is None."""
    prefix = "-" if year is None else f"{year:04}"
    start = f"{prefix}-{first:02}"
    return start if length == 1 else f"{start}/{prefix}-{first + length - 1:02}"


def last_day(period: str) -> str:
    """The last day of a period with a year."""
    return _edge(period.rpartition("/")[2], is_last=True)


def first_day(period: str) -> str:
    """The first day of a period with a year."""
    return _edge(period.partition("/")[0], is_last=False)


def _edge(part: str, *, is_last: bool) -> str:
    fields = [int(each) for each in part.split("-")]
    year = fields[0]
    month = fields[1] if len(fields) > 1 else _MONTHS_OF_YEAR if is_last else 1
    day = fields[2] if len(fields) > 2 else monthrange(year, month)[1] if is_last else 1
    return date(year, month, day).isoformat()


def coming_weekday(today: date, weekday: int) -> date:
    """The first day after today with this weekday, 0 for Monday."""
    return today + timedelta(days=(weekday - today.weekday() - 1) % _DAYS_OF_WEEK + 1)


def previous_weekday(today: date, weekday: int) -> date:
    """The last day before today with this weekday."""
    return today - timedelta(days=(today.weekday() - weekday - 1) % _DAYS_OF_WEEK + 1)


def weekday_of_week(today: date, weekday: int) -> date:
    """The day of the week of today with this weekday."""
    return today + timedelta(days=weekday - today.weekday())
