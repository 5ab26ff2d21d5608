"""Answers with their marks in the style of an assistant: numbers, ids of the sources, or footnotes.

What is stored, and what models get of earlier turns, has numbers (`[1]`); the style is applied where a text leaves.
"""

import re
from bisect import bisect_right
from collections.abc import AsyncIterable, AsyncIterator, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import groupby
from typing import TypeVar

from askwell.events import Cited, Done, Event, Failed, Place, Token
from askwell.projections.links import linked
from askwell.text.citations import find_marks
from askwell.types import Answer, MarkStyle, Source, Support, Turn

NUMBERED = MarkStyle()
"""The style of stored answers."""

ID_CHARS = 80
"""Longest id of a source; another one gets its number."""

_ID = re.compile(rf"[\w.:/+-]{{1,{ID_CHARS}}}")
_BEGUN_MARK = re.compile(r"\[[\d\s,;–—-]{0,200}\Z")
"""The end of a piece of text that may be the beginning of a mark."""

_Result = TypeVar("_Result", bound=Answer | Turn)
_Cut = tuple[int, int, str]
"""A mark: its start and end in the stored text, and what is shown in its place."""


def shown(result: _Result, style: MarkStyle) -> _Result:
    """An answer or turn with the marks of its text and sources in a style, and the offsets of its support moved along.

    Footnotes are at the end of the text, one for each cited source.
    """
    if style == NUMBERED:
        return result
    sources = tuple(_marked(source, style) for source in result.sources)
    cuts = _cuts(result.answer, sources)
    text = _replaced(result.answer, cuts) + _footnotes(result.answer, sources, style)
    return replace(result, answer=text, sources=sources, support=tuple(_moved(result.support, cuts)))


class ShownEvents:
    """The events of turns with their marks in a style, in the order in which they happen.

    The joined tokens are the text of the answer that `done` has. A mark that is cut between two tokens is sent with the
    second one. After a reconnect brackets in code that began before it may be taken for marks; `done` has the text.
    """

    def __init__(self, style: MarkStyle) -> None:
        self._style = style
        self._text = ""
        self._sent = 0
        self._number = 0
        self._sources: dict[int, Source] = {}

    async def of(self, events: AsyncIterable[tuple[Place, Event]]) -> AsyncIterator[tuple[Place, Event]]:
        """The events, each with the position after it. An added token has the position and number of the one before."""
        before = Place()
        async for place, event in events:
            *added, last = self.next(event)
            for each in added:
                yield before, each
            yield place, last
            before = place

    def next(self, event: Event) -> Iterator[Event]:
        """What is sent for the next event: itself, and before the last one of a turn the rest of the text."""
        if self._style == NUMBERED:
            yield event
            return
        match event:
            case Cited():
                self._sources[event.source.number] = source = _marked(event.source, self._style)
                event = replace(event, source=source)
            case Token():
                self._text += event.text
                begun = _BEGUN_MARK.search(self._text, max(self._sent, len(self._text) - 210))
                event = replace(event, text=self._upto(begun.start() if begun else len(self._text)))
            case Done(answer=stored):
                event = replace(event, answer=shown(stored, self._style))
                rest = self._upto(len(self._text))
                rest += _footnotes(stored.answer, event.answer.sources, self._style) if self._text else ""
                if rest:
                    yield Token(self._number, rest)
                self._forget()
            case Failed():
                event = replace(event, partial=_replaced(event.partial, _cuts(event.partial, self._sources.values())))
                if rest := self._upto(len(self._text)):
                    yield Token(self._number, rest)
                self._forget()
        self._number = event.number
        yield event

    def _upto(self, end: int) -> str:
        cuts = [cut for cut in _cuts(self._text[:end], self._sources.values()) if cut[0] >= self._sent]
        text, self._sent = _replaced(self._text[:end], cuts, self._sent), end
        return text

    def _forget(self) -> None:
        self._text, self._sent, self._sources = "", 0, {}


def _marked(source: Source, style: MarkStyle) -> Source:
    if style.kind == "footnote":
        return replace(source, mark=f"[^{source.number}]")
    return replace(source, mark=f"[{id_of(source, style) or source.number}]" if style.kind == "id" else "")


def id_of(source: Source, style: MarkStyle) -> str:
    """The id of a source; empty if it has none, or one that cannot be in a mark."""
    value: str = getattr(source, style.id_field)
    found = _compiled(style.id_pattern).search(value[:2000]) if style.id_pattern else None
    if style.id_pattern:
        value = (found[1] if found.re.groups else found[0]) or "" if found else ""
    return value if _ID.fullmatch(value) else ""


@lru_cache(64)
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


def _cuts(text: str, sources: Iterable[Source]) -> list[_Cut]:
    """The marks of a text, with those of the sources in their place. A number without a source stays."""
    marks = {source.number: source.mark for source in sources}
    cuts: list[_Cut] = []
    for (start, end), each in groupby(find_marks(text), key=lambda mark: (mark.start, mark.end)):
        written = [marks.get(mark.number) or f"[{mark.number}]" for mark in each]
        apart = any(mark.startswith("[^") for mark in written)
        cuts.append((start, end, "".join(written) if apart else f"[{', '.join(mark[1:-1] for mark in written)}]"))
    return cuts


def _replaced(text: str, cuts: Sequence[_Cut], start: int = 0) -> str:
    """The text from an offset on with its marks replaced."""
    parts: list[str] = []
    for begin, end, mark in cuts:
        parts += (text[start:begin], mark)
        start = end
    return "".join([*parts, text[start:]])


def _footnotes(text: str, sources: Iterable[Source], style: MarkStyle) -> str:
    """The footnotes of the sources that a text cites, in order of their numbers."""
    if style.kind != "footnote":
        return ""
    cited = {mark.number for mark in find_marks(text)}
    ordered = sorted((each for each in sources if each.number in cited), key=lambda each: each.number)
    notes = [f"{each.mark}: {linked(each)}" for each in ordered]
    return "\n\n" + "\n".join(notes) if notes else ""


def _moved(support: Iterable[Support], cuts: Sequence[_Cut]) -> Iterator[Support]:
    """The support with the offsets of the text with replaced marks. One inside a mark moves to the end of the mark."""
    ends = [end for _, end, _ in cuts]
    shifts = [0]
    for start, end, mark in cuts:
        shifts.append(shifts[-1] + len(mark) - (end - start))

    def moved(offset: int) -> int:
        passed = bisect_right(ends, offset)
        if passed < len(cuts) and cuts[passed][0] < offset:
            return ends[passed] + shifts[passed + 1]
        return offset + shifts[passed]

    for each in support:
        yield replace(each, start=moved(each.start), end=moved(each.end))
