"""Numbers of digits: telephones, cards, numbers of citizens and businesses, IP addresses."""

import re
from collections.abc import Iterator
from ipaddress import AddressValueError, IPv4Address, IPv6Address

from stdnum import luhn
from stdnum.it import iva
from stdnum.nl import bsn
from stdnum.us import ssn

from askwell.privacy.context import is_labelled, is_near
from askwell.privacy.spans import Kind, Span

_RUN = re.compile(
    r"(?<![\w.,/:€$£%#-])(?<![€$£] )(?:\+|\(\+?)?\d(?:[\d]|[ ./-]{1,3}(?=[\d(])|\)[ ./-]{0,2}(?=\d)|\((?=\d)){5,34}"
    r"(?!\w|[,.:]\d|[ ]?[€$£%])"
)
"""Digits with what stands between the groups of a number; not those of amounts, versions and times."""
_IP4 = re.compile(r"(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w]|\.\d)")
_IP6 = re.compile(r"(?<![\w:.])(?=[0-9a-f]*:[0-9a-f:]*:)[0-9a-f:]{3,39}(?![\w:])", re.IGNORECASE)
_IP_WORD = re.compile(r"\b(?:ip|ipv4|dns|server|host|gateway|router|address|adres|indirizzo|ping)\b", re.IGNORECASE)
_VERSION = re.compile(r"(?:\bv|versione?|versie|release|section|sezione|paragraaf|art\.?|§)\s*$", re.IGNORECASE)
_DATE_RUN = re.compile(
    r"(?:\d{1,2}[./-]\d{1,2}[./-](?:19|20)?\d{2}|\d{1,2} \d{1,2} (?:19|20)\d{2}|(?:19|20)\d{2}[./-]\d{1,2}[./-]\d{1,2})"
    r"(?: \d{1,2})?"
)
_YEARS = re.compile(r"(?:1[89]|20)\d{2}(?:[ /-]{1,3}(?:1[89]|20)\d{2})+")
_DIGITS = re.compile(r"\D")
_DOCUMENT = re.compile(r"(?<![^\W_])(?=[A-Z0-9-]*\d[A-Z0-9-]*\d[A-Z0-9-]*\d)[A-Z0-9](?:-?[A-Z0-9]){5,17}(?![^\W_])")
_CARD_PREFIX = re.compile(r"4|5[0-9]|6[0-9]|2[2-7]|3[04-9]|1800|2131")
_NL_FIXED = re.compile(
    r"0(?:1[0358]|2[0346]|3[03568]|4[0356]|5[0358]|7\d|88|85|91)\d{7}|0(?:1[1-7]|2[2-9]|3[1-4]|4[1-9]|5[1-9])\d{7}"
)
_PLAIN_PHONE = re.compile(r"06[1-9]\d{7}|00[1-9]\d{9,12}|3[2-9]\d{8}|07[3-9]\d{8}")
"""Mobile numbers of the Netherlands, Italy and the United Kingdom, and international prefixes."""
_LONG_SEPARATED = re.compile(
    r"\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}|\d{3}[ .-]\d{3}[ .-]\d{3,4}|1[ .-]\d{3}[ .-]\d{3}[ .-]\d{4}"
)
_TRUNK = re.compile(r"\(?0\d{1,4}\)?[ ./-]{1,3}\d[\d ./-]{4,12}")
_ITALIAN_MOBILE = re.compile(
    r"3[2-9]\d[ ./-]\d{3}[ ./-]?\d{3,4}|3[2-9]\d[ ./-]\d{2}[ ./-]\d{2}[ ./-]\d{3}|3[2-9]\d[ ./-]\d{6,7}"
)


def numbers(text: str) -> Iterator[Span]:
    """Spans of numbers, each of one kind."""
    if not any(character.isdigit() for character in text):
        return
    yield from _ip_addresses(text)
    for found in _RUN.finditer(text):
        yield from _read(text, found.start(), found.end())
    yield from _documents(text)


def _ip_addresses(text: str) -> Iterator[Span]:
    for found in _IP4.finditer(text):
        if _is_address(IPv4Address, found[0]) and not _VERSION.search(text[max(0, found.start() - 12) : found.start()]):
            is_long = any(len(part) > 1 for part in found[0].split("."))
            if is_long or _IP_WORD.search(text[max(0, found.start() - 40) : found.start()]):
                yield Span(found.start(), found.end(), "IP_ADDRESS")
    if text.count(":") > 1:
        for found in _IP6.finditer(text):
            if _is_address(IPv6Address, found[0]) and re.search(r"[0-9a-f]{2}", found[0], re.IGNORECASE):
                yield Span(found.start(), found.end(), "IP_ADDRESS")


