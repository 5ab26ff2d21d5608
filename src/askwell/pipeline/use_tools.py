"""Runs the tools that the writer called, within limits, and returns their results to it.

The results are part of the brief of this turn and end with the turn.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace

from askwell.assistant import Assistant, ToolsSection
from askwell.events import Packed, ToolUsed, Warned
from askwell.pipeline.attachments import search_scope
from askwell.pipeline.state import TurnRuntime, TurnState, Update, emit
from askwell.pipeline.tool_calls import CallRunner, CompletedCall, call_key
from askwell.pipeline.tool_offer import OVERHEAD_TOKENS
from askwell.pipeline.tool_results import ResultPacker
from askwell.pipeline.withheld import removed_documents
from askwell.pipeline.write_calls import CALL_WAITS, WriteGate, has_untrusted_text
from askwell.prompts import trust_of
from askwell.types import (
    Brief,
    Decision,
    Ledger,
    Reason,
    ToolAnswer,
    ToolCall,
    ToolContext,
    ToolRound,
    Trust,
    as_param,
    decided,
)

MAX_CALLS = 6
"""Maximum calls of one round; further ones are not run, and the turn gets a warning."""
LEFT_OUT = "calls_left_out"
"""Code of that warning."""
SHOWN_CHARS = 300
"""Maximum characters of arguments and of a result in decisions and events."""


async def use_tools(state: TurnState, runtime: TurnRuntime) -> Update:
    """The brief with one more round. It offers no tools once the rounds, the time or the tokens are used up."""
    brief, ledger, section = state.brief, state.ledger, runtime.context.assistant.tools
    assert brief is not None, "a writer calls tools of its brief"
    assert ledger is not None, "a brief has a ledger"
    assert section is not None, "only assistants with tools have this step"
    earlier: dict[str, ToolAnswer] = {}
    for each in (each for past in brief.rounds for each in past.answers):
        earlier.setdefault(call_key(each.call), each)
    timeout_s = max(0.0, min(section.timeout_s, section.total_s - _spent_s(brief.rounds)))
    gate = _gate(state, runtime, timeout_s)
    runner = CallRunner(runtime.context.tools, gate.context, timeout_s, gate)
    completed = [
        replace(each, result=replace(each.result, text=await runtime.context.hide(each.result.text)))
        for each in await runner.run_all(state.calls[:MAX_CALLS], earlier)
    ]
    packer = ResultPacker(brief, _room(ledger, section, brief.rounds), state.language)
    answers = tuple(answer for each in completed if (answer := packer.answer(each)) is not None)
    round_text, text_tokens = packer.fit_text(state.round_text)
    brief = _with_round(brief, ToolRound(answers, round_text), packer)
    if stop := _stop_reason(brief, section, completed, packer):
        brief = replace(brief, tools=())
    for each in answers:
        emit(runtime, ToolUsed(0, each.call.name, _shown_arguments(each.call), round(each.took_ms, 2), each.ok))
    if packer.has_new_passages:
        emit(runtime, Packed(0, brief.passages))
    used = text_tokens + sum(each.tokens for each in answers)
    tokens = dict(ledger.tokens) | {"tools": ledger.tokens.get("tools", 0) + used}
    last = len(answers) - 1
    waiting = {(each.tool, each.arguments) for each in gate.waiting}
    decisions = tuple(
        _decision(each, len(brief.rounds), stop if index == last else None, waits=_recorded(each.call) in waiting)
        for index, each in enumerate(answers)
    )
    for one in gate.waiting:
        emit(runtime, Warned(0, CALL_WAITS, f"`{one.tool}` waits for your confirmation: {one.arguments[:SHOWN_CHARS]}"))
    is_over_limit = len(state.calls) > MAX_CALLS
    if is_over_limit:
        emit(runtime, Warned(0, LEFT_OUT, f"Of {len(state.calls)} calls of a round the first {MAX_CALLS} were run."))
    return {
        "brief": brief,
        "ledger": replace(ledger, tokens=tokens, trust=_trust(ledger, answers)),
        "calls": (),
        "round_text": "",
        "decisions": decisions,
        "warnings": (*([LEFT_OUT] if is_over_limit else []), *([CALL_WAITS] if gate.waiting else [])),
    }


def _trust(ledger: Ledger, answers: Iterable[ToolAnswer]) -> Trust:
    """The lowest trust of the texts in the prompt, with those that the tools gave."""
    texts = [text for each in answers for text in (each.text, *(passage.chunk.text for passage in each.passages))]
    return "low" if ledger.trust == "low" else trust_of(*texts)


def _with_round(brief: Brief, tool_round: ToolRound, packer: ResultPacker) -> Brief:
    """The brief with another round. Its purpose becomes `answer` if a tool has found passages."""
    found = any(each.passages for each in tool_round.answers)
    packed = len(brief.passages) if brief.purpose == "answer" else 0
    return replace(
        brief,
        purpose="answer" if found else brief.purpose,
        is_sure=brief.is_sure or found,
        packed=packed if brief.packed is None else brief.packed,
        passages=tuple(packer.passages),
        labels=tuple(packer.labels),
        rounds=(*brief.rounds, tool_round),
    )


def _stop_reason(
    brief: Brief, section: ToolsSection, completed: Sequence[CompletedCall], packer: ResultPacker
) -> Reason | None:
    """Why the writer is offered no more calls; None if it is."""
    if len(brief.rounds) >= section.rounds:
        return Reason("use_tools.rounds", {"rounds": section.rounds})
    if _spent_s(brief.rounds) >= section.total_s:
        return Reason("use_tools.time", {"seconds": section.total_s})
    if packer.room <= OVERHEAD_TOKENS:
        return Reason("use_tools.no_room")
    if all(each.earlier is not None for each in completed):
        return Reason("use_tools.repeated")
    return None


def _room(ledger: Ledger, section: ToolsSection, rounds: Iterable[ToolRound]) -> int:
    """Tokens left for calls and results: the rest of the tools' budget, limited by the rest of the prompt's."""
    used = sum(each.tokens for one in rounds for each in one.answers)
    return max(0, min(section.budget_tokens - used, ledger.budget - sum(ledger.tokens.values())))


def _spent_s(rounds: Iterable[ToolRound]) -> float:
    """Seconds that the rounds took. The calls of a round run concurrently, so the longest counts."""
    return sum(max((each.took_ms for each in one.answers), default=0.0) for one in rounds) / 1000


def _context(state: TurnState, assistant: Assistant) -> ToolContext:
    turn = state.begun.turn
    session = turn.session_id if state.options.use_memory else ""
    attached = search_scope(state, assistant).attached
    removed = removed_documents(state.attachments)
    return ToolContext(state.principal, session, turn, state.language, state.options.labels, attached, removed)


def _gate(state: TurnState, runtime: TurnRuntime, timeout_s: float) -> WriteGate:
    assert state.brief is not None, "a writer calls tools of its brief"
    services = runtime.context
    return WriteGate(
        services.write_calls,
        services.clock,
        _context(state, runtime.context.assistant),
        state.begun.turn.session_id if state.stored else "",
        not has_untrusted_text(state, state.brief),
        timeout_s,
    )


def _recorded(call: ToolCall) -> tuple[str, str]:
    """Tool and arguments of a call as they are recorded."""
    return call.name, json.dumps(dict(call.arguments), ensure_ascii=False, sort_keys=True)


def _decision(answer: ToolAnswer, round_number: int, stop: Reason | None, *, waits: bool) -> Decision:
    given = Reason("use_tools.answer") if answer.ok else Reason("use_tools.failed")
    if waits:
        given = Reason("use_tools.waits")
    if answer.passages:
        given = Reason("use_tools.passages", {"passages": len(answer.passages)})
    arguments = _shown_arguments(answer.call)
    detail = {
        "round": round_number,
        "arguments": arguments,
        "ok": answer.ok,
        "ms": round(answer.took_ms, 2),
        "tokens": answer.tokens,
        "text": answer.text[:SHOWN_CHARS],
        "chunks": [each.chunk.id for each in answer.passages],
    }
    params: dict[str, object] = {"tool": answer.call.name, "arguments": arguments, "given": as_param(given)}
    if stop is None:
        return decided("use_tools.called", params, detail=detail)
    return decided("use_tools.stopped", {**params, "stop": as_param(stop)}, detail=detail)


def _shown_arguments(call: ToolCall) -> str:
    text = call.unread or json.dumps(dict(call.arguments), ensure_ascii=False)
    return text if len(text) <= SHOWN_CHARS else f"{text[: SHOWN_CHARS - 2]} …"
