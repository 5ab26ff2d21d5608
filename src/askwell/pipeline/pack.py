"""Pack: what the writer gets, within a budget of tokens that is kept to the letter."""

from askwell.events import Packed
from askwell.pipeline.state import TurnRuntime, TurnState, Update, emit
from askwell.text.sentences import sentences
from askwell.text.tokens import count_tokens
from askwell.text.words import counted
from askwell.types import Brief, Composition, Decision, Ledger, Passage, Purpose, Turn

NEAREST = 3
"""Passages shown when nothing answers."""

OVERHEAD_TOKENS = 12
"""Frame of one passage or turn in a prompt: tags, label, title."""


async def pack(state: TurnState, runtime: TurnRuntime) -> Update:
    """The brief and its ledger: the question always, passages by rank, then recent turns, newest first and whole."""
    assistant = runtime.context.assistant
    purpose = _purpose(state)
    budget = assistant.pack.budget_tokens
    system = count_tokens(assistant.prompts.get(purpose, "")) + OVERHEAD_TOKENS
    question = count_tokens(state.question) + (count_tokens(state.asked) if state.asked != state.question else 0)
    room = max(0, budget - system - question)
    candidates = state.kept if purpose == "answer" else state.found[:NEAREST] if purpose == "not_found" else ()
    passages, passage_tokens = _fit_passages(candidates, room)
    history = _history(state, purpose)
    turns, turn_tokens = _fit_turns(history, room - passage_tokens)
    dropped = _dropped(len(candidates) - len(passages), len(history) - len(turns))
    composition: Composition = assistant.pack.composition if passages else "chat"
    tokens = {"system": system, "question": question, "passages": passage_tokens, "history": turn_tokens}
    ledger = Ledger(composition, budget, tokens, dropped)
    brief = Brief(
        purpose=purpose,
        question=state.question,
        asked=state.asked,
        language=state.language,
        passages=passages,
        labels=_labels(passages),
        turns=turns,
        first_question=state.recalled.first_question,
        summary=state.recalled.summary,
        notes=_notes(state, runtime),
        word_for_word=state.ask_back or (_rows(passages) if state.way in assistant.own_ways else ""),
    )
    if passages and purpose == "answer":
        emit(runtime, Packed(0, passages))
    used = sum(tokens.values())
    decision = Decision(
        "pack",
        f"{counted(len(passages), 'passage')}, {counted(len(turns), 'turn')}",
        f"{used:,} of {budget:,} tokens",
        detail={"dropped": list(dropped)},
    )
    return {"brief": brief, "ledger": ledger, "decisions": (decision,)}


def _purpose(state: TurnState) -> Purpose:
    if state.way == "decline":
        return "decline"
    if state.way == "chat" or state.ask_back:
        return "chat"
    return "answer" if state.kept else "not_found"


def _history(state: TurnState, purpose: Purpose) -> tuple[Turn, ...]:
    """Turns a writer sees; a refusal says nothing about the documents and stays out of answers."""
    if purpose == "chat":
        return state.recalled.turns
    return tuple(turn for turn in state.recalled.turns if turn.status != "declined")


def _fit_passages(passages: tuple[Passage, ...], room: int) -> tuple[tuple[Passage, ...], int]:
    """As many passages as fit, by rank; one that is too long does not keep out a shorter one behind it."""
    kept: list[Passage] = []
    used = 0
    for passage in passages:
        cost = passage.chunk.tokens + OVERHEAD_TOKENS
        if used + cost <= room:
            kept.append(passage)
            used += cost
    return tuple(kept), used


def _fit_turns(turns: tuple[Turn, ...], room: int) -> tuple[tuple[Turn, ...], int]:
    """The newest turns that fit, oldest first, cut at turn boundaries."""
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
    """One label a document, from 1 in packed order."""
    by_document: dict[str, int] = {}
    return tuple(by_document.setdefault(each.chunk.document_id, len(by_document) + 1) for each in passages)


def _dropped(passages: int, turns: int) -> tuple[str, ...]:
    said = ((passages, "passage"), (turns, "older turn"))
    return tuple(f"{counted(count, what)} over the budget" for count, what in said if count)


def _rows(passages: tuple[Passage, ...]) -> str:
    """Rows of a table as they are, a paragraph or a line of a list each, a mark behind each sentence."""
    said = ""
    for passage, label in zip(passages, _labels(passages), strict=True):
        text = passage.chunk.text
        parting = "" if not said else "\n" if text.startswith("- ") else "\n\n"
        said += parting + "\n".join(_marked(line, label) for line in text.splitlines())
    return said


def _marked(line: str, label: int) -> str:
    """A line with a mark behind each sentence; one that introduces others has none."""
    if line.endswith(":"):
        return line
    return " ".join(f"{line[a:b]} [{label}]" for a, b in sentences(line))


def _notes(state: TurnState, runtime: TurnRuntime) -> tuple[str, ...]:
    """S0-26: after the last search with few passages left, the writer is told."""
    section = runtime.context.assistant.grade
    if section and state.way == "search" and state.searches >= section.attempts and len(state.kept) < section.keep:
        return ("Limited sources found. Acknowledge gaps if needed.",)
    return ()
