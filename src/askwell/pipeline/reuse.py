"""The `reuse` step: gives an answer again that was written for the same question from the same documents."""

from askwell.pipeline.state import TurnRuntime, TurnState, Update
from askwell.types import decided


async def reuse(state: TurnState, runtime: TurnRuntime) -> Update:
    """The kept answer with its passages, before anything is searched; no change if there is none."""
    cache = runtime.context.answers
    if cache is None:
        return {}
    key = await cache.key_of(state)
    found = cache.find(key, runtime.context.clock.now()) if key else None
    if found is None:
        return {"answer_key": key}
    decision = decided("reuse.found", {"passages": len(found.passages)})
    return {
        "answer_key": key,
        "reused": found,
        "found": found.passages,
        "kept": found.passages,
        "decisions": (decision,),
    }
