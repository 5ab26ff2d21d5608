"""A copy of a text in which look-alike characters are plain, with the way back to its positions."""

import re
import unicodedata
from typing import NamedTuple

from askwell.privacy.spans import Span


class Folded(NamedTuple):
    """A text with plain digits, letters, spaces and hyphens, and without invisible characters."""

    text: str
    positions: tuple[int, ...] | None
    """Position in the original of each character, and the original's length; None if both are the same text."""

    def original(self, span: Span) -> Span:
        """A span of the folded text as one of the original."""
        if self.positions is None:
            return span
        return Span(self.positions[span.start], self.positions[span.end - 1] + 1, span.kind)


_PLAIN = str.maketrans(dict.fromkeys("‐‑‒–—−﹣－", "-") | dict.fromkeys("’‘ʼ＇", "'") | {"\u00a0": " ", "\u202f": " "})
_ODD = re.compile(r"[^\x00-\x7e¡-¬®-ɏ“”„…•€]")
"""What may have another form: everything but Latin letters and common marks."""


def fold(text: str) -> Folded:
    """The folded text: full-width and other forms of a character are the character, format characters are left out."""
    if text.isascii():
        return Folded(text, None)
    text = text.translate(_PLAIN)
    if _ODD.search(text) is None:
        return Folded(text, None)
    kept, positions = [], []
    for at, character in enumerate(text):
        plain = character if character.isascii() else _plain(character)
        if plain:
            kept.append(plain)
            positions.append(at)
    return Folded("".join(kept), (*positions, len(text)))


def _plain(character: str) -> str:
    """One character, or none for an invisible one."""
    category = unicodedata.category(character)
    if category == "Cf":
        return ""
    if category == "Zs":
        return " "
    if category == "Nd":
        return str(unicodedata.digit(character))
    plain = unicodedata.normalize("NFKC", character)
    return plain if len(plain) == 1 else character
