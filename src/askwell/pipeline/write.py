"""The `write` step: streams the answer. Each mark gets the number that its source has in this conversation."""

import asyncio
import logging
from collections.abc import AsyncIterator, Mapping
from dataclasses import replace

from askwell.errors import ModelFailed
from askwell.events import Cited, Token, Warned
from askwell.pipeline.answer_outcome import is_from_conversation, is_refusal, outcome_of
from askwell.pipeline.grade import brief_for_rules
from askwell.pipeline.state import TurnRuntime, TurnState, Update, emit
from askwell.pipeline.write_calls import CALL_WAITS
from askwell.ports import Writer
from askwell.privacy.placeholders import LONGEST_ADDRESS, held_back, without_values_in_addresses
from askwell.text.characters import TextJoiner
from askwell.text.citations import MarkRelay
from askwell.types import (
    Brief,
    CitedPassage,
    Cut,
    Decision,
    Passage,
    Source,
    ToolCall,
    Unsure,
    Usage,
    Withheld,
    WriterPiece,
    WrittenBy,
    decided,
)

LOG = logging.getLogger("askwell")

MODEL_FAILED = "model_failed"
"""Warning for a turn whose model failed before its first word; rules write the rest of the turn."""
WITHHELD = "withheld"
"""Warning for an answer of which parts were left out, since no model may write them."""
ANSWER_CUT = "answer_cut"
"""Warning for an answer that was cut at the maximum number of tokens."""

NEAREST_SHOWN = 3
"""Sources that are shown after an answer that no passage supports."""


async def write(state: TurnState, runtime: TurnRuntime) -> Update:
    """The answer, its sources in order of their first mark, and the outcome.

    The writer uses the labels of its prompt as marks. A source keeps the number from an earlier turn; a new source
    gets the next number. Marks without a source are removed, with a warning.

    If a model answers from passages and cites none, marks of those that support sentences of it are added at its end.
    If there are none and it does not only say that the documents do not answer, its outcome is `unsupported`, and its
    sources are the nearest ones, without marks.

    If the writer calls tools, this step runs again after them. The text written before is already sent and is kept.

    If the model fails or writes nothing before the first word of the answer, the rules write it, with a warning.
    Raises ModelFailed if the model fails later: another writer does not complete half an answer.
    """
    brief, services = state.brief, runtime.context
    assert brief is not None, "pack runs before write"
    known = await _known_numbers(state, runtime, brief)
    writer = services.writer
    if MODEL_FAILED in state.warnings and services.fallback:
        writer, brief = services.fallback, brief_for_rules(state, brief)
    draft = _Draft(state, brief, known, runtime)
    failure = await draft.attempt(writer)
    warnings: tuple[str, ...] = ()
    if failure is not None:
        if services.fallback is None or writer is services.fallback:
            raise failure
        LOG.warning("turn %s: the rules write the answer, because the model failed: %s", state.begun.turn.id, failure)
        warnings = (MODEL_FAILED,)
        message = f"The model failed ({failure.code}); the answer is written by rules."
        emit(runtime, Warned(0, MODEL_FAILED, message))
        writer, spent = services.fallback, draft.usage
        draft = _Draft(state, brief_for_rules(state, brief), known, runtime)
        draft.usage = spent
        await draft.attempt(writer)
    if writer.name and draft.needs_marks:
        await draft.mark()
    return draft.update(writer.name, warnings)


