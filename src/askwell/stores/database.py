"""An engine on a database, set up so that what is acknowledged is on the disk and nobody meets "database is locked".

`engine.begin()` writes and `engine.connect()` reads. On SQLite the first takes the write lock at once (`BEGIN
IMMEDIATE`; a deferred transaction that reads and then writes fails with "locked" whatever the busy time-out is) and
waits its turn in the process, so that tasks of one process never poll for each other's lock; the second sees one
snapshot and must not write. A writing transaction is kept short: all others wait for it. What the disk or the lock
refuses comes out of every engine made here as StorageFailed.

`write` and `read` do the same for a whole transaction written as a plain function. On SQLite it runs in a thread in one
piece, where the engine's own methods go to a thread and back for every statement: a third of the time a turn.
"""

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, closing, suppress
from functools import partial
from pathlib import Path
from typing import Any, Literal, TypeVar

import aiosqlite
from sqlalchemy import Connection, create_engine, event
from sqlalchemy.engine import URL, ExceptionContext, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from askwell.errors import BadConfig, StorageFailed
from askwell.stores.compact import dump
from askwell.stores.connection import connect

CHECKPOINT_EVERY_S = 1.0
"""How often the length of the write-ahead log is looked at."""
CHECKPOINT_BYTES = 1 << 20
"""Length of the write-ahead log from which it is copied into the database."""

THREADS = 4
"""Transactions of `read` and `write` at a time; one of them writes."""

T = TypeVar("T")

_WRITES = "askwell_writes"

Mode = Literal["PASSIVE", "TRUNCATE"]
"""Copy what can be copied without waiting for anybody; or wait for readers, copy all and empty the log."""


def open_database(url: str) -> AsyncEngine:
    """An engine on the database of a SQLAlchemy URL, `sqlite+aiosqlite:///<path>`; its first use opens the file.

    The file is made with its folders, for its owner alone. Raises BadConfig for another kind of database. Whoever opens
    it ends with `await engine.dispose()`.
    """
    try:
        parsed = make_url(url)
    except ArgumentError as error:
        raise BadConfig(f"{url!r} is no database URL", hint="Such as sqlite+aiosqlite:///askwell.db") from error
    if parsed.get_backend_name() != "sqlite" or not parsed.database or parsed.database == ":memory:":
        raise BadConfig(
            f"No database of kind {parsed.render_as_string()!r}",
            code="unknown_database",
            hint="Give a file: sqlite+aiosqlite:///askwell.db",
        )
    return SqliteEngine(parsed.set(drivername="sqlite+aiosqlite"))


async def write(engine: AsyncEngine, work: Callable[[Connection], T]) -> T:
    """What a function gives that reads and writes in one transaction; it is undone when the function raises."""
    if isinstance(engine, SqliteEngine):
        return await engine.write(work)
    async with engine.begin() as connection:
        return await connection.run_sync(work)


async def read(engine: AsyncEngine, work: Callable[[Connection], T]) -> T:
    """What a function gives that reads from one snapshot."""
    if isinstance(engine, SqliteEngine):
        return await engine.read(work)
    async with engine.connect() as connection:
        return await connection.run_sync(work)


async def checkpoint(engine: AsyncEngine, mode: Mode) -> None:
    """Bring the write-ahead log into the database file; nothing to do where there is none. Raises StorageFailed."""
    path = database_path(engine)
    if path is not None:
        await asyncio.to_thread(_checkpoint, path, mode)


def database_path(engine: AsyncEngine) -> Path | None:
    """The file of an SQLite database; None for a server."""
    if engine.dialect.name != "sqlite" or not engine.url.database:
        return None
    return Path(engine.url.database)


class SqliteEngine(AsyncEngine):
    """An engine on one SQLite file: writers in turn, readers beside them, the log checkpointed in the background."""

    def __init__(self, url: URL) -> None:
        assert url.database is not None
        self._path = Path(url.database)
        self._writer = asyncio.Lock()
        self._closing = asyncio.Event()
        self._checkpoints: asyncio.Task[None] | None = None
        self._threads: ThreadPoolExecutor | None = None
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
            pool_size=THREADS,
            pool_reset_on_return=None,
            json_serializer=dump,
        )
        super().__init__(made.sync_engine)
        for engine in (made.sync_engine, self._blocking):
            event.listen(engine, "begin", _begin)
            event.listen(engine, "handle_error", translate)

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that holds the write lock from its first moment."""
        self._keep_log_short()
        async with self._writer, self.connect() as connection:
            assert connection.sync_connection is not None
            connection.sync_connection.execution_options(**{_WRITES: True})
            async with connection.begin():
                yield connection

    async def write(self, work: Callable[[Connection], T]) -> T:
        """What a writing transaction gives, run in a thread."""
        self._keep_log_short()
        async with self._writer:
            return await self._in_thread(work, writes=True)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """What a reading transaction gives, run in a thread."""
        return await self._in_thread(work, writes=False)

    async def dispose(self, close: bool = True) -> None:
        """Stop the checkpoints, then close the connections; the last one to go brings the log in."""
        if self._checkpoints is not None:
            self._closing.set()
            await self._checkpoints
            self._closing.clear()
            self._checkpoints = None
        if self._threads is not None:
            await asyncio.to_thread(self._threads.shutdown)
            self._threads = None
        await asyncio.to_thread(self._blocking.dispose, close)
        await super().dispose(close)

    async def _in_thread(self, work: Callable[[Connection], T], *, writes: bool) -> T:
        given_up = threading.Event()

        def call() -> T:
            with self._blocking.connect() as connection:
                connection.execution_options(**{_WRITES: writes})
                with connection.begin():
                    outcome = work(connection)
                    if given_up.is_set():
                        raise StorageFailed("Nobody waits for this transaction any more")
                    return outcome

        if self._threads is None:
            self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="askwell-database")
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, call)
        except asyncio.CancelledError:
            given_up.set()
            raise

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
                await asyncio.to_thread(_checkpoint_if_long, self._path, log)


def _begin(connection: Connection) -> None:
    writes = connection.get_execution_options().get(_WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN DEFERRED")


def translate(context: ExceptionContext) -> StorageFailed | None:
    """Ours for what the disk or the lock refused, None for everything else."""
    return _refusal(context.original_exception)


def _refusal(error: BaseException) -> StorageFailed | None:
    # Extended codes carry the primary one in their low byte: https://sqlite.org/rescode.html
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in _DISK:
        return StorageFailed(
            f"The disk refused: {error}", code="disk_full", hint="Free some space; what was acknowledged is kept."
        )
    if code in _UNAVAILABLE:
        return StorageFailed(
            f"The database cannot be used: {error}",
            hint="Another program may hold it, or its file may not be readable; try again.",
        )
    return None


_DISK = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR}
_UNAVAILABLE = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_NOMEM,
}


def _checkpoint_if_long(path: Path, log: Path) -> None:
    with suppress(OSError):  # no log, no need
        if log.stat().st_size >= CHECKPOINT_BYTES:
            _checkpoint(path, "PASSIVE")


def _checkpoint(path: Path, mode: Mode) -> None:
    try:
        with closing(connect(path)) as connection:
            connection.execute(f"PRAGMA wal_checkpoint({mode})").fetchall()
    except sqlite3.Error as error:
        refusal = _refusal(error)
        if refusal is None:
            raise
        raise refusal from error
