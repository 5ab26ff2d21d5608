"""Dates, dates of birth and ages."""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from askwell.privacy.context import any_language, is_labelled, is_near
from askwell.privacy.spans import Span


@cache
def _date() -> re.Pattern[str]:
    months = rf"(?:{any_language(lambda words: words.months)})\.?"
    day, year = r"(?:0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th|º|°)?", r"(?:(?:1[89]|20)\d{2}|['’]\d{2})"
    return re.compile(
        rf"(?<![\w.,/-])(?:"
        rf"{year}[./-](?:0?[1-9]|1[0-2])[./-](?:0?[1-9]|[12]\d|3[01])(?:[ T]\d{{1,2}}:\d{{2}}(?::\d{{2}})?)?|"
        rf"(?:0?[1-9]|[12]\d|3[01])(?P<gap>[./-]|\s-\s)(?:0?[1-9]|[12]\d|3[01])(?P=gap)(?:{year}|\d{{2}})|"
        rf"{day}(?:\s+of|\s+de)?[\s/-]+{months}(?:[\s,/-]+(?:[dv]\w\w\s|of\s)?{year})?|"
        rf"{months}\s+{day}(?:,?\s+{year})?|"
        rf"(?:january|february|march|april|june|july|august|september|october|november|december)\s+{year}"
        rf")(?![\w/-]|[.,]\d)",
        re.IGNORECASE,
    )


_PLAIN_DATE = re.compile(
    r"(?<![\w.,/-])(?:(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])(?:19|20)\d{2}|"
    r"(?:0?[1-9]|[12]\d|3[01]) (?:0?[1-9]|1[0-2]) (?:19|20)\d{2})(?![\w/-]|[.,]\d)"
)
"""A date without marks, which is one only near a word for a birth."""
_SHORTEST_DATE = re.compile(r"(?<![\w.,/-])(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])\d{2}(?![\w/-]|[.,]\d)")
"""One of six digits, which is one only after such a word."""
_BEFORE_BIRTH = re.compile(r"[ ,(-]{1,3}$")
_YEAR = re.compile(r"(?:19|20)\d{2}")
_SIGNED_SINCE = 2010


@cache
def _age() -> re.Pattern[str]:
    ages = any_language(lambda words: words.age).replace("N", r"(?:1[01]\d|[1-9]?\d)")
    return re.compile(rf"(?<![\w.,])(?:{ages})(?!\w)", re.IGNORECASE)


def dates(text: str) -> Iterator[Span]:
    """Dates of birth, and other dates."""
    if not any(character.isdigit() for character in text):
        return
    for found in _date().finditer(text):
        is_birth = _is_of_birth(text, found.start(), found.end())
        yield Span(found.start(), found.end(), "BIRTH_DATE" if is_birth else "DATE")
    for found in _PLAIN_DATE.finditer(text):
        if _is_of_birth(text, found.start(), found.end()):
            yield Span(found.start(), found.end(), "BIRTH_DATE")
    for found in _SHORTEST_DATE.finditer(text):
        if is_labelled("born", text, found.start()):
            yield Span(found.start(), found.end(), "BIRTH_DATE")


def births(text: str, spans: Sequence[Span]) -> Iterator[Span]:
    """Dates among these spans that are the birth of the person before them: between brackets, or of before 2010.

    A date after a name without brackets is often that of a signature, which is younger.
    """
    ends = {span.end for span in spans if span.kind in {"PERSON", "NL_BSN", "IT_FISCAL_CODE"}}
    for span in spans:
        before = _BEFORE_BIRTH.search(text, max(0, span.start - 4), span.start)
        if span.kind != "DATE" or before is None or before.start() not in ends:
            continue
        year = _YEAR.search(text[span.start : span.end])
        if year is not None and ("(" in before[0] or int(year[0]) < _SIGNED_SINCE):
            yield span._replace(kind="BIRTH_DATE")


def _is_of_birth(text: str, start: int, end: int) -> bool:
    """Whether a word for a birth is near a date; one on another line, or before a colon, is about what follows it.

    Directly before the date it may be at the end of the line before.
    """
    if is_labelled("born", text, start):
        return True
    line = text[:end].rpartition("\n")[2]
    if is_near("born", line, len(line) - (end - start), len(line)):
        return True
    after = text[end:].partition("\n")[0].partition(":")[0]
    return is_near("born", after, 0, 0)


def ages(text: str) -> Iterator[Span]:
    """The numbers of ages."""
    for found in _age().finditer(text):
        number = re.search(r"\d+", found[0])
        if number is not None:
            yield Span(found.start() + number.start(), found.start() + number.end(), "AGE")
