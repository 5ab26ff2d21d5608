"""Codes with letters: e-mail addresses, IBANs, fiscal codes and VAT numbers."""

import re
from collections.abc import Iterator
from contextlib import suppress
from functools import cache

from stdnum import iban
from stdnum.eu import vat
from stdnum.exceptions import ValidationError
from stdnum.gb import vat as british_vat
from stdnum.it import codicefiscale

from askwell.privacy.context import any_language, is_labelled, is_near
from askwell.privacy.spans import Span

_EMAIL = re.compile(r"(?<![\w.+-])[\w.!#$%&'*+/=?^{|}~-]{1,64}@(?:[^\W_](?:[\w-]{0,61}[^\W_])?\.){1,8}[^\W\d_]{2,24}")
_GAP = r"[ ./-]{0,2}"
_DAY = r"(?![04LQ][0L])[0-7LMNPQRST][0-9LMNPQRSTUV]"
"""The day of birth, of women with 40 more, and with letters for digits where codes would be the same."""
_FISCAL_CODE = re.compile(
    rf"(?<![^\W_])[A-Z]{{3}}{_GAP}[A-Z]{{3}}{_GAP}[0-9LMNPQRSTUV]{{2}}{_GAP}[ABCDEHLMPRST]{_GAP}{_DAY}{_GAP}"
    rf"[A-Z]{_GAP}[0-9LMNPQRSTUV]{{3}}{_GAP}[A-Z](?![^\W_])",
    re.IGNORECASE,
)
_SPREAD_FISCAL_CODE = re.compile(r"(?<![^\W_])(?:[A-Z0-9][ ./-]){15}[A-Z0-9](?![^\W_])", re.IGNORECASE)
_GROUPED_FISCAL_CODE = re.compile(r"(?<![^\W_])(?:[A-Z0-9]{4}[ ./-]){3}[A-Z0-9]{4}(?![^\W_])", re.IGNORECASE)
_IBAN = re.compile(r"(?<![^\W_])[A-Z][ .-]?[A-Z](?:[ .-]?[0-9]){2}(?:[ ./-]?[A-Z0-9]){11,30}(?![^\W_])", re.IGNORECASE)
_FEWEST_DIGITS = 10
"""Of an IBAN; one in a hundred texts of words after "in 2008" has a right checksum."""
_SHORTEST_IBAN, _GROUPS = 15, re.compile(r"[ ./-]")
_COUNTRIES = "|".join(sorted({"EL", "GB", "XI", *(code.upper() for code in vat.MEMBER_STATES)}))
_VAT = re.compile(
    rf"(?<![^\W_])(?:{_COUNTRIES})"
    r"[ .-]?(?=(?:[A-Z .-]{0,4}[0-9]){4})[A-Z0-9](?:[ .-]?[A-Z0-9+*]){6,12}(?![^\W_])",
    re.IGNORECASE,
)
_DUTCH_VAT = re.compile(r"(?<![^\W_])\d(?:[ .-]?\d){8}[ .-]?B[ .-]?\d{2}(?![^\W_])", re.IGNORECASE)
"""Without its country."""


def codes(text: str) -> Iterator[Span]:
    """Spans of codes; they may overlap."""
    if "@" in text:
        for found in _EMAIL.finditer(text):
            yield Span(found.start(), found.end(), "EMAIL")
    yield from _written_out(text)
    if any(character.isdigit() for character in text):
        yield from _ibans(text)
        yield from _vat_numbers(text)
    yield from _fiscal_codes(text)


