"""The time of a transaction, and the lock on the session that it is about."""

from collections.abc import Callable
from datetime import UTC, datetime

from sqlalchemy import Connection, bindparam, literal_column, select

from askwell.ports import Clock
from askwell.stores.sql.schema import Moment, sessions

_NOW = literal_column("(extract(epoch FROM clock_timestamp()) * 1000000)::bigint", Moment)
_LOCKED = select(sessions.c.id).where(sessions.c.id == bindparam("session_id")).with_for_update().subquery("locked")
# A subquery that locks is run first: the time is that of the moment when the lock was had.
_NOW_LOCKED = select(_NOW.label("now")).select_from(_LOCKED)
_NOW_ALONE = select(_NOW.label("now"))


class TransactionClock:
    """Tells transactions the time: a held clock's, else the database's own.

    Several machines that share a database must agree on when a lease runs out, and only the database is shared. A
    database in a file is on the machine of its only users, so that machine's clock is its clock.
    """

    def __init__(self, clock: Clock | None) -> None:
        self._read: Callable[[], datetime] | None = clock.now if clock else None

    def now(self, tx: Connection) -> datetime:
        """The time, in UTC."""
        if self._read is not None:
            return self._read()
        if tx.dialect.name != "postgresql":
            return datetime.now(UTC)
        found: datetime = tx.execute(_NOW_ALONE).scalar_one()
        return found

    def hold(self, tx: Connection, session_id: str) -> datetime:
        """The time once the session's row is this transaction's alone, whether there is one or not.

        In a statement of its own: one that waited for the lock sees what it joins as it was before the wait.
        """
        if tx.dialect.name != "postgresql":
            return self.now(tx)
        found: datetime | None = tx.execute(_NOW_LOCKED, {"session_id": session_id}).scalar_one_or_none()
        return found if self._read is None and found else self.now(tx)
