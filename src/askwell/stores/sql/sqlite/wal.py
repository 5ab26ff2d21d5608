"""The write-ahead log of an SQLite file, kept short while there are writers.

SQLite's own checkpoint would stall whichever commit happens to reach its limit, and a log that only grows makes every
commit wait for the disk twice: for what was written, and for the new length of the file. Here what is in the log is
copied into the file every few transactions, so that the next ones write over it.
"""

import asyncio
import logging
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from askwell.errors import StorageFailed
from askwell.stores.common.errors import refusal
from askwell.stores.sql.sqlite.batching import Transactions
from askwell.stores.sql.sqlite.connection import BUSY_S, LOG_BYTES, connect

LOG = logging.getLogger("askwell")

CHECKPOINT_WRITES = 6
"""Transactions after which the log is copied: two turns with what is learnt of them, about half of `LOG_BYTES`."""
PAUSE_S = 0.1
"""Shortest time between two copies."""
LOOK_EVERY_S = 2.0
"""How often a log is looked at that few transactions have made long."""
RESTART_WAIT_S = 0.05
"""How long writers wait for a reader to release the log before the log may grow until the next copy."""


class WalCheckpointer:
    """Keeps one file's log short."""

    def __init__(self, path: Path, writes: Transactions) -> None:
        self._path = path
        self._writes = writes
        self._written = 0
        """Transactions since the last copy."""
        self._file: sqlite3.Connection | None = None
        self._look = asyncio.Event()
        self._closing = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def written(self, _: object = None) -> None:
        """Count a transaction that has ended."""
        self._written += 1
        if self._task is None:
            self._task = asyncio.create_task(self._keep(), name=f"checkpoints of {self._path.name}")
        if self._written >= CHECKPOINT_WRITES:
            self._look.set()

    async def close(self) -> None:
        """Copy no more, until something is written again."""
        if self._task is None:
            return
        self._closing.set()
        self._look.set()
        await self._task
        if self._file is not None:
            await asyncio.to_thread(self._file.close)
            self._file = None
        self._closing.clear()
        self._task = None

    async def _keep(self) -> None:
        while not self._closing.is_set():
            await _wait(self._look, LOOK_EVERY_S)
            self._look.clear()
            if self._written < CHECKPOINT_WRITES and not await asyncio.to_thread(_is_long, self._path):
                continue
            self._written = 0
            try:
                is_whole = await asyncio.to_thread(self._copy)
                if self._written or not is_whole:
                    # While others go on writing something is always left, and the log would only grow.
                    await self._writes.apart(_restart)
            except StorageFailed:
                pass  # the next one tries again, and SQLite has its own limit as a backstop
            except Exception:
                LOG.exception("the log of %s could not be copied; the next copy tries again", self._path)
            await _wait(self._closing, PAUSE_S)

    def _copy(self) -> bool:
        """Copy what can be copied without waiting for anybody; whether that is all. Raises StorageFailed."""
        with _refusing():
            if self._file is None:
                self._file = connect(self._path)
            return _checkpoint(self._file, "PASSIVE")


async def _wait(event: asyncio.Event, seconds: float) -> None:
    with suppress(TimeoutError):
        await asyncio.wait_for(event.wait(), seconds)


def _is_long(path: Path) -> bool:
    try:
        return Path(f"{path}-wal").stat().st_size > LOG_BYTES
    except OSError:  # no log, no need
        return False


def _restart(connection: Connection) -> None:
    """Copy the rest in the writers' queue, so that the next transaction overwrites the log from its start."""
    file: Any = connection.connection.driver_connection
    with _refusing():
        file.execute(f"PRAGMA busy_timeout = {int(RESTART_WAIT_S * 1000)}")
        try:
            _checkpoint(file, "RESTART")
        finally:
            file.execute(f"PRAGMA busy_timeout = {int(BUSY_S * 1000)}")


def empty_log(path: Path) -> None:
    """Copy the whole log into the file and leave nothing of it on the disk. Raises StorageFailed.

    SQLite waits for readers, but not for whoever copies at the same time: that is done here. Where somebody reads on
    and on, a warning is all: what is in the log is written over later.
    """
    give_up = time.monotonic() + BUSY_S
    with _refusing(), closing(connect(path)) as connection:
        while not _checkpoint(connection, "TRUNCATE"):
            if time.monotonic() > give_up:
                LOG.warning("what was removed is still in the log of %s: somebody goes on reading it", path)
                return
            time.sleep(0.005)


def _checkpoint(file: sqlite3.Connection, mode: str) -> bool:
    """Whether all of the log is in the file, so that the next transaction overwrites it from its start."""
    busy, pages, copied = file.execute(f"PRAGMA wal_checkpoint({mode})").fetchone()
    return not busy and bool(pages == copied)


@contextmanager
def _refusing() -> Iterator[None]:
    """Raise StorageFailed for whatever SQLite says: the next one tries again."""
    try:
        yield
    except sqlite3.Error as error:
        raise (refusal(error) or StorageFailed(f"The log of the database cannot be copied: {error}")) from error
