"""The current time in a transaction, and the lock on its session's row."""

from collections.abc import Callable
from datetime import UTC, datetime

from sqlalchemy import Connection, bindparam, literal_column, select

from askwell.ports import Clock
from askwell.stores.sql.columns import Moment
from askwell.stores.sql.schema import sessions

_NOW = literal_column("(extract(epoch FROM clock_timestamp()) * 1000000)::bigint", Moment)
_LOCKED = select(sessions.c.id).where(sessions.c.id == bindparam("session_id")).with_for_update().subquery("locked")
# The locking subquery is evaluated first, so this is the time at which the lock was acquired.
_NOW_LOCKED = select(_NOW.label("now")).select_from(_LOCKED)
_NOW_ALONE = select(_NOW.label("now"))


class TransactionClock:
    """The time for transactions: that of the given clock, otherwise that of the database.

    Machines that share a server must agree on when a lease expires, so they use the server's clock. All users of an
    SQLite file are on one machine, so they use that machine's clock.
    """

    def __init__(self, clock: Clock | None) -> None:
        self._given_now: Callable[[], datetime] | None = clock.now if clock else None

    def now(self, tx: Connection) -> datetime:
        """The current time in UTC."""
        if self._given_now is not None:
            return self._given_now()
        if tx.dialect.name != "postgresql":
            return datetime.now(UTC)
        now: datetime = tx.execute(_NOW_ALONE).scalar_one()
        return now

    def lock(self, tx: Connection, session_id: str) -> datetime:
        """Lock the session's row, if it exists, and return the time after that, in UTC.

        This is a separate statement: one that waits for a lock sees joined rows as they were before the wait.
        """
        if tx.dialect.name != "postgresql":
            return self.now(tx)
        locked_at: datetime | None = tx.execute(_NOW_LOCKED, {"session_id": session_id}).scalar_one_or_none()
        return locked_at if self._given_now is None and locked_at else self.now(tx)
