"""Use tools: what the writer called is run, within bounds, and given back to it.

Whatever goes wrong with a call is an answer to the writer: no call breaks a turn. What tools gave lives in the brief of
this turn, and so it ends with the turn.
"""

import asyncio
import json
import logging
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from askwell.assistant import ToolsSection
from askwell.errors import BadInput, NotFound
from askwell.events import Packed, ToolUsed, Warned
from askwell.pipeline.state import TurnRuntime, TurnState, Update, emit
from askwell.pipeline.tool_offer import OVERHEAD_TOKENS
from askwell.ports import Tool
from askwell.text.citations import MarkRelay
from askwell.text.tokens import count_tokens
from askwell.types import (
    Brief,
    Chunk,
    Decision,
    Language,
    Ledger,
    Passage,
    Reason,
    Source,
    ToolAnswer,
    ToolCall,
    ToolContext,
    ToolResult,
    ToolRound,
    as_param,
    decided,
)

LOG = logging.getLogger("askwell")

MOST_CALLS = 6
"""Calls of one round; those after them are left out, which is said."""
LEFT_OUT = "calls_left_out"
"""Warning that says it."""
MOST_CHARS = 8000
"""Characters of a result's text; what is longer is cut."""
SHOWN_CHARS = 300
"""Characters of arguments and of a result where they are shown."""

TWICE = "You called this twice at once; the other one has what it gave."
AGAIN = "You called this before with the same arguments; this is what it gave."
CUT = "[cut: no room for more]"


async def use_tools(state: TurnState, runtime: TurnRuntime) -> Update:
    """The brief with one more round; it has no tools any more when the rounds, the time or the room are used up."""
    brief, ledger, section = state.brief, state.ledger, runtime.context.assistant.tools
    assert brief is not None, "a writer calls tools of its brief"
    assert ledger is not None, "what has a brief has a ledger"
    assert section is not None, "only an assistant with tools gets here"
    earlier: dict[str, ToolAnswer] = {}
    for each in (each for past in brief.rounds for each in past.answers):
        earlier.setdefault(_key(each.call), each)
    timeout_s = max(0.0, min(section.timeout_s, section.total_s - _spent_s(brief.rounds)))
    run = _Runner(runtime.context.tools, _context(state), timeout_s)
    done = await run.all(state.calls[:MOST_CALLS], earlier)
    room = _room(ledger, section, brief.rounds)
    joined = _Joined(brief, room, state.language)
    answers = tuple(answer for each in done if (answer := joined.answer(each)) is not None)
    brief = _with_round(brief, ToolRound(answers, state.said), joined)
    if stop := _why_stop(brief, section, done, joined):
        brief = replace(brief, tools=())
    for each in answers:
        emit(runtime, ToolUsed(0, each.call.name, _shown(each.call), round(each.took_ms, 2), each.ok))
    if joined.is_new:
        emit(runtime, Packed(0, brief.passages))
    spent = sum(each.tokens for each in answers)
    tokens = dict(ledger.tokens) | {"tools": ledger.tokens.get("tools", 0) + spent}
    last = len(answers) - 1
    decisions = tuple(
        _decision(each, len(brief.rounds), stop if at == last else None) for at, each in enumerate(answers)
    )
    is_cut = len(state.calls) > MOST_CALLS
    if is_cut:
        emit(runtime, Warned(0, LEFT_OUT, f"Of {len(state.calls)} calls of a round the first {MOST_CALLS} were run."))
    return {
        "brief": brief,
        "ledger": replace(ledger, tokens=tokens),
        "calls": (),
        "said": "",
        "decisions": decisions,
        "warnings": (LEFT_OUT,) if is_cut else (),
    }


@dataclass(frozen=True, slots=True)
class _Done:
    """A call that was run, or answered without."""

    call: ToolCall
    result: ToolResult
    took_ms: float = 0.0
    first: ToolAnswer | None = None
    """The answer of the same call, where there was one."""


