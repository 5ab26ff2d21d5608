"""The spellings under which documents may have a value, in all languages."""

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from functools import cache

from askwell.languages import LANGUAGES, lexicon, value_words
from askwell.text.facts.calendar import full_months
from askwell.types import Fact, Language

_DAY = re.compile(r"(?P<year>\d{4})-(?P<month>\d\d)-(?P<day>\d\d)")
_DAY_OF_ANY_YEAR = re.compile(r"--(?P<month>\d\d)-(?P<day>\d\d)")
_MONTH = re.compile(r"(?P<year>\d{4})-(?P<month>\d\d)")
_MONTHS = re.compile(r"(?P<year>\d{4})-(?P<first>\d\d)/(?P=year)-(?P<last>\d\d)")
_DURATION = re.compile(r"PT?(?P<number>\d+)(?P<unit>[A-Z])")
_UNITS = {"D": "day", "W": "week", "M": "month", "Y": "year", "H": "hour"}
_MILLION = 1_000_000
_GROUP_CHARS = 4
_ACT = re.compile(r"(?P<act>[A-Z][A-Za-z.]*\.?) (?:\(\w+\) )?(?P<number>[\d/]+)")


def spellings(fact: Fact) -> tuple[str, ...]:
    """Distinct spellings of all readings of a value; empty if it has none but its own, as a year has.

    The order of their words and the marks in numbers do not matter: `31/01/2025` stands for `31-01-2025` too.
    """
    return tuple(dict.fromkeys(spelling for reading in fact.readings for spelling in _SPELLINGS[fact.kind](reading)))


def _of_date(value: str) -> Iterator[str]:
    if match := _DAY.fullmatch(value):
        year, month, day = match["year"], match["month"], int(match["day"])
        yield f"{day:02}/{month}/{year}"
        yield f"{day}/{int(month)}/{year}"
        yield from (f"{day} {names[int(month)]} {year}" for names in map(_month_names, LANGUAGES))
    elif match := _DAY_OF_ANY_YEAR.fullmatch(value):
        yield from (f"{int(match['day'])} {_month_names(code)[int(match['month'])]}" for code in LANGUAGES)


def _of_period(value: str) -> Iterator[str]:
    if match := _MONTH.fullmatch(value):
        yield f"{match['month']}/{match['year']}"
        yield from (f"{_month_names(code)[int(match['month'])]} {match['year']}" for code in LANGUAGES)
    elif match := _MONTHS.fullmatch(value):
        yield from _of_months(match["year"], int(match["first"]), int(match["last"]))
    elif re.fullmatch(r"\d{4}", value):
        yield value


def _of_months(year: str, first: int, last: int) -> Iterator[str]:
    """A quarter or a half of a year; nothing for other months."""
    length = last - first + 1
    unit = {3: "quarter", 6: "half"}.get(length)
    if unit is None or (first - 1) % length:
        return
    number = (first - 1) // length
    if unit == "quarter":
        yield f"Q{number + 1} {year}"
    for code in LANGUAGES:
        words = value_words(code)
        ordinal = next(word for word, index in lexicon(code).ordinals.items() if index == number and word.isalpha())
        yield f"{ordinal} {words.full_units[unit]} {year}"


def _of_duration(value: str) -> Iterator[str]:
    match = _DURATION.fullmatch(value)
    unit = (
        "minute" if value.endswith("M") and value.startswith("PT") else _UNITS.get(match["unit"], "") if match else ""
    )
    if match and unit:
        yield from (f"{match['number']} {value_words(code).full_units[unit]}" for code in LANGUAGES)


def _of_amount(value: str) -> Iterator[str]:
    number = Decimal(value.split()[1])
    yield from _in_digits(number)
    if number >= _MILLION and number % (_MILLION // 10) == 0:
        for code in LANGUAGES:
            words = value_words(code)
            yield f"{(number / _MILLION).normalize():f} {words.million}".replace(".", words.decimal)


def _of_percentage(value: str) -> Iterator[str]:
    yield from _in_digits(Decimal(value.split(maxsplit=1)[0]))


def _in_digits(number: Decimal) -> Iterator[str]:
    """A number with and without marks between thousands, with a point or a comma before decimals."""
    plain = _plain(number)
    yield plain
    yield plain.replace(".", ",")
    if number >= 1000:
        grouped = f"{Decimal(plain):,}"
        yield grouped
        yield grouped.translate(str.maketrans(".,", ",."))


def _plain(number: Decimal) -> str:
    """Digits without a fraction of zeros."""
    text = f"{number:f}"
    return re.sub(r"\.0*$", "", text)


def _of_reference(value: str) -> Iterator[str]:
    for code in LANGUAGES:
        words = value_words(code)
        named = value
        for short, name in words.part_names.items():
            named = named.replace(f"{short} ", f"{name} ")
        act = _ACT.match(named)
        yield named.replace(act["act"], words.act_names.get(act["act"], act["act"]), 1) if act else named


def _of_identifier(value: str) -> Iterator[str]:
    number = value.split()[1]
    yield number
    yield " ".join(number[at : at + _GROUP_CHARS] for at in range(0, len(number), _GROUP_CHARS))


_SPELLINGS = {
    "date": _of_date,
    "period": _of_period,
    "duration": _of_duration,
    "amount": _of_amount,
    "percentage": _of_percentage,
    "reference": _of_reference,
    "identifier": _of_identifier,
}


@cache
def _month_names(language: Language) -> Mapping[int, str]:
    """Month, 1 to 12, to its full name in lower case."""
    return {number: name for name, number in full_months(language).items()}
