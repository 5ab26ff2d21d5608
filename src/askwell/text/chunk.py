"""Splits documents into chunks that are small enough to embed and cite, with exact offsets.

A chunk never crosses a heading, with two exceptions: tiny neighbours under the same parent are joined, and a heading
without text is joined with its neighbour. A section is split between paragraphs, then sentences, lines, and words.
Boilerplate is left out.
"""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from askwell.text.sentences import sentences
from askwell.text.tokens import count_tokens_once
from askwell.types import ParsedDocument

MAX_TOKENS = 180
"""Fits the 256 tokens of small embedding models together with title and headings."""

_TINY_SHARE = 0.25
"""A section of at most this share of `max_tokens` is tiny."""
_SURE = 0.9
"""Share of `max_tokens` up to which an upper bound is trusted: joined texts may have one token more than apart."""
_LONGEST_RUN = 4_000
"""Maximum characters of a run without a border; longer runs are split before counting, to keep counting cheap."""

_PORTION = 200_000
"""Characters split at once, which limits memory for a section of many megabytes."""

_PARAGRAPH = re.compile(r"\n[^\S\n]*\n\s*")
_LINE = re.compile(r"\n\s*")
_WORD = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Piece:
    """A chunk without an id: `text` is `document.text[start:end]`."""

    start: int
    end: int
    headings: tuple[str, ...]
    """Headings of the whole chunk, outermost first."""
    page: int | None
    """Page it begins on."""
    text: str
    tokens: int


@dataclass(frozen=True, slots=True)
class _Stretch:
    start: int
    end: int
    headings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Measured:
    stretch: _Stretch
    tokens: int
    is_bare: bool
    """Whether it is only a heading, without text."""


def chunk(document: ParsedDocument, *, max_tokens: int = MAX_TOKENS) -> list[Piece]:
    """The chunks of a document in order, without boilerplate; each has at most `max_tokens` (at least 16)."""
    return list(chunks(document, max_tokens=max_tokens))


def chunks(document: ParsedDocument, *, max_tokens: int = MAX_TOKENS) -> Iterator[Piece]:
    """Like `chunk`, one by one: the texts of all chunks together need as much memory as the document."""
    if max_tokens < 16:
        raise ValueError(f"max_tokens is {max_tokens}, must be at least 16")
    text = document.text
    pages = [(section.start, section.page) for section in document.sections]
    starts = [start for start, _ in pages]
    portions = (part for stretch in _join(text, _stretches(document), max_tokens) for part in _portions(text, stretch))
    for stretch in portions:
        for start, end in _cut(text, stretch, max_tokens):
            at = bisect_right(starts, start) - 1
            page = pages[at][1] if at >= 0 else None
            part = text[start:end]
            yield Piece(start, end, stretch.headings, page, part, count_tokens_once(part))


def _stretches(document: ParsedDocument) -> list[_Stretch]:
    """Sections in order without boilerplate; those that continue overleaf are joined, and gaps are included."""
    found: list[_Stretch] = []
    end = 0
    for section in sorted(document.sections, key=lambda section: section.start):
        start, stop = max(section.start, end), section.end
        if document.text[end:start].strip():
            found.append(_Stretch(end, start, ()))
        if stop <= start:
            continue
        if section.is_boilerplate:
            end = stop
            continue
        if found and found[-1].headings == section.headings and not document.text[found[-1].end : start].strip():
            found[-1] = _Stretch(found[-1].start, stop, section.headings)
        else:
            found.append(_Stretch(start, stop, section.headings))
        end = stop
    if document.text[end:].strip():
        found.append(_Stretch(end, len(document.text), ()))
    return [trimmed for stretch in found if (trimmed := _trim_stretch(document.text, stretch)) is not None]


def _trim_stretch(text: str, stretch: _Stretch) -> _Stretch | None:
    start, end = _trim(text, stretch.start, stretch.end)
    return _Stretch(start, end, stretch.headings) if start < end else None


def _join(text: str, stretches: Sequence[_Stretch], max_tokens: int) -> list[_Stretch]:
    joined: list[_Measured] = []
    for stretch in stretches:
        part = text[stretch.start : stretch.end]
        below = _Measured(stretch, count_tokens_once(part), is_bare=_is_heading_of(part, stretch.headings))
        if joined and text[joined[-1].stretch.end : stretch.start].strip():
            if joined[-1].is_bare:  # a heading with boilerplate after it
                joined.pop()
        elif joined and _belong(joined[-1], below, max_tokens):
            above = joined.pop()
            first, second = above.stretch.headings, stretch.headings
            leads = len(first) < len(second) and second[: len(first)] == first and above.is_bare
            whole = _Stretch(above.stretch.start, stretch.end, second if leads else _shared(first, second))
            below = _Measured(whole, above.tokens + below.tokens + 2, is_bare=above.is_bare and below.is_bare)
        joined.append(below)
    return [measured.stretch for measured in joined]


def _belong(above: _Measured, below: _Measured, max_tokens: int) -> bool:
    """Whether to join two neighbours: a bare heading with its text, or tiny ones under the same parent."""
    if above.is_bare:
        return True
    if above.tokens + below.tokens + 2 > max_tokens:
        return False
    first, second = above.stretch.headings, below.stretch.headings
    are_near = first[:-1] == second[:-1] or first == second[:-1]
    return are_near and (below.is_bare or min(above.tokens, below.tokens) <= _TINY_SHARE * max_tokens)