@dataclass(frozen=True, slots=True)
class _Runner:
    """Runs the calls of one round."""

    tools: Mapping[str, Tool]
    context: ToolContext
    timeout_s: float
    """For each call."""

    async def all(self, calls: Sequence[ToolCall], earlier: Mapping[str, ToolAnswer]) -> list[_Done]:
        """Every call with what came of it, in order; those that are run, are run at once."""
        first_of: dict[str, int] = {}
        for number, call in enumerate(calls):
            first_of.setdefault(_key(call), number)
        wanted = [number for key, number in first_of.items() if key not in earlier]
        results = dict(zip(wanted, await asyncio.gather(*(self._run(calls[at]) for at in wanted)), strict=True))
        done: list[_Done] = []
        for number, call in enumerate(calls):
            first = earlier.get(_key(call))
            if first is not None:
                done.append(_Done(call, ToolResult(ok=first.ok), first=first))
            else:
                done.append(results.get(number) or _Done(call, ToolResult(TWICE)))
        return done

    async def _run(self, call: ToolCall) -> _Done:
        """One call run to its end, whatever that is."""
        tool = self.tools.get(call.name)
        if tool is None:
            return _failed(call, f"There is no tool named {call.name!r}. There are: {', '.join(self.tools)}.")
        if call.unread:
            return _failed(call, f"The arguments are no JSON object: {call.unread!r}.")
        started = time.perf_counter()
        # Gathered, since the tools of others may raise anything, and none of it may break the turn.
        (came,) = await asyncio.gather(self._in_time(tool, call), return_exceptions=True)
        took_ms = (time.perf_counter() - started) * 1000
        match came:
            case ToolResult():
                return _Done(call, came, took_ms)
            case TimeoutError():
                return _failed(call, f"It took longer than {self.timeout_s:.3g} s and was stopped.", took_ms)
            case BadInput() | NotFound():  # the writer may call it with other arguments
                return _failed(call, f"{came.message}. {came.hint}".strip(), took_ms)
            case _:
                error = came if isinstance(came, BaseException) else TypeError(f"it gave {type(came).__name__}")
                LOG.error("turn %s: tool %s failed unforeseen", self.context.turn.id, call.name, exc_info=error)
                return _failed(call, "It failed.", took_ms)

    async def _in_time(self, tool: Tool, call: ToolCall) -> ToolResult:
        async with asyncio.timeout(self.timeout_s):
            return await tool.run(call.arguments, self.context)


def _failed(call: ToolCall, why: str, took_ms: float = 0.0) -> _Done:
    return _Done(call, ToolResult(why, ok=False), took_ms)


class _Joined:
    """Results made answers for the prompt: passages that are new get the next labels, marks become labels."""

    def __init__(self, brief: Brief, room: int, language: Language) -> None:
        self.passages = list(brief.passages)
        self.labels = list(brief.labels)
        self.room = room
        """Tokens that are left."""
        self.is_new = False
        """Whether there is a passage that was not there before."""
        self._language = language
        pairs = zip(brief.passages, brief.labels, strict=True)
        self._label_of = {each.chunk.document_id: label for each, label in pairs}
        self._known = {_same(each) for each in brief.passages}

    def answer(self, done: _Done) -> ToolAnswer | None:
        """The answer to one call, as much of it as there is room for; None where there is none even for the call."""
        call = done.call
        if self._cost_of(call) > self.room:
            call = replace(call, arguments={})
        spent = self._cost_of(call)
        if spent > self.room:
            return None
        text, cost = _fit(self._text(done), self.room - spent)
        spent += cost
        known = [each for each in done.result.passages if _same(each) in self._known]
        kept, labels, cost = self._take(done.result.passages, self.room - spent)
        spent += cost
        left_out = len(done.result.passages) - len(known) - len(kept)
        notes = (
            _see(self._label_of[each.chunk.document_id] for each in known),
            f"{left_out} more found, with no room for them." if left_out else "",
        )
        note, cost = _fit(_lines(*notes), self.room - spent)
        self.room -= spent + cost
        return ToolAnswer(
            call, _lines(text, note), tuple(kept), tuple(labels), done.result.ok, done.took_ms, spent + cost
        )

    def _cost_of(self, call: ToolCall) -> int:
        return count_tokens(call.name + json.dumps(dict(call.arguments), ensure_ascii=False)) + OVERHEAD_TOKENS

    def _text(self, done: _Done) -> str:
        if done.first is not None:
            return _lines(AGAIN, done.first.text, _see(done.first.labels))
        label_of = {source.number: self._label_of_source(source) for source in done.result.sources}
        relay = MarkRelay(label_of.get)
        cut = CUT if len(done.result.text) > MOST_CHARS else ""
        return _lines(relay.feed(done.result.text[:MOST_CHARS]) + relay.flush(), cut)

    def _take(self, passages: Sequence[Passage], room: int) -> tuple[list[Passage], list[int], int]:
        """The new passages that fit, their labels, and their tokens."""
        kept: list[Passage] = []
        labels: list[int] = []
        cost = 0
        for passage in passages:
            more = passage.chunk.tokens + OVERHEAD_TOKENS
            if _same(passage) not in self._known and cost + more <= room:
                kept.append(passage)
                labels.append(self._add(passage))
                cost += more
        return kept, labels, cost

    def _label_of_source(self, source: Source) -> int | None:
        """The label of a source of an earlier answer; what it leaned on can be cited without being shown again."""
        if source.document_id not in self._label_of:
            for passage in passages_of(source, self._language):
                self._add(passage)
        return self._label_of.get(source.document_id)

    def _add(self, passage: Passage) -> int:
        label = self._label_of.setdefault(passage.chunk.document_id, max(self._label_of.values(), default=0) + 1)
        self._known.add(_same(passage))
        self.passages.append(passage)
        self.labels.append(label)
        self.is_new = True
        return label


