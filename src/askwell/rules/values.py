"""Values that a statement gives: dates, times, weekdays and numbers, each where it stands."""

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from typing import Literal

from askwell.languages import patterns
from askwell.text.bounds import text_cache
from askwell.text.numbers import numbers
from askwell.text.words import content_stems
from askwell.types import Language

ValueKind = Literal["date", "time", "weekday", "year", "number"]


@dataclass(frozen=True, slots=True)
class Value:
    """A value and where it stands; two of one kind and the same `key` are the same value."""

    kind: ValueKind
    key: str
    start: int
    end: int


def values(text: str, language: Language) -> list[Value]:
    """Values in order: `16 mei` is one date, `2 pm` a time, `Tuesdays` a weekday, `2027` a year, the rest numbers."""
    patterns = _patterns(language)
    found = [
        Value("weekday", match.group().lower().rstrip("s"), *match.span()) for match in patterns.weekday.finditer(text)
    ]
    for key, start, end in _numbers(text, language):
        found.append(_read(text, key, start, end, patterns))
    return sorted(found, key=lambda value: value.start)


def frame(text: str, language: Language, without: Collection[Value] | None = None) -> frozenset[str]:
    """Stems of the content words that stand outside of the values: what the values are said of."""
    cut = text
    for value in sorted(without if without is not None else values(text, language), key=lambda each: -each.start):
        cut = f"{cut[: value.start]} {cut[value.end :]}"
    return frozenset(content_stems(cut, language))


def keys(text: str, language: Language) -> frozenset[str]:
    """Stems of the content words, numbers in one way of writing: what two texts can be compared by."""
    counted = _numbers(text, language)
    cut = text
    for _, start, end in reversed(counted):
        cut = f"{cut[:start]} {cut[end:]}"
    return frozenset(content_stems(cut, language)) | {key for key, _, _ in counted}


@dataclass(frozen=True, slots=True)
class Kept:
    """A text that a conversation keeps, as others are compared with it."""

    values: tuple[Value, ...]
    keys: frozenset[str]
    frame: frozenset[str]


@text_cache(400_000)
def kept(text: str, language: Language) -> Kept:
    """A kept text read once: what is in force comes back after every turn."""
    found = values(text, language)
    return Kept(tuple(found), keys(text, language), frame(text, language, found))


@dataclass(frozen=True, slots=True)
class _Patterns:
    weekday: re.Pattern[str]
    month_behind: re.Pattern[str]
    month_before: re.Pattern[str]
    clock_behind: re.Pattern[str]
    clock_before: re.Pattern[str]
    one: re.Pattern[str]


@cache
def _patterns(language: Language) -> _Patterns:
    known, english = patterns(language).settling, patterns("en").times
    return _Patterns(
        weekday=re.compile(rf"\b(?:{known.weekdays})\b", re.IGNORECASE),
        month_behind=re.compile(
            rf"(?:{english.day_endings})?\s+(?:of\s+)?(?:{known.months})\b(?:\s+(?:19|20)\d\d\b)?", re.I
        ),
        month_before=re.compile(rf"\b(?:{known.months})\s+$", re.IGNORECASE),
        clock_behind=re.compile(rf"\s*(?:{known.clock})(?![\w])", re.IGNORECASE),
        clock_before=re.compile(rf"\b(?:{known.clock_before})\s+$", re.IGNORECASE),
        one=re.compile(rf"\b(?:{known.ones})\b", re.IGNORECASE),
    )


def _numbers(text: str, language: Language) -> list[tuple[str, int, int]]:
    """Numbers of the text, including the word for one if it is not an article."""
    ones = [("1", *match.span()) for match in _patterns(language).one.finditer(text)]
    return sorted([*numbers(text, language), *ones], key=lambda each: each[1])


def _read(text: str, key: str, start: int, end: int, patterns: _Patterns) -> Value:
    if month := patterns.month_behind.match(text, end):
        return Value("date", f"{key}{month.group().lower()}", start, month.end())
    if before := patterns.month_before.search(text, 0, start):
        return Value("date", f"{key} {before.group().strip().lower()}", before.start(), end)
    if clock := patterns.clock_behind.match(text, end):
        return Value("time", key + clock.group().strip().lower(), start, clock.end())
    if patterns.clock_before.search(text, max(0, start - 10), start):
        return Value("time", key, start, end)
    if re.fullmatch(r"(?:19|20)\d\d", text[start:end]):
        return Value("year", key, start, end)
    return Value("number", key, start, end)
