"""Which of point and comma is the decimal sign of each column, where `1.150` alone can be read in two ways."""

import re
from collections.abc import Iterable, Sequence
from typing import Literal

from askwell.languages import value_words
from askwell.types import Language

Sign = Literal[".", ","]

_DECISIVE = 10.0
"""How many times smaller the range of a column must be in one reading to count more than other columns do."""
_GROUPED = re.compile(r"\d{1,3}(?:([.,])\d{3})(?:\1\d{3})+")
_AMBIGUOUS = re.compile(r"[1-9]\d{0,2}([.,])\d{3}")
_ONE_SIGN = re.compile(r"\d+([.,])\d+")
_BOTH_SIGNS = re.compile(r"\d{1,3}(?:([.,])\d{3})+(?!\1)([.,])\d+")


def decimal_signs(columns: Sequence[Sequence[str]], language: Language) -> list[Sign]:
    """The decimal sign of each column, given its numbers as written, without units.

    A column decides by its own numbers: by their groups of digits, else by the reading in which those with a separator
    are of the size of those without. If neither decides, other columns do, then the language.
    """
    own = [_sign_of(numbers) for numbers in columns]
    near = [_by_size(numbers) for numbers in columns]
    seen = {sign for sign in own if sign}
    of_table = seen.pop() if len(seen) == 1 else None
    of_language: Sign = "," if value_words(language).decimal == "," else "."
    return [
        sign or (nearer if ratio >= _DECISIVE else None) or of_table or nearer or of_language
        for sign, (nearer, ratio) in zip(own, near, strict=True)
    ]


def readings(written: str) -> tuple[tuple[float, Sign], ...]:
    """The values of digits with separators, each with its decimal sign; two if a group of three may be decimals.

    Empty for several decimal signs, as in `1.2.3`.
    """
    plain = written.replace(" ", "")
    both = _AMBIGUOUS.fullmatch(plain) is not None
    signs: tuple[Sign, ...] = (".", ",") if both else (_sign(plain) or ".",)
    found = [(value, sign) for sign in signs if (value := value_of(plain, sign)) is not None]
    return tuple(found)


def value_of(written: str, sign: Sign) -> float | None:
    """The value of digits with this decimal sign; None for several decimal signs.

    A separator that cannot group thousands is a decimal sign, whichever the column has.
    """
    plain = written.replace(" ", "")
    if not (_AMBIGUOUS.fullmatch(plain) or _GROUPED.fullmatch(plain) or _BOTH_SIGNS.fullmatch(plain)):
        plain = plain.replace(",", ".")
    else:
        sign = _sign(plain) or sign
        plain = plain.replace("." if sign == "," else ",", "").replace(",", ".")
    return float(plain) if plain.count(".") <= 1 else None


def _sign(plain: str) -> Sign | None:
    """The decimal sign that a number alone shows; None if it can be read in two ways or has no separator."""
    if match := _BOTH_SIGNS.fullmatch(plain):
        return "." if match[2] == "." else ","
    if match := _GROUPED.fullmatch(plain):
        return "," if match[1] == "." else "."
    if not _AMBIGUOUS.fullmatch(plain) and (match := _ONE_SIGN.fullmatch(plain)):
        return "." if match[1] == "." else ","
    return None


def _sign_of(numbers: Iterable[str]) -> Sign | None:
    """The decimal sign that the numbers of a column show; a point if they show both."""
    seen = {sign for each in numbers if (sign := _sign(each.replace(" ", "")))}
    return None if not seen else "." if "." in seen else ","


def _by_size(numbers: Sequence[str]) -> tuple[Sign | None, float]:
    """The reading in which a column has the smaller range, and how many times smaller it is; None if there is none."""
    if len({bool(_AMBIGUOUS.fullmatch(each)) for each in numbers}) < 2:
        return None, 1.0
    ranges: dict[Sign, float] = {}
    for sign in (".", ","):
        values = [abs(value) for each in numbers if (value := value_of(each, sign))]
        ranges[sign] = max(values) / min(values)
    smaller: Sign = "." if ranges["."] <= ranges[","] else ","
    ratio = max(ranges.values()) / min(ranges.values())
    return (smaller if ratio > 1 else None), ratio
