"""Checks of a database: whether it can be written, and whether its pages are intact."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncEngine

from askwell.stores.sql.database import database_path, write

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


async def damage(engine: AsyncEngine) -> str:
    """The first damage in the pages of an SQLite file; empty for none, and for a server, which checks its own.

    Reads the whole file, table by table, so that no snapshot holds up the log for long.
    """
    path = database_path(engine)
    return "" if path is None else await asyncio.to_thread(_damage, path)


def is_damage(error: BaseException) -> bool:
    """Whether an error or one of its causes is SQLite's for damaged pages."""
    cause: BaseException | None = error
    while cause is not None:
        # Extended codes carry the primary one in their low byte: https://sqlite.org/rescode.html
        if isinstance(cause, sqlite3.Error) and getattr(cause, "sqlite_errorcode", 0) & 0xFF in _DAMAGE:
            return True
        cause = cause.__cause__ or cause.__context__
    return False


def _damage(path: Path) -> str:
    table = ""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as file:
            for (table,) in file.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall():
                quoted = table.replace("'", "''")
                [found, *_] = file.execute(f"PRAGMA quick_check('{quoted}')").fetchone()
                if found != "ok":
                    return f"table {table}: {str(found).splitlines()[-1]}"
    except sqlite3.Error as error:
        # A lock or a lack of memory is no damage.
        return f"table {table}: {error}" if is_damage(error) else ""
    return ""
