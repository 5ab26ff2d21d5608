"""Dates, months, years and ranges of them, as written."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import cache

from askwell.languages import any_of, lexicon, value_words
from askwell.text.facts.calendar import full_months, months_of
from askwell.text.facts.scan import Scan
from askwell.types import FactKind, Language

_YEAR = r"(?:19|20)\d\d"
_AFTER_YEAR = r"(?![\w/]|[.,]\d)"
_BEFORE_CHARS = 24
_CENTURY_TURN = 70
"""Years of two digits below this are of the 21st century."""


@dataclass(frozen=True, slots=True)
class Point:
    """A day, a month or a year, and where it is written."""

    start: int
    end: int
    year: int | None = None
    month: int | None = None
    day: int | None = None
    others: tuple[str, ...] = ()
    is_alone: bool = True
    """Whether it counts if it is no end of a range."""

    @property
    def canonical(self) -> str:
        """See `Fact.canonical`."""
        year = "-" if self.year is None else f"{self.year:04}"
        if self.month is None:
            return year
        return f"{year}-{self.month:02}" + ("" if self.day is None else f"-{self.day:02}")

    @property
    def precision(self) -> tuple[bool, bool]:
        """Whether it has a month and a day."""
        return self.month is not None, self.day is not None


@dataclass(frozen=True, slots=True)
class _Patterns:
    hint: re.Pattern[str]
    """A digit or a word that all of the others have one of."""
    day_month: re.Pattern[str]
    month_day: re.Pattern[str]
    month_year: re.Pattern[str]
    months: tuple[re.Pattern[str], re.Pattern[str]]
    """Months by themselves: after a preposition, and as the last of a range."""
    years: tuple[re.Pattern[str], ...]
    parts_of_year: tuple[re.Pattern[str], re.Pattern[str]]
    opener: re.Pattern[str]
    """Before the first end of a range."""
    between: re.Pattern[str]
    bare_day: re.Pattern[str]
    """A day of the month as the first end of a range."""


_ISO = re.compile(rf"(?<![\w.-])({_YEAR})-(\d\d)-(\d\d)(?![\w-]*\d)")
_NUMERIC = re.compile(r"(?<![\w.,/-])(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d\d)(?![\w/-]|[.,]\d)")
_MONTH_OF_YEAR = re.compile(rf"(?<![\w.,/-])(0?[1-9]|1[0-2])/({_YEAR})(?![\w/-]|[.,]\d)")


def find_dates(scan: Scan) -> None:
    """Add dates, months, years, quarters, halves of years, and ranges."""
    if not _patterns(scan.language).hint.search(scan.text):
        return
    for pattern in _patterns(scan.language).parts_of_year:
        for match in scan.matches(pattern):
            if months := _part_of_year(scan, match):
                scan.take("period", *match.span(), months)
    points: list[Point] = []
    for point in _points(scan):
        if scan.is_free(point.start, point.end) and not any(_overlap(point, each) for each in points):
            points.append(point)
    points.sort(key=lambda point: point.start)
    at = 0
    while at < len(points):
        point, following = points[at], points[at + 1] if at + 1 < len(points) else None
        at += 1
        if following is not None and (joined := _range(scan, point, following)):
            scan.take("period", point.start, following.end, joined)
            at += 1
        elif joined_days := _range_of_days(scan, point):
            start, canonical = joined_days
            scan.take("period", start, point.end, canonical)
        elif point.is_alone:
            kind: FactKind = "period" if point.day is None else "date"
            scan.take(kind, point.start, point.end, point.canonical, *point.others)


def _overlap(one: Point, other: Point) -> bool:
    return one.start < other.end and other.start < one.end


def _points(scan: Scan) -> Iterator[Point]:
    """Days, then months, then years; a later one may overlap an earlier one."""
    patterns, months = _patterns(scan.language), months_by_name(scan.language)
    for match in _ISO.finditer(scan.text):
        yield from _valid(match, int(match[1]), int(match[2]), int(match[3]))
    for match in _NUMERIC.finditer(scan.text):
        yield from _numeric(scan, match)
    for pattern in (patterns.day_month, patterns.month_day):
        for match in pattern.finditer(scan.text):
            year = int(match["year"]) if match["year"] else None
            yield from _valid(match, year, months[match["month"].lower()], int(match["day"]))
    for match in _MONTH_OF_YEAR.finditer(scan.text):
        yield Point(*match.span(), int(match[2]), int(match[1]))
    for match in patterns.month_year.finditer(scan.text):
        yield Point(*match.span(), int(match["year"]), months[match["month"].lower()])
    for pattern in patterns.months:
        for match in pattern.finditer(scan.text):
            name = match["month"]
            if name.lower() not in scan.words.doubtful_months or name[0].isupper():
                is_alone = pattern is patterns.months[0]
                yield Point(*match.span("month"), None, months[name.lower()], is_alone=is_alone)
    for pattern in patterns.years:
        for match in pattern.finditer(scan.text):
            yield Point(*match.span("year"), int(match["year"]))


def _valid(match: re.Match[str], year: int | None, month: int, day: int) -> Iterator[Point]:
    if _is_day(year, month, day):
        yield Point(*match.span(), year, month, day)


def _is_day(year: int | None, month: int, day: int) -> bool:
    try:
        date(2000 if year is None else year, month, day)
    except ValueError:
        return False
    return True


def _numeric(scan: Scan, match: re.Match[str]) -> Iterator[Point]:
    """A date in digits: the day first, or in English also the month."""
    first, mark, second, written = match.groups()
    if len(written) == 2 and mark == ".":
        return
    year = int(written) if len(written) == 4 else int(written) + (2000 if int(written) < _CENTURY_TURN else 1900)
    orders = [(int(first), int(second)), (int(second), int(first))]
    if not scan.words.is_day_first:
        orders.reverse()
    found = [Point(*match.span(), year, month, day) for day, month in orders if _is_day(year, month, day)]
    if scan.words.is_day_first or len({each.canonical for each in found}) == 1:
        found = found[:1]
    if found:
        yield replace(found[0], others=tuple([each.canonical for each in found[1:]]))


def _range(scan: Scan, first: Point, last: Point) -> str:
    """The range from one point to another, as first and last; empty if the text between them makes none."""
    patterns = _patterns(scan.language)
    between = scan.text[first.end : last.start]
    if first.precision != last.precision or first.others or last.others:
        return ""
    match = patterns.between.fullmatch(between)
    is_opened = bool(patterns.opener.search(scan.text, max(0, first.start - _BEFORE_CHARS), first.start))
    if match is None or not (match["until"] or is_opened):
        return ""
    if first.year is None:
        first = replace(first, year=last.year)
    if (first.year is None) != (last.year is None) or first.canonical >= last.canonical:
        return ""
    return f"{first.canonical}/{last.canonical}"


def _range_of_days(scan: Scan, last: Point) -> tuple[int, str] | None:
    """Start and value of a range whose first day has no month of its own: `3-7 June`."""
    if last.day is None or last.others:
        return None
    patterns = _patterns(scan.language)
    begin = max(0, last.start - _BEFORE_CHARS)
    match = patterns.bare_day.search(scan.text, begin, last.start)
    if match is None or not scan.is_free(*match.span()):
        return None
    if not match["until"] and not patterns.opener.search(
        scan.text, max(0, match.start() - _BEFORE_CHARS), match.start()
    ):
        return None
    first = replace(last, day=int(match["day"]))
    if not 0 < int(match["day"]) < last.day:
        return None
    return match.start("day"), f"{first.canonical}/{last.canonical}"


def _part_of_year(scan: Scan, match: re.Match[str]) -> str:
    """The quarter or half of a year that is named by its number."""
    length = 3 if match["quarter"] else 6
    parts = 12 // length
    names = match.groupdict()
    index = int(names["digit"]) - 1 if "digit" in names else lexicon(scan.language).ordinals[names["ordinal"].lower()]
    year = int(match["year"]) if match["year"] else None
    if index < 0 and year is not None:
        index += parts
    # Without a year, "the last quarter" is relative.
    return months_of(year, index * length + 1, length) if 0 <= index < parts else ""


@cache
def months_by_name(language: Language) -> Mapping[str, int]:
    """Month, 1 to 12, by its full and short names in lower case."""
    return {**value_words(language).short_months, **full_months(language)}


@cache
def _patterns(language: Language) -> _Patterns:
    words = value_words(language)
    month = rf"(?P<month>{_alternatives(months_by_name(language))})(?!\w)\.?"
    full_month = rf"(?P<month>{_alternatives(full_months(language))})(?!\w)"
    ordinal = rf"(?P<ordinal>{_alternatives(lexicon(language).ordinals)})"
    article = rf"(?:(?:{words.article})(?:\s|(?<=['’])))?"
    ending = rf"(?:{any_of(lambda each: each.times.day_endings)}|º)?"
    of_month = any_of(lambda each: each.times.day_of)
    day = rf"(?<![\w.,/])(?P<day>[0-3]?\d){ending}"
    year = rf"(?P<year>{_YEAR}){_AFTER_YEAR}"
    before_month = any_of(lambda each: each.times.before_month)
    of_year = rf"(?:,?\s(?:(?:{words.before_year})\s)?{year})?"
    until = rf"(?P<until>\s?[-–]\s?|\s(?:{words.until})\s)"
    joint = rf"(?:{until}|\s(?:{words.joined})\s){article}"
    month_first = rf"(?<!\w){month}\s(?P<day>[0-3]?\d){ending}(?![\w/]|[.,:]\d)(?:,?\s{year})?"
    parts = f"{words.units['quarter']}|{words.units['half']}"
    return _Patterns(
        hint=_compiled(rf"\d|(?<!\w)(?:{_alternatives(months_by_name(language))}|{parts})(?!\w)"),
        day_month=_compiled(rf"{day}(?:{of_month})?\s{month}{of_year}"),
        month_day=_compiled(r"(?!)" if words.is_day_first else month_first),
        month_year=_compiled(rf"(?<!\w){month}(?:,|\s(?:{words.before_year}))?\s{year}"),
        months=(
            _compiled(rf"(?<!\w)(?:{before_month}|{words.between})\s{article}{full_month}"),
            _compiled(rf"(?<!\w)(?P<joint>{words.until}|{words.joined})\s{article}{full_month}"),
        ),
        years=(
            _compiled(rf"(?<!\w)(?:{words.before_year}|{words.between})\s{article}{year}(?!\s?[$€£%])"),
            _compiled(rf"(?<![\w.,/-]){year}(?=\s?(?:[?!;:)]|[-–](?:19|20)\d\d|[.,](?:\s|$)|$))"),
            _compiled(rf"(?<=\d[-–]){year}"),
        ),
        parts_of_year=(
            _compiled(rf"(?<!\w)(?P<quarter>Q)(?P<digit>[1-4])(?!\w){of_year}"),
            _compiled(
                rf"(?<!\w){ordinal}\s(?:(?P<quarter>{words.units['quarter']})|{words.units['half']})(?!\w){of_year}"
            ),
        ),
        opener=_compiled(rf"(?<!\w)(?:{words.between})\s{article}$"),
        between=_compiled(joint),
        bare_day=_compiled(rf"{day}{joint}$"),
    )


def _alternatives(names: Iterable[str]) -> str:
    return "|".join(sorted(names, key=len, reverse=True))


def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)