@cache
def _spelt() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Addresses with words for their marks: between brackets, and without."""
    at_sign, dot = any_language(lambda words: words.at_sign), any_language(lambda words: words.dot)
    # A blank after a dot, with none before it, is the end of a sentence.
    between = rf"\.|\s\.\s?|\s?[\[({{]\s?(?:{dot}|\.)\s?[\])}}]\s?|\s(?:{dot})\s"
    end = rf"[^\W_][\w-]{{0,61}}(?:(?:{between})[^\W_][\w-]{{1,61}}){{1,4}}"
    words = rf"[^\W_][\w-]{{0,61}}(?:\s(?:{dot})\s[^\W_][\w-]{{1,61}}){{1,4}}"
    name = r"(?<![\w.+-])[\w.+-]{1,64}"
    return (
        re.compile(rf"{name}\s?(?:[\[({{<]\s?(?:{at_sign}|@)\s?[\])}}>]\s?|\s@\s?|@\s){end}(?!\w)", re.IGNORECASE),
        re.compile(rf"{name}\s(?:{at_sign})\s{words}(?!\w)", re.IGNORECASE),
    )


@cache
def _words_for_at() -> re.Pattern[str]:
    return re.compile(rf"\s(?:{any_language(lambda words: words.at_sign)})\s", re.IGNORECASE)


def _written_out(text: str) -> Iterator[Span]:
    """E-mail addresses with blanks or words at their marks, as "jan [at] example.nl"."""
    with_marks, with_words = _spelt()
    if any(mark in text for mark in "@[({<"):
        for found in with_marks.finditer(text):
            yield Span(found.start(), found.end(), "EMAIL")
    if _words_for_at().search(text):
        for found in with_words.finditer(text):
            yield Span(found.start(), found.end(), "EMAIL")


def _fiscal_codes(text: str) -> Iterator[Span]:
    for pattern in (_FISCAL_CODE, _SPREAD_FISCAL_CODE, _GROUPED_FISCAL_CODE):
        for found in pattern.finditer(text):
            code = _GROUPS.sub("", found[0])
            # The form alone is specific in one word with digits; a code with gaps could be words.
            has_form = code == found[0] and code.isupper() and any(map(str.isdigit, code))
            is_sure = has_form or codicefiscale.is_valid(code)
            is_named = is_sure or is_near("citizen", text, found.start(), found.end())
            if is_named and _FISCAL_CODE.fullmatch(code):
                yield Span(found.start(), found.end(), "IT_FISCAL_CODE")


def _ibans(text: str) -> Iterator[Span]:
    """A valid IBAN, or one of the right form after a label: a mistyped number is somebody's data too."""
    for found in _IBAN.finditer(text):
        written = found[0]
        end = len(written)
        while end:
            if _is_iban(_GROUPS.sub("", written[:end])):
                yield Span(found.start(), found.start() + end, "IBAN")
                break
            # The words after a number may have matched too: leave out one after the other.
            end = max(written.rfind(gap, 0, end) for gap in " .-")
            if len(_GROUPS.sub("", written[: max(end, 0)])) < _SHORTEST_IBAN:
                end = 0
        else:
            if is_labelled("account", text, found.start()):
                digits = re.match(r"[A-Za-z]{2}[ -]?\d{2}(?:[ .-]?(?=\w*\d)\w+)+", written)
                if digits is not None and sum(map(str.isdigit, digits[0])) >= _FEWEST_DIGITS:
                    yield Span(found.start(), found.start() + digits.end(), "IBAN")


def _is_iban(code: str) -> bool:
    is_number = len(code) >= _SHORTEST_IBAN and sum(map(str.isdigit, code)) >= _FEWEST_DIGITS
    return is_number and iban.is_valid(code, check_country=False)


def _vat_numbers(text: str) -> Iterator[Span]:
    for found in _VAT.finditer(text):
        written = found[0]
        end = len(written)
        while end > 0:
            code = _GROUPS.sub("", written[:end]).upper()
            if len(code) >= 8 and _is_vat(code):
                yield Span(found.start(), found.start() + end, "IT_VAT" if code.startswith("IT") else "EU_VAT")
                break
            end = max(written.rfind(gap, 0, end) for gap in " .-")
        else:
            if is_labelled("company", text, found.start()):
                first = re.match(r"[A-Z]{2}[ .-]?[A-Z0-9]*\d[A-Z0-9]*", written)
                if first is not None:
                    yield Span(found.start(), found.start() + first.end(), "EU_VAT")
    for found in _DUTCH_VAT.finditer(text):
        code = _GROUPS.sub("", found[0])
        if _is_vat(f"NL{code}") or is_labelled("company", text, found.start()):
            yield Span(found.start(), found.end(), "EU_VAT")


def _is_vat(code: str) -> bool:
    if code.startswith("GB"):
        return british_vat.is_valid(code)
    with suppress(ValidationError):
        vat.validate(code)
        return True
    return False
