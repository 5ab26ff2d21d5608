"""Remember: one transaction, and the turn is final."""

from dataclasses import replace

from askwell.pipeline.state import TurnRuntime, TurnState, Update
from askwell.types import Decision, Status, Turn, TurnOptions

OPTIONS = "options"
"""Step of the decision that holds what the caller set for a turn, where it set anything."""


async def remember(state: TurnState, runtime: TurnRuntime) -> Update:
    """Store the finished turn; the only step that writes."""
    if not state.stored:
        why = "it is not to be stored" if state.begun.turn.session_id else "the turn belongs to no session"
        return {"decisions": (Decision("remember", "nothing", why),)}
    turn = await runtime.context.store.turns.finish(state.begun, finished_turn(state, runtime))
    stored = Decision("remember", "stored", f"turn {state.begun.turn.number}")
    return {"stored_turn": turn, "decisions": (*options_decision(state.options), stored)}


def finished_turn(state: TurnState, runtime: TurnRuntime) -> Turn:
    """The turn as it will be stored."""
    now = runtime.context.clock.now()
    begun = state.begun.turn
    status: Status = "declined" if state.ending == "declined" else "completed"
    return replace(
        begun,
        status=status,
        standalone_question=state.question,
        kind=state.resolution.kind if state.resolution else "standalone",
        way=state.way,
        ending=state.ending,
        answer=state.answer,
        language=state.language,
        sources=state.sources,
        decisions=state.decisions + options_decision(state.options),
        ledger=state.ledger,
        usage=state.usage,
        model=state.model,
        finished_at=now,
        took_ms=(now - begun.created_at).total_seconds() * 1000,
        support=state.support,
        warnings=state.warnings,
    )


def options_decision(options: TurnOptions) -> tuple[Decision, ...]:
    """What the caller set, to be stored with the turn: another answer takes it too. Nothing where nothing was set."""
    if replace(options, about_user=()) == TurnOptions():
        return ()
    detail = {
        "labels": list(options.labels),
        "window_turns": options.window_turns,
        "use_memory": options.use_memory,
        "standalone_question": options.standalone_question,
    }
    return (Decision(OPTIONS, "set", "as the caller asked", detail=detail),)
