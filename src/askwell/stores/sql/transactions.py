"""Runs the transactions of one database, each within a deadline."""

from collections.abc import Callable
from datetime import datetime
from typing import TypeVar

from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import AsyncEngine

from askwell.stores.sql.database import checkpoint, read, write
from askwell.stores.sql.deadline import Deadline
from askwell.stores.sql.transaction_clock import TransactionClock

T = TypeVar("T")


class SqlTransactions:
    """Runs plain functions as transactions. Shared by the parts of `SqlStore`.

    A call that takes longer than `deadline_s` raises StorageFailed. If a caller is cancelled, its call still runs to
    its end.
    """

    def __init__(self, engine: AsyncEngine, clock: TransactionClock, *, deadline_s: float) -> None:
        self._engine = engine
        self._clock = clock
        self._deadline = Deadline(deadline_s)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """The result of `work`, which reads one snapshot."""
        return await self._deadline.wait_for(read(self._engine, work))

    async def write(self, work: Callable[[Connection], T]) -> T:
        """The result of `work`, which may write."""
        return await self._deadline.wait_for(write(self._engine, work))

    async def write_session(self, session_id: str, work: Callable[[Connection, datetime], T]) -> T:
        """The result of `work`, which may write while the transaction holds the lock on the session's row.

        `work` receives the time at which the lock was acquired, in UTC. A transaction that waited for the lock must not
        use an earlier time.
        """
        return await self._deadline.wait_for(write(self._engine, lambda tx: work(tx, self._clock.lock(tx, session_id))))

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
