"""Write: the answer streams out, each mark with the number its source has in this conversation."""

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping

from askwell.errors import ModelFailed
from askwell.events import Cited, Token, Warned
from askwell.pipeline.answer_outcome import outcome_of
from askwell.pipeline.state import TurnRuntime, TurnState, Update, emit
from askwell.ports import Writer
from askwell.text.characters import TextJoiner
from askwell.text.citations import MarkRelay
from askwell.types import Brief, CitedPassage, Cut, Passage, Source, ToolCall, Usage, WriterPiece, decided

LOG = logging.getLogger("askwell")

MODEL_FAILED = "model_failed"
"""Warning of a turn whose model failed before its first word: the rest of the turn is written by rules."""
ANSWER_CUT = "answer_cut"
"""Warning of an answer that ended because it reached its cap of tokens."""


async def write(state: TurnState, runtime: TurnRuntime) -> Update:
    """The answer, its sources in order of first mark, and how it ended.

    The writer marks with the labels of its prompt. A source keeps the number it got in an earlier turn; a new one gets
    the next. A mark that points nowhere is removed and reported.

    A writer that calls tools is asked again when they have been run. What it had written by then is told, and stays.

    Where a model fails or writes nothing, and no word of the answer is out, the rules write in its place, with a
    warning. Raises ModelFailed where it fails later: half an answer is not completed by another writer.
    """
    brief, services = state.brief, runtime.context
    assert brief is not None, "pack comes before"
    known = await _known_numbers(state, runtime, brief)
    writer = services.fallback if MODEL_FAILED in state.warnings and services.fallback else services.writer
    draft = _Draft(state, brief, known, runtime)
    failure = await draft.attempt(writer)
    warnings: tuple[str, ...] = ()
    if failure is not None:
        if services.fallback is None or writer is services.fallback:
            raise failure
        LOG.warning("turn %s: the rules write, since the model failed: %s", state.begun.turn.id, failure)
        warnings = (MODEL_FAILED,)
        message = f"The model failed ({failure.code}); the answer is written by rules."
        emit(runtime, Warned(0, MODEL_FAILED, message))
        writer, spent = services.fallback, draft.usage
        draft = _Draft(state, brief, known, runtime)
        draft.usage = spent
        await draft.attempt(writer)
    return draft.update(writer.name, warnings)


class _Draft:
    """An answer while it is written."""

    def __init__(self, state: TurnState, brief: Brief, known: Mapping[str, int], runtime: TurnRuntime) -> None:
        self.usage = Usage()
        self._brief = brief
        self._runtime = runtime
        self._before = state.answer
        self._cited = _Citations(brief, known, state.recalled.sources_count, before=state.sources)
        self._relay = MarkRelay(self._cited.number_of)
        self._text: list[str] = [state.answer]
        self._said: list[str] = []
        self._calls: list[ToolCall] = []
        self._is_cut = False

    @property
    def text(self) -> str:
        """The answer so far."""
        return "".join(self._text).strip()

    async def attempt(self, writer: Writer) -> ModelFailed | None:
        """Write all that the writer gives; the failure where it gives nothing. Raises ModelFailed after a word."""
        brief = self._brief
        pieces = _word_for_word(brief) if brief.word_for_word else writer.write(brief)
        try:
            async for piece in _cleaned(pieces):
                await self._take(piece)
        except ModelFailed as failure:
            if self.text:
                raise
            return failure
        await self._pass_on(self._relay.flush())
        if "".join(self._text[1:]).strip() or (self._calls and brief.tools):
            return None
        empty = ModelFailed(f"{writer.name} wrote nothing", code="upstream_empty", hint="Ask again.")
        if self.text:
            raise empty
        return empty

    def update(self, model: str, warnings: tuple[str, ...]) -> Update:
        """What the step changes."""
        removed = self._relay.removed
        warnings += ("marks_removed",) if removed else ()
        update: dict[str, object] = {
            "answer": self.text,
            "sources": tuple(self._cited.sources.values()),
            "model": "" if self._brief.word_for_word else model,
            "warnings": warnings,
            "usage": self.usage,
        }
        if self._calls and self._brief.tools:
            called = decided("write.tools", {"tools": [each.name for each in self._calls]})
            return update | {"calls": tuple(self._calls), "said": "".join(self._said), "decisions": (called,)}
        if self._is_cut:
            emit(self._runtime, Warned(0, ANSWER_CUT, "The answer reached its cap of tokens and is cut off."))
            update["warnings"] = (*warnings, ANSWER_CUT)
        cites = bool(self._cited.sources)
        outcome = outcome_of(self._brief, self.text, cites=cites, by_model=bool(update["model"]))
        by = "word for word" if self._brief.word_for_word else model or "rules"
        detail = {"by": by, "purpose": self._brief.purpose} | ({"cut": True} if self._is_cut else {})
        params: dict[str, object] = {"ending": outcome, "sources": len(self._cited.sources)}
        decision = decided("write.cited", params, detail=detail)
        if removed:
            decision = decided("write.lost", {**params, "marks": removed}, detail=detail)
        return update | {"outcome": outcome, "decisions": (decision,)}

    async def _take(self, piece: WriterPiece) -> None:
        match piece:
            case Usage():
                self.usage += piece
            case ToolCall():
                self._calls.append(piece)
            case Cut():
                self._is_cut = True
            case str():
                parting = "\n\n" if self._before and not self._said else ""
                self._said.append(piece)
                await self._pass_on(parting + self._relay.feed(piece))

    async def _pass_on(self, text: str) -> None:
        """Tell a piece of the answer, and let those who read it, or want to stop it, have their turn."""
        for source in self._cited.take_new():
            emit(self._runtime, Cited(0, source))
        if text:
            self._text.append(text)
            emit(self._runtime, Token(0, text))
            await asyncio.sleep(0)


async def _cleaned(pieces: AsyncIterator[WriterPiece]) -> AsyncIterator[WriterPiece]:
    """The pieces with text that every store and reader can hold, wherever the writer cut it."""
    joiner = TextJoiner()
    async for piece in pieces:
        if not isinstance(piece, str):
            yield piece
        elif text := joiner.feed(piece):
            yield text
    if rest := joiner.flush():
        yield rest


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
        """The number of the source after a label; None when there is none."""
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