class _Draft:
    """An answer that is being written."""

    def __init__(self, state: TurnState, brief: Brief, known: Mapping[str, int], runtime: TurnRuntime) -> None:
        self.usage = Usage()
        self._brief = brief
        self._runtime = runtime
        self._before = state.answer
        self._call_waits = CALL_WAITS in state.warnings
        self._meant = state.meant
        self._citations = _Citations(brief, known, state.recalled.sources_count, before=state.sources)
        self._relay = MarkRelay(self._citations.number_of)
        self._text: list[str] = [state.answer]
        self._round_text: list[str] = []
        self._calls: list[ToolCall] = []
        self._held = ""
        """The end of the text that may become a placeholder with what follows: none is sent in two pieces."""
        self._tail = ""
        """The end of what was sent, as long as a web address may be."""
        self._is_cut = False
        self._withheld: tuple[str, ...] = ()
        self._another = ""
        self._likely: float | None = None
        self._is_unsupported = False

    @property
    def text(self) -> str:
        """The answer so far."""
        return "".join(self._text).strip()

    async def attempt(self, writer: Writer) -> ModelFailed | None:
        """Write the answer. Returns the failure if the writer fails before any text; raises ModelFailed if later."""
        brief = self._brief
        pieces = _word_for_word(brief) if brief.word_for_word else writer.write(brief)
        try:
            async for piece in _clean_pieces(pieces):
                await self._handle(piece)
        except ModelFailed as failure:
            if self.text:
                raise
            return failure
        await self._emit(self._relay.flush(), is_last=True)
        if "".join(self._text[1:]).strip() or (self._calls and brief.tools):
            return None
        empty = ModelFailed(f"{writer.name} wrote nothing", code="upstream_empty", hint="Ask again.")
        if self.text:
            raise empty
        return empty

    @property
    def needs_marks(self) -> bool:
        """Whether it is an answer from passages that cites none of them and repeats nothing of the conversation."""
        brief = self._brief
        if brief.purpose != "answer" or not brief.passages or brief.word_for_word or (self._calls and brief.tools):
            return False
        if self._call_waits:  # it asks for a confirmation, which no passage supports
            return False
        return not self._citations.sources and not is_from_conversation(brief, self.text)

    async def mark(self) -> None:
        """Add the marks of what supports the answer at its end; without any, the nearest sources without marks."""
        brief = self._brief
        sources: dict[int, list[Passage]] = {}
        for label, passage in zip(brief.labels, brief.passages, strict=True):
            sources.setdefault(label, []).append(passage)
        judge = self._runtime.context.support
        found = await judge.find(self.text, sources, brief.language, asked=f"{brief.asked}\n{brief.question}")
        self.usage += found.usage
        if found.numbers:
            await self._emit(
                self._relay.feed(f" [{', '.join(map(str, found.numbers))}]") + self._relay.flush(), is_last=True
            )
        elif not is_refusal(self.text, brief.language):
            for label in list(sources)[:NEAREST_SHOWN]:
                self._citations.number_of(label)
            await self._emit("")
            self._is_unsupported = True

    def update(self, model: str, warnings: tuple[str, ...]) -> Update:
        """The update of the step."""
        model = model and (self._another or model)
        removed = self._relay.removed
        warnings += ("marks_removed",) if removed else ()
        decisions: tuple[Decision, ...] = ()
        if self._withheld:
            emit(self._runtime, Warned(0, WITHHELD, "Links, images or texts that no model may write were left out."))
            warnings += (WITHHELD,)
            decisions = (
                decided("write.withheld", {"parts": len(self._withheld)}, detail={"kinds": list(self._withheld)}),
            )
        if self._likely is not None:
            decisions += (
                decided("write.unsure", {"percent": round(100 * self._likely)}, score=round(self._likely, 4)),
            )
        update: dict[str, object] = {
            "answer": self.text,
            "sources": tuple(self._citations.sources.values()),
            "meant": (*self._meant, *map(self._citations.passage_of, self._relay.labels)),
            "model": "" if self._brief.word_for_word else model,
            "warnings": warnings,
            "usage": self.usage,
        }
        if self._calls and self._brief.tools:
            called = decided("write.tools", {"tools": [each.name for each in self._calls]})
            return update | {
                "calls": tuple(self._calls),
                "round_text": "".join(self._round_text),
                "decisions": (*decisions, called),
            }
        if self._is_cut:
            emit(
                self._runtime, Warned(0, ANSWER_CUT, "The answer reached the maximum number of tokens and is cut off.")
            )
            update["warnings"] = (*warnings, ANSWER_CUT)
        cites = bool(self._citations.sources)
        outcome = outcome_of(self._brief, self.text, cites=cites, by_model=bool(update["model"]))
        if self._is_unsupported:
            outcome = "unsupported"
        elif self._call_waits and not cites:
            outcome = "asked"
        by = "word for word" if self._brief.word_for_word else model or "rules"
        detail = {"by": by, "purpose": self._brief.purpose} | ({"cut": True} if self._is_cut else {})
        params: dict[str, object] = {"ending": outcome, "sources": len(self._citations.sources)}
        decision = decided("write.cited", params, detail=detail)
        if removed:
            decision = decided("write.lost", {**params, "marks": removed}, detail=detail)
        return update | {"outcome": outcome, "decisions": (*decisions, decision)}

    async def _handle(self, piece: WriterPiece) -> None:
        match piece:
            case Usage():
                self.usage += piece
            case ToolCall():
                self._calls.append(piece)
            case Withheld():
                self._withheld = piece.kinds
            case Cut():
                self._is_cut = True
            case WrittenBy():
                self._another = piece.name
            case Unsure(likely):
                self._brief = replace(self._brief, purpose="passages")
                self._likely = likely
            case str():
                separator = "\n\n" if self._before and not self._round_text else ""
                self._round_text.append(piece)
                await self._emit(separator + self._relay.feed(piece))

    async def _emit(self, text: str, *, is_last: bool = False) -> None:
        """Emit a piece of the answer, and yield to the event loop so that readers and stop requests can run."""
        text = self._held + text
        end = len(text) if is_last else held_back(text)
        text, self._held = text[:end], text[end:]
        text = without_values_in_addresses(self._tail, text)
        self._tail = (self._tail + text)[-LONGEST_ADDRESS:]
        for source in self._citations.take_new():
            emit(self._runtime, Cited(0, source))
        if text:
            self._text.append(text)
            emit(self._runtime, Token(0, text))
            await asyncio.sleep(0)