def _with_round(brief: Brief, one: ToolRound, joined: _Joined) -> Brief:
    """The brief with a round more; an answer is to be written once a tool has found something to answer from."""
    found = any(each.passages for each in one.answers)
    packed = len(brief.passages) if brief.purpose == "answer" else 0
    return replace(
        brief,
        purpose="answer" if found else brief.purpose,
        packed=packed if brief.packed is None else brief.packed,
        passages=tuple(joined.passages),
        labels=tuple(joined.labels),
        rounds=(*brief.rounds, one),
    )


def _why_stop(brief: Brief, section: ToolsSection, done: Sequence[_Done], joined: _Joined) -> Reason | None:
    """Why no further calls are asked for; None while they are."""
    if len(brief.rounds) >= section.rounds:
        return Reason("use_tools.rounds", {"rounds": section.rounds})
    if _spent_s(brief.rounds) >= section.total_s:
        return Reason("use_tools.time", {"seconds": section.total_s})
    if joined.room <= OVERHEAD_TOKENS:
        return Reason("use_tools.no_room")
    if all(each.first is not None for each in done):
        return Reason("use_tools.repeated")
    return None


def _room(ledger: Ledger, section: ToolsSection, rounds: Iterable[ToolRound]) -> int:
    """Tokens that further calls and results may take: of the tools' own budget, and within that of the prompt."""
    spent = sum(each.tokens for one in rounds for each in one.answers)
    return max(0, min(section.budget_tokens - spent, ledger.budget - sum(ledger.tokens.values())))


def _spent_s(rounds: Iterable[ToolRound]) -> float:
    """Seconds that rounds took: calls of one round run at once."""
    return sum(max((each.took_ms for each in one.answers), default=0.0) for one in rounds) / 1000


def _context(state: TurnState) -> ToolContext:
    turn = state.begun.turn
    session = turn.session_id if state.options.use_memory else ""
    return ToolContext(state.principal, session, turn, state.language, state.options.labels)


def _decision(answer: ToolAnswer, round_number: int, stop: Reason | None) -> Decision:
    given = Reason("use_tools.answer") if answer.ok else Reason("use_tools.failed")
    if answer.passages:
        given = Reason("use_tools.passages", {"passages": len(answer.passages)})
    detail = {
        "round": round_number,
        "arguments": _shown(answer.call),
        "ok": answer.ok,
        "ms": round(answer.took_ms, 2),
        "tokens": answer.tokens,
        "text": answer.text[:SHOWN_CHARS],
        "chunks": [each.chunk.id for each in answer.passages],
    }
    params: dict[str, object] = {"tool": answer.call.name, "arguments": _shown(answer.call), "given": as_param(given)}
    if stop is None:
        return decided("use_tools.called", params, detail=detail)
    return decided("use_tools.stopped", {**params, "stop": as_param(stop)}, detail=detail)


def passages_of(source: Source, language: Language) -> list[Passage]:
    """What an earlier answer leaned on, as passages of this turn."""
    return [
        Passage(
            Chunk(each.chunk_id, source.document_id, 0, each.text, each.start, each.end, each.headings, each.page, 0),
            document_name=source.document,
            title=source.title,
            url=source.url,
            language=language,
            labels=(),
            collection="",
            score=each.score,
        )
        for each in source.passages
    ]


def _same(passage: Passage) -> tuple[str, str]:
    """What a passage is known by: a row of a table says one thing to one question and another to the next."""
    return passage.chunk.id, passage.chunk.text


def _key(call: ToolCall) -> str:
    return json.dumps([call.name, dict(call.arguments), call.unread], sort_keys=True, default=str)


def _shown(call: ToolCall) -> str:
    text = call.unread or json.dumps(dict(call.arguments), ensure_ascii=False)
    return text if len(text) <= SHOWN_CHARS else f"{text[: SHOWN_CHARS - 2]} …"


def _see(labels: Iterable[int]) -> str:
    marks = ", ".join(f"[{label}]" for label in dict.fromkeys(labels))
    return f"Shown already: {marks}." if marks else ""


def _lines(*parts: str) -> str:
    return "\n".join(part for part in parts if part)


def _fit(text: str, room: int) -> tuple[str, int]:
    """As much of a text as fits into so many tokens, and how many it takes."""
    cost = count_tokens(text)
    if cost <= room:
        return text, cost
    while text and cost > room:
        # Shortened in proportion: two or three rounds, whatever the text.
        text = text[: max(0, min(len(text) - 1, len(text) * max(0, room - OVERHEAD_TOKENS) // cost))]
        cost = count_tokens(f"{text} {CUT}")
    return (f"{text} {CUT}", cost) if text else ("", 0)
