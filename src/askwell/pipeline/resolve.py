"""Resolve: understand the question in its conversation, before anything else looks at it."""

from askwell.events import Resolved
from askwell.pipeline.state import TurnRuntime, TurnState, Update, emit
from askwell.types import Decision, Resolution


async def resolve(state: TurnState, runtime: TurnRuntime) -> Update:
    """The question as it stands alone; byte for byte the one asked when it needs nothing, or the caller's wording."""
    if state.way == "decline":
        return {}  # there is no word in it
    if state.options.standalone_question:
        resolution = Resolution("follow_up", state.options.standalone_question, reason="worded by the user", by="user")
    else:
        resolution = await runtime.context.resolver.resolve(state.asked, state.recalled, state.language)
    emit(runtime, Resolved(0, state.asked, resolution))
    decision = Decision(
        "resolve",
        resolution.kind,
        resolution.reason,
        score=resolution.score,
        detail={
            "question": resolution.question,
            "features": dict(resolution.features),
            "antecedents": [
                {"expression": each.expression, "refers_to": each.refers_to, "turn": each.turn}
                for each in resolution.antecedents
            ],
            "by": resolution.by,
        },
    )
    return {"resolution": resolution, "decisions": (decision,), "usage": resolution.usage}
