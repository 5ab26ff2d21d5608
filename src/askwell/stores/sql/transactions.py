"""Runs the transactions of one database, each within a deadline."""

from collections.abc import Callable
from datetime import datetime
from typing import TypeVar

from sqlalchemy import Connection, bindparam, func, select
from sqlalchemy.ext.asyncio import AsyncEngine

from askwell.stores.sql.database import checkpoint, read, write
from askwell.stores.sql.deadline import Deadline
from askwell.stores.sql.transaction_clock import TransactionClock
from askwell.types import Principal

T = TypeVar("T")

_OWN_ROWS = select(
    func.set_config("askwell.tenant", bindparam("tenant"), True),
    func.set_config("askwell.user", bindparam("user"), True),
)
_ALL_ROWS = select(func.set_config("askwell.all_tenants", "on", True))
# For the transaction only: a setting of the session would be that of whoever gets the connection next.


def restricted(
    engine: AsyncEngine, owner: Principal | None, work: Callable[[Connection], T]
) -> Callable[[Connection], T]:
    """The work with a statement before it that names its owner, or says that it may see all rows."""
    if engine.dialect.name != "postgresql":
        return work

    def named(tx: Connection) -> T:
        if owner is None:
            tx.execute(_ALL_ROWS)
        else:
            tx.execute(_OWN_ROWS, {"tenant": owner.tenant, "user": owner.user})
        return work(tx)

    return named


class SqlTransactions:
    """Runs plain functions as transactions. Shared by the parts of `SqlStore`.

    On PostgreSQL, a transaction of a principal sees only rows of that principal, whatever its statements ask for
    (`migrations/versions/0011_row_security.py`). Without a principal it sees all rows: for the sweep, and for turns
    that are found by what only their owner has. SQLite has no such policies.

    A call that takes longer than `deadline_s` raises StorageFailed. If a caller is cancelled, its call still runs to
    its end.
    """

    def __init__(self, engine: AsyncEngine, clock: TransactionClock, *, deadline_s: float) -> None:
        self._engine = engine
        self._clock = clock
        self._deadline = Deadline(deadline_s)

    async def read(self, owner: Principal | None, work: Callable[[Connection], T]) -> T:
        """The result of `work`, which reads one snapshot."""
        return await self._deadline.wait_for(read(self._engine, restricted(self._engine, owner, work)))

    async def write(self, owner: Principal | None, work: Callable[[Connection], T]) -> T:
        """The result of `work`, which may write."""
        return await self._deadline.wait_for(write(self._engine, restricted(self._engine, owner, work)))

    async def write_session(
        self, owner: Principal | None, session_id: str, work: Callable[[Connection, datetime], T]
    ) -> T:
        """The result of `work`, which may write while the transaction holds the lock on the session's row.

        `work` receives the time at which the lock was acquired, in UTC. A transaction that waited for the lock must not
        use an earlier time.
        """
        return await self.write(owner, lambda tx: work(tx, self._clock.lock(tx, session_id)))

    def now(self, tx: Connection) -> datetime:
        """The current time in UTC. On a server this runs a statement."""
        return self._clock.now(tx)

    async def erase(self) -> None:
        """Erase text that was removed or replaced before this call from the write-ahead log of an SQLite file."""
        await self._deadline.wait_for(checkpoint(self._engine))

    async def close(self) -> None:
        """Wait for running calls, at most `deadline_s`, then close the connections."""
        await self._deadline.wait_for_all()
        await self._engine.dispose()
