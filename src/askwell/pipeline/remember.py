"""Remember: one transaction, and the turn is final."""

from askwell.pipeline.options import options_decision
from askwell.pipeline.outcome import finished_turn
from askwell.pipeline.state import TurnRuntime, TurnState, Update
from askwell.types import Decision


async def remember(state: TurnState, runtime: TurnRuntime) -> Update:
    """Store the finished turn; the only step that writes."""
    if not state.stored:
        why = "it is not to be stored" if state.begun.turn.session_id else "the turn belongs to no session"
        return {"decisions": (Decision("remember", "nothing", why),)}
    options = options_decision(state.options)
    turn = finished_turn(state.after({"decisions": options}), runtime.context.clock.now())
    stored = await runtime.context.store.turns.finish(state.begun, turn)
    decision = Decision("remember", "stored", f"turn {state.begun.turn.number}")
    return {"stored_turn": stored, "decisions": (*options, decision)}
