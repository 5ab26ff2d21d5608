"""Characters that break databases, JSON or line-based formats: NUL, unpaired surrogates, unusual line separators."""

import re
from typing import TypeVar

SEPARATORS = "\v\f\x1c\x1d\x1e\x85\u2028\u2029"
"""Line separators of Unicode and `str.splitlines`, except line feed and carriage return."""

_BROKEN = re.compile("[\0\ud800-\udfff]")
_HIGH = re.compile("[\ud800-\udbff]\\Z")

T = TypeVar("T")


def is_text(text: str) -> bool:
    """Whether the text has neither NUL nor a lone surrogate."""
    return _BROKEN.search(text) is None


def clean_text(text: str) -> str:
    """The text in a form that UTF-8 and every database can store.

    A split surrogate pair becomes its character; an unpaired surrogate or NUL becomes U+FFFD.
    """
    if text.isascii():
        return text.replace("\0", "\ufffd")
    if not _BROKEN.search(text):
        return text
    joined = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return joined.replace("\0", "\ufffd")


def clean_json(value: T) -> T:
    """A JSON value with `clean_text` applied to all its strings and keys; JSON escapes may be unpaired surrogates."""
    found: object = value
    if isinstance(found, str):
        found = clean_text(found)
    elif isinstance(found, dict):
        found = {clean_json(key): clean_json(each) for key, each in found.items()}
    elif isinstance(found, list):
        found = [clean_json(each) for each in found]
    return found  # type: ignore[return-value]  # of the same kind


class TextJoiner:
    """Cleans a text that arrives in pieces, where a surrogate pair may be split between two pieces."""

    def __init__(self) -> None:
        self._half = ""

    def feed(self, piece: str) -> str:
        """The text that is complete after this piece."""
        text = self._half + piece
        self._half = text[-1:] if _HIGH.search(text) else ""
        return clean_text(text[:-1] if self._half else text)

    def flush(self) -> str:
        """The rest at the end of the text: U+FFFD for an unpaired surrogate, otherwise empty."""
        rest, self._half = self._half, ""
        return clean_text(rest)
