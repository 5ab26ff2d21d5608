"""The `resolve` step: makes the question standalone before it is routed and searched."""

from dataclasses import replace

from askwell.events import Resolved
from askwell.pipeline.operate import ROUTE, asked_about, resolution_of
from askwell.pipeline.state import TurnRuntime, TurnState, Update, emit
from askwell.text.words import content_words
from askwell.types import Language, Operation, Reason, Resolution, as_param, decided


async def resolve(state: TurnState, runtime: TurnRuntime) -> Update:
    """The standalone question: as typed if that is complete, the caller's wording if given.

    For an operation it is the question that the last answer answers; "reason" is worded like any question. An operation
    without a route becomes a question if there is a complete wording of it.
    """
    if state.route == "decline":
        return {}  # the question contains no word
    resolution = await _resolution(state, runtime)
    changes: Update = {}
    if state.operation is not None and not state.route:
        if _is_question(state.operation, resolution, state.language):
            changes = {"operation": None, "found": (), "kept": ()}
        else:
            changes = {"route": ROUTE}
            resolution = resolution_of(state.operation, state.asked)
    elif state.operation is not None and not content_words(resolution.question, state.language):
        resolution = resolution_of(state.operation, state.asked)
    emit(runtime, Resolved(0, state.asked, resolution))
    params = {"kind": resolution.kind, "reason": as_param(resolution.reason)}
    rated = " · ".join([f"{each.question} ({each.quality:.2f})" for each in resolution.considered])
    detail = {"considered": rated} if rated else {}
    decision = decided("resolve.understood", params, score=resolution.score, detail=detail)
    return {**changes, "resolution": resolution, "decisions": (decision,), "usage": resolution.usage}


def _is_question(operation: Operation, resolution: Resolution, language: Language) -> bool:
    """Whether a request that the last answer cannot meet is a question by itself.

    For a reason, search terms are enough. More of the same needs a subject, and must not become one itself, in an
    earlier question: "Which board serves more?".
    """
    if operation.kind == "reason":
        return bool(content_words(resolution.searched, language))
    return bool(resolution.antecedents) and resolution.reason_code != "resolve.frame"


async def _resolution(state: TurnState, runtime: TurnRuntime) -> Resolution:
    operation = state.operation
    if operation is not None and state.route and not (operation.kind == "reason" and operation.answers):
        return resolution_of(operation, state.asked)
    if wording := state.options.standalone_question:
        return Resolution("follow_up", wording, reason=Reason("resolve.by_user"), by="user")
    recalled = replace(state.recalled, turns=asked_about(state.recalled.turns))
    return await runtime.context.resolver.resolve(state.asked, recalled, state.language)
