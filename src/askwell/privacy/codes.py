"""Codes with letters: e-mail addresses, web addresses, IBANs, fiscal codes and VAT numbers."""

import re
from collections.abc import Iterator
from contextlib import suppress

from stdnum import iban
from stdnum.eu import vat
from stdnum.exceptions import ValidationError
from stdnum.gb import vat as british_vat
from stdnum.it import codicefiscale

from askwell.privacy.context import is_labelled, is_near
from askwell.privacy.spans import Span

_EMAIL = re.compile(r"(?<![\w.+-])[\w.!#$%&'*+/=?^{|}~-]{1,64}@(?:[^\W_](?:[\w-]{0,61}[^\W_])?\.){1,8}[^\W\d_]{2,24}")
_WEB = re.compile(r"(?:\bhttps?://|\bwww\.)[^\s<>\"'()\[\]]{3,2000}", re.IGNORECASE)
_BARE_PROFILE = re.compile(
    r"(?<![\w./@])(?:linkedin\.com/in|facebook\.com|instagram\.com|x\.com|twitter\.com|github\.com|tiktok\.com/@|t\.me)"
    r"/?[\w.%-]{2,60}",
    re.IGNORECASE,
)
_OF_A_PERSON = re.compile(
    r"(?:linkedin\.com/in/|(?:facebook|instagram|twitter|x|github|gitlab)\.com/[\w.-]|tiktok\.com/@|/~\w|t\.me/\w|"
    r"/(?:users?|u|people|person|profiles?|members?|author|staff|medewerkers?|persone|profilo|utenti?|contatti)/[\w%.-]|"
    r"[?&](?:e?mail|user(?:name)?|name|nome|naam|phone|tel|login|customer|cf|codice_fiscale|bsn)=[^&\s])",
    re.IGNORECASE,
)
_FISCAL_CODE = re.compile(
    r"(?<![^\W_])[A-Z]{3}[ .-]?[A-Z]{3}[ .-]?[0-9LMNPQRSTUV]{2}[ .-]?[ABCDEHLMPRST][ .-]?[0-9LMNPQRSTUV]{2}[ .-]?"
    r"[A-Z][ .-]?[0-9LMNPQRSTUV]{3}[ .-]?[A-Z](?![^\W_])",
    re.IGNORECASE,
)
_SPREAD_FISCAL_CODE = re.compile(r"(?<![^\W_])(?:[A-Z0-9][ .-]){15}[A-Z0-9](?![^\W_])", re.IGNORECASE)
_GROUPED_FISCAL_CODE = re.compile(r"(?<![^\W_])(?:[A-Z0-9]{4}[ .-]){3}[A-Z0-9]{4}(?![^\W_])", re.IGNORECASE)
_IBAN = re.compile(r"(?<![^\W_])[A-Z]{2}[ -]?[0-9]{2}(?:[ .-]?[A-Z0-9]){11,30}(?![^\W_])", re.IGNORECASE)
_SHORTEST_IBAN, _GROUPS = 15, re.compile(r"[ .-]")
_COUNTRIES = "|".join(sorted({"EL", "GB", "XI", *(code.upper() for code in vat.MEMBER_STATES)}))
_VAT = re.compile(
    rf"(?<![^\W_])(?:{_COUNTRIES})"
    r"[ .-]?(?=(?:[A-Z .-]{0,4}[0-9]){4})[A-Z0-9](?:[ .-]?[A-Z0-9+*]){6,12}(?![^\W_])"
)
_TRAILING = ".,;:!?"


def codes(text: str) -> Iterator[Span]:
    """Spans of codes; they may overlap."""
    if "@" in text:
        for found in _EMAIL.finditer(text):
            yield Span(found.start(), found.end(), "EMAIL")
    if "/" in text or "www." in text.lower():
        yield from _web_addresses(text)
    if any(character.isdigit() for character in text):
        yield from _ibans(text)
        yield from _vat_numbers(text)
        yield from _fiscal_codes(text)


def _web_addresses(text: str) -> Iterator[Span]:
    for found in _WEB.finditer(text):
        end = found.start() + len(found[0].rstrip(_TRAILING))
        yield Span(found.start(), end, "PROFILE" if _OF_A_PERSON.search(found[0]) else "WEB_ADDRESS")
    for found in _BARE_PROFILE.finditer(text):
        yield Span(found.start(), found.start() + len(found[0].rstrip(_TRAILING)), "PROFILE")


def _fiscal_codes(text: str) -> Iterator[Span]:
    for pattern in (_FISCAL_CODE, _SPREAD_FISCAL_CODE, _GROUPED_FISCAL_CODE):
        for found in pattern.finditer(text):
            code = _GROUPS.sub("", found[0])
            # The form alone is specific in one word; a code with gaps could be words.
            is_sure = (code == found[0] and code.isupper()) or codicefiscale.is_valid(code)
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
                if digits is not None:
                    yield Span(found.start(), found.start() + digits.end(), "IBAN")


def _is_iban(code: str) -> bool:
    return len(code) >= _SHORTEST_IBAN and iban.is_valid(code, check_country=False)


def _vat_numbers(text: str) -> Iterator[Span]:
    for found in _VAT.finditer(text):
        written = found[0]
        end = len(written)
        while end > 0:
            code = _GROUPS.sub("", written[:end])
            if len(code) >= 8 and _is_vat(code):
                yield Span(found.start(), found.start() + end, "IT_VAT" if code.startswith("IT") else "EU_VAT")
                break
            end = max(written.rfind(gap, 0, end) for gap in " .-")
        else:
            if is_near("company", text, found.start(), found.end()) and is_labelled("company", text, found.start()):
                first = re.match(r"[A-Z]{2}[ .-]?[A-Z0-9]*\d[A-Z0-9]*", written)
                if first is not None:
                    yield Span(found.start(), found.start() + first.end(), "EU_VAT")


def _is_vat(code: str) -> bool:
    if code.startswith("GB"):
        return british_vat.is_valid(code)
    with suppress(ValidationError):
        vat.validate(code)
        return True
    return False
