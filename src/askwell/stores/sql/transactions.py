"""Transactions of one database, each answered within a deadline."""

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
    """Runs plain functions as transactions; what the parts of `SqlStore` share.

    Every call is answered within `deadline_s`, or raises StorageFailed. A call whose caller is cancelled still runs to
    its end.
    """

    def __init__(self, engine: AsyncEngine, moments: TransactionClock, *, deadline_s: float) -> None:
        self._engine = engine
        self._moments = moments
        self._deadline = Deadline(deadline_s)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """What a function gives that reads from one snapshot."""
        return await self._deadline.hold(read(self._engine, work))

    async def write(self, work: Callable[[Connection], T]) -> T:
        """What a function gives that writes."""
        return await self._deadline.hold(write(self._engine, work))

    async def write_session(self, session_id: str, work: Callable[[Connection, datetime], T]) -> T:
        """What a function gives that writes while the session's row is this transaction's alone.

        It is called with the time, in UTC, of the moment when the row was had: a transaction that waited for it must
        not go by an older one.
        """
        return await self._deadline.hold(write(self._engine, lambda tx: work(tx, self._moments.hold(tx, session_id))))

    def now(self, tx: Connection) -> datetime:
        """The time of a transaction, in UTC; on a server it is a statement."""
        return self._moments.now(tx)

    async def erase(self) -> None:
        """Leave nothing in the database's log of what was removed or reworded before this call."""
        await self._deadline.hold(checkpoint(self._engine))

    async def close(self) -> None:
        """Wait, at most for the deadline, for the calls that still run, and let go of connections."""
        await self._deadline.settle()
        await self._engine.dispose()
