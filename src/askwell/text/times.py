"""Times in a text: days and months, how many times it mentions, and whether a question asks for a time."""

import re
from dataclasses import dataclass
from functools import cache

from askwell.languages import LANGUAGES, any_of, lexicon, patterns
from askwell.text.whole import whole_words
from askwell.text.words import fold
from askwell.types import Language

_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_READ_CHARS = 4_000
_MONTHS = 12


@dataclass(frozen=True, slots=True)
class Named:
    """A month or a day mentioned in a text."""

    month: int
    """1 to 12."""
    day: int = 0
    """0 if only the month is mentioned."""
    year: int = 0
    """0 if no year is mentioned."""


def named_times(text: str, language: Language) -> tuple[Named, ...]:
    """Days and months mentioned in the text, in the language or in English."""
    plain = fold(text[:_READ_CHARS])
    codes = [code for code in dict.fromkeys((language, "en")) if any(name in plain for name in _month_numbers(code))]
    found = _YEAR.search(plain) if codes else None
    year = int(found.group()) if found else 0
    days: list[Named] = []
    months: list[Named] = []
    for code in codes:
        numbers = _month_numbers(code)
        pattern, alone = _patterns(code)
        for match in pattern.finditer(plain):
            day = int(match["before"] or match["after"])
            days.append(Named(numbers[match["first"] or match["second"]], day, year))
        months += [Named(numbers[match["month"]], 0, year) for match in alone.finditer(plain)]
    return tuple(dict.fromkeys(days or months))


def times_told(text: str, language: Language) -> int:
    """Number of times mentioned in a text, such as "yesterday", "last week" or a month; at most 2."""
    plain = fold(text[:_READ_CHARS])
    signs = sum(map(_telling(language).__contains__, whole_words(plain)))
    if signs < 2 and ("19" in plain or "20" in plain):
        signs += len(_YEAR.findall(plain))
    return min(2, signs)


def asks_when(question: str, language: Language) -> bool:
    """Whether a question begins with words that ask for a time."""
    return bool(_asking(language).match(fold(question[:_READ_CHARS]).strip()))


@cache
def _month_numbers(language: Language) -> dict[str, int]:
    names = fold(patterns(language).settling.months).split("|")[:_MONTHS]
    return {name: number for number, name in enumerate(names, start=1)}


@cache
def _patterns(language: Language) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Patterns of a day and of a month alone. `May` is also a verb, so a month alone needs a preposition."""
    names = "|".join(_month_numbers(language))
    day = re.compile(
        rf"\b(?P<before>[0-3]?\d)(?:{any_of(lambda each: each.times.day_endings)})?"
        rf"(?:{any_of(lambda each: each.times.day_of)})? (?P<first>{names})\b"
        rf"|\b(?P<second>{names}) (?P<after>[0-3]?\d)\b(?!\d)"
    )
    alone = re.compile(rf"\b(?:{any_of(lambda each: each.times.before_month)})[ -](?P<month>{names})\b")
    return day, alone


@cache
def _telling(language: Language) -> frozenset[str]:
    """Time words of the language and of English."""
    codes = [code for code in dict.fromkeys((language, "en")) if code in LANGUAGES]
    return frozenset(word for code in codes for word in (*lexicon(code).time_words, *_month_numbers(code)))


@cache
def _asking(language: Language) -> re.Pattern[str]:
    words = "|".join(patterns(code).times.when for code in dict.fromkeys((language, "en")) if code in LANGUAGES)
    return re.compile(rf"(?:\W|{any_of(lambda each: each.times.opener)})*(?:{words})\b")
