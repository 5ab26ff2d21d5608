"""Days and periods at a distance from the day of the question: "last month", "two weeks ago"."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from askwell.languages import value_words
from askwell.text.facts.calendar import (
    coming_weekday,
    first_day,
    last_day,
    moved,
    period_of,
    previous_weekday,
    weekday_of_week,
    weekdays,
)
from askwell.text.facts.scan import Scan
from askwell.types import FactKind, Language

_UNITS = ("day", "week", "month", "quarter", "half", "year")
_NUMBER = r"(?P<n>\d{1,4})"
_EXACT = ("day", "week")
"""Units whose number gives a day; "six months ago" is a month."""


@dataclass(frozen=True, slots=True)
class _Patterns:
    hint: re.Pattern[str]
    """A word that all of the others have one of."""
    days: Mapping[re.Pattern[str], int]
    counted: Mapping[re.Pattern[str], int]
    """`n` units ago, and from now, with the sign."""
    spans: Mapping[re.Pattern[str], int]
    """The last and the next `n` units."""
    periods: Mapping[re.Pattern[str], int]
    """The last, this and the next unit or weekday, with the distance."""
    this_end: Mapping[re.Pattern[str], int]
    """The end (1) and the start (0) of "the year"."""
    edges: Mapping[re.Pattern[str], bool]
    """The end and the start of the period after the match."""


@dataclass(frozen=True, slots=True)
class _Found:
    kind: FactKind
    readings: tuple[str, ...]


def find_relative(scan: Scan) -> None:
    """Add days and periods that are relative to the day of the question."""
    patterns = _patterns(scan.language)
    if not patterns.hint.search(scan.text):
        return
    for table, read in (
        (patterns.days, _day),
        (patterns.counted, _counted),
        (patterns.spans, _span),
        (patterns.periods, _period),
        (patterns.this_end, _edge_of_this),
    ):
        for pattern, value in table.items():
            for match in scan.matches(pattern):
                try:
                    found = read(scan, match, value)
                except (ValueError, OverflowError):
                    continue  # outside of the calendar
                scan.take(found.kind, *match.span(), *found.readings, is_relative=True)


def find_edges(scan: Scan) -> None:
    """Make the end of a period that was found its last day, and the start its first day."""
    if not any(fact.kind == "period" for fact in scan.facts):
        return
    for pattern, is_end in _patterns(scan.language).edges.items():
        for match in list(scan.matches(pattern)):
            scan.narrow(match.span(), last_day if is_end else first_day)


def _day(scan: Scan, _: re.Match[str], distance: int) -> _Found:
    return _Found("date", (moved(scan.today, "day", distance).isoformat(),))


def _counted(scan: Scan, match: re.Match[str], sign: int) -> _Found:
    unit = _unit(match)
    day = moved(scan.today, unit, sign * int(match["n"]))
    return _Found("date", (day.isoformat(),)) if unit in _EXACT else _Found("period", (period_of(day, unit),))


def _span(scan: Scan, match: re.Match[str], sign: int) -> _Found:
    other = moved(scan.today, _unit(match), sign * int(match["n"]))
    first, last = sorted((scan.today, other))
    return _Found("period", (f"{first}/{last}",))


def _edge_of_this(scan: Scan, match: re.Match[str], is_end: int) -> _Found:
    period = period_of(scan.today, _unit(match))
    return _Found("date", (last_day(period) if is_end else first_day(period),))


def _period(scan: Scan, match: re.Match[str], distance: int) -> _Found:
    name = match["weekday"]
    if name is None:
        unit = _unit(match)
        return _Found("date" if unit == "day" else "period", (period_of(moved(scan.today, unit, distance), unit),))
    weekday = weekdays(scan.language)[name.lower()]
    if distance < 0:
        days = [previous_weekday(scan.today, weekday)]
    elif distance == 0:
        days = [weekday_of_week(scan.today, weekday)]
    else:
        days = [coming_weekday(scan.today, weekday)]
        if scan.words.is_next_weekday_doubtful and days[0] <= weekday_of_week(scan.today, 6):
            days.append(moved(days[0], "week", 1))
    return _Found("date", tuple([day.isoformat() for day in days]))


def _unit(match: re.Match[str]) -> str:
    return next(unit for unit in _UNITS if match[unit])


@cache
def _patterns(language: Language) -> _Patterns:
    words = value_words(language)
    weekday = f"(?P<weekday>{'|'.join(weekdays(language))})"
    units = "|".join(f"(?P<{unit}>{words.units[unit]})" for unit in _UNITS)
    article = rf"(?:(?:{words.article})(?:\s|(?<=['’])))?"
    edges = {words.end: True, words.start: False}
    distances = {words.previous: -1, words.current: 0, words.following: 1}
    names = "|".join([*words.units.values(), *words.days, *weekdays(language)])
    return _Patterns(
        hint=re.compile(rf"(?<!\w)(?:{names})(?!\w)", re.IGNORECASE),
        days={pattern: days for names, days in words.days.items() for pattern in _compiled(names, "", language)},
        counted=_table({words.ago: -1, words.ahead: 1}, f"(?:{units})", language),
        spans=_table({words.recent: -1, words.coming: 1}, f"(?:{units})", language),
        periods=_table(distances, f"(?:{units}|{weekday})", language),
        this_end={
            re.compile(rf"(?<!\w)(?:{names})\s?{article}(?:{units})(?!\w)", re.IGNORECASE): is_end
            for names, is_end in edges.items()
        },
        edges={
            re.compile(rf"(?<!\w)(?:{names})\s{article}|(?<!\w)(?:{names})(?<=['’])", re.IGNORECASE): is_end
            for names, is_end in edges.items()
        },
    )


def _table(phrases: Mapping[str, int], unit: str, language: Language) -> dict[re.Pattern[str], int]:
    return {pattern: value for phrase, value in phrases.items() for pattern in _compiled(phrase, unit, language)}


def _compiled(phrases: str, unit: str, language: Language) -> Iterator[re.Pattern[str]]:
    """A pattern of each alternative, since a group may have its name once only."""
    article = rf"(?:(?:{value_words(language).article})(?:\s|(?<=['’])))?" if "{unit}" in phrases else ""
    for phrase in _alternatives(phrases):
        filled = phrase.replace("{n}", _NUMBER).replace("{unit}", unit)
        yield re.compile(rf"(?<!\w){article}(?:{filled})(?!\w)", re.IGNORECASE)


def _alternatives(phrases: str) -> Iterator[str]:
    """The alternatives of a pattern that are outside of all groups."""
    depth = begin = 0
    for at, char in enumerate(phrases):
        depth += (char in "([") - (char in ")]")
        if char == "|" and not depth:
            yield phrases[begin:at]
            begin = at + 1
    yield phrases[begin:]
