"""Close: the end of a turn that did not come through the line; what had been written is kept."""

from contextlib import suppress
from dataclasses import replace

from askwell.errors import Conflict, NotFound
from askwell.ports import Clock, Store
from askwell.types import Begun, Principal, Turn


async def close(store: Store | None, clock: Clock, begun: Begun, reached: Turn, principal: Principal) -> Turn:
    """The turn stored as far as it was `reached`, which says how it ended: `stopped`, `failed` or `interrupted`.

    Without a store the turn is only given back. A turn that another process has taken over in the meantime stays as
    that one left it, and is given back so.
    """
    now = clock.now()
    turn = replace(
        reached,
        standalone_question=reached.standalone_question or reached.question,
        finished_at=now,
        took_ms=(now - reached.created_at).total_seconds() * 1000,
    )
    if store is None:
        return turn
    try:
        return await store.turns.finish(begun, turn)
    except Conflict:
        with suppress(NotFound):  # its session has been removed
            return await store.turns.get(principal, begun.turn.session_id, begun.turn.number)
        return turn
