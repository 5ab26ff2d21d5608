"""An engine on an SQLite file.

`begin` takes the write lock at once (`BEGIN IMMEDIATE`; a deferred transaction that reads and then writes fails with
"locked" whatever the busy time-out is) and waits its turn in the process, so that tasks of one process never poll for
each other's lock; `connect` sees one snapshot and must not write. `write` and `read` run a whole transaction in a
thread in one piece, where the engine's own methods go to a thread and back for every statement: a third of the time a
turn.
"""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing, suppress
from functools import partial
from pathlib import Path
from typing import Any, Literal, TypeVar

import aiosqlite
from sqlalchemy import Connection, create_engine, event
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from askwell.errors import StorageFailed
from askwell.stores.compact import dump
from askwell.stores.connection import BUSY_S, connect
from askwell.stores.refusals import refusal, translate
from askwell.stores.transactions import Transactions

CHECKPOINT_EVERY_S = 0.25
"""How often the length of the write-ahead log is looked at."""
CHECKPOINT_BYTES = 1 << 18
"""Length of the write-ahead log from which it is copied into the database."""

EMPTYING_WAIT_S = 0.05
"""How long writers wait for a reader to let go of the log before it is left to grow until the next time."""

READERS = 3
"""Threads that read beside the one that writes."""
TOGETHER = 64
"""Transactions that are committed as one at most: some 25 ms of work, and so long may another process wait."""

WRITES = "askwell_writes"
"""Execution option of a connection whose transactions write."""

T = TypeVar("T")

Mode = Literal["PASSIVE", "TRUNCATE"]
"""Copy what can be copied without waiting for anybody; or wait for readers, copy all and empty the log."""


class SqliteEngine(AsyncEngine):
    """An engine on one SQLite file: writers in turn, readers beside them, the log checkpointed in the background."""

    def __init__(self, url: URL) -> None:
        assert url.database is not None
        self._path = Path(url.database)
        self._writer = asyncio.Lock()
        self._closing = asyncio.Event()
        self._checkpoints: asyncio.Task[None] | None = None
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
        super().__init__(made.sync_engine)
        event.listen(made.sync_engine, "begin", _begin)
        for engine in (made.sync_engine, self._blocking):
            event.listen(engine, "handle_error", translate)

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that holds the write lock from its first moment."""
        self._keep_log_short()
        async with self._writer, self.connect() as connection:
            assert connection.sync_connection is not None
            connection.sync_connection.execution_options(**{WRITES: True})
            async with connection.begin():
                yield connection

    def write(self, work: Callable[[Connection], T]) -> "asyncio.Future[T]":
        """What a writing transaction gives, run in the thread that writes, one after another.

        The next one starts when the last one ends, however long the event loop takes to hear of it.
        """
        self._keep_log_short()
        return self._writes.run(work)

    def read(self, work: Callable[[Connection], T]) -> "asyncio.Future[T]":
        """What a reading transaction gives, run in a thread."""
        return self._reads.run(work)

    async def dispose(self, close: bool = True) -> None:
        """Stop the checkpoints, then close the connections; the last one to go brings the log in."""
        if self._checkpoints is not None:
            self._closing.set()
            await self._checkpoints
            self._closing.clear()
            self._checkpoints = None
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

    def _keep_log_short(self) -> None:
        if self._checkpoints is None:
            self._checkpoints = asyncio.create_task(self._checkpoint(), name=f"checkpoints of {self._path.name}")

    async def _checkpoint(self) -> None:
        """Checkpoint beside the turns: SQLite's own would stall whichever commit happens to reach its limit."""
        log = Path(f"{self._path}-wal")
        while not self._closing.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(self._closing.wait(), CHECKPOINT_EVERY_S)
            with suppress(StorageFailed):  # the next one tries again, and SQLite has its own limit as a backstop
                if await asyncio.to_thread(_checkpoint_if_long, self._path, log):
                    await self._empty_log()

    async def _empty_log(self) -> None:
        """Bring in the little that was written meanwhile, and let the log begin anew.

        While others go on writing there is always something left that was not brought in, and the log only grows: so
        it is done where the writers stand in line.
        """
        await self._writes.apart(partial(bring_in_log, self._path, "TRUNCATE", wait_s=EMPTYING_WAIT_S))


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get(WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN DEFERRED")


def _checkpoint_if_long(path: Path, log: Path) -> bool:
    """Whether the log was long, and is brought in but for what was written meanwhile."""
    try:
        is_long = log.stat().st_size >= CHECKPOINT_BYTES
    except OSError:  # no log, no need
        return False
    if is_long:
        bring_in_log(path, "PASSIVE")
    return is_long


def bring_in_log(path: Path, mode: Mode, *, wait_s: float = BUSY_S) -> None:
    """Copy the write-ahead log into the file, waiting so long for those who read or write. Raises StorageFailed."""
    try:
        with closing(connect(path)) as connection:
            connection.execute(f"PRAGMA busy_timeout = {int(wait_s * 1000)}")
            connection.execute(f"PRAGMA wal_checkpoint({mode})").fetchall()
    except sqlite3.Error as error:
        refused = refusal(error)
        if refused is None:
            raise
        raise refused from error
