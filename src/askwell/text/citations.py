"""Citation marks such as `[2]`: finds them in an answer, and renumbers them while an answer is streamed."""

import re
from collections.abc import Callable, Iterator

from askwell.text.bounds import text_cache
from askwell.types import Mark

_NUMBER = r"(?:(?!1[5-9]\d\d|20\d\d)[1-9]\d{0,3})"
_DASH = r"\-–—"
MARK = re.compile(rf"\[\s{{0,3}}{_NUMBER}(?:\s{{0,3}}[,;{_DASH}]\s{{0,3}}{_NUMBER}){{0,11}}\s{{0,3}}\](?!\()")
"""A mark: up to twelve numbers from 1, as a list or with ranges; not a year, `[0, 1]` or the text of a link."""

_MAX_RANGE = 20
_PART = re.compile(rf"({_NUMBER})(?:\s*[{_DASH}]\s*({_NUMBER}))?")
_UNDECIDED = re.compile(rf"\[[\d\s,;{_DASH}]{{0,200}}\]?\Z")


def find_marks(text: str) -> list[Mark]:
    """All marks in order. `[1, 3]` and `[1-3]` give one mark per number, all with the same span.

    A descending range, or one of more than 20 numbers, is no mark.
    """
    return [
        Mark(number, match.start(), match.end()) for match in MARK.finditer(text) for number in _numbers(match.group())
    ]


def strip_marks(text: str) -> str:
    """The text without its marks and the spaces before them."""
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
    """Each mark with the spaces before it: start, end and numbers."""
    before = 0
    for match in MARK.finditer(text):
        start = match.start()
        while start > before and text[start - 1] in " \t":
            start -= 1
        before = match.end()
        if numbers := _numbers(match.group()):
            yield start, before, numbers


class MarkRelay:
    """Replaces labels of the prompt by source numbers of the conversation while an answer is streamed.

    `number_of` is called once for each label, in order of first citation. It returns None for an unknown label, whose
    mark is removed with the space before it (at the start of a line, with the space after it). The output does not
    depend on how the text is split into pieces.
    """

    def __init__(self, number_of: Callable[[int], int | None]) -> None:
        self._number_of = number_of
        self._numbers: dict[int, int | None] = {}
        self._held = ""
        self._line_is_empty = True
        self._swallow_blanks = False
        self.removed = 0
        """Number of labels removed so far."""

    def feed(self, piece: str) -> str:
        """The text that is final after this piece."""
        text = self._held + piece
        # A mark is final only when the next character is known: `[1](` begins a link.
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
    """Start of the part that could become a mark, or precede one, with the next piece."""
    bracket = text.rfind("[", max(0, len(text) - 210))
    certain = text[:bracket] if bracket >= 0 and _UNDECIDED.match(text, bracket) else text
    return len(certain.rstrip(" \t"))


@text_cache(200_000)
def _numbers(mark: str) -> tuple[int, ...]:
    """Distinct numbers of one mark, in order; empty if a range is invalid. Few distinct marks recur often."""
    found: list[int] = []
    for part in _PART.finditer(mark):
        first, last = int(part.group(1)), int(part.group(2) or part.group(1))
        if not first <= last < first + _MAX_RANGE:
            return ()
        found.extend(range(first, last + 1))
    return tuple(dict.fromkeys(found))
