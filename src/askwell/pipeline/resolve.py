"""Resolve: understand the question in its conversation, before anything else looks at it."""

from askwell.events import Resolved
from askwell.pipeline.state import TurnRuntime, TurnState, Update, emit
from askwell.types import Reason, Resolution, as_param, decided


async def resolve(state: TurnState, runtime: TurnRuntime) -> Update:
    """The question as it stands alone; byte for byte the one asked when it needs nothing, or the caller's wording."""
    if state.route == "decline":
        return {}  # there is no word in it
    if state.options.standalone_question:
        resolution = Resolution(
            "follow_up", state.options.standalone_question, reason=Reason("resolve.by_user"), by="user"
        )
    else:
        resolution = await runtime.context.resolver.resolve(state.asked, state.recalled, state.language)
    emit(runtime, Resolved(0, state.asked, resolution))
    params = {"kind": resolution.kind, "reason": as_param(resolution.reason)}
    decision = decided("resolve.understood", params, score=resolution.score)
    return {"resolution": resolution, "decisions": (decision,), "usage": resolution.usage}
