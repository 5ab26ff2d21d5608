"""The `operate` step: takes the passages of the last answer again if something is asked of it, as in "shorter"."""

from collections.abc import Sequence
from dataclasses import replace

from askwell.pipeline.attachments import present_attachments
from askwell.pipeline.state import TurnRuntime, TurnState, Update
from askwell.pipeline.tool_results import passages_of
from askwell.pipeline.withheld import without_removed
from askwell.text.attached import find_mention
from askwell.text.citations import strip_marks
from askwell.text.cut_list import is_list_cut
from askwell.text.detect import detect_language
from askwell.text.operations import asked_operation, fits, may_be_subject, subject_of
from askwell.text.sentences import sentences
from askwell.types import Language, Operation, OperationKind, Passage, Reason, Resolution, Turn, decided

ROUTE = "last_answer"
"""Route of a turn that asks something of the last answer."""

_ANSWERED = frozenset({"answered", "passages"})
_FROM_NEIGHBOURS: frozenset[OperationKind] = frozenset({"example", "continue", "reason"})
"""Operations that may also quote the chunks next to the passages."""
_LOOK_BACK = 30
"""Turns in which an answer is looked for if the recent ones are only talk and notices."""
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
    if kind is None:
        return {}
    turns = await _turns(state, runtime)
    before = _last(turns)
    if before is not None and before.outcome == "asked":
        return {}
    if before is None or before.outcome not in _ANSWERED:
        return _nothing(kind, turns, before, state)
    answers = _answers(turns, before)
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


def _nothing(kind: OperationKind, turns: Sequence[Turn], before: Turn | None, state: TurnState) -> Update:
    """That there is no answer to work on; no change if the message may be a first question."""
    if before is None and (kind in _OR_SEARCHED or may_be_subject(state.analysed_asked, kind)):
        return {}
    operation = Operation(kind, is_first=before is None and _is_complete(turns))
    return {"operation": operation, "route": ROUTE, "decisions": (decided("operate.nothing", {"operation": kind}),)}


async def _turns(state: TurnState, runtime: TurnRuntime) -> tuple[Turn, ...]:
    """The recent turns; if nothing was answered or asked in them, more, unless the caller has set how many count."""
    turns = state.recalled.turns
    if _last(turns) is not None or _is_complete(turns) or state.options.window_turns:
        return turns
    begun = state.begun.turn
    recalled = await runtime.context.store.turns.recall(
        state.principal, begun.session_id, before=begun.number, window_turns=_LOOK_BACK
    )
    return without_removed(recalled.turns, state.attachments)


def _last(turns: Sequence[Turn]) -> Turn | None:
    """The last turn that was more than talk or a notice, and no check of an answer; None if there is none."""
    return next((turn for turn in reversed(turns) if turn.outcome != "chat" and not _is_check(turn)), None)


def _is_check(turn: Turn) -> bool:
    decisions = [each for each in turn.decisions if each.step == "operate"]
    return turn.route == ROUTE and any(each.params.get("operation") == "check" for each in decisions)


def _is_complete(turns: Sequence[Turn]) -> bool:
    """Whether the turns begin with the first one of the conversation."""
    return not turns or turns[0].parent_id is None


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
        if turn.outcome in _ANSWERED and not _is_check(turn):
            found.insert(0, turn)
    return tuple(found)


def _gives(operation: Operation, passages: Sequence[Passage]) -> bool:
    """Whether a sentence gives a reason, or more that was not quoted yet: also the rest of a list."""
    shown = " ".join(" ".join(strip_marks(turn.answer).split()) for turn in operation.answers)
    if operation.kind == "continue" and any(is_list_cut(passage.chunk.text, shown) for passage in passages):
        return True
    subjects = {each: subject_of(operation, each) for each in {passage.language for passage in passages}}
    return any(
        fits(operation.kind, text, passage.language, subjects[passage.language])
        and (operation.kind == "reason" or " ".join(text.split()) not in shown)
        for passage in passages
        for text in (passage.chunk.text[start:end] for start, end in sentences(passage.chunk.text))
    )
