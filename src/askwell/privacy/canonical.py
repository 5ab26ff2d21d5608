"""One form for the ways to write a value, so that a value has one placeholder."""

import re
from collections.abc import Callable, Mapping
from functools import cache

from askwell.languages import LANGUAGES, personal_words, value_words
from askwell.privacy.numbers import digits_of
from askwell.privacy.spans import Kind

_SPACES = re.compile(r"[\s|]+")
_SEPARATORS = re.compile(r"[\s.,/()|_·\-]+")
_MARKS = re.compile(r"[\s|.,;]+")
_COUNTRIES = (
    (re.compile(r"3[2-9]\d{7,8}"), "39"),
    (re.compile(r"0[127]\d{9}"), "44"),
    (re.compile(r"06\d{8}|0\d{9}"), "31"),
    (re.compile(r"0\d{5,10}"), "39"),
    (re.compile(r"[2-9]\d{9}"), "1"),
)
"""Forms of national numbers, and the country for which they are taken."""
_WITH_COUNTRY = re.compile(r"393[2-9]\d{8}|316[1-9]\d{7}|447\d{9}")
_DATE = re.compile(r"(\d{1,4})\D{1,4}(\d{1,2})\D{1,4}(\d{1,4})")
_DUTCH_VAT = re.compile(r"\d{9}b\d{2}")
_MONTHS = 12
_PARTS = re.compile(r"\d+|[^\W\d_]+")


def canonical(kind: Kind, value: str) -> str:
    """What is the same for all ways to write a value.

    Case and marks between groups do not matter, nor does the code of a country that the form of a telephone number or
    of a VAT number tells, nor whether the month of a date is a word. `10/12` is taken for the tenth of December.
    """
    return _FORMS.get(kind, _bare)(value)


def _in_words(value: str) -> str:
    return _SPACES.sub(" ", value).strip().casefold()


def _bare(value: str) -> str:
    return _SEPARATORS.sub("", value).casefold()


def _address(value: str) -> str:
    return _MARKS.sub(" ", value).strip().casefold()


def _vat(value: str) -> str:
    """The number with the code of its country, which Italian and Dutch numbers are often written without."""
    bare = _bare(value)
    return f"it{bare}" if bare.isdigit() else f"nl{bare}" if _DUTCH_VAT.fullmatch(bare) else bare


def _phone(value: str) -> str:
    """The code of the country and the number without the zero that some countries write before it."""
    digits = digits_of(value)
    country = ""
    if value.lstrip(" (").startswith("+") or digits.startswith("00"):
        digits = digits.removeprefix("00")
        country = next((code for code in ("39", "31", "44", "1") if digits.startswith(code)), "")
        digits = digits[len(country) :]
    elif _WITH_COUNTRY.fullmatch(digits):
        country, digits = digits[:2], digits[2:]
    else:
        country = next((code for form, code in _COUNTRIES if form.fullmatch(digits)), "")
    return f"{country} {digits.removeprefix('0')}"


def _date(value: str) -> str:
    """Year, month and day; as it is written for a date without one of them."""
    low = value.casefold()
    named = [_months()[each] for each in _PARTS.findall(low) if each in _months()]
    numbers = [int(each) for each in re.findall(r"\d+", low)]
    if len(named) == 1 and len(numbers) == 2:
        day, year = numbers
        return f"{year:04}-{named[0]:02}-{day:02}"
    found = _DATE.fullmatch(low)
    if found is None:
        return _bare(value)
    first, second, third = map(int, found.groups())
    if len(found[1]) == len("2000"):
        return f"{first:04}-{second:02}-{third:02}"
    day, month = (first, second) if second <= _MONTHS else (second, first)
    return f"{third:04}-{month:02}-{day:02}"


@cache
def _months() -> Mapping[str, int]:
    """Names of months in all languages, whole and short."""
    found: dict[str, int] = {}
    for code in LANGUAGES:
        whole = personal_words(code).months.split("|")[:_MONTHS]
        found |= dict(zip(whole, range(1, _MONTHS + 1), strict=True)) | dict(value_words(code).short_months)
    return found


_FORMS: Mapping[Kind, Callable[[str], str]] = {
    **dict.fromkeys(("PERSON", "PLACE", "ORGANISATION", "PROFILE", "EMAIL", "TITLE"), _in_words),
    "ADDRESS": _address,
    "PHONE": _phone,
    "IT_VAT": _vat,
    "EU_VAT": _vat,
    "BIRTH_DATE": _date,
    "DATE": _date,
}
