"""The `pack` step: builds the writer's brief within a fixed budget of tokens."""

from collections.abc import Mapping
from dataclasses import replace

from askwell.events import Packed
from askwell.pipeline.grade import NEAREST, helping, is_judged, surely_answers
from askwell.pipeline.memory import cited_passages, fit_memory
from askwell.pipeline.prompt_parts import fit_parts
from askwell.pipeline.state import TurnRuntime, TurnState, Update, emit
from askwell.pipeline.tool_offer import OVERHEAD_TOKENS, offered, reserved_tokens, tool_tokens_of
from askwell.projections import choice_and_reason
from askwell.text.sentences import sentences
from askwell.text.tokens import count_tokens
from askwell.types import Brief, Composition, Decision, Ledger, Passage, Purpose, Reason, Turn, as_param, decided

FROM_PASSAGES: tuple[Purpose, ...] = ("answer", "passages", "operation")
"""Purposes that are written from the kept passages."""


async def pack(state: TurnState, runtime: TurnRuntime) -> Update:
    """The brief and its ledger. It contains the question, then as many passages (by rank) and turns (latest) as fit."""
    assistant = runtime.context.assistant
    purpose = _purpose(state, runtime)
    budget = assistant.pack.budget_tokens
    system = count_tokens(assistant.prompts.get(purpose, "")) + OVERHEAD_TOKENS
    question = count_tokens(state.wording) + (count_tokens(state.asked) if state.asked != state.wording else 0)
    question += sum(count_tokens(f"{name}: {value}") for name, value in state.options.about_user)
    room = max(0, budget - system - question)
    parts, part_tokens, left_out = await fit_parts(state, runtime, room)
    room -= part_tokens
    needs_none = bool(state.ask_back) or state.operation is not None or state.route in assistant.own_ways
    needs_none = needs_none or state.table_answer is not None
    tools = offered(runtime, purpose, room, word_for_word=needs_none)
    tool_tokens = tool_tokens_of(tools)
    room -= tool_tokens
    room -= reserved_tokens(runtime, tools, room)
    memory, memory_tokens = fit_memory(state, purpose, room)
    room -= sum(memory_tokens.values())
    candidates = state.found[:NEAREST] if purpose == "not_found" else state.kept if purpose in FROM_PASSAGES else ()
    passages, passage_tokens = _fit_passages(candidates, room)
    over = len(candidates) - len(passages)
    labels = _labels(passages)
    if purpose == "recall":
        passages, labels = cited_passages(memory.older)
    history = _history(state, purpose)
    turns, turn_tokens = _fit_turns(history, room - passage_tokens)
    dropped = left_out + _dropped(over, len(history) - len(turns))
    composition: Composition = assistant.pack.composition if passages else "chat"
    tokens = {"system": system, "question": question, "passages": passage_tokens, "history": turn_tokens}
    tokens |= memory_tokens
    tokens |= ({"parts": part_tokens} if parts else {}) | ({"tools": tool_tokens} if tools else {})
    ledger = Ledger(composition, budget, tokens, dropped)
    brief = Brief(
        purpose=purpose,
        question=state.wording,
        asked=state.asked,
        language=state.language,
        terms=state.terms,
        passages=passages,
        labels=labels,
        turns=turns,
        first_question=state.recalled.first_question,
        summary=memory.summary,
        older=memory.older,
        unsure=state.unsure,
        corrections=memory.corrections,
        topics=memory.topics,
        notes=_notes(state, runtime),
        parts=parts,
        about_user=state.options.about_user,
        word_for_word=state.ask_back or _table_text(state, passages, is_own=state.route in assistant.own_ways),
        tools=tools,
        operation=state.operation,
        is_sure=is_judged(assistant),
        doubted=state.doubted,
    )
    if passages and purpose in FROM_PASSAGES:
        emit(runtime, Packed(0, passages))
    used = sum(tokens.values())
    decision = decided(
        "pack.packed",
        {
            "passages": len(passages),
            "turns": len(turns),
            "used": used,
            "budget": budget,
            "dropped": [as_param(each) for each in dropped],
        },
    )
    return {"brief": brief, "ledger": ledger, "decisions": (decision,)}


def _purpose(state: TurnState, runtime: TurnRuntime) -> Purpose:
    """What to write. Without a model that writes, passages that do not answer by a model's grades are only shown."""
    if state.route == "decline":
        return "decline"
    if state.operation and state.operation.answers:
        return "operation"
    if state.route == "chat" or state.ask_back or state.operation:
        return "chat"
    if state.route == "recall":
        return "recall"
    return _from_kept(state, runtime)


