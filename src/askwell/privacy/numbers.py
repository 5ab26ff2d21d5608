"""Numbers of digits: cards, numbers of citizens and businesses, documents, IP addresses; telephones by `phones`."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from ipaddress import AddressValueError, IPv4Address, IPv6Address
from itertools import pairwise

from stdnum import luhn
from stdnum.it import iva
from stdnum.nl import bsn
from stdnum.us import ssn

from askwell.languages import LANGUAGES, personal_words
from askwell.privacy.context import NEAR_CHARS, any_language, is_labelled, is_near
from askwell.privacy.phones import is_of_a_service, is_phone
from askwell.privacy.spans import Kind, Span

_RUN = re.compile(
    r"(?<![^\W_A-Za-z])(?<!\w[/-])(?<![^A-Za-z][.,])(?<!\d:)(?<![€$£%])(?<![€$£] )"
    r"(?:\+(?: (?=\d{2} ))?|\(\+?)?\d(?:[\d]|[ ./_·-]{1,3}(?=[\d(])|\)[ ./_·-]{0,3}(?=[\d(])|\((?=\d)){5,34}"
    r"(?!\w|[,.:]\d|[ ]?[€$£%])"
)
"""Digits with what stands between the groups of a number; not those of amounts, versions and times. A letter before
them is the end of a label, as in "BSN111222333", or they are a part of a code."""
_IP4 = re.compile(r"(?<![\w.])(?<!\d[/-])\d{1,3}(?:\.\d{1,3}){3}(?![\w]|\.\d)")
_IP6 = re.compile(r"(?<![\w:.])(?=[0-9a-f]*:[0-9a-f:]*:)[0-9a-f:]{3,39}(?![\w:])", re.IGNORECASE)
_IP_WORD = re.compile(r"\b(?:ip|ipv4|dns|server|host|gateway|router|address|adres|indirizzo|ping)\b", re.IGNORECASE)
_NOBODYS_IP = re.compile(
    r"(?:0|255)\.|127\.0\.|\d+\.\d+\.\d+\.(?:0|255)$|192\.168\.\d+\.(?:1|254)$|10\.0\.0\.(?:1|138|254)$"
)
"""This host, masks, networks, broadcasts, and routers of local networks by custom."""
_DATE_RUN = re.compile(
    r"(?:\d{1,2}[./-]\d{1,2}[./-](?:19|20)?\d{2}|\d{1,2} \d{1,2} (?:19|20)\d{2}|(?:19|20)\d{2}[./-]\d{1,2}[./-]\d{1,2})"
    r"(?: \d{1,2})?"
)
_YEARS = re.compile(r"(?:1[89]|20)\d{2}(?:[ /-]{1,3}(?:1[89]|20)\d{2})+")
_DIGITS = re.compile(r"\D")
_FEWEST_SPELT = 7
"""Digits of a number that is written digit by digit."""
_LONGEST_TWO = 17
"""Digits of a number with a few others before it; of more digits the first ones are a part of the same number."""
_DOCUMENT = re.compile(r"(?<![^\W_])(?=[A-Z0-9-]*\d[A-Z0-9-]*\d[A-Z0-9-]*\d)[A-Z0-9](?:-?[A-Z0-9]){5,17}(?![^\W_])")
_MONTH = re.compile(r"\d{1,2}-(?:\d{1,2}-)?(?:19|20)\d{2}")
_CARD_PREFIX = re.compile(r"4|5[0-9]|6[0-9]|2[2-7]|3[04-9]|1800|2131")
_CITIZEN = re.compile(r"\d{9}|\d{2,4}([. -])\d{2,4}\1\d{2,4}(?:\1\d{2,4})?|\d(?:([. -])\d){8}")
"""How a BSN is written without a label: with equal gaps."""
_TWO_NUMBERS = re.compile(r"(\D*(?:\d\D*){6,}?)\s/\s(?=\D*(?:\d\D*){6})")
"""A number before another one with a stroke between."""


def numbers(text: str) -> Iterator[Span]:
    """Spans of numbers, each of one kind."""
    yield from _digit_by_digit(text)
    if not any(character.isdigit() for character in text):
        return
    yield from _ip_addresses(text)
    for found in _RUN.finditer(text):
        if _may_begin(text, found.start()) and not _amount().match(text, found.end()):
            yield from _read(text, found.start(), found.end())
    yield from _documents(text)


def _digit_by_digit(text: str) -> Iterator[Span]:
    """Spans of numbers whose digits, or the first ones, are in words, or have commas between them."""
    ordered = [each.strip(",.-") for each in text.lower().split()]
    if not any(one in _digit_words() and other in _digit_words() for one, other in pairwise(ordered)):
        return  # the pattern takes ten times as long
    for found in _spelt().finditer(text):
        digits = digits_of(found[0])
        kind = _kind(text, found.start(), digits) if len(digits) >= _FEWEST_SPELT else None
        if kind is not None:
            yield Span(found.start(), found.end(), kind)


@cache
def _spelt() -> re.Pattern[str]:
    word = rf"(?:{any_language(lambda words: '|'.join(words.digits))})"
    gap = r"[\s,.-]{1,2}"
    in_words = rf"{word}(?:{gap}{word})+(?:{gap}(?:{word}|\d{{1,7}}))*"
    with_commas = rf"\d(?:{gap}\d){{{_FEWEST_SPELT - 1},}}"
    return re.compile(rf"(?<![^\W_])(?:{in_words}|{with_commas})(?![^\W_])", re.IGNORECASE)


def digits_of(text: str) -> str:
    """The digits of a text, written as such or as words of any language; other words count for nothing."""
    parts = re.findall(r"\d+|[^\W\d_]+", text)
    return "".join(part if part.isdigit() else _digit_words().get(part.lower(), "") for part in parts)


@cache
def _digit_words() -> Mapping[str, str]:
    """Words for digits in any language, and the digits themselves, to the digit."""
    every = [(at, each) for code in LANGUAGES for at, each in enumerate(personal_words(code).digits)]
    return {word: str(at) for at, each in every for word in (*each.split("|"), str(at))}


@cache
def _amount() -> re.Pattern[str]:
    return re.compile(rf"\s?(?:{any_language(lambda words: words.amounts)})\b", re.IGNORECASE)


@cache
def _label_before() -> re.Pattern[str]:
    labels = any_language(lambda each: "|".join((each.phone, each.citizen, each.company, each.card)))
    return re.compile(rf"(?<![^\W_])(?:{labels})$", re.IGNORECASE)


def _may_begin(text: str, start: int) -> bool:
    """Whether a number may begin here: not directly after letters, unless they are a label."""
    if not text[start - 1 : start].isalpha():
        return True
    return _label_before().search(text[max(0, start - NEAR_CHARS) : start]) is not None


def _ip_addresses(text: str) -> Iterator[Span]:
    for found in _IP4.finditer(text):
        if _is_address(IPv4Address, found[0]) and not _NOBODYS_IP.match(found[0]):
            is_long = any(len(part) > 1 for part in found[0].split("."))
            is_meant = is_long or _IP_WORD.search(text[max(0, found.start() - 40) : found.start()])
            if is_meant and not is_labelled("versions", text, found.start()):
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
    if text[start - 1 : start] == "#" and not _label_before().search(text[max(0, start - NEAR_CHARS) : start - 1]):
        return
    written = text[start:end].rstrip(" ./_·-(")
    if written.startswith("(") and ")" not in written:
        start, written = start + 1, written[1:]
    end = start + len(written)
    kind = _kind(text, start, written)
    if kind is not None:
        yield Span(start, end, kind)
    if kind is not None or is_of_a_service(written):
        return
    if two := _TWO_NUMBERS.match(written):
        yield from _read(text, start, start + two.end(1))
        yield from _read(text, start + two.end(), end)
        return
    parts = list(re.finditer(r"[^\s/]+", written))
    if len(parts) > 1:
        # Leave out the last groups, then the first ones: another number may stand next to this one.
        for upto in range(len(parts) - 1, 0, -1):
            kind = _kind(text, start, written[: parts[upto - 1].end()])
            if kind is not None:
                yield Span(start, start + parts[upto - 1].end(), kind)
                yield from _read(text, start + parts[upto].start(), end)
                return
        if len(_DIGITS.sub("", written)) <= _LONGEST_TWO:
            yield from _read(text, start + parts[1].start(), end)


def _kind(text: str, start: int, written: str) -> Kind | None:
    digits, end = _DIGITS.sub("", written), start + len(written)
    count = len(digits)
    if (
        count < 6
        or len(set(digits)) == 1
        or _is_address(IPv4Address, written)
        or _DATE_RUN.fullmatch(written)
        or _YEARS.fullmatch(written)
    ):
        return None
    if 12 <= count <= 19 and _is_card(text, start, end, digits, written):
        return "CARD"
    kind = None if written.startswith(("+", "(+")) else _state_number(text, start, end, digits, written)
    return kind or ("PHONE" if is_phone(text, start, written, digits) else None)


def _is_card(text: str, start: int, end: int, digits: str, written: str) -> bool:
    count = len(digits)
    if not re.fullmatch(r"\d{2,8}(?:[ -]?\d{1,7})*|\d{4}(?:([./])\d{4}\1\d{4}\1\d{1,7}|[./]\d{6}[./]\d{4,5})", written):
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
        is_valid = bsn.is_valid(digits.zfill(9))
        is_called = is_labelled("citizen", text, start) or (is_citizen and not is_labelled("reference", text, start))
        # Also with a wrong checksum: a mistyped number is somebody's data too.
        if is_called or (is_valid and (is_citizen or _is_unnamed_citizen(text, start, end))):
            return "NL_BSN"
    return None


def _is_unnamed_citizen(text: str, start: int, end: int) -> bool:
    """Whether a valid number is written like a BSN, and no word before it says that it is another number.

    Of random numbers one in eleven is valid: a placeholder for one of them does less harm than a number that is stored.
    """
    written = text[start:end]
    if not _CITIZEN.fullmatch(written) or sum(map(str.isdigit, written)) != 9 or text[start - 1 : start] == ".":
        return False
    return not is_labelled("reference", text, start) and not is_labelled("company", text, start)


def _is_company(text: str, start: int, end: int, digits: str) -> bool:
    """Whether eleven digits are a partita IVA: after a label, or valid, as one in a hundred random ones are."""
    if is_labelled("company", text, start):
        return True
    return iva.is_valid(digits) and (
        is_near("company", text, start, end)
        or (text[start:end] == digits and not is_labelled("reference", text, start))
    )


def _documents(text: str) -> Iterator[Span]:
    for found in _DOCUMENT.finditer(text):
        if is_labelled("document", text, found.start()) and not _MONTH.fullmatch(found[0]):
            yield Span(found.start(), found.end(), "DOCUMENT")
