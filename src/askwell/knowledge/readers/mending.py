"""Mends words that layout has torn: hyphens at line ends, and accents before their letters."""

import re
import unicodedata
from collections.abc import Sequence
from functools import cached_property

_TORN = re.compile(r"([^\W\d_]{2,})([-\u2010])$")
_CONTINUED = re.compile(r"[^\W\d_]+")
_WORD = re.compile(r"[^\W\d_]+(?:[-\u2010][^\W\d_]+)*")
_MAX_PART_CHARS = 60
_MIN_PART_CHARS = 4
"""Shorter parts of a word are often words too: `to-gether`, `in-side`."""

_ACCENTS = {"¨": "\u0308", "´": "\u0301", "ˆ": "\u0302", "˜": "\u0303", "¸": "\u0327", "˚": "\u030a", "ˇ": "\u030c"}
_ACCENTED = re.compile(rf"([{''.join(_ACCENTS)}])([^\W\d_])")
_DOTLESS = {"ı": "i", "ȷ": "j"}


class Mender:
    """Joins lines of a document; its own words decide whether a hyphen at a line end belongs to the word."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = lines

    def join(self, text: str, line: str) -> str | None:
        """The text and its next line if a word was torn between them; otherwise None."""
        torn = _torn(text)
        rest = _CONTINUED.match(line)
        if torn is None or rest is None or not line[0].islower():
            return None
        return (text if self._keeps_hyphen(torn, rest.group()) else text[:-1]) + line

    @cached_property
    def _words(self) -> set[str]:
        """The words that are not torn; few documents need them."""
        found: set[str] = set()
        was_torn = False
        for line in self._lines:
            is_torn = _torn(line) is not None
            words = _WORD.findall(line)
            found.update(word.casefold() for word in words[was_torn : len(words) - is_torn])
            was_torn = is_torn
        return found

    def _keeps_hyphen(self, torn: re.Match[str], rest: str) -> bool:
        first, second = torn.group(1).casefold(), rest.casefold()
        if f"{first}-{second}" in self._words:
            return True
        if torn.group(2) != "-" or first + second in self._words:
            return False
        return min(len(first), len(second)) >= _MIN_PART_CHARS and {first, second} <= self._words


def _torn(line: str) -> re.Match[str] | None:
    """The first part of a torn word at the end of a line."""
    return _TORN.search(line[-_MAX_PART_CHARS:]) if line.endswith(("-", "\u2010")) else None


def with_accents(text: str) -> str:
    """The text with each accent that precedes its letter, as TeX writes them to PDF files, on the letter."""
    return _ACCENTED.sub(_accented, text)


def _accented(match: re.Match[str]) -> str:
    accent, letter = match.groups()
    composed = unicodedata.normalize("NFC", _DOTLESS.get(letter, letter) + _ACCENTS[accent])
    return composed if len(composed) == 1 else match.group()
