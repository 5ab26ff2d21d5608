"""Readers' feedback on answers, in SQL."""

from datetime import datetime

from sqlalchemy import Connection, bindparam, delete, insert, update

from askwell.stores.sql.history import turn as one_turn
from askwell.stores.sql.schema import feedback
from askwell.types import Principal, Turn

_OF_TURN = feedback.c.turn_id == bindparam("turn")
_DELETE = delete(feedback).where(_OF_TURN)
_UPDATE = update(feedback).where(_OF_TURN)


def give(
    tx: Connection, now: datetime, principal: Principal, session_id: str, *, number: int, rating: int, comment: str
) -> Turn:
    """Store a reader's rating, replacing an earlier one, and return the turn. 0 removes it. Raises NotFound."""
    turn = one_turn(tx, principal, session_id, number)
    if rating == 0:
        tx.execute(_DELETE, {"turn": turn.id})
    else:
        row = {"rating": rating, "comment": comment, "given_at": now}
        if tx.execute(_UPDATE, {"turn": turn.id, **row}).rowcount == 0:
            tx.execute(insert(feedback), {"turn_id": turn.id, "session_id": session_id, **row})
    return one_turn(tx, principal, session_id, number)