def _is_address(kind: type[IPv4Address] | type[IPv6Address], written: str) -> bool:
    try:
        kind(written)
    except AddressValueError:
        return False
    return True


def _read(text: str, start: int, end: int) -> Iterator[Span]:
    """The kinds of one run of digits; a run may hold more than one number, apart from each other by a space."""
    written = text[start:end].rstrip(" ./-(")
    end = start + len(written)
    kind = _kind(text, start, written)
    if kind is not None:
        yield Span(start, end, kind)
        return
    parts = list(re.finditer(r"\S+", written))
    if len(parts) > 1:
        # Leave out the last groups, then the first ones: another number may stand next to this one.
        for upto in range(len(parts) - 1, 0, -1):
            kind = _kind(text, start, written[: parts[upto - 1].end()])
            if kind is not None:
                yield Span(start, start + parts[upto - 1].end(), kind)
                yield from _read(text, start + parts[upto].start(), end)
                return
        yield from _read(text, start + parts[1].start(), end)


def _kind(text: str, start: int, written: str) -> Kind | None:
    digits, end = _DIGITS.sub("", written), start + len(written)
    count = len(digits)
    if count < 6 or _DATE_RUN.fullmatch(written) or _YEARS.fullmatch(written):
        return None
    if written.startswith(("+", "(+")):
        return "PHONE" if 8 <= count <= 15 else None
    if 12 <= count <= 19 and _is_card(text, start, end, digits, written):
        return "CARD"
    return _state_number(text, start, end, digits, written) or _phone(text, start, end, digits, written)


def _is_card(text: str, start: int, end: int, digits: str, written: str) -> bool:
    count = len(digits)
    if not re.fullmatch(r"\d{2,8}(?:[ -]?\d{1,7})*", written):
        return False
    if count >= 13 and _CARD_PREFIX.match(digits) and luhn.is_valid(digits):
        return True
    return is_near("card", text, start, end)


def _state_number(text: str, start: int, end: int, digits: str, written: str) -> Kind | None:
    count = len(digits)
    if re.fullmatch(r"\d{3}[- ]\d{2}[- ]\d{4}", written) and (
        ssn.is_valid(digits) or is_near("citizen", text, start, end)
    ):
        return "US_SSN"
    if count == 11 and re.fullmatch(r"[\d .-]+", written) and _is_company(text, start, end, digits):
        return "IT_VAT"
    if count in (8, 9):
        is_citizen = is_near("citizen", text, start, end)
        if is_citizen and count == 9 and ssn.is_valid(digits) and not bsn.is_valid(digits):
            return "US_SSN"
        if (is_citizen and bsn.is_valid(digits.zfill(9))) or is_labelled("citizen", text, start):
            return "NL_BSN"
    return None


def _is_company(text: str, start: int, end: int, digits: str) -> bool:
    return is_labelled("company", text, start) or (iva.is_valid(digits) and is_near("company", text, start, end))


def _phone(text: str, start: int, end: int, digits: str, written: str) -> Kind | None:
    count = len(digits)
    if not 7 <= count <= 15:
        return "PHONE" if count == 6 and is_labelled("phone", text, start) else None
    if written == digits:
        is_mobile = bool(_PLAIN_PHONE.fullmatch(digits)) or (count == 10 and bool(_NL_FIXED.fullmatch(digits)))
        return "PHONE" if is_mobile or is_near("phone", text, start, end) else None
    for form in (_LONG_SEPARATED, _ITALIAN_MOBILE):
        if form.fullmatch(written):
            return "PHONE"
    if _TRUNK.fullmatch(written) and 8 <= count <= 13:
        return "PHONE"
    if written.startswith("00") and count >= 10:
        return "PHONE"
    return "PHONE" if is_near("phone", text, start, end) else None


def _documents(text: str) -> Iterator[Span]:
    for found in _DOCUMENT.finditer(text):
        if is_labelled("document", text, found.start()):
            yield Span(found.start(), found.end(), "DOCUMENT")
