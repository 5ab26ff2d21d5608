"""Close: the end of a turn that did not come through the line; what had been written is kept."""

from dataclasses import replace

from askwell.errors import Conflict
from askwell.ports import Clock, Store
from askwell.types import Begun, Status, Turn


async def close(
    store: Store | None, clock: Clock, begun: Begun, status: Status, *, partial: str, error_code: str = ""
) -> Turn:
    """The turn stored as `stopped`, `failed` or `interrupted`, with its partial answer.

    Without a store the turn is only given back. A turn that another process has taken over in the meantime stays as
    that one left it.
    """
    now = clock.now()
    took_ms = (now - begun.turn.created_at).total_seconds() * 1000
    turn = replace(
        begun.turn,
        status=status,
        standalone_question=begun.turn.standalone_question or begun.turn.question,
        answer=partial,
        error_code=error_code,
        finished_at=now,
        took_ms=took_ms,
    )
    if store is None:
        return turn
    try:
        return await store.finish(begun, turn)
    except Conflict:
        return turn
