"""Threads that run transactions on one SQLite file; transactions that wait at the same time are committed together.

A commit waits for the disk, and each thread hop costs the event loop time. Concurrent transactions therefore share one
commit and one hop back. Each is still stored or rolled back independently, and returns after it is on disk.
"""

import asyncio
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine

from askwell.errors import StorageFailed
from askwell.stores.common.errors import translated

T = TypeVar("T")


@dataclass(eq=False, slots=True)
class _Job:
    """Work on a connection, with a waiting caller."""

    work: Callable[[Connection], Any]
    answer: "asyncio.Future[Any]"
    is_transaction: bool = True
    outcome: Any = None
    error: BaseException | None = None

    def carry_out(self, connection: Connection) -> None:
        """Raises what the work raises, and StorageFailed if no caller waits any more."""
        self._check()
        self.outcome = self.work(connection)
        self._check()

    def tell(self) -> None:
        """Deliver the result, in the event loop of the caller."""
        if self.answer.cancelled():
            return
        if self.error is None:
            self.answer.set_result(self.outcome)
        else:
            self.answer.set_exception(self.error)

    def _check(self) -> None:
        if self.answer.cancelled():
            raise StorageFailed("The caller of this transaction is gone")


class Transactions:
    """Threads with a connection each, which they open at their first transaction and keep.

    The engine's connections must not begin a transaction by themselves: that is done here.
    """

    def __init__(self, engine: Engine, name: str, *, threads: int, together: int, writes: bool) -> None:
        self._engine = engine
        self._name = name
        self._most_threads = threads
        self._together = together
        self._writes = writes
        self._threads: list[threading.Thread] = []
        self._line: SimpleQueue[_Job | None] = SimpleQueue()

    def run(self, work: Callable[[Connection], T]) -> "asyncio.Future[T]":
        """What a transaction gives, once it has ended; it is undone when the future is cancelled before."""
        return self._join(_Job(work, asyncio.get_running_loop().create_future()))

    def apart(self, work: Callable[[Connection], T]) -> "asyncio.Future[T]":
        """What work gives that is done where no transaction of the thread is open."""
        return self._join(_Job(work, asyncio.get_running_loop().create_future(), is_transaction=False))

    def close(self) -> None:
        """Run the queued transactions, then end. Blocking."""
        for _ in self._threads:
            self._line.put(None)
        for thread in self._threads:
            thread.join()
        self._threads.clear()

    def _join(self, job: _Job) -> "asyncio.Future[Any]":
        if len(self._threads) < self._most_threads:
            # A process that exits early must not wait for an idle connection.
            thread = threading.Thread(target=self._serve, name=f"{self._name}-{len(self._threads)}", daemon=True)
            self._threads.append(thread)
            thread.start()
        self._line.put(job)
        return job.answer

    def _serve(self) -> None:
        held = _HeldConnection(self._engine)
        while jobs := self._next():
            self._carry_out(held, [job for job in jobs if job.is_transaction])
            for job in jobs:
                if not job.is_transaction:
                    _try(job, held)
            _tell(jobs)
        held.close()

    def _next(self) -> list[_Job]:
        """What stands in line, at most so much at a time; nothing at the end."""
        jobs: list[_Job] = []
        with suppress(Empty):
            while len(jobs) < self._together:
                job = self._line.get(block=not jobs)
                if job is None:
                    if jobs:
                        self._line.put(None)
                    break
                jobs.append(job)
        return jobs

    def _carry_out(self, held: "_HeldConnection", jobs: Sequence[_Job]) -> None:
        """Run transactions as one; if that fails as a whole, one by one, so that only the faulty ones fail."""
        if not jobs:
            return
        try:
            self._commit(held, jobs)
        except BaseException as error:  # noqa: BLE001 - it is raised where somebody waits
            if len(jobs) == 1:
                jobs[0].error = translated(error)
                return
            for job in jobs:
                job.error = None
                self._carry_out(held, [job])

    def _commit(self, held: "_HeldConnection", jobs: Sequence[_Job]) -> None:
        with held.transaction(writes=self._writes) as file:
            if len(jobs) == 1:
                jobs[0].carry_out(held.open())
                return
            for job in jobs:
                if not self._writes:
                    _try(job, held)
                    continue
                file.execute("SAVEPOINT job")
                _try(job, held)
                if job.error is not None:
                    # Not there any more when SQLite has undone everything, as on a full disk: then all fail.
                    file.execute("ROLLBACK TO job")
                file.execute("RELEASE job")


class _HeldConnection:
    """The connection of one thread: opened when it is needed, and replaced once it cannot be rolled back."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._connection: Connection | None = None

    def open(self) -> Connection:
        """The connection. Raises what the engine raises if the file cannot be opened."""
        if self._connection is None or self._connection.closed:
            self._connection = self._engine.connect()
        return self._connection

    def close(self) -> None:
        """Close the connection, if it is open."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    @contextmanager
    def transaction(self, *, writes: bool) -> Iterator[sqlite3.Connection]:
        """One transaction, begun and ended on the driver's connection.

        SQLAlchemy takes longer for that than SQLite does. At the first statement it begins a transaction of its own as
        well, which costs nothing; then it ends both.
        """
        connection = self.open()
        file: Any = connection.connection.driver_connection
        try:
            file.execute("BEGIN IMMEDIATE" if writes else "BEGIN DEFERRED")
            yield file
            (connection if connection.in_transaction() else file).commit()
        except BaseException:
            self._roll_back(connection, file)
            raise

    def _roll_back(self, connection: Connection, file: sqlite3.Connection) -> None:
        """Roll back the transactions of SQLAlchemy and of SQLite; each may be open, invalid or gone without the other.

        A connection that refuses is discarded: what it holds open would fail every later transaction.
        """
        try:
            connection.rollback()
            if file.in_transaction:
                file.rollback()
        except Exception:  # noqa: BLE001 - the error that led here is raised
            with suppress(Exception):
                connection.invalidate()
            with suppress(Exception):
                connection.close()
            self._connection = None


def _try(job: _Job, held: _HeldConnection) -> None:
    try:
        job.carry_out(held.open())
    except BaseException as error:  # noqa: BLE001 - it is raised where somebody waits
        job.error = translated(error)


def _tell(jobs: Sequence[_Job]) -> None:
    """Deliver all results, with one hop to each event loop."""
    for loop in {job.answer.get_loop() for job in jobs}:
        own = [job for job in jobs if job.answer.get_loop() is loop]
        with suppress(RuntimeError):  # the loop has been closed: no caller is left
            loop.call_soon_threadsafe(_tell_each, own)


def _tell_each(jobs: Sequence[_Job]) -> None:
    for job in jobs:
        job.tell()
