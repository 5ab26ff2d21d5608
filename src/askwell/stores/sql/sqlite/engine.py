"""An engine on an SQLite file.

`begin` takes the write lock at once (`BEGIN IMMEDIATE`; a deferred transaction that reads and then writes fails with
"locked" whatever the busy time-out is) and waits its turn in the process, so that tasks of one process never poll for
each other's lock; `connect` sees one snapshot and must not write. `write` and `read` run a whole transaction in a
thread in one piece, where the engine's own methods go to a thread and back for every statement: a third of the time a
turn.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import aiosqlite
from sqlalchemy import Connection, create_engine, event
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from askwell.stores.common.encoding import dump
from askwell.stores.common.errors import translate
from askwell.stores.sql.sqlite.batching import Transactions
from askwell.stores.sql.sqlite.connection import connect
from askwell.stores.sql.sqlite.wal import WalCheckpointer

READERS = 3
"""Threads that read while one writes."""
TOGETHER = 64
"""Transactions that are committed as one at most: some 25 ms of work, and so long may another process wait."""

WRITES = "askwell_writes"
"""Execution option of a connection whose transactions write."""

T = TypeVar("T")


class SqliteEngine(AsyncEngine):
    """An engine on one SQLite file: one writer at a time, many readers, the log checkpointed in the background."""

    def __init__(self, url: URL) -> None:
        assert url.database is not None
        self._path = Path(url.database)
        self._writer = asyncio.Lock()
        # A transaction ends with its context, so a rollback when the connection goes back would be one trip too many.
        made = create_async_engine(
            url,
            async_creator=self._connect,
            pool_size=4,
            max_overflow=12,
            pool_reset_on_return=None,
            json_serializer=dump,
        )
        self._blocking = create_engine(
            url.set(drivername="sqlite"),
            creator=partial(connect, self._path),
            pool_size=READERS + 1,
            pool_reset_on_return=None,
            json_serializer=dump,
        )
        self._writes = Transactions(self._blocking, "askwell-writes", threads=1, together=TOGETHER, writes=True)
        self._reads = Transactions(self._blocking, "askwell-reads", threads=READERS, together=TOGETHER, writes=False)
        self._log = WalCheckpointer(self._path, self._writes)
        super().__init__(made.sync_engine)
        event.listen(made.sync_engine, "begin", _begin)
        for engine in (made.sync_engine, self._blocking):
            event.listen(engine, "handle_error", translate)

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that holds the write lock from its first moment."""
        async with self._writer, self.connect() as connection:
            assert connection.sync_connection is not None
            connection.sync_connection.execution_options(**{WRITES: True})
            async with connection.begin():
                yield connection
        self._log.written()

    def write(self, work: Callable[[Connection], T]) -> "asyncio.Future[T]":
        """What a writing transaction gives, run in the thread that writes, one after another.

        The next one starts when the last one ends, however long the event loop takes to hear of it.
        """
        written = self._writes.run(work)
        written.add_done_callback(self._log.written)
        return written

    def read(self, work: Callable[[Connection], T]) -> "asyncio.Future[T]":
        """What a reading transaction gives, run in a thread."""
        return self._reads.run(work)

    async def dispose(self, close: bool = True) -> None:
        """Stop the checkpoints, then close the connections; the last one to go brings the log in."""
        await self._log.close()
        for transactions in (self._writes, self._reads):
            await asyncio.to_thread(transactions.close)
        await asyncio.to_thread(self._blocking.dispose, close)
        await super().dispose(close)

    async def _connect(self) -> aiosqlite.Connection:
        connection = aiosqlite.Connection(partial(connect, self._path), 64)
        # A process that ends in haste must not wait for an idle connection. (Before 0.22 it was a thread itself.)
        worker: Any = getattr(connection, "_thread", connection)
        worker.daemon = True
        return await connection


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get(WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN DEFERRED")
