"""Recall: what the turn knows of its conversation. The only step that reads the conversation."""

from dataclasses import replace

from askwell.pipeline.screen import conversation_language
from askwell.pipeline.state import TurnRuntime, TurnState, Update
from askwell.text.words import counted
from askwell.types import Decision, Recalled


async def recall(state: TurnState, runtime: TurnRuntime) -> Update:
    """The last turns, by key, bounded by the window; only source numbers where memory is switched off."""
    if not state.stored:
        return {"decisions": (Decision("recall", "nothing", "the turn belongs to no session"),)}
    turn = state.begun.turn
    window = state.options.window_turns or runtime.context.assistant.memory.window_turns
    recalled = await runtime.context.store.recall(
        state.principal, turn.session_id, before=turn.number, window_turns=window
    )
    if not state.options.use_memory:
        forgotten = replace(Recalled(), sources_count=recalled.sources_count)
        return {"recalled": forgotten, "decisions": (Decision("recall", "nothing", "memory is switched off"),)}
    return {
        "recalled": recalled,
        "language": conversation_language(state.language, state.asked, recalled.turns),
        "decisions": (Decision("recall", counted(len(recalled.turns), "turn"), f"window of {window}"),),
    }
