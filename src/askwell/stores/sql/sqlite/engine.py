"""The engine for an SQLite file.

`begin` takes the write lock immediately with `BEGIN IMMEDIATE`, because a deferred transaction that reads and then
writes can fail with "locked" whatever the busy time-out is. Tasks of one process first wait for each other on an
asyncio lock, so they never poll for the file lock. `connect` sees one snapshot and must not write. `write` and `read`
run a whole transaction in one thread. The engine's own methods switch threads for every statement, which takes three
times as long per turn.
"""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import aiosqlite
from sqlalchemy import Connection, create_engine, event
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from askwell.errors import StorageFailed
from askwell.stores.common.encoding import dump
from askwell.stores.common.errors import translate
from askwell.stores.sql.sqlite.batching import Transactions
from askwell.stores.sql.sqlite.connection import BUSY_S, connect
from askwell.stores.sql.sqlite.wal import LogBound, WalCheckpointer, empty_log

READERS = 3
"""Number of threads that read while one writes."""
MAX_BATCH = 64
"""Maximum number of transactions per commit: about 25 ms of work, for which other processes wait."""

WRITES = "askwell_writes"
"""Execution option of connections whose transactions write."""

T = TypeVar("T")


class SqliteEngine(AsyncEngine):
    """An engine with one writer at a time and several readers. The log is checkpointed in the background."""

    def __init__(self, url: URL, connect: Callable[[Path], sqlite3.Connection] = connect) -> None:
        """`connect` opens the connections to the file."""
        assert url.database is not None
        self._path = Path(url.database)
        self._open = partial(connect, self._path)
        self._writer = asyncio.Lock()
        # Transactions end before their connection is returned, so the pool need not roll back.
        async_engine = create_async_engine(
            url,
            async_creator=self._connect,
            pool_size=4,
            max_overflow=12,
            pool_reset_on_return=None,
            json_serializer=dump,
        )
        self._blocking = create_engine(
            url.set(drivername="sqlite"),
            creator=self._open,
            pool_size=READERS + 1,
            pool_reset_on_return=None,
            json_serializer=dump,
        )
        self._reads = Transactions(self._blocking, "askwell-reads", threads=READERS, max_batch=MAX_BATCH, writes=False)
        bound = LogBound(self._path, self._reads)
        self._writes = Transactions(
            self._blocking,
            "askwell-writes",
            threads=1,
            max_batch=MAX_BATCH,
            writes=True,
            after_batch=bound,
        )
        self._log = WalCheckpointer(self._path, self._writes, bound)
        super().__init__(async_engine.sync_engine)
        event.listen(async_engine.sync_engine, "begin", _begin)
        for engine in (async_engine.sync_engine, self._blocking):
            event.listen(engine, "handle_error", translate)

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[AsyncConnection]:
        """A writing transaction. It takes the write lock when it begins."""
        async with self._writer, self.connect() as connection:
            assert connection.sync_connection is not None
            connection.sync_connection.execution_options(**{WRITES: True})
            async with connection.begin():
                yield connection
        self._log.count_write()

    def write(self, work: Callable[[Connection], T]) -> "asyncio.Future[T]":
        """The result of `work`, run in a transaction in the writer thread.

        The thread starts the next transaction without waiting for the event loop.
        """
        future = self._writes.run(work)
        future.add_done_callback(self._log.count_write)
        return future

    def read(self, work: Callable[[Connection], T]) -> "asyncio.Future[T]":
        """The result of `work`, run in a transaction in a reader thread."""
        return self._reads.run(work)

    async def empty_log(self) -> bool:
        """Erase from the write-ahead log what was removed before this call; whether nothing of it is left there.

        Raises StorageFailed.
        """
        return await asyncio.to_thread(empty_log, self._path)

    async def compact(self) -> None:
        """Write the file again without the space of removed rows, and empty the log.

        Transactions wait meanwhile, about ten seconds for each gigabyte. Raises StorageFailed, also if another process
        reads for so long that the log cannot be emptied.
        """
        await self._writes.run_outside_transaction(_vacuum)
        if not await self.empty_log():
            raise StorageFailed(
                "Removed data is still in the log of the database, since another program is reading it",
                hint="Try again in a moment.",
            )

    async def dispose(self, close: bool = True) -> None:
        """Stop the checkpoints, then close the connections. SQLite checkpoints the log when the last one closes."""
        await self._log.close()
        for transactions in (self._writes, self._reads):
            await asyncio.to_thread(transactions.close)
        await asyncio.to_thread(self._blocking.dispose, close)
        await super().dispose(close)

    async def _connect(self) -> aiosqlite.Connection:
        connection = aiosqlite.Connection(self._open, 64)
        # Daemon, so that the exit of the process does not wait for an idle connection. Before aiosqlite 0.22 the
        # connection itself was the thread.
        worker: Any = getattr(connection, "_thread", connection)
        worker.daemon = True
        try:
            return await connection
        except Exception:
            # The thread reports its end to the event loop, which the failed command may close at once.
            if worker.is_alive():
                await asyncio.to_thread(worker.join, BUSY_S)
            raise


def _vacuum(connection: Connection) -> None:
    driver_connection: Any = connection.connection.driver_connection
    driver_connection.execute("VACUUM")


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get(WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN DEFERRED")
