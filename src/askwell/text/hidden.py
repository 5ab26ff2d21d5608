"""Characters that a reader does not see, in which a text can carry what only a model reads."""

import re

_HIDDEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0"
    "\ufff0-\ufffb\U000e0000-\U000e0fff]"
)
"""Soft hyphens, zero-width spaces, direction marks, fillers, tag characters and the variation selectors after them.

Joiners (U+200C, U+200D) and the variation selectors of emoji are left, because scripts and emoji need them.
"""


def without_hidden(text: str) -> str:
    """The text without characters that are not seen; the same object if it has none."""
    return text if text.isascii() else _HIDDEN.sub("", text)


def hides_text(text: str) -> bool:
    """Whether a text contains tag characters or variation selectors that can spell out hidden words."""
    return not text.isascii() and any(0xE0000 <= ord(char) <= 0xE0FFF for char in text)