async def _clean_pieces(pieces: AsyncIterator[WriterPiece]) -> AsyncIterator[WriterPiece]:
    """The pieces as valid text: surrogate halves are joined, also across pieces, and invalid characters replaced."""
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
    """Numbers that the packed documents have from earlier turns: the recalled ones, else those in the store."""
    recalled, known = state.recalled, dict(state.recalled.numbers)
    documents = list(dict.fromkeys(passage.chunk.document_id for passage in brief.passages))
    missing = [document for document in documents if document not in known]
    if state.begun.turn.session_id and missing and len(known) < recalled.sources_count:
        known |= await runtime.context.store.turns.source_numbers(state.begun.turn.session_id, missing)
    return known


class _Citations:
    """Assigns source numbers while an answer is written."""

    def __init__(
        self, brief: Brief, known: Mapping[str, int], last_number: int, *, before: tuple[Source, ...] = ()
    ) -> None:
        """`before`: sources that this answer has cited already."""
        self._known = {**known, **{source.document_id: source.number for source in before}}
        self._last_number = max((last_number, *(source.number for source in before)))
        self._new: list[Source] = []
        self._documents: dict[str, list[Passage]] = {}
        self._document_of: dict[int, str] = {}
        self._chunk_of: dict[int, str] = {}
        for label, passage in zip(brief.labels, brief.passages, strict=True):
            self._documents.setdefault(passage.chunk.document_id, []).append(passage)
            self._document_of.setdefault(label, passage.chunk.document_id)
            self._chunk_of.setdefault(label, passage.chunk.id)
        self.sources: dict[str, Source] = {
            source.document_id: _source(source.number, self._documents[source.document_id])
            for source in before
            if source.document_id in self._documents
        }

    def number_of(self, label: int) -> int | None:
        """The number of the document of the passage with a label; None if there is none."""
        document = self._document_of.get(label)
        if document is None:
            return None
        if document not in self.sources:
            source = _source(self._number(document), self._documents[document])
            self.sources[document] = source
            self._new.append(source)
        return self.sources[document].number

    def passage_of(self, label: int) -> str:
        """The chunk id of the first passage with a label that has a number."""
        return self._chunk_of[label]

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
        date=first.date,
    )
