"""The `remember` step: stores the finished turn in one transaction, which makes it final."""

import asyncio
import logging

from askwell.errors import StorageFailed
from askwell.pipeline.outcome import finished_turn
from askwell.pipeline.state import TurnRuntime, TurnState, Update
from askwell.ports import Store
from askwell.types import Begun, Turn, decided

LOG = logging.getLogger("askwell")

FIRST_PAUSE_S = 0.1
LONGEST_PAUSE_S = 2.0
"""Pause before the first retry, seconds; it doubles up to the longest."""


async def remember(state: TurnState, runtime: TurnRuntime) -> Update:
    """Store the finished turn, then keep its answer if it may be given again. No other step writes to the store."""
    if not state.stored:
        not_stored = decided("remember.off") if state.begun.turn.session_id else decided("remember.no_session")
        return {"decisions": (not_stored,)}
    turn = finished_turn(state, runtime.context.clock.now())
    stored = await _finish(runtime.context.store, state.begun, turn, runtime.context.lease_s)
    if runtime.context.answers is not None:
        runtime.context.answers.keep(state, runtime.context.clock.now())
    decision = decided("remember.stored", {"number": state.begun.turn.number})
    return {"stored_turn": stored, "decisions": (decision,)}


async def _finish(store: Store, begun: Begun, turn: Turn, lease_s: float) -> Turn:
    """The turn as stored. If the database is away, retry as long as the lease can live: the answer is complete.

    A retry is safe: finishing a turn twice stores it once, and a turn that another process has taken over is refused.
    A full disk is reported at once, since waiting does not free it.
    """
    now = asyncio.get_running_loop().time
    give_up_at, pause_s = now() + lease_s, FIRST_PAUSE_S
    while True:
        try:
            return await store.turns.finish(begun, turn)
        except StorageFailed as error:
            if error.code != "storage_unavailable" or now() + pause_s > give_up_at:
                raise
            LOG.warning("turn %s: the answer is not stored yet, retrying: %s", turn.id, error)
        await asyncio.sleep(pause_s)
        pause_s = min(2 * pause_s, LONGEST_PAUSE_S)
