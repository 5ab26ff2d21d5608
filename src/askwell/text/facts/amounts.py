"""Amounts of money, percentages and durations."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cache

from askwell.languages import value_words
from askwell.text.facts.digits import NUMBER, numbers_of
from askwell.text.facts.scan import Scan
from askwell.types import FactKind, Language

SYMBOLS: Mapping[str, str] = {
    r"US\$": "USD",
    r"A\$": "AUD",
    r"C\$": "CAD",
    "€": "EUR",
    r"\$": "USD",
    "£": "GBP",
    "¥": "JPY",
}
"""Symbol of a currency to its code by ISO 4217."""

CODES = "EUR|USD|GBP|CHF|JPY|CAD|AUD|SEK|NOK|DKK|PLN|CZK|HUF"
"""Codes by ISO 4217 that are read as written."""

_CENTS = Decimal("0.01")
_PERIODS = {"minute": "PT{}M", "hour": "PT{}H", "day": "P{}D", "week": "P{}W", "month": "P{}M", "year": "P{}Y"}
_RANGE_CHARS = 40


@dataclass(frozen=True, slots=True)
class _Patterns:
    symbol_first: re.Pattern[str]
    name_last: re.Pattern[str]
    percent: re.Pattern[str]
    duration: re.Pattern[str]
    other_end: re.Pattern[str]
    """The number before the second end of a range."""
    second_end: re.Pattern[str]
    """The number after the first end of a range."""


def find_amounts(scan: Scan) -> None:
    """Add amounts, percentages."""
    patterns = _patterns(scan.language)
    for match in scan.matches(patterns.symbol_first):
        _take_amount(scan, match)
        if (second := patterns.second_end.match(scan.text, match.end())) and scan.is_free(*second.span("number")):
            values = _values(scan, second["number"], second["factor"])
            scan.take("amount", *second.span("number"), *[_amount(match["currency"], each, scan) for each in values])
    for match in scan.matches(patterns.name_last):
        _take_other_end(scan, match, "amount", match["currency"])
        _take_amount(scan, match)
    for match in scan.matches(patterns.percent):
        _take_other_end(scan, match, "percentage", "")
        value = _decimals(match["number"], scan.words.decimal)
        scan.take("percentage", *match.span(), _percent(value))


def find_durations(scan: Scan) -> None:
    """Add durations: `30 days`."""
    for match in scan.matches(_patterns(scan.language).duration):
        if match["number"] == "1" and not scan.digits.is_written(match.start()):
            continue  # "un giorno" is any day
        unit = next(name for name in _PERIODS if match[name])
        scan.take("duration", *match.span(), _PERIODS[unit].format(int(match["number"])))


def _take_amount(scan: Scan, match: re.Match[str]) -> None:
    values = _values(scan, match["number"], match["factor"])
    scan.take("amount", *match.span(), *[_amount(match["currency"], each, scan) for each in values])


def _take_other_end(scan: Scan, match: re.Match[str], kind: FactKind, currency: str) -> None:
    """Add the first end of a range, which has no currency or percent sign of its own."""
    start = max(0, match.start() - _RANGE_CHARS)
    first = _patterns(scan.language).other_end.search(scan.text, start, match.start())
    if first is None or not scan.is_free(*first.span("number")):
        return
    factor = first["factor"]
    if kind == "percentage":
        readings = [_percent(_decimals(first["number"], scan.words.decimal))]
    else:
        values = _values(scan, first["number"], factor or match["factor"])
        readings = [_amount(currency, each, scan) for each in values]
    end = first.end("factor") if factor else first.end("number")
    scan.take(kind, first.start("number"), end, *readings)


def _values(scan: Scan, number: str, factor: str | None) -> tuple[Decimal, ...]:
    if not factor:
        return numbers_of(number, scan.words.decimal)
    times = next(value for names, value in scan.words.multipliers.items() if re.fullmatch(names, factor.lower()))
    return (_decimals(number, scan.words.decimal) * times,)


def _decimals(number: str, decimal: str) -> Decimal:
    """The value of a number where three digits after a decimal mark are decimals."""
    return numbers_of(number, decimal)[-1]


def _amount(written: str, value: Decimal, scan: Scan) -> str:
    known = {**SYMBOLS, **scan.words.currencies}
    code = next((code for name, code in known.items() if re.fullmatch(name, written, re.IGNORECASE)), written.upper())
    return f"{code} {money(value)}"


def money(value: Decimal) -> str:
    """A value with two decimals, or more if it has more."""
    exact = value.normalize()
    return f"{exact if exact.as_tuple().exponent < -2 else value.quantize(_CENTS):f}"  # type: ignore[operator]  # finite


def _percent(value: Decimal) -> str:
    return f"{value.normalize():f} %"


@cache
def _patterns(language: Language) -> _Patterns:
    words = value_words(language)
    factors = "|".join(words.multipliers)
    factor = rf"(?:\s?(?P<factor>{factors})(?!\w))?"
    symbols = "|".join(SYMBOLS)
    names = "|".join(words.currencies)
    of_amount = rf"(?:\s(?:{words.of_amount}))?" if words.of_amount else ""
    cents = r"(?:[.,][-–]+)?"
    ends = rf"{words.until}|{words.joined}"
    units = "|".join(f"(?P<{name}>{words.units[name]})" for name in _PERIODS)
    flags = re.IGNORECASE
    return _Patterns(
        re.compile(rf"(?<!\w)(?P<currency>{symbols}|{CODES})\s?(?P<number>{_after_symbol()}){factor}{cents}", flags),
        re.compile(
            rf"(?P<number>{NUMBER}){cents}{factor}(?:{of_amount}\s?|-)(?P<currency>{symbols}|(?:{CODES}|{names})(?!\w))",
            flags,
        ),
        re.compile(rf"(?P<number>{NUMBER})[\s-]?(?:{words.percent})", flags),
        re.compile(rf"(?<![\w.,/-])(?P<number>\d{{1,4}})[\s-](?:{units})(?!\w)", flags),
        re.compile(rf"(?P<number>{NUMBER}){factor}(?:\s?[-–]\s?|\s(?:{ends})\s)$", flags),
        re.compile(rf"(?:\s?[-–]\s?|\s(?:{ends})\s)(?P<number>{NUMBER}){factor}(?!\s?[%\w]|[-–/])", flags),
    )


def _after_symbol() -> str:
    """The pattern of a number, which may directly follow a letter of a currency."""
    return NUMBER.replace(r"(?<![\w.,])", "", 1)
