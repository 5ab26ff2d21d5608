"""An SQLite driver of which the n-th call fails: a statement, a commit or a rollback, on any connection."""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Literal
from unittest import mock

Fault = Literal["full", "undone", "io", "locked", "corrupt", "closed", "memory"]
"""A full disk; one on which SQLite itself has rolled the transaction back; an I/O error; a lock of another program;
a damaged page; a connection that is closed; no memory."""

FAULTS: tuple[Fault, ...] = ("full", "undone", "io", "locked", "corrupt", "closed", "memory")

_ERRORS = {
    "full": ("database or disk is full", sqlite3.SQLITE_FULL),
    "undone": ("database or disk is full", sqlite3.SQLITE_FULL),
    "io": ("disk I/O error", sqlite3.SQLITE_IOERR_WRITE),
    "locked": ("database is locked", sqlite3.SQLITE_BUSY),
    "corrupt": ("database disk image is malformed", sqlite3.SQLITE_CORRUPT),
    "closed": ("Cannot operate on a closed database.", 0),
}


@dataclass
class Plan:
    """Which call fails, and how."""

    fault: Fault = "full"
    at: int = 0
    """From 1; 0 for none."""
    calls: int = 0
    """Calls so far."""
    struck: str = ""
    """The call that failed; empty if none did."""
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def call(self, connection: sqlite3.Connection, what: str) -> None:
        """Count a call; raises if it is the one that fails."""
        with self._lock:
            self.calls += 1
            if self.calls != self.at:
                return
            self.struck = what
        if self.fault == "undone" and connection.in_transaction:
            sqlite3.Connection.rollback(connection)
        if self.fault == "closed":
            sqlite3.Connection.close(connection)
        if self.fault == "memory":
            raise MemoryError
        message, code = _ERRORS[self.fault]
        error = (sqlite3.OperationalError if code else sqlite3.ProgrammingError)(message)
        if code:
            error.sqlite_errorcode = code
        raise error


@contextmanager
def failing(plan: Plan) -> Iterator[None]:
    """All connections opened within the block follow the plan."""

    class FailingCursor(sqlite3.Cursor):
        def execute(self, sql: str, parameters: Any = (), /) -> "FailingCursor":
            plan.call(self.connection, sql)
            super().execute(sql, parameters)
            return self

        def executemany(self, sql: str, parameters: Any, /) -> "FailingCursor":
            plan.call(self.connection, sql)
            super().executemany(sql, parameters)
            return self

    class FailingConnection(sqlite3.Connection):
        def cursor(self, factory: Any = None) -> Any:
            return super().cursor(FailingCursor)

        def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:
            cursor: sqlite3.Cursor = self.cursor().execute(sql, parameters)
            return cursor

        def commit(self) -> None:
            plan.call(self, "COMMIT")
            super().commit()

        def rollback(self) -> None:
            plan.call(self, "ROLLBACK")
            super().rollback()

    opened = sqlite3.connect

    def connect(path: Any, **options: Any) -> sqlite3.Connection:
        return opened(path, factory=FailingConnection, **options)

    with mock.patch("askwell.stores.sql.sqlite.connection.sqlite3.connect", connect):
        yield
