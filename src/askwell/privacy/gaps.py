"""Values whose parts are on two lines, in table cells or apart from each other by more than one blank."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from stdnum import luhn

from askwell.privacy.codes import codes
from askwell.privacy.context import is_labelled
from askwell.privacy.dates import dates
from askwell.privacy.numbers import numbers
from askwell.privacy.phones import is_whole_phone
from askwell.privacy.spans import Span
from askwell.privacy.websites import websites

_GAP = re.compile(r"[^\S\r\n]*\|[^\S\r\n]*|\s+")
_LINE_END = re.compile(r"\r\n|\r|\n")
_ITEM = re.compile(r"(?:[-*+•·>]|\(?(?:\d{1,2}|[a-z])[.)])\s")
"""The mark of a list item, which begins something new."""
_MARK_CHARS = 8
_HYPHEN = re.compile(r"[^\W_]-\Z")
"""A hyphen inside a value, after which a line may end."""
_MAY_BE_ADDRESS = re.compile(r"@|\w/[^\s/]*-\s")
_NEAR, _FEWEST_DIGITS = 40, 4
"""So many digits must be within so many characters of a gap inside a value, unless it is an address."""
_REACH = 200
"""A value with its label is within so many characters of a gap in it."""
_BORDER = re.compile(r"\s*(?:[|\t\r\n]\s*)+|\s{2,}")
_MOST_BORDERS = 2
"""Borders of lines and cells in a telephone number, unless every digit is in a cell of its own."""
_GROUPED_CARD = re.compile(r"\d{4}(?: \d{4}){2} \d{1,7}|\d{4} \d{6} \d{4,5}|\d(?: \d)+")
_LONGEST_NATIONAL = 11
_WITH_COUNTRY = re.compile(r"(?:00)?(?:31[1-9]\d{8}|39\d{9,11}|44[1-9]\d{9}|32[1-9]\d{7,8}|41[1-9]\d{8})")


class _Gap(NamedTuple):
    start: int
    end: int
    instead: str


def across_gaps(text: str) -> Iterator[Span]:
    """Spans of codes, numbers and dates of birth that have a gap of this sort in them.

    A gap is a run of white space with at most one line end, or the border of two table cells. Weak forms need a label:
    lines and cells hold numbers that do not belong together.
    """
    gaps = _gaps(text)
    starts = [gap.start for gap in gaps]
    for start, end in _windows(text, gaps):
        inside = gaps[bisect_right(starts, start) : bisect_right(starts, end)]
        part = text[start:end]
        for span in _across(part, [gap._replace(start=gap.start - start, end=gap.end - start) for gap in inside]):
            yield Span(span.start + start, span.end + start, span.kind)


def _gaps(text: str) -> list[_Gap]:
    """The gaps that are not one blank, and what is in their place where a value is read."""
    found = []
    for each in _GAP.finditer(text):
        if each[0] == " ":
            continue
        lines = len(_LINE_END.findall(each[0]))
        if lines > 1 or (lines and _ITEM.match(text[each.end() : each.end() + _MARK_CHARS])):
            continue
        is_open = lines and _HYPHEN.search(text, max(0, each.start() - 2), each.start())
        found.append(_Gap(each.start(), each.end(), "" if is_open else " "))
    return found


def _windows(text: str, gaps: Sequence[_Gap]) -> list[tuple[int, int]]:
    """The parts of a text around gaps that may be inside a value, without overlaps."""
    found: list[tuple[int, int]] = []
    for gap in gaps:
        near = text[max(0, gap.start - _NEAR) : gap.end + _NEAR]
        if not _MAY_BE_ADDRESS.search(near) and sum(map(str.isdigit, near)) < _FEWEST_DIGITS:
            continue
        start, end = max(0, gap.start - _REACH), min(len(text), gap.end + _REACH)
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], end)
        else:
            found.append((start, end))
    return found


def _across(text: str, gaps: Sequence[_Gap]) -> Iterator[Span]:
    pieces, kept = [], 0
    for gap in gaps:
        pieces += [text[kept : gap.start], gap.instead]
        kept = gap.end
    joined = "".join([*pieces, text[kept:]])
    removed = list(accumulate(gap.end - gap.start - len(gap.instead) for gap in gaps))
    ends = [gap.end - taken for gap, taken in zip(gaps, removed, strict=True)]
    """Where each gap ends in the joined text."""

    def original(position: int) -> int:
        before = bisect_right(ends, position)
        return position + (removed[before - 1] if before else 0)

    phones: list[Span] | None = None
    for span in (*codes(joined), *websites(joined), *numbers(joined), *dates(joined)):
        start, end = original(span.start), original(span.end - 1) + 1
        if text[start:end] == joined[span.start : span.end]:
            continue
        if span.kind == "PHONE" and phones is None:
            phones = [each for each in numbers(text) if each.kind == "PHONE"]
        parts = [text[each.start : each.end] for each in phones or () if each.start < end and start < each.end]
        if _is_one(joined, span, text[start:end], parts):
            yield Span(start, end, span.kind)


def _is_one(joined: str, span: Span, written: str, phones: Sequence[str]) -> bool:
    """Whether what is on both sides of the gaps in a span is one value; `phones` are those within one side."""
    value = joined[span.start : span.end]
    borders = len(_BORDER.findall(written))
    match span.kind:
        case "NL_BSN" | "US_SSN":
            return is_labelled("citizen", joined, span.start)
        case "CARD":
            has_form = borders < _MOST_BORDERS or _GROUPED_CARD.fullmatch(value) is not None
            return has_form and (luhn.is_valid(_digits_of(value)) or is_labelled("card", joined, span.start))
        case "PHONE":
            return _is_one_phone(joined, span, borders, phones)
    return span.kind not in {"DATE", "WEB_ADDRESS"}


def _is_one_phone(joined: str, span: Span, borders: int, phones: Sequence[str]) -> bool:
    value = joined[span.start : span.end]
    digits = _digits_of(value)
    whole = [each for each in phones if is_whole_phone(each)]
    if value.startswith(("+", "(+", "00")) and _WITH_COUNTRY.fullmatch(digits):
        # The code of the country may be on one line and the rest on the next one.
        return not any(each[0] in "+(0" for each in whole)
    if whole:
        return False
    if not is_labelled("phone", joined, span.start):
        return borders < _MOST_BORDERS and is_whole_phone(value)
    may_be = value[0] == "+" or (len(digits) <= _LONGEST_NATIONAL and "." not in value)
    return may_be and (borders <= _MOST_BORDERS or borders == len(digits) - 1)


def _digits_of(value: str) -> str:
    return "".join(filter(str.isdigit, value))
