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

_FENCE = re.compile(r"[ \t]*(`{3,})[^`\n]*\n")
_TICKS = re.compile(r"`+")


def find_marks(text: str) -> list[Mark]:
    """All marks in order. `[1, 3]` and `[1-3]` give one mark per number, all with the same span.

    A descending range, or one of more than 20 numbers, is no mark. Nothing in code is.
    """
    matches = MARK.finditer(text)
    if "`" in text and (code := code_spans(text)):
        matches = (each for each in matches if not any(start <= each.start() < end for start, end in code))
    return [Mark(number, match.start(), match.end()) for match in matches for number in _numbers(match.group())]


def code_spans(text: str) -> list[tuple[int, int]]:
    """Places of Markdown code, in order: fenced blocks with their fences, and spans between backticks on one line."""
    spans: list[tuple[int, int]] = []
    at = 0
    while found := _TICKS.search(text, at):
        begin, at = found.span()
        line = text.rfind("\n", 0, begin) + 1
        fence = _FENCE.match(text, line) if text[line:begin].isspace() or line == begin else None
        closed = _fence_end(text, fence) if fence else _span_end(text, found)
        if closed is not None:
            spans.append((begin, closed))
            at = closed
    return spans


def _fence_end(text: str, fence: re.Match[str]) -> int:
    """The end of a fenced block: of the line that closes it, else of the text."""
    closing = re.compile(rf"^[ \t]*{fence[1]}`*[ \t]*$", re.MULTILINE).search(text, fence.end())
    return closing.end() if closing else len(text)


def _span_end(text: str, ticks: re.Match[str]) -> int | None:
    """The end of the code that these backticks open; None if the line does not close it."""
    line_end = text.find("\n", ticks.end())
    rest = _TICKS.finditer(text, ticks.end(), len(text) if line_end < 0 else line_end)
    return next((each.end() for each in rest if each.group() == ticks.group()), None)


def strip_marks(text: str) -> str:
    """The text without its marks and the spaces before them."""
    if "[" not in text:
        return text
    kept: list[str] = []
    end = 0
    code = code_spans(text) if "`" in text else []
    for start, stop, _ in _with_blanks(text):
        if any(begin <= start < close for begin, close in code):
            continue
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
    mark is removed with the space before it (at the start of a line, with the space after it). Code stays as it is. The
    output does not depend on how the text is split into pieces.
    """

    def __init__(self, number_of: Callable[[int], int | None]) -> None:
        self._number_of = number_of
        self._numbers: dict[int, int | None] = {}
        self._held = ""
        self._fence = ""
        self._begins_line = True
        self._line_is_empty = True
        self._swallow_blanks = False
        self.removed = 0
        """Number of labels removed so far."""
        self.labels: list[int] = []
        """The label that each number stands for, in the order of `find_marks`."""

    def feed(self, piece: str) -> str:
        """The text that is final after this piece."""
        text, self._held = self._held + piece, ""
        out: list[str] = []
        while text:
            end, is_code = self._next(text)
            if not end:
                self._held = text
                break
            out.append(self._emit(text[:end]) if is_code else self._pass(text[:end]))
            _, line_end, line = text[:end].rpartition("\n")
            self._begins_line = not line.strip() and (bool(line_end) or self._begins_line)
            text = text[end:]
        return "".join(out)

    def flush(self) -> str:
        """The rest, at the end of the answer."""
        decided = self.feed("\n")  # the end of a line decides what is code
        rest, self._held = self._held, ""
        return (decided + self._pass(rest))[:-1]

    def _next(self, text: str) -> tuple[int, bool]:
        """How much of a text can be passed now, all of it code or none of it; 0 if the next piece decides."""
        if self._fence:
            line, end, _ = text.partition("\n")
            if end and line.strip(" \t").startswith(self._fence) and not line.strip(" \t`"):
                self._fence = ""
            return (len(line) + 1 if end else 0), True
        ticks = _TICKS.search(text)
        if ticks is None:
            # A mark is final only when the next character is known: `[1](` begins a link.
            return _undecided_from(text), False
        if ticks.start():
            return ticks.start(), False
        if self._begins_line and (fence := _FENCE.match(text)):
            self._fence = fence[1]
            return fence.end(), True
        if closed := _span_end(text, ticks):
            return (closed if closed < len(text) else 0), True
        return (ticks.end() if "\n" in text else 0), False

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
        label_of: dict[int, int] = {}
        for label in labels:
            if (number := self._known(label)) is not None:
                label_of.setdefault(number, label)
        numbers = list(label_of)
        self.labels += label_of.values()
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
