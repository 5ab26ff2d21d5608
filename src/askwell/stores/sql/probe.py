"""Checks of a database: whether it can be written, whether it is intact, and whether its policies bind."""

import asyncio
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncEngine

from askwell.stores.sql.database import database_path, read, write

_DAMAGE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}


async def probe(engine: AsyncEngine) -> None:
    """Commit a transaction that changes no data. Raises StorageFailed.

    SQLite writes a page to the log and waits for the disk. PostgreSQL writes a message to its log, which nobody reads,
    after an update of no rows, which a server that is read-only refuses.
    """
    await write(engine, _write_page if database_path(engine) is not None else _write_message)


def _write_page(connection: Connection) -> None:
    # Nothing else uses this number; setting it to what it is writes the first page all the same.
    version = connection.exec_driver_sql("PRAGMA user_version").scalar_one()
    connection.exec_driver_sql(f"PRAGMA user_version = {int(version)}")


def _write_message(connection: Connection) -> None:
    connection.execute(text("UPDATE sessions SET id = id WHERE FALSE"))
    connection.execute(text("SELECT pg_logical_emit_message(TRUE, 'askwell', 'probe')"))


async def bypasses_row_security(engine: AsyncEngine) -> bool:
    """Whether the role that is used on a server sees the rows of all tenants, whatever a transaction names.

    False for a file. Raises StorageFailed.
    """
    if engine.dialect.name != "postgresql":
        return False
    query = text("SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user")
    return bool(await read(engine, lambda tx: tx.execute(query).scalar_one()))


async def damage(engine: AsyncEngine) -> str:
    """The first damage in the pages of an SQLite file; empty for none, and for a server, which checks its own.

    Reads the whole file, table by table, so that no snapshot holds up the log for long. Cancelling ends the reading.
    """
    path = database_path(engine)
    if path is None:
        return ""
    reading = PageCheck(path)
    try:
        return await asyncio.to_thread(reading.damage)
    finally:
        reading.stop()


def is_damage(error: BaseException) -> bool:
    """Whether an error or one of its causes is SQLite's for damaged pages."""
    cause: BaseException | None = error
    while cause is not None:
        # Extended codes carry the primary one in their low byte: https://sqlite.org/rescode.html
        if isinstance(cause, sqlite3.Error) and getattr(cause, "sqlite_errorcode", 0) & 0xFF in _DAMAGE:
            return True
        cause = cause.__cause__ or cause.__context__
    return False


class PageCheck:
    """One check of a file, which another thread can stop: a process must not wait for it at its end."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: sqlite3.Connection | None = None
        self._is_stopped = False

    def stop(self) -> None:
        """Stop the check."""
        self._is_stopped = True
        if self._file is not None:
            with suppress(sqlite3.ProgrammingError):  # it has ended and is closed
                self._file.interrupt()

    def damage(self) -> str:
        """The first damage; empty for none. Blocking."""
        table = ""
        try:
            address = f"{self._path.absolute().as_uri()}?mode=ro"
            with closing(sqlite3.connect(address, uri=True, check_same_thread=False)) as file:
                self._file = file
                for (table,) in file.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall():
                    if self._is_stopped:
                        return ""
                    quoted = table.replace("'", "''")
                    [found, *_] = file.execute(f"PRAGMA quick_check('{quoted}')").fetchone()
                    if found != "ok":
                        return f"table {table}: {str(found).splitlines()[-1]}"
        except sqlite3.Error as error:
            # A lock, a lack of memory or an interruption is no damage.
            return f"table {table}: {error}" if is_damage(error) else ""
        return ""
