"""The `recall` step: reads the last turns, the memory and relevant older turns of the conversation."""

from dataclasses import replace

from askwell.pipeline.attachments import attachments_of
from askwell.pipeline.history import block_turns
from askwell.pipeline.screen import conversation_language
from askwell.pipeline.state import Services, TurnRuntime, TurnState, Update
from askwell.pipeline.withheld import memory_without, without_removed
from askwell.text.talk import talk_act
from askwell.types import Language, Recalled, Turn, TurnOptions, decided

MIN_PROBABILITY = 0.15
"""Minimum probability that an older turn is relevant for it to be added to the prompt."""

MAX_OLDER = 3
"""Maximum turns from before the window that are added to it."""


async def recall(state: TurnState, runtime: TurnRuntime) -> Update:
    """The last turns within the window, and relevant older ones; only source numbers if memory is switched off."""
    turn = state.begun.turn
    if not turn.session_id:
        return {"decisions": (decided("recall.no_session"),)}
    window = state.options.window_turns or runtime.context.assistant.memory.window_turns
    recalled = state.begun.recalled or await runtime.context.store.turns.recall(
        state.principal, turn.session_id, before=turn.number, window_turns=read_turns(state.options, runtime.context)
    )
    turns = recalled.turns
    recalled = replace(
        recalled, turns=turns[max(0, len(turns) - window) :], before=turns[: max(0, len(turns) - window)]
    )
    attachments = await attachments_of(state, runtime)
    if not state.options.use_memory:
        numbers_only = replace(Recalled(), sources_count=recalled.sources_count, numbers=recalled.numbers)
        return {"recalled": numbers_only, "attachments": attachments, "decisions": (decided("recall.off"),)}
    recalled = replace(
        recalled,
        turns=without_removed(recalled.turns, attachments),
        before=without_removed(recalled.before, attachments),
        memory=await memory_without(recalled.memory, attachments, state, runtime.context),
    )
    language = conversation_language(state.language, state.analysed_asked, recalled.turns)
    older = await _older(state, runtime, recalled, language)
    decision = decided("recall.window", {"turns": len(recalled.turns), "window": window})
    if older:
        params = {"turns": len(recalled.turns), "window": window, "older": len(older)}
        decision = decided("recall.older", params, detail={"older": [each.number for each in older]})
    return {
        "recalled": replace(recalled, older=without_removed(older, attachments)),
        "attachments": attachments,
        "language": language,
        "decisions": (decision,),
    }


def read_turns(options: TurnOptions, services: Services) -> int:
    """Turns to read: the window, and for a model those before it at which its prompts may begin."""
    if options.window_turns:
        return options.window_turns
    window = services.assistant.memory.window_turns
    return window + (block_turns(window) - 1 if services.writer.name else 0)


async def _older(state: TurnState, runtime: TurnRuntime, recalled: Recalled, language: Language) -> tuple[Turn, ...]:
    """Turns from before the window that are relevant to the question as typed, oldest first."""
    history_searcher = runtime.context.history_searcher
    oldest = recalled.turns[0].number if recalled.turns else 0
    if history_searcher is None or oldest <= 1 or talk_act(state.analysed_asked, language):
        return ()
    turn = state.begun.turn
    if turn.language != language:
        turn = replace(turn, language=language)
    found = await history_searcher.find(
        state.principal, turn, state.analysed_asked, oldest_in_window=oldest, k=MAX_OLDER
    )
    relevant = [each for each in found if each.score >= MIN_PROBABILITY]
    if not relevant:
        return ()
    turns = await runtime.context.store.memory.recollected(state.principal, turn.session_id, relevant)
    return tuple(sorted(turns, key=lambda each: each.number))
