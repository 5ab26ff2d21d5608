"""Citation marks, `[2]`: found in a finished answer, and renumbered while one is being written."""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

from askwell.types import Mark

_NUMBER = r"(?:(?!1[5-9]\d\d|20\d\d)[1-9]\d{0,3})"
_DASH = r"\-–—"
MARK = re.compile(rf"\[\s{{0,3}}{_NUMBER}(?:\s{{0,3}}[,;{_DASH}]\s{{0,3}}{_NUMBER}){{0,11}}\s{{0,3}}\](?!\()")
"""A mark: numbers from 1, up to twelve, as a list or with ranges. Not one: a year, `[0, 1]`, the text of a link."""

_MAX_RANGE = 20
_PART = re.compile(rf"({_NUMBER})(?:\s*[{_DASH}]\s*({_NUMBER}))?")
_UNDECIDED = re.compile(rf"\[[\d\s,;{_DASH}]{{0,200}}\]?\Z")


def find_marks(text: str) -> list[Mark]:
    """All marks in order; `[1, 3]` and `[1-3]` give one mark a number, over the same stretch.

    A range that falls or spans more than 20 numbers is no mark.
    """
    return [
        Mark(number, match.start(), match.end()) for match in MARK.finditer(text) for number in _numbers(match.group())
    ]


def strip_marks(text: str) -> str:
    """The text without its marks and the blanks before them."""
    if "[" not in text:
        return text
    kept: list[str] = []
    end = 0
    for start, stop, _ in _with_blanks(text):
        kept.append(text[end:start])
        end = stop
    kept.append(text[end:])
    return "".join(kept)


def _with_blanks(text: str) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """Each mark with the blanks before it: start, end and numbers."""
    before = 0
    for match in MARK.finditer(text):
        start = match.start()
        while start > before and text[start - 1] in " \t":
            start -= 1
        before = match.end()
        if numbers := _numbers(match.group()):
            yield start, before, numbers


class MarkRelay:
    """Passes an answer on while it is written, with the prompt's labels turned into the conversation's numbers.

    `number_of` is asked once for each label, in order of first citation, and answers None for a label that stands for
    nothing: its mark is left out together with the blank before it (after it, at the beginning of a line). What comes
    out does not depend on how the text was cut.
    """

    def __init__(self, number_of: Callable[[int], int | None]) -> None:
        self._number_of = number_of
        self._numbers: dict[int, int | None] = {}
        self._held = ""
        self._line_is_empty = True
        self._swallow_blanks = False
        self.removed = 0
        """Labels left out so far."""

    def feed(self, piece: str) -> str:
        """What is certain after this piece."""
        text = self._held + piece
        # A mark is certain only when the character after it is known: `[1](` begins a link.
        undecided = _undecided_from(text)
        self._held = text[undecided:]
        return self._pass(text[:undecided])

    def flush(self) -> str:
        """The rest, at the end of the answer."""
        rest, self._held = self._held, ""
        return self._pass(rest)

    def _pass(self, text: str) -> str:
        out: list[str] = []
        end = 0
        for start, stop, labels in _with_blanks(text):
            out.append(self._emit(text[end:start]))
            out.append(self._mark(text[start:stop], labels))
            end = stop
        out.append(self._emit(text[end:]))
        return "".join(out)

    def _mark(self, written: str, labels: tuple[int, ...]) -> str:
        numbers = list(dict.fromkeys(number for label in labels if (number := self._known(label)) is not None))
        self.removed += sum(self._numbers[label] is None for label in labels)
        if numbers:
            blank = written[: written.index("[")]
            return self._emit(f"{blank}[{', '.join(map(str, numbers))}]")
        self._swallow_blanks = self._swallow_blanks or self._line_is_empty
        return ""

    def _known(self, label: int) -> int | None:
        if label not in self._numbers:
            self._numbers[label] = self._number_of(label)
        return self._numbers[label]

    def _emit(self, text: str) -> str:
        if self._swallow_blanks:
            text = text.lstrip(" \t")
        if text:
            self._swallow_blanks = False
            self._line_is_empty = text.endswith("\n")
        return text


def _undecided_from(text: str) -> int:
    """Where the part begins that the next piece could still make a mark of or put one after."""
    bracket = text.rfind("[", max(0, len(text) - 210))
    certain = text[:bracket] if bracket >= 0 and _UNDECIDED.match(text, bracket) else text
    return len(certain.rstrip(" \t"))


@lru_cache(maxsize=1024)
def _numbers(mark: str) -> tuple[int, ...]:
    """Numbers of one mark, each once, in order; empty when a range in it is none. Few marks are all of them."""
    found: list[int] = []
    for part in _PART.finditer(mark):
        first, last = int(part.group(1)), int(part.group(2) or part.group(1))
        if not first <= last < first + _MAX_RANGE:
            return ()
        found.extend(range(first, last + 1))
    return tuple(dict.fromkeys(found))
