"""Dates, dates of birth and ages."""

import re
from collections.abc import Iterator
from functools import cache

from askwell.privacy.context import any_language, is_near
from askwell.privacy.spans import Span


@cache
def _date() -> re.Pattern[str]:
    months = rf"(?:{any_language(lambda words: words.months)})\.?"
    day, year = r"(?:0?[1-9]|[12]\d|3[01])(?:st|nd|rd|th|º|°)?", r"(?:(?:1[89]|20)\d{2}|['’]\d{2})"
    return re.compile(
        rf"(?<![\w.,/-])(?:"
        rf"{year}[./-](?:0?[1-9]|1[0-2])[./-](?:0?[1-9]|[12]\d|3[01])(?:[ T]\d{{1,2}}:\d{{2}}(?::\d{{2}})?)?|"
        rf"(?:0?[1-9]|[12]\d|3[01])(?P<gap>[./-]|\s-\s)(?:0?[1-9]|[12]\d|3[01])(?P=gap)(?:{year}|\d{{2}})|"
        rf"{day}(?:\s+of|\s+de)?[\s/-]+{months}(?:[\s,/-]+{year})?|"
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


@cache
def _age() -> re.Pattern[str]:
    ages = any_language(lambda words: words.age).replace("N", r"(?:1[01]\d|[1-9]?\d)")
    return re.compile(rf"(?<![\w.,])(?:{ages})(?!\w)", re.IGNORECASE)


def dates(text: str) -> Iterator[Span]:
    """Dates of birth, and other dates."""
    if not any(character.isdigit() for character in text):
        return
    for found in _date().finditer(text):
        is_birth = is_near("born", text, found.start(), found.end())
        yield Span(found.start(), found.end(), "BIRTH_DATE" if is_birth else "DATE")
    for found in _PLAIN_DATE.finditer(text):
        if is_near("born", text, found.start(), found.end()):
            yield Span(found.start(), found.end(), "BIRTH_DATE")


def ages(text: str) -> Iterator[Span]:
    """The numbers of ages."""
    for found in _age().finditer(text):
        number = re.search(r"\d+", found[0])
        if number is not None:
            yield Span(found.start() + number.start(), found.start() + number.end(), "AGE")
