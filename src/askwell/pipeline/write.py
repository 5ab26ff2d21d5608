"""Write: the answer streams out, each mark with the number its source has in this conversation."""

import asyncio
from collections.abc import AsyncIterator, Mapping

from askwell.events import Cited, Token
from askwell.pipeline.state import TurnRuntime, TurnState, Update, emit
from askwell.text.citations import MarkRelay
from askwell.text.lookback import look_back, subject_of_look_back
from askwell.text.words import counted
from askwell.types import Brief, CitedPassage, Decision, Ending, Passage, Source, ToolCall, Usage

ENDINGS: Mapping[str, Ending] = {"answer": "answered", "not_found": "not_found", "decline": "declined", "chat": "chat"}
"""How each purpose ends; `recall` by what there was to recall."""


async def write(state: TurnState, runtime: TurnRuntime) -> Update:
    """The answer, its sources in order of first mark, and how it ended.

    The writer marks with the labels of its prompt. A source keeps the number it got in an earlier turn; a new one gets
    the next. A mark that points nowhere is removed and reported.

    A writer that calls tools is asked again when they have been run. What it had written by then is told, and stays.
    """
    brief = state.brief
    assert brief is not None, "pack comes before"
    cited = _Citations(
        brief, await _known_numbers(state, runtime, brief), state.recalled.sources_count, before=state.sources
    )
    relay = MarkRelay(cited.number_of)
    text: list[str] = [state.answer]
    said: list[str] = []
    calls: list[ToolCall] = []
    usage = Usage()
    pieces = _word_for_word(brief) if brief.word_for_word else runtime.context.writer.write(brief)
    async for piece in pieces:
        if isinstance(piece, Usage):
            usage += piece
        elif isinstance(piece, ToolCall):
            calls.append(piece)
        else:
            parting = "\n\n" if state.answer and not said else ""
            said.append(piece)
            await _pass_on(parting + relay.feed(piece), cited, text, runtime)
    await _pass_on(relay.flush(), cited, text, runtime)
    if calls and brief.tools:
        return {
            "calls": tuple(calls),
            "said": "".join(said),
            "answer": "".join(text).strip(),
            "sources": tuple(cited.sources.values()),
            "decisions": (Decision("write", "use tools", ", ".join(each.name for each in calls)),),
            "warnings": ("marks_removed",) if relay.removed else (),
            "usage": usage,
        }
    ending = _ending(brief, cited)
    decision = Decision(
        "write",
        ending,
        f"{counted(len(cited.sources), 'source')} cited"
        + (f", {counted(relay.removed, 'mark')} pointed nowhere" if relay.removed else ""),
        detail={"by": _by(brief, runtime), "purpose": brief.purpose},
    )
    return {
        "answer": "".join(text).strip(),
        "sources": tuple(cited.sources.values()),
        "ending": ending,
        "decisions": (decision,),
        "warnings": ("marks_removed",) if relay.removed else (),
        "usage": usage,
    }


def _by(brief: Brief, runtime: TurnRuntime) -> str:
    return "word for word" if brief.word_for_word else runtime.context.writer.name or "rules"


async def _word_for_word(brief: Brief) -> AsyncIterator[str]:
    for line in brief.word_for_word.splitlines(keepends=True):
        yield line


async def _known_numbers(state: TurnState, runtime: TurnRuntime, brief: Brief) -> Mapping[str, int]:
    """Numbers that earlier turns gave to the packed documents: those recalled, and where there are more a look-up."""
    recalled, known = state.recalled, dict(state.recalled.numbers)
    documents = list(dict.fromkeys(passage.chunk.document_id for passage in brief.passages))
    missing = [document for document in documents if document not in known]
    if state.begun.turn.session_id and missing and len(known) < recalled.sources_count:
        known |= await runtime.context.store.turns.source_numbers(state.begun.turn.session_id, missing)
    return known


def _ending(brief: Brief, cited: "_Citations") -> Ending:
    """An answer that cites nothing has found nothing."""
    if brief.word_for_word and not brief.passages:
        return "asked"
    if brief.rounds and cited.sources:
        return "answered"
    if brief.purpose == "recall":
        asked, language = brief.asked, brief.language
        at_hand = look_back(asked, language) and not subject_of_look_back(asked, language)
        return "answered" if at_hand or brief.topics or (brief.older and not brief.unsure) else "not_found"
    return "not_found" if brief.purpose == "answer" and not cited.sources else ENDINGS[brief.purpose]


async def _pass_on(text: str, cited: "_Citations", written: list[str], runtime: TurnRuntime) -> None:
    """Tell a piece of the answer, and let those who read it, or want to stop it, have their turn."""
    for source in cited.take_new():
        emit(runtime, Cited(0, source))
    if text:
        written.append(text)
        emit(runtime, Token(0, text))
        await asyncio.sleep(0)


class _Citations:
    """Numbers given while an answer is written."""

    def __init__(
        self, brief: Brief, known: Mapping[str, int], last_number: int, *, before: tuple[Source, ...] = ()
    ) -> None:
        """`before` are sources that this answer has cited already."""
        self._known = {**known, **{source.document_id: source.number for source in before}}
        self._last_number = max((last_number, *(source.number for source in before)))
        self._new: list[Source] = []
        self._by_label: dict[int, list[Passage]] = {}
        for label, passage in zip(brief.labels, brief.passages, strict=True):
            self._by_label.setdefault(label, []).append(passage)
        labels = {passages[0].chunk.document_id: label for label, passages in self._by_label.items()}
        self.sources: dict[int, Source] = {
            labels[source.document_id]: _source(source.number, self._by_label[labels[source.document_id]])
            for source in before
            if source.document_id in labels
        }

    def number_of(self, label: int) -> int | None:
        """The number of the source behind a label; None when there is none."""
        passages = self._by_label.get(label)
        if not passages:
            return None
        if label not in self.sources:
            source = _source(self._number(passages[0].chunk.document_id), passages)
            self.sources[label] = source
            self._new.append(source)
        return self.sources[label].number

    def take_new(self) -> list[Source]:
        """Sources cited since the last call."""
        new, self._new = self._new, []
        return new

    def _number(self, document_id: str) -> int:
        if document_id in self._known:
            return self._known[document_id]
        self._last_number += 1
        return self._last_number


def _source(number: int, passages: list[Passage]) -> Source:
    first = passages[0]
    return Source(
        number=number,
        document_id=first.chunk.document_id,
        document=first.document_name,
        title=first.title,
        url=first.url,
        passages=tuple(
            CitedPassage(
                each.chunk.id,
                each.chunk.text,
                each.chunk.headings,
                each.chunk.page,
                each.chunk.start,
                each.chunk.end,
                each.score,
            )
            for each in passages
        ),
    )
