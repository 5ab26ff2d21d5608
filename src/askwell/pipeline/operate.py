"""The `operate` step: takes the passages of the last answer again if something is asked of it, as in "shorter"."""

from collections.abc import Sequence
from dataclasses import replace

from askwell.pipeline.attachments import present_attachments
from askwell.pipeline.state import TurnRuntime, TurnState, Update
from askwell.pipeline.tool_results import passages_of
from askwell.text.attached import find_mention
from askwell.text.citations import strip_marks
from askwell.text.detect import detect_language
from askwell.text.operations import asked_operation, fits, may_be_subject, subject_of
from askwell.text.sentences import sentences
from askwell.types import Language, Operation, OperationKind, Passage, Reason, Resolution, Turn, decided

ROUTE = "last_answer"
"""Route of a turn that asks something of the last answer."""

_ANSWERED = frozenset({"answered", "passages"})
_FROM_NEIGHBOURS: frozenset[OperationKind] = frozenset({"example", "continue", "reason"})
"""Operations that may also quote the chunks next to the passages."""
_OR_SEARCHED: frozenset[OperationKind] = frozenset({"continue", "reason"})
"""Operations that are questions as well: if the passages give nothing, and at the start, they are searched."""


async def operate(state: TurnState, runtime: TurnRuntime) -> Update:
    """The operation, its route, and its passages: those of the last answer, then the chunks next to them.

    Without the route if the passages give nothing and the message is also a question. No change if it is a question, a
    reply to a question of ours, or one that a search may answer better.
    """
    if state.route or state.options.standalone_question:
        return {}
    kind = None if _names_attachment(state) else asked_operation(state.analysed_asked, state.language)
    before = next((turn for turn in reversed(state.recalled.turns) if turn.outcome != "chat"), None)
    if kind is None or (before is not None and before.outcome == "asked"):
        return {}
    if before is None or before.outcome not in _ANSWERED:
        if before is None and (kind in _OR_SEARCHED or may_be_subject(state.analysed_asked, kind)):
            return {}
        operation = Operation(kind, is_first=before is None)
        return {"operation": operation, "route": ROUTE, "decisions": (decided("operate.nothing", {"operation": kind}),)}
    answers = _answers(state.recalled.turns, before)
    passages = evidence(answers, runtime.context.assistant.languages)
    if kind in _FROM_NEIGHBOURS:
        ids = [passage.chunk.id for passage in passages]
        passages += tuple(await runtime.context.searcher.around(ids, labels=state.options.labels))
    operation = Operation(kind, answers)
    # Of an answer that is not sure nobody knows what a search for its reason would be about.
    is_searched = kind in _OR_SEARCHED and runtime.context.assistant.resolve is not None
    is_searched = is_searched and (kind != "reason" or before.outcome == "answered")
    if is_searched and not _gives(operation, passages):
        decision = decided("operate.search", {"operation": kind, "turn": before.number})
        return {"operation": operation, "found": passages, "kept": passages, "decisions": (decision,)}
    params = {"operation": kind, "turn": before.number, "passages": len(passages)}
    return {
        "operation": operation,
        "route": ROUTE,
        "found": passages,
        "kept": passages,
        "decisions": (decided("operate.passages", params),),
    }


def _names_attachment(state: TurnState) -> bool:
    """Whether the message is about a file of the conversation instead of the last answer: "Summarise the document"."""
    named = find_mention(state.asked, present_attachments(state), state.language)
    return named is not None and bool(named.expression)


def resolution_of(operation: Operation, asked: str) -> Resolution:
    """The question that the last answer answers; without an answer, the message as typed."""
    if not operation.answers:
        return Resolution("meta", asked, reason=Reason("resolve.meta"))
    params = {"operation": operation.kind, "turn": operation.answers[-1].number}
    return Resolution("follow_up", operation.question, reason=Reason("resolve.operation", params))


def evidence(answers: Sequence[Turn], languages: Sequence[Language]) -> tuple[Passage, ...]:
    """The stored passages of these answers, each once, those of the first answer first."""
    found: dict[tuple[str, str], Passage] = {}
    for turn in answers:
        for source in turn.sources:
            for passage in passages_of(source, turn.language):
                spoken = detect_language(passage.chunk.text, allowed=languages, default=turn.language)
                found.setdefault((passage.chunk.id, passage.chunk.text), replace(passage, language=spoken))
    return tuple(found.values())


def asked_about(turns: Sequence[Turn]) -> tuple[Turn, ...]:
    """The turns, each operation with the question that it was about in place of the request."""
    return tuple(
        replace(turn, question=turn.standalone_question) if turn.route == ROUTE and turn.standalone_question else turn
        for turn in turns
    )


def _answers(turns: Sequence[Turn], last: Turn) -> tuple[Turn, ...]:
    """The last answer; if an operation made it, also the answers before it, from the one to a question on."""
    found = [last]
    for turn in reversed(turns[: turns.index(last)]):
        if found[0].route != ROUTE:
            break
        if turn.outcome in _ANSWERED:
            found.insert(0, turn)
    return tuple(found)


def _gives(operation: Operation, passages: Sequence[Passage]) -> bool:
    """Whether a sentence gives a reason, or more that was not quoted yet."""
    shown = " ".join(" ".join(strip_marks(turn.answer).split()) for turn in operation.answers)
    subjects = {each: subject_of(operation, each) for each in {passage.language for passage in passages}}
    return any(
        fits(operation.kind, text, passage.language, subjects[passage.language])
        and (operation.kind == "reason" or " ".join(text.split()) not in shown)
        for passage in passages
        for text in (passage.chunk.text[start:end] for start, end in sentences(passage.chunk.text))
    )
