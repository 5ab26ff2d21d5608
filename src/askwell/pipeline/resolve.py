"""The `resolve` step: makes the question standalone before it is routed and searched."""

from askwell.events import Resolved
from askwell.pipeline.state import TurnRuntime, TurnState, Update, emit
from askwell.types import Reason, Resolution, as_param, decided


async def resolve(state: TurnState, runtime: TurnRuntime) -> Update:
    """The standalone question. It is the question as typed if that is complete, or the caller's wording if given."""
    if state.route == "decline":
        return {}  # the question contains no word
    if state.options.standalone_question:
        resolution = Resolution(
            "follow_up", state.options.standalone_question, reason=Reason("resolve.by_user"), by="user"
        )
    else:
        resolution = await runtime.context.resolver.resolve(state.asked, state.recalled, state.language)
    emit(runtime, Resolved(0, state.asked, resolution))
    params = {"kind": resolution.kind, "reason": as_param(resolution.reason)}
    rated = " · ".join([f"{each.question} ({each.quality:.2f})" for each in resolution.considered])
    detail = {"considered": rated} if rated else {}
    decision = decided("resolve.understood", params, score=resolution.score, detail=detail)
    return {"resolution": resolution, "decisions": (decision,), "usage": resolution.usage}
