"""Runs transactions on one SQLite file in threads. Transactions that wait at the same time are committed together.

A commit waits for the disk, and each thread switch costs the event loop time. Waiting transactions therefore share one
commit and one switch back. Each is still committed or rolled back on its own, and returns after it is on disk.
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
    """A queued function and the future of its result."""

    work: Callable[[Connection], Any]
    future: "asyncio.Future[Any]"
    is_transaction: bool = True
    result: Any = None
    error: BaseException | None = None

    def execute(self, connection: Connection) -> None:
        """Run the function. Raises what it raises, and StorageFailed if the future was cancelled."""
        self._check_not_cancelled()
        self.result = self.work(connection)
        self._check_not_cancelled()

    def deliver(self) -> None:
        """Set the result of the future. Call this in its event loop."""
        if self.future.cancelled():
            return
        if self.error is None:
            self.future.set_result(self.result)
        else:
            self.future.set_exception(self.error)

    def _check_not_cancelled(self) -> None:
        if self.future.cancelled():
            raise StorageFailed("The transaction was cancelled")


class Transactions:
    """At most `threads` threads, each with its own connection, which it opens at its first transaction and keeps.

    A batch has at most `max_batch` transactions. The engine's connections must not begin transactions themselves; this
    class does. `after_batch` runs in the thread after each batch, when its results are delivered; it must not raise.
    """

    def __init__(
        self,
        engine: Engine,
        name: str,
        *,
        threads: int,
        max_batch: int,
        writes: bool,
        after_batch: Callable[[Connection], None] | None = None,
    ) -> None:
        self._engine = engine
        self._name = name
        self._max_threads = threads
        self._max_batch = max_batch
        self._writes = writes
        self._after_batch = after_batch
        self._threads: list[threading.Thread] = []
        self._queue: SimpleQueue[_Job | None] = SimpleQueue()
        self.start_lock = threading.Lock()
        """No transaction starts while it is held; those that run go on."""

    def run(self, work: Callable[[Connection], T]) -> "asyncio.Future[T]":
        """The result of `work`, run in a transaction, which is rolled back if the future is cancelled."""
        return self._submit(_Job(work, asyncio.get_running_loop().create_future()))

    def run_outside_transaction(self, work: Callable[[Connection], T]) -> "asyncio.Future[T]":
        """The result of `work`, run between two transactions of a thread."""
        return self._submit(_Job(work, asyncio.get_running_loop().create_future(), is_transaction=False))

    def close(self) -> None:
        """Run the queued transactions, then end the threads. Blocks."""
        for _ in self._threads:
            self._queue.put(None)
        for thread in self._threads:
            thread.join()
        self._threads.clear()

    def _submit(self, job: _Job) -> "asyncio.Future[Any]":
        if len(self._threads) < self._max_threads:
            # Daemon, so that the exit of the process does not wait for an idle thread.
            thread = threading.Thread(target=self._serve, name=f"{self._name}-{len(self._threads)}", daemon=True)
            self._threads.append(thread)
            thread.start()
        self._queue.put(job)
        return job.future

    def _serve(self) -> None:
        connection = _ThreadConnection(self._engine)
        while jobs := self._next_batch():
            with self.start_lock:
                pass
            self._run_batch(connection, [job for job in jobs if job.is_transaction])
            for job in jobs:
                if not job.is_transaction:
                    _execute(job, connection)
            _deliver(jobs)
            if self._after_batch is not None:
                connection.use(self._after_batch)
        connection.close()

    def _next_batch(self) -> list[_Job]:
        """Waits for a job; returns it with other queued ones. Empty when the thread must end."""
        jobs: list[_Job] = []
        with suppress(Empty):
            while len(jobs) < self._max_batch:
                job = self._queue.get(block=not jobs)
                if job is None:
                    if jobs:
                        self._queue.put(None)
                    break
                jobs.append(job)
        return jobs

    def _run_batch(self, connection: "_ThreadConnection", jobs: Sequence[_Job]) -> None:
        """Run transactions as one. If its commit fails, run each on its own, so that only faulty ones fail."""
        if not jobs:
            return
        try:
            self._commit(connection, jobs)
        except BaseException as error:  # noqa: BLE001 - raised in the caller
            if len(jobs) == 1:
                jobs[0].error = translated(error)
                return
            for job in jobs:
                job.error = None
                self._run_batch(connection, [job])

    def _commit(self, connection: "_ThreadConnection", jobs: Sequence[_Job]) -> None:
        with connection.transaction(writes=self._writes) as driver_connection:
            if len(jobs) == 1:
                jobs[0].execute(connection.open())
                return
            for job in jobs:
                if not self._writes:
                    _execute(job, connection)
                    continue
                driver_connection.execute("SAVEPOINT job")
                _execute(job, connection)
                if job.error is not None:
                    # Fails if SQLite has rolled back the whole transaction, as on a full disk. The batch then fails.
                    driver_connection.execute("ROLLBACK TO job")
                driver_connection.execute("RELEASE job")


class _ThreadConnection:
    """The connection of one thread. It is opened when needed, and replaced if a rollback on it fails."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._connection: Connection | None = None

    def open(self) -> Connection:
        """The open connection. Raises the engine's error if the file cannot be opened."""
        if self._connection is None or self._connection.closed:
            self._connection = self._engine.connect()
        return self._connection

    def use(self, work: Callable[[Connection], None]) -> None:
        """Run `work` on the connection, if it is open."""
        if self._connection is not None and not self._connection.closed:
            work(self._connection)

    def close(self) -> None:
        """Close the connection, if it is open."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    @contextmanager
    def transaction(self, *, writes: bool) -> Iterator[sqlite3.Connection]:
        """One transaction, begun directly on the driver's connection, which is faster than through SQLAlchemy.

        SQLAlchemy begins its own transaction object at its first statement, without a statement to the database. If it
        has one, it must end the transaction.
        """
        begin = "BEGIN IMMEDIATE" if writes else "BEGIN DEFERRED"
        try:
            connection, driver_connection = self._begin(begin)
        except sqlite3.ProgrammingError:  # work outside a transaction left the connection closed
            connection, driver_connection = self._begin(begin)
        try:
            yield driver_connection
            (connection if connection.in_transaction() else driver_connection).commit()
        except BaseException:
            self._roll_back(connection, driver_connection)
            raise

    def _begin(self, statement: str) -> tuple[Connection, Any]:
        """The connection and the driver's own, on which a transaction has begun."""
        connection = self.open()
        driver_connection: Any = connection.connection.driver_connection
        try:
            driver_connection.execute(statement)
        except BaseException:
            self._roll_back(connection, driver_connection)
            raise
        return connection, driver_connection

    def _roll_back(self, connection: Connection, driver_connection: sqlite3.Connection) -> None:
        """Roll back the transactions of SQLAlchemy and of SQLite. Each may be open, invalid or ended on its own.

        If that fails, the connection is discarded, because a transaction left open would fail every later one.
        """
        try:
            connection.rollback()
            if driver_connection.in_transaction:
                driver_connection.rollback()
        except Exception:  # noqa: BLE001 - the original error is raised
            with suppress(Exception):
                connection.invalidate()
            with suppress(Exception):
                connection.close()
            self._connection = None


def _execute(job: _Job, connection: _ThreadConnection) -> None:
    """Run a job and record its error."""
    try:
        job.execute(connection.open())
    except BaseException as error:  # noqa: BLE001 - raised in the caller
        job.error = translated(error)


def _deliver(jobs: Sequence[_Job]) -> None:
    """Deliver all results, with one callback per event loop."""
    for loop in {job.future.get_loop() for job in jobs}:
        of_loop = [job for job in jobs if job.future.get_loop() is loop]
        with suppress(RuntimeError):  # the loop is closed, so no caller waits
            loop.call_soon_threadsafe(_deliver_each, of_loop)


def _deliver_each(jobs: Sequence[_Job]) -> None:
    for job in jobs:
        job.deliver()
