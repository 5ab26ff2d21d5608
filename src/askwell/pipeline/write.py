"""Write: the answer streams out, each mark with the number its source has in this conversation."""

import asyncio
from collections.abc import AsyncIterator, Mapping

from askwell.events import Cited, Token
from askwell.pipeline.state import TurnRuntime, TurnState, Update, emit
from askwell.text.citations import MarkRelay
from askwell.text.words import counted
from askwell.types import Brief, CitedPassage, Decision, Ending, Passage, Source, Usage

ENDINGS: Mapping[str, Ending] = {"answer": "answered", "not_found": "not_found", "decline": "declined", "chat": "chat"}


async def write(state: TurnState, runtime: TurnRuntime) -> Update:
    """The answer, its sources in order of first mark, and how it ended.

    The writer marks with the labels of its prompt. A source keeps the number it got in an earlier turn; a new one gets
    the next. A mark that points nowhere is removed and reported.
    """
    brief = state.brief or _brief_without_pack(state)
    cited = _Citations(brief, await _known_numbers(state, runtime, brief), state.recalled.sources_count)
    relay = MarkRelay(cited.number_of)
    text: list[str] = []
    usage = Usage()
    pieces = _word_for_word(brief) if brief.word_for_word else runtime.context.writer.write(brief)
    async for piece in pieces:
        if isinstance(piece, Usage):
            usage += piece
        else:
            await _pass_on(relay.feed(piece), cited, text, runtime)
    await _pass_on(relay.flush(), cited, text, runtime)
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


def _brief_without_pack(state: TurnState) -> Brief:
    """What a refusal needs: it comes here straight from `screen` or `route`."""
    return Brief(
        "decline",
        state.question,
        state.asked,
        state.language,
        turns=state.recalled.turns,
        first_question=state.recalled.first_question,
        notes=tuple(
            f"Score: {round(decision.score * 100)}/100. Reason: {decision.reason}"
            for decision in state.decisions
            if decision.step == "route" and decision.score is not None
        ),
    )


async def _known_numbers(state: TurnState, runtime: TurnRuntime, brief: Brief) -> Mapping[str, int]:
    """Numbers that earlier turns gave to the packed documents: a look-up by key, whatever the length of the talk."""
    documents = list(dict.fromkeys(passage.chunk.document_id for passage in brief.passages))
    if not state.stored or not documents:
        return {}
    return await runtime.context.store.source_numbers(state.begun.turn.session_id, documents)


def _ending(brief: Brief, cited: "_Citations") -> Ending:
    """An answer that cites nothing has found nothing."""
    if brief.word_for_word and not brief.passages:
        return "asked"
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

    def __init__(self, brief: Brief, known: Mapping[str, int], last_number: int) -> None:
        self.sources: dict[int, Source] = {}
        self._known = known
        self._last_number = last_number
        self._new: list[Source] = []
        self._by_label: dict[int, list[Passage]] = {}
        for label, passage in zip(brief.labels, brief.passages, strict=True):
            self._by_label.setdefault(label, []).append(passage)

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
