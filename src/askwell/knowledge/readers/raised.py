"""Raised text as plain text: exponents as `10^6`, marks of footnotes left out, so that none sticks to a number."""

import re
from typing import Any

from askwell.knowledge.readers.page_blocks import INLINE, is_block

BEFORE_CHARS = 24
"""Characters before a raised text that decide how it is written."""

_MOST_CHARS = 24
"""Longer raised text is no exponent and no mark."""
_MOST_STEPS = 20
"""Elements that are looked through for what stands before a raised text."""
_BASE = re.compile(r"[^\W_]+\Z")
_UNIT = re.compile(r"[^\W\d_]{1,2}")
"""Letters that may have an exponent: x, mc, km. Longer words have marks of footnotes."""
_NUMBER = re.compile(r"[+\-]?\d{1,4}")
_TERM = re.compile(r"[+\-]?\d{0,2}[^\W\d_](?:[+\-/]\d{1,3})?|\d{1,3}(?:[+\-/]\d{1,3})")
_ORDINALS = frozenset("aehod")
"""Letters that are raised after a number to count: 3e, 2o."""
_MARK = re.compile(r"[\[(]?(?:\d{1,3}(?:[,;\-]\d{1,3})*|[*\u2020\u2021\u00a7\u00b6#]+)[\])]?")
_DASHES = str.maketrans("\u2212\u2013", "--")
_SMALL = {"2": "\u00b2", "3": "\u00b3"}
"""After letters, as in m², these are written as characters that are read and searched as a unit."""
_IN_PAGES = re.compile(rb"<sup\b", re.IGNORECASE)
_IN_TEXT = re.compile(rb"\d(?:\xc2[\xb2\xb3\xb9]|\xe2\x81[\xb0\xb4-\xbb\xbf])")
"""A digit with a raised character after it, in UTF-8."""


def raised(before: str, text: str) -> str:
    """What is written for raised text; `before` is what its line ends with so far.

    After a digit, a closing bracket or one or two letters it is an exponent, `^6` or `²`. Ordinals and abbreviations
    such as `4th` are kept as they are, marks of footnotes are left out, and anything else has a space before it.
    """
    plain = "".join(text.translate(_DASHES).split())
    if not plain or not before or before[-1].isspace():
        return text
    base = found.group() if (found := _BASE.search(before)) else ""
    is_number = before[-1].isdigit()
    if is_number or before[-1] in ")]}" or _UNIT.fullmatch(base):
        if not is_number and base and plain in _SMALL:
            return _SMALL[plain]
        if _NUMBER.fullmatch(plain):
            return f"^{plain}"
        if _TERM.fullmatch(plain) and plain.lower() not in _ORDINALS:
            return f"^{plain}" if plain.lstrip("+-").isalnum() else f"^({plain})"
        if base and plain.rstrip(".").isalpha():
            return text
    return noted(text)


def noted(text: str) -> str:
    """What is written for the raised text of a link: nothing for the mark of a footnote, else the text, kept apart."""
    plain = "".join(text.translate(_DASHES).split())
    return "" if _MARK.fullmatch(plain) else f" {text.lstrip()}"


def write_raised(page: Any) -> None:
    """Write what `<sup>` raises in the elements of a page as plain text, within the text before it."""
    for element in list(page.iter("sup")):
        text = "".join(element.itertext())
        place = _before(element)
        if place is None or len(text) > _MOST_CHARS or any(each.tag not in INLINE for each in element.iter()):
            continue
        node, kind = place
        before = getattr(node, kind)
        written = noted(text) if _is_linked(element) and not before[-1].isspace() else raised(before, text)
        if written == text:
            continue
        setattr(node, kind, before + written)
        if element.tail and element.tail[0].isalnum() and "^" in written:
            element.tail = f" {element.tail}"
        element.text = None
        del element[:]


def may_have_raised(data: bytes) -> bool:
    """Whether a web page or a file of plain text may have raised text; rather once too often than too rarely."""
    return bool(_IN_PAGES.search(data) or _IN_TEXT.search(data))


def _is_linked(element: Any) -> bool:
    """Whether the raised text is all of a link, or has one."""
    parent = element.getparent()
    is_alone = element.getprevious() is None and element.getnext() is None and not (element.tail or "").strip()
    if parent is not None and parent.tag == "a" and is_alone and not (parent.text or "").strip():
        return True
    return next(element.iter("a"), None) is not None


def _before(element: Any) -> tuple[Any, str] | None:
    """The element and the attribute that has the text right before an element of its line; None if there is none."""
    for _ in range(_MOST_STEPS):
        other = element.getprevious()
        if other is None:
            element = element.getparent()
            if element is None or element.text or is_block(element):
                return None if element is None or not element.text else (element, "text")
        elif other.tail:
            return other, "tail"
        elif not isinstance(other.tag, str) or other.tag not in INLINE:
            return None
        elif place := _last_text(other):
            return place
        else:
            element = other
    return None


def _last_text(element: Any) -> tuple[Any, str] | None:
    """Where the last text of an inline element is, if it ends with a text."""
    for _ in range(_MOST_STEPS):
        if not len(element):
            return (element, "text") if element.text else None
        last = element[-1]
        if last.tail:
            return last, "tail"
        if not isinstance(last.tag, str) or last.tag not in INLINE:
            return None
        element = last
    return None
