"""Checkpoints the write-ahead log of an SQLite file in the background, so that it stays short.

SQLite's automatic checkpoint delays the commit that reaches its limit. In a growing log, every commit waits for the
disk twice: for the data, and for the new file size. Here the log is copied into the database every few transactions,
and the next transactions overwrite it. Under constant load that happens too rarely, because a task of the event loop
has to wait for its turn several times. From a certain length on, the thread that writes therefore restarts the log
itself before its next transaction.
"""

import asyncio
import logging
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from askwell.errors import StorageFailed
from askwell.stores.common.errors import storage_error
from askwell.stores.sql.sqlite.batching import Transactions
from askwell.stores.sql.sqlite.connection import BUSY_S, LOG_BYTES, connect

LOG = logging.getLogger("askwell")

CHECKPOINT_WRITES = 6
"""Transactions between two checkpoints: two turns with their digests, about half of `LOG_BYTES`."""
PAUSE_S = 0.1
"""Shortest time between two checkpoints."""
SIZE_CHECK_EVERY_S = 2.0
"""How often the size of the log is checked, because a few large transactions can make it long."""
MAX_LOG_BYTES = 4 << 20
"""Length of the log from which all transactions wait for its restart, so that it does not grow with constant load."""
RESTART_WAIT_S = 0.05
"""How long writers wait for a reader to release the log; after that, it may grow until the next checkpoint."""
LONG_RESTART_WAIT_S = 2.0
"""The same once the log is longer than `MAX_LOG_BYTES`."""
RETRY_S = 1.0
"""Time between two such restarts when the first one failed, as during a long read by another process."""


class LogBound:
    """Restarts the log in the writer thread, between two transactions, when it is longer than `MAX_LOG_BYTES`."""

    def __init__(self, path: Path, reads: Transactions) -> None:
        self.checkpoint_lock = threading.Lock()
        """SQLite does not wait for another checkpoint; threads of this process wait here."""
        self._path = path
        self._reads = reads
        self._retry_at = 0.0
        """Time of the next attempt, seconds of the monotonic clock."""

    def __call__(self, connection: Connection) -> None:
        """Restart the log if it is too long. New reads wait meanwhile; otherwise they follow without a gap."""
        if time.monotonic() < self._retry_at or not _is_longer_than(MAX_LOG_BYTES, self._path):
            return
        with self.checkpoint_lock, self._reads.start_lock, suppress(StorageFailed):
            if _restart(connection, LONG_RESTART_WAIT_S):
                return
        self._retry_at = time.monotonic() + RETRY_S


class WalCheckpointer:
    """Checkpoints one file after every few transactions. Its task starts with the first write."""

    def __init__(self, path: Path, writes: Transactions, bound: LogBound) -> None:
        self._path = path
        self._writes = writes
        self._bound = bound
        self._write_count = 0
        """Transactions since the last checkpoint."""
        self._connection: sqlite3.Connection | None = None
        self._wake = asyncio.Event()
        self._closing = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def count_write(self, _: object = None) -> None:
        """Count a transaction that has ended."""
        self._write_count += 1
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name=f"checkpoints of {self._path.name}")
        if self._write_count >= CHECKPOINT_WRITES:
            self._wake.set()

    async def close(self) -> None:
        """Stop the task. A later write starts it again."""
        if self._task is None:
            return
        self._closing.set()
        self._wake.set()
        await self._task
        if self._connection is not None:
            await asyncio.to_thread(self._connection.close)
            self._connection = None
        self._closing.clear()
        self._task = None

    async def _run(self) -> None:
        while not self._closing.is_set():
            await _wait(self._wake, SIZE_CHECK_EVERY_S)
            self._wake.clear()
            if self._write_count < CHECKPOINT_WRITES and not await asyncio.to_thread(
                _is_longer_than, LOG_BYTES, self._path
            ):
                continue
            self._write_count = 0
            try:
                is_complete = await asyncio.to_thread(self._checkpoint_passively)
                if self._write_count or not is_complete:
                    # With constant writes, a passive checkpoint never copies all, and the log would grow.
                    await self._writes.run_outside_transaction(_restart)
            except StorageFailed:
                pass  # the next checkpoint tries again; SQLite's automatic one is a fallback
            except Exception:
                LOG.exception("the log of %s could not be checkpointed; the next checkpoint tries again", self._path)
            await _wait(self._closing, PAUSE_S)

    def _checkpoint_passively(self) -> bool:
        """Copy what can be copied without waiting for readers or writers. Whether that was the whole log.

        Raises StorageFailed.
        """
        with self._bound.checkpoint_lock, _translating_errors():
            if self._connection is None:
                self._connection = connect(self._path)
            return _checkpoint(self._connection, "PASSIVE")


async def _wait(event: asyncio.Event, seconds: float) -> None:
    with suppress(TimeoutError):
        await asyncio.wait_for(event.wait(), seconds)


def _is_longer_than(limit_bytes: int, path: Path) -> bool:
    try:
        return Path(f"{path}-wal").stat().st_size > limit_bytes
    except OSError:  # there is no log
        return False


def _restart(connection: Connection, wait_s: float = RESTART_WAIT_S) -> bool:
    """Copy the rest while no transaction runs, so that the next transaction overwrites the log from its start.

    False if a reader still needs the log.
    """
    driver_connection: Any = connection.connection.driver_connection
    with _translating_errors():
        driver_connection.execute(f"PRAGMA busy_timeout = {int(wait_s * 1000)}")
        try:
            return _checkpoint(driver_connection, "RESTART")
        finally:
            driver_connection.execute(f"PRAGMA busy_timeout = {int(BUSY_S * 1000)}")


def empty_log(path: Path) -> bool:
    """Copy the whole log into the file and truncate it to zero bytes; whether it is empty now. Raises StorageFailed.

    SQLite waits for readers, but not for another checkpoint; this function does. If a long read prevents it, a warning
    is logged; later transactions overwrite the log.
    """
    give_up_at = time.monotonic() + BUSY_S
    with _translating_errors(), closing(connect(path)) as connection:
        while not _checkpoint(connection, "TRUNCATE"):
            if time.monotonic() > give_up_at:
                LOG.warning("removed data is still in the log of %s: another connection is reading it", path)
                return False
            time.sleep(0.005)
    return True


def _checkpoint(connection: sqlite3.Connection, mode: str) -> bool:
    """Checkpoint the log. Whether the whole log is in the file now."""
    busy, pages, copied = connection.execute(f"PRAGMA wal_checkpoint({mode})").fetchone()
    return not busy and bool(pages == copied)


@contextmanager
def _translating_errors() -> Iterator[None]:
    """Raise StorageFailed for every error of SQLite."""
    try:
        yield
    except sqlite3.Error as error:
        raise (
            storage_error(error) or StorageFailed(f"The log of the database cannot be checkpointed: {error}")
        ) from error
