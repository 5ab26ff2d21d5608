"""A text with its spelt numbers in digits, and the values of written numbers."""

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from askwell.languages import LANGUAGES
from askwell.types import Language

NUMBER = (
    r"(?<![\w.,])(?:\d{1,3}(?:[.,'’ \u00a0\u202f]\d{3})+(?:[.,]\d{1,2})?(?![\d])|\d+(?:[.,]\d+)?)"
    # No number goes on after it: 3.4.2 is a version.
    r"(?![.,]?\d)"
)
"""Pattern of a number in digits with separators."""

_TOKEN = re.compile(r"[^\W\d_]+|\d+|[^\w\s]")
_LETTERS = re.compile(r"[^\W\d_]{2}")


@dataclass(frozen=True)
class Digits:
    """A text in which spelt numbers are replaced by digits: `fifteen hundred euros` is `1500 euros`."""

    text: str
    _starts: Sequence[int]
    """Offsets in `text` where a replaced or an unchanged piece starts."""
    _pieces: Sequence[tuple[int, int, bool]]
    """Start and end of each piece in the original text, and whether it is replaced."""

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Offsets in the original text of a span of `text`; a part of a replaced number stands for all of it."""
        return self._original(start, is_end=False), self._original(end - 1, is_end=True)

    def is_written(self, at: int) -> bool:
        """Whether a character of `text` is in the original text too."""
        return not self._pieces[bisect_right(self._starts, at) - 1][2]

    def _original(self, at: int, *, is_end: bool) -> int:
        index = bisect_right(self._starts, at) - 1
        first, last, is_replaced = self._pieces[index]
        if is_replaced:
            return last if is_end else first
        return first + at - self._starts[index] + is_end


class _Word:
    """A token as `text_to_num` reads it."""

    def __init__(self, text: str, *, is_apart: bool) -> None:
        self._text = text
        self._is_apart = is_apart

    def text(self) -> str:
        return self._text

    def text_lowercase(self) -> str:
        return self._text.lower()

    def nt_separated(self, _: "_Word") -> bool:
        return False

    def not_a_number_part(self) -> bool:
        return self._is_apart


def in_digits(text: str, language: Language, multipliers: Mapping[str, int]) -> Digits:
    """The text with spelt cardinal numbers in digits. A multiplier after digits stays: `2 million`."""
    replaced = list(_spelt(text, language, multipliers)) if language in LANGUAGES and _LETTERS.search(text) else []
    pieces: list[tuple[int, int, bool]] = []
    starts: list[int] = []
    result, at = "", 0
    for start, end, digits in [*replaced, (len(text), len(text), "")]:
        if start > at:
            starts.append(len(result))
            pieces.append((at, start, False))
            result += text[at:start]
        if digits:
            starts.append(len(result))
            pieces.append((start, end, True))
            result += digits
        at = end
    return Digits(result, starts, pieces)


def _spelt(text: str, language: Language, multipliers: Mapping[str, int]) -> list[tuple[int, int, str]]:
    from text_to_num import find_numbers

    found = [
        match for match in _TOKEN.finditer(text) if match.group() != "-" or not _is_between_letters(text, match.start())
    ]
    factor = re.compile("|".join(multipliers), re.IGNORECASE)
    words = [_Word(match.group(), is_apart=_is_apart(found, at, factor)) for at, match in enumerate(found)]
    return [
        (found[each.start].start(), found[each.end - 1].end(), each.text)
        for each in find_numbers(words, language, threshold=0.0)
        if each.text.isdigit() and not found[each.start].group().isdigit()
    ]


def _is_apart(tokens: Sequence[re.Match[str]], at: int, factor: re.Pattern[str]) -> bool:
    """Whether a token is no part of a number: `cento` in `per cento`, or a multiplier after digits."""
    if not at:
        return False
    word, before = tokens[at].group().lower(), tokens[at - 1].group().lower()
    return (
        word.isdigit()
        or (before == "per" and word.startswith("cent"))
        or (before.isdigit() and factor.fullmatch(word) is not None)
    )


def _is_between_letters(text: str, at: int) -> bool:
    return 0 < at < len(text) - 1 and text[at - 1].isalpha() and text[at + 1].isalpha()


def numbers_of(written: str, decimal: str) -> tuple[Decimal, ...]:
    """The values that digits with separators may have, likeliest first.

    Three digits after a single mark are thousands, and if the mark is the `decimal` one of the language, they may be
    decimals.
    """
    plain = re.sub(r"['’\s]", "", written)
    marks = [char for char in plain if not char.isdigit()]
    if not marks:
        return (Decimal(plain),)
    last = marks[-1]
    whole, _, rest = plain.rpartition(last)
    as_decimals = Decimal(re.sub(r"[.,]", "", whole) + "." + rest)
    as_thousands = Decimal(re.sub(r"[.,]", "", plain))
    if len(set(marks)) > 1:
        return (as_decimals,) if marks.count(last) == 1 else (as_thousands,)
    if len(marks) > 1:
        return (as_thousands,)
    if len(rest) != 3 or whole.startswith("0") or len(whole) > 3:
        return (as_decimals,)
    return (as_thousands, as_decimals) if last == decimal else (as_thousands,)