def _shared(first: Sequence[str], second: Sequence[str]) -> tuple[str, ...]:
    shared: list[str] = []
    for one, other in zip(first, second, strict=False):
        if one != other:
            break
        shared.append(one)
    return tuple(shared)


def _is_heading_of(part: str, headings: Sequence[str]) -> bool:
    return bool(headings) and " ".join(part.split()) == headings[-1]


def _portions(text: str, stretch: _Stretch) -> Iterator[_Stretch]:
    """The stretch in parts of at most `_PORTION` characters, split at a paragraph, line or space if possible."""
    start = stretch.start
    while stretch.end - start > _PORTION:
        limit = start + _PORTION
        borders = (text.rfind(border, start + _PORTION // 2, limit) for border in ("\n\n", "\n", " "))
        end = next((border for border in borders if border > 0), limit)
        if trimmed := _trim_stretch(text, _Stretch(start, end, stretch.headings)):
            yield trimmed
        start = end
    if trimmed := _trim_stretch(text, _Stretch(start, stretch.end, stretch.headings)):
        yield trimmed


def _cut(text: str, stretch: _Stretch, max_tokens: int) -> list[tuple[int, int]]:
    """Spans of at most `max_tokens` tokens and similar length, split at the strongest possible borders."""
    start, end = stretch.start, stretch.end
    total = count_tokens_once(text[start:end])
    if total <= max_tokens:
        return [(start, end)]
    lead = _lead_end(text, stretch)
    reserved = count_tokens_once(text[start:lead]) + 2 if lead > start else 0
    if reserved > max_tokens / 2:
        lead, reserved = start, 0
    # Equal lengths: a last chunk of one line would be ranked badly.
    wanted = total / -(-total // max_tokens)
    spans: list[tuple[int, int]] = []
    open_span: _Growing | None = None
    for atom_start, atom_end in _atoms(text, lead, end, max_tokens - reserved, 0):
        if open_span is None or not open_span.take(atom_end, 0.9 * wanted, max_tokens):
            if open_span is not None:
                spans.append((open_span.start, open_span.end))
            # Leading headings go with the first text, so that no chunk is only a heading.
            open_span = _Growing(text, atom_start if open_span else start, atom_end)
    return [*spans, (open_span.start, open_span.end)] if open_span else spans


class _Growing:
    """A span that grows atom by atom.

    Atoms may be single characters, and counting the tokens of the span for each would take seconds for a megabyte. So
    it keeps an upper bound, one token per byte, and counts exactly only when the bound would decide.
    """

    def __init__(self, text: str, start: int, end: int) -> None:
        self._text = text
        self.start = start
        self.end = end
        self._bound = self._bytes(start, end)

    def take(self, end: int, full: float, max_tokens: int) -> bool:
        """Extend to the end of the next atom; False if the span is full or would have more than `max_tokens`."""
        if self._bound >= full:
            self._bound = self._count(self.end)
            if self._bound >= full:
                return False
        grown = self._bound + self._bytes(self.end, end)
        if grown > _SURE * max_tokens:
            grown = self._count(end)
            if grown > max_tokens:
                return False
        self.end, self._bound = end, grown
        return True

    def _count(self, end: int) -> int:
        return count_tokens_once(self._text[self.start : end])

    def _bytes(self, start: int, end: int) -> int:
        return len(self._text[start:end].encode(errors="replace"))


def _lead_end(text: str, stretch: _Stretch) -> int:
    """Offset after the leading headings of a stretch."""
    at = stretch.start
    for first, last in _between(_PARAGRAPH, text, stretch.start, stretch.end):
        if " ".join(text[first:last].split()) not in stretch.headings:
            break
        at = last
    return at if at < stretch.end else stretch.start


def _atoms(text: str, start: int, end: int, max_tokens: int, strength: int) -> Iterator[tuple[int, int]]:
    """Spans of at most `max_tokens`, split at weaker borders only if the parts are still too long."""
    start, end = _trim(text, start, end)
    if end - start <= _LONGEST_RUN and count_tokens_once(text[start:end]) <= max_tokens:
        if start < end:
            yield start, end
        return
    if strength == len(_SPLITS):
        middle = (start + end) // 2
        for first, last in ((start, middle), (middle, end)):
            yield from _atoms(text, first, last, max_tokens, strength)
        return
    for first, last in _SPLITS[strength](text, start, end):
        yield from _atoms(text, first, last, max_tokens, strength + 1)


def _between(border: re.Pattern[str], text: str, start: int, end: int) -> list[tuple[int, int]]:
    borders = [(match.start(), match.end()) for match in border.finditer(text, start, end)]
    starts = [start, *(after for _, after in borders)]
    ends = [*(before for before, _ in borders), end]
    return [(first, last) for first, last in zip(starts, ends, strict=True) if first < last]


def _sentences(text: str, start: int, end: int) -> list[tuple[int, int]]:
    return [(start + first, start + last) for first, last in sentences(text[start:end])]


_SPLITS: tuple[Callable[[str, int, int], list[tuple[int, int]]], ...] = (
    partial(_between, _PARAGRAPH),
    _sentences,
    partial(_between, _LINE),
    partial(_between, _WORD),
)
"""Functions that split a text, the strongest borders first."""


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    part = text[start:end]
    return start + len(part) - len(part.lstrip()), start + len(part.rstrip())
