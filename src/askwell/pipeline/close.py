"""Close: the end of a turn that did not come through the line; what had been written is kept."""

from contextlib import suppress

from askwell.errors import Conflict, NotFound
from askwell.ports import Store
from askwell.types import Begun, Principal, Turn


async def close(store: Store, begun: Begun, turn: Turn, principal: Principal) -> Turn:
    """The turn as it is stored.

    One that another process has taken over in the meantime stays as that process left it, and is returned so.
    """
    try:
        return await store.turns.finish(begun, turn)
    except Conflict:
        with suppress(NotFound):  # its session has been removed
            return await store.turns.get(principal, begun.turn.session_id, begun.turn.number)
        return turn
