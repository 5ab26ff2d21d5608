"""Words near a number that say what it is, of all languages: a value must not be missed for a wrong guess of one."""

import re
from collections.abc import Callable
from functools import cache

from askwell.languages import LANGUAGES, personal_words
from askwell.languages.privacy import PersonalWords

NEAR_CHARS = 50
"""A label counts at this distance before or after a number, characters; the reach of published recognisers."""
_LABEL_CHARS = 24
"""A label directly before a number may be at most so far from its first digit, characters."""
_BREAK = re.compile(r"[?!]\s|(?<!\b\w)(?<!\b\w{2})(?<!\b\w{3})\.\s|\d")
"""What ends the reach of a label: the end of a sentence, which is none after an abbreviation, or another number."""
_ONE_WORD = re.compile(r"[\s:.#°]{0,3}(?:[^\W\d]{1,12}[\s:.#°]{1,3})?")
"""What may be between a name of a number and the number: one word at most."""


def any_language(words: Callable[[PersonalWords], str]) -> str:
    """The alternatives of all languages, joined by `|` without a group."""
    return "|".join(filter(None, (words(personal_words(code)) for code in LANGUAGES)))


@cache
def _near(name: str) -> re.Pattern[str]:
    words = any_language(lambda each: str(getattr(each, name)))
    return re.compile(rf"(?<![^\W_])(?:{words})(?![^\W_])", re.IGNORECASE)


def is_near(name: str, text: str, start: int, end: int) -> bool:
    """Whether a word of `PersonalWords.name` is near a span."""
    pattern = _near(name)
    before, after = max(0, start - NEAR_CHARS), end + NEAR_CHARS
    return bool(pattern.search(text[before:start]) or pattern.search(text[end:after]))


def is_labelled(name: str, text: str, start: int) -> bool:
    """Whether a word of `PersonalWords.name` is directly before a span, with at most a few characters between."""
    between = _between(name, text, start)
    return between is not None and len(between) <= _LABEL_CHARS and not _BREAK.search(between.removeprefix("."))


def is_named(name: str, text: str, start: int) -> bool:
    """Whether a word of `PersonalWords.name` names the number that begins here: one other word at most is between."""
    between = _between(name, text, start)
    return between is not None and _ONE_WORD.fullmatch(between) is not None


def is_numbered(name: str, text: str, start: int) -> bool:
    """Whether such a word is directly before a number, or only a word like "number" is between."""
    between = _between(name, text, start)
    return between is not None and _numbered().fullmatch(between) is not None


@cache
def _numbered() -> re.Pattern[str]:
    words = any_language(lambda each: each.numbered)
    return re.compile(rf"[\s:.#°-]{{0,3}}(?:(?:{words})[\s:.#°-]{{0,3}})?", re.IGNORECASE)


def _between(name: str, text: str, start: int) -> str | None:
    """The text between the last word of `PersonalWords.name` before a span and the span; none without such a word."""
    before = text[max(0, start - NEAR_CHARS) : start]
    last = None
    for last in _near(name).finditer(before):  # noqa: B007  the last one counts
        pass
    return None if last is None else before[last.end() :]
