"""Stores the end of a turn that did not complete its steps, with the text written so far."""

from contextlib import suppress

from askwell.errors import Conflict, NotFound
from askwell.ports import Store
from askwell.types import Begun, Principal, Turn


async def close(store: Store, begun: Begun, turn: Turn, principal: Principal) -> Turn:
    """The stored turn. If another process has taken it over in the meantime, that process's version is returned."""
    try:
        return await store.turns.finish(begun, turn)
    except Conflict:
        with suppress(NotFound):  # the session has been removed
            return await store.turns.get(principal, begun.turn.session_id, begun.turn.number)
        return turn
