"""Characters that are not text, and those that end a line for some readers and not for others."""

import re
from typing import TypeVar

SEPARATORS = "\v\f\x1c\x1d\x1e\x85\u2028\u2029"
"""Line separators of Unicode and of `str.splitlines` other than line feed and carriage return."""

_BROKEN = re.compile("[\0\ud800-\udfff]")
_HIGH = re.compile("[\ud800-\udbff]\\Z")

T = TypeVar("T")


def clean_text(text: str) -> str:
    """The text as UTF-8 and every database can hold it.

    Two halves of a surrogate pair become their character; a lone half and NUL become U+FFFD.
    """
    if text.isascii():
        return text.replace("\0", "\ufffd")
    if not _BROKEN.search(text):
        return text
    joined = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return joined.replace("\0", "\ufffd")


def clean_json(value: T) -> T:
    """A JSON value with `clean_text` applied to all its texts, keys included; an escape can hold half a pair."""
    found: object = value
    if isinstance(found, str):
        found = clean_text(found)
    elif isinstance(found, dict):
        found = {clean_json(key): clean_json(each) for key, each in found.items()}
    elif isinstance(found, list):
        found = [clean_json(each) for each in found]
    return found  # type: ignore[return-value]  # of the same kind


class TextJoiner:
    """Cleans a text that arrives in pieces; a pair of surrogates may be cut between two of them."""

    def __init__(self) -> None:
        self._half = ""

    def feed(self, piece: str) -> str:
        """The text that is complete after this piece."""
        text = self._half + piece
        self._half = text[-1:] if _HIGH.search(text) else ""
        return clean_text(text[:-1] if self._half else text)

    def flush(self) -> str:
        """The rest at the end of the text: U+FFFD where half a pair is left, else nothing."""
        rest, self._half = self._half, ""
        return clean_text(rest)
