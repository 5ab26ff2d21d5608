"""Which numbers are telephone numbers: international, Dutch, Italian, British and North American forms."""

import re

from askwell.privacy.context import is_labelled, is_named, is_near, is_numbered

_NL_FIXED = re.compile(
    r"0(?:1[0358]|2[0346]|3[03568]|4[0356]|5[0358]|7\d|88|85|91)\d{7}|0(?:1[1-7]|2[2-9]|3[1-4]|4[1-9]|5[1-9])\d{7}"
)
_PLAIN_PHONE = re.compile(
    r"06[1-9]\d{7}|00[1-9]\d{9,12}|3[2-9]\d{8}|07[3-9]\d{8}|316[1-9]\d{7}|393[2-9]\d{8}|447[3-9]\d{8}|0[1-9]\d{7,8}"
)
"""Mobile numbers of the Netherlands, Italy and the United Kingdom, also with the code of the country, international
prefixes, and numbers of Italian towns."""
_LONG_SEPARATED = re.compile(
    r"\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}|\d{3}[ .-]\d{3}[ .-]\d{3,4}|1[ .-]\d{3}[ .-]\d{3}[ .-]\d{4}"
)
_TRUNK = re.compile(r"\(?0\d{1,4}\)?[ ./-]{1,3}\d[\d ./-]{4,12}")
_ITALIAN_MOBILE = re.compile(r"\(?3[2-9]\d\)?(?:[ ./-]{1,3}\d{1,7})+")
_WITH_COUNTRY = re.compile(r"393[2-9]\d{8}|316[1-9]\d{7}|447[3-9]\d{8}")
"""Digits of mobile numbers with the code of their country."""
_DIGIT_BY_DIGIT = re.compile(r"\d(?:[ .-]\d)+")
_INTERNATIONAL = re.compile(r"00(?:31|32|39|41|44)[1-9]")
_ALL_DIGITS = re.compile(r"316[1-9]\d{7}|31[1-57-9]\d{8}|393\d{9}|39\d{9,11}|44[1-9]\d{9}|32[1-9]\d{7,8}|1[2-9]\d{9}")
"""Digits of numbers with the code of their country that nothing can follow."""
_OTHER_MARKS = re.compile("[_·]")
_OF_A_SERVICE = re.compile(
    r"\(?(?:0800|0900|0906|0909|0808|0845|0870)(?:\)|\b|\d{4}$)|8(?:00|03|40|48|92|99)\D?\d{3}\D?\d{3}$"
)
"""Numbers of companies that are free of charge or cost extra."""


def is_of_a_service(written: str) -> bool:
    """Whether a number, as it is written, is that of a service of a company or an authority, which is nobody's."""
    return _OF_A_SERVICE.match(written) is not None


def is_phone(text: str, start: int, written: str, digits: str) -> bool:
    """Whether a number of a text, as it is written and without what separates its digits, is a telephone number."""
    count, written = len(digits), _OTHER_MARKS.sub("-", written)
    if written.startswith(("+", "(+")):
        return 8 <= count <= 15
    if is_of_a_service(written):
        return False
    if not 7 <= count <= 15:
        return count == 6 and is_labelled("phone", text, start)
    if is_labelled("phone", text, start):
        return True
    if is_named("reference", text, start):
        return _is_grouped_mobile(written, digits) and not is_numbered("reference", text, start)
    return _is_called_phone(text, start, start + len(written), count) or (
        _is_sure(written, digits)
        or _is_international(digits)
        or (_has_form(written, digits) and not is_named("numbered", text, start))
    )


def is_whole_phone(written: str) -> bool:
    """Whether a number is a telephone number by itself that has all of its digits."""
    digits = "".join(filter(str.isdigit, written))
    if written.startswith(("+", "(+")):
        return _ALL_DIGITS.fullmatch(digits) is not None
    return _is_sure(written, digits) or (digits == written and bool(_PLAIN_PHONE.fullmatch(digits)))


def _is_grouped_mobile(written: str, digits: str) -> bool:
    """Whether a number is a mobile one in groups, which a number of another kind is not written in."""
    return written != digits and (_is_sure(written, digits) or _is_international(digits))


def _is_international(digits: str) -> bool:
    """Whether it begins with the international prefix and the code of a country of these languages."""
    return _INTERNATIONAL.match(digits) is not None and len(digits) >= 11


def _is_called_phone(text: str, start: int, end: int, count: int) -> bool:
    return is_near("phone", text, start, end) or (count >= 9 and is_near("phone_or_not", text, start, end))


def _is_sure(written: str, digits: str) -> bool:
    """Whether a number is a Dutch one, or an Italian mobile one, which hardly another number looks like."""
    if len(digits) != 10:
        return False
    is_dutch = _NL_FIXED.fullmatch(digits) or re.fullmatch(r"06[1-9]\d{7}", digits)
    return bool(is_dutch or _ITALIAN_MOBILE.fullmatch(written) or re.fullmatch(r"3[2-9]\d{8}", written))


def _has_form(written: str, digits: str) -> bool:
    """Whether a number is a telephone number without a label."""
    count = len(digits)
    if written == digits:
        return bool(_PLAIN_PHONE.fullmatch(digits)) or (count == 10 and bool(_NL_FIXED.fullmatch(digits)))
    if _DIGIT_BY_DIGIT.fullmatch(written) or _WITH_COUNTRY.fullmatch(digits):
        return _has_form(digits, digits)
    if _LONG_SEPARATED.fullmatch(written) or (written.startswith("00") and count >= 10):
        return True
    if _TRUNK.fullmatch(written):
        return 8 <= count <= 13
    return bool(_ITALIAN_MOBILE.fullmatch(written)) and 9 <= count <= 10