def _from_kept(state: TurnState, runtime: TurnRuntime) -> Purpose:
    """What to write from the kept passages."""
    table = state.table_answer
    if state.is_unsure_of_rows or (table is not None and not table.is_sure):
        return "passages"
    if not state.kept:
        return "not_found"
    if table is not None or runtime.context.writer.name or not is_judged(runtime.context.assistant):
        return "answer"
    return "answer" if surely_answers(state.kept, state.grades) else "passages"


def _history(state: TurnState, purpose: Purpose) -> tuple[Turn, ...]:
    """Turns shown to the writer. Answers from documents are written without earlier refusals."""
    if purpose in {"chat", "recall", "decline"}:
        return state.recalled.turns
    return tuple(turn for turn in state.recalled.turns if turn.status != "declined")


def _fit_passages(passages: tuple[Passage, ...], room: int) -> tuple[tuple[Passage, ...], int]:
    """The passages that fit, by rank, and their tokens. A passage that is too long is skipped."""
    kept: list[Passage] = []
    used = 0
    for passage in passages:
        cost = passage.chunk.tokens + OVERHEAD_TOKENS
        if used + cost <= room:
            kept.append(passage)
            used += cost
    return tuple(kept), used


def _fit_turns(turns: tuple[Turn, ...], room: int) -> tuple[tuple[Turn, ...], int]:
    """The latest turns that fit, oldest first, and their tokens. No turn is cut."""
    kept: list[Turn] = []
    used = 0
    for turn in reversed(turns):
        cost = count_tokens(turn.question) + count_tokens(turn.answer) + OVERHEAD_TOKENS
        if used + cost > room:
            break
        kept.insert(0, turn)
        used += cost
    return tuple(kept), used


def _labels(passages: tuple[Passage, ...]) -> tuple[int, ...]:
    """One label per document, from 1 in packed order."""
    by_document: dict[str, int] = {}
    return tuple(by_document.setdefault(each.chunk.document_id, len(by_document) + 1) for each in passages)


def _dropped(passages: int, turns: int) -> tuple[Reason, ...]:
    over_passages = (Reason("pack.passages_over", {"passages": passages}),) if passages else ()
    return over_passages + ((Reason("pack.turns_over", {"turns": turns}),) if turns else ())


def _table_text(state: TurnState, passages: tuple[Passage, ...], *, is_own: bool) -> str:
    """The answer word for word if a table gives it; else empty."""
    if state.table_answer is None:
        return _row_text(passages) if is_own else ""
    label = next(iter(_labels(passages)), 1)
    return "\n".join(line if line.endswith(":") else f"{line} [{label}]" for line in state.table_answer.lines)


def _row_text(passages: tuple[Passage, ...]) -> str:
    """Table rows word for word, each a paragraph or a list item, with a mark after each sentence."""
    answer = ""
    for passage, label in zip(passages, _labels(passages), strict=True):
        text = passage.chunk.text
        separator = "" if not answer else "\n" if text.startswith("- ") else "\n\n"
        answer += separator + "\n".join(_marked(line, label) for line in text.splitlines())
    return answer


def _marked(line: str, label: int) -> str:
    """A line with a mark after each sentence; a line that ends with a colon gets none."""
    if line.endswith(":"):
        return line
    return " ".join(f"{line[a:b]} [{label}]" for a, b in sentences(line))


def _notes(state: TurnState, runtime: TurnRuntime) -> tuple[str, ...]:
    """Notes for the writer: the judgement that led to a refusal; few passages after the last search (S0-26)."""
    if state.route == "decline":
        if state.refusal is None or state.refusal.score is None:
            return ()
        return (f"Score: {round(state.refusal.score * 100)}/100. Reason: {_refusal_reason(state.refusal)}",)
    section = runtime.context.assistant.grade
    if section is None or state.route != "search":
        return ()
    helps = len(helping(state))
    if helps >= section.keep:
        return ()
    # If no passage helps, all wordings have been searched, or the writer decides whether one of them answers.
    if not helps or state.searches >= section.attempts:
        return ("Limited sources found. Acknowledge gaps if needed.",)
    return ()


def _refusal_reason(refusal: Decision) -> str:
    """The reason of a refusal for the writer, in English, without the note that a model failed to judge."""
    reason = refusal.params.get("reason")
    while isinstance(reason, Mapping) and str(reason.get("code")).endswith(".not_by_model"):
        reason = reason["params"]["reason"]
    code = "route.scope" if "refused" in refusal.params else refusal.code
    return choice_and_reason(replace(refusal, code=code, params={**refusal.params, "reason": reason}), "en")[1]
