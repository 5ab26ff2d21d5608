"""What the cells of a column are: numbers with units, times, dates, months, days of the week, yes and no, or texts."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Literal

from askwell.languages import LANGUAGES, table_words
from askwell.languages.tables import TableWords
from askwell.text.words import fold
from askwell.tools.queries.separators import Sign, value_of

Kind = Literal["text", "number", "time", "date", "months", "days", "flag"]
Value = float | frozenset[int] | bool
"""A number, a time in minutes, the ordinal of a date; months from 1 or days of the week from 0; whether."""

_SHARE = 0.8
"""Share of the cells that are not empty that must be of a kind."""
_MONTH_COUNT, _DAY_COUNT = 12, 7

_NUMBER = re.compile(
    r"(?P<before>[€$£]|eur|usd|gbp|chf)?\s?(?P<sign>[<>≤≥~≈±]?\s?[+-]?)(?P<number>\d+(?:[.,]\d+)*|\d{1,3}(?: \d{3})+)"
    r"\s?(?P<unit>[^\d\s|;]{1,10})?"
)
_TIME = re.compile(r"([01]?\d|2[0-4])[:h]([0-5]\d)")
_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
_DAY_FIRST = re.compile(r"(\d{1,2})[./-](\d{1,2})[./-](\d{4})")
_WORD_DATE = re.compile(r"(\d{1,2})\.? ([^\W\d_]{3,10})\.? (\d{4})")
_PART = re.compile(r"[^\W\d_]+|[-–—]")
_DASHES = frozenset("-–—")
_BLANK = "-–—?. "
CURRENCIES = {"eur": "€", "usd": "$", "gbp": "£"}


@dataclass(frozen=True, slots=True)
class Cells:
    """The values of a column."""

    kind: Kind
    values: tuple[Value | None, ...]
    """None for a cell that is empty or not of the kind; of texts, all are None."""
    unit: str = ""
    """The unit in the cells, folded; empty if they have none, or different ones."""
    decimal_sign: Sign = "."


def read_cells(cells: Sequence[str], sign: Sign = ".") -> Cells:
    """The kind of a column's cells, with their values. `sign`: the decimal sign of its numbers."""
    filled = [cell for cell in cells if not _is_nothing(cell)]
    for kind, parse in _PARSERS.items():
        if filled and sum(parse(cell) is not None for cell in filled) >= _SHARE * len(filled):
            values = tuple(None if _is_nothing(cell) else parse(cell) for cell in cells)
            return Cells(kind, values, decimal_sign=sign)
    return _numbers(cells, filled, sign) or Cells("text", (None,) * len(cells), decimal_sign=sign)


def written_numbers(cells: Sequence[str]) -> list[str]:
    """The digits and separators of those cells that are numbers."""
    return [match["number"] for cell in cells if (match := _NUMBER.fullmatch(cell.strip().casefold()))]


def _numbers(cells: Sequence[str], filled: Sequence[str], sign: Sign) -> Cells | None:
    """The values of a column of numbers; None for another column."""
    found = [None if _is_nothing(cell) else _number(cell, sign) for cell in cells]
    read = [each for each in found if each is not None]
    if not filled or len(read) < _SHARE * len(filled):
        return None
    units = {unit for _, unit in read}
    values = tuple(None if each is None else each[0] for each in found)
    return Cells("number", values, units.pop() if len(units) == 1 else "", sign)


def _number(cell: str, sign: Sign) -> tuple[float, str] | None:
    match = _NUMBER.fullmatch(cell.strip().casefold())
    if match is None:
        return None
    value = value_of(match["number"], sign)
    unit = match["before"] or match["unit"] or ""
    if value is None or (unit.isalpha() and not match["before"] and len(unit) > 6):
        return None
    return -value if "-" in match["sign"] else value, CURRENCIES.get(unit, unit)


def clock(text: str) -> float | None:
    """The minutes since midnight of a time of day such as `18:05`."""
    match = _TIME.fullmatch(text.strip().casefold())
    return None if match is None else int(match[1]) * 60 + int(match[2])


def day(text: str) -> float | None:
    """The ordinal of a date; None for another text or a day that does not exist."""
    plain = fold(text.strip())
    if match := _ISO.fullmatch(plain):
        return _ordinal(int(match[1]), int(match[2]), int(match[3]))
    if match := _DAY_FIRST.fullmatch(plain):
        return _ordinal(int(match[3]), int(match[2]), int(match[1]))
    if (match := _WORD_DATE.fullmatch(plain)) and (month := month_numbers().get(match[2])):
        return _ordinal(int(match[3]), month, int(match[1]))
    return None


def _ordinal(year: int, month: int, day_of_month: int) -> float | None:
    try:
        return float(date(year, month, day_of_month).toordinal())
    except ValueError:
        return None


def months(text: str) -> frozenset[int] | None:
    """The months of a text such as `May-July` or `Jan, Feb`; None if it says something else."""
    return _in_cycle(text, month_numbers(), _MONTH_COUNT, first=1)


def days(text: str) -> frozenset[int] | None:
    """The days of the week, from 0, of a text such as `Mon-Thu`; None if it says something else."""
    return _in_cycle(text, day_numbers(), _DAY_COUNT, first=0)


def _in_cycle(text: str, numbers: Mapping[str, int], count: int, *, first: int) -> frozenset[int] | None:
    """The members of ranges and lists of a cycle; None if another word is there, or a digit."""
    found: set[int] = set()
    last, is_range = -1, False
    if any(map(str.isdigit, text)):
        return None
    for part in _PART.findall(fold(text)):
        if part in numbers:
            number = numbers[part]
            steps = (number - last) % count if is_range and last >= 0 else 0
            found.update((number - step - first) % count + first for step in range(steps + 1))
            last, is_range = number, False
        elif part in _DASHES or part in _range_to():
            is_range = True
        elif part not in _range_and():
            return None
    return frozenset(found) or None


def flag(text: str) -> bool | None:
    """Whether a cell says yes; None if it says neither yes nor no."""
    plain = fold(text.strip())
    return True if plain in _yes() else False if plain in _no() else None


def _is_nothing(cell: str) -> bool:
    return not cell.strip(_BLANK) or fold(cell) in _nothing()


@cache
def month_numbers() -> Mapping[str, int]:
    """Folded names and abbreviations of months in all languages, to 1 to 12."""
    return {
        name: number
        for code in LANGUAGES
        for number, names in enumerate(table_words(code).months, start=1)
        for name in names
    }


@cache
def day_numbers() -> Mapping[str, int]:
    """Folded names and abbreviations of the days of the week in all languages, to 0 to 6."""
    return {name: number for code in LANGUAGES for number, names in enumerate(table_words(code).days) for name in names}


def _every(members: Callable[[TableWords], frozenset[str]]) -> frozenset[str]:
    return frozenset(fold(word) for code in LANGUAGES for word in members(table_words(code)))


@cache
def _yes() -> frozenset[str]:
    return _every(lambda each: each.yes)


@cache
def _no() -> frozenset[str]:
    return _every(lambda each: each.no)


@cache
def _nothing() -> frozenset[str]:
    return _every(lambda each: each.nothing)


@cache
def _range_to() -> frozenset[str]:
    return _every(lambda each: each.range_to)


@cache
def _range_and() -> frozenset[str]:
    return _every(lambda each: each.range_and)


_PARSERS: Mapping[Kind, Callable[[str], Value | None]] = {
    "flag": flag,
    "time": clock,
    "date": day,
    "months": months,
    "days": days,
}
