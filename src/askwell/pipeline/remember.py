"""The `remember` step: stores the finished turn in one transaction, which makes it final."""

from askwell.pipeline.outcome import finished_turn
from askwell.pipeline.state import TurnRuntime, TurnState, Update
from askwell.types import decided


async def remember(state: TurnState, runtime: TurnRuntime) -> Update:
    """Store the finished turn. No other step writes to the store."""
    if not state.stored:
        not_stored = decided("remember.off") if state.begun.turn.session_id else decided("remember.no_session")
        return {"decisions": (not_stored,)}
    turn = finished_turn(state, runtime.context.clock.now())
    stored = await runtime.context.store.turns.finish(state.begun, turn)
    decision = decided("remember.stored", {"number": state.begun.turn.number})
    return {"stored_turn": stored, "decisions": (decision,)}
