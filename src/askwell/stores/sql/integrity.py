"""Checks of the whole content of a database, for `askwell doctor`."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy.ext.asyncio import AsyncEngine

from askwell.errors import StorageFailed
from askwell.stores.common.errors import storage_error
from askwell.stores.sql.database import database_path
from askwell.stores.sql.sqlite.snapshot import connect_snapshot

MOST_PROBLEMS = 5
"""Number of problems after which a check ends."""


async def find_damage(engine: AsyncEngine) -> list[str]:
    """Problems of an SQLite file: damaged pages, indexes that disagree with their tables, missing references.

    Empty for an intact file and for a server, which checks its pages itself. Reads the whole file. Raises StorageFailed
    if it cannot be opened.
    """
    path = database_path(engine)
    return [] if path is None else await asyncio.to_thread(_find_damage, path)


def _find_damage(path: Path) -> list[str]:
    try:
        with closing(connect_snapshot(path)) as file:
            return [*_pages(file), *_references(file)]
    except StorageFailed as error:
        if isinstance(error.__cause__, sqlite3.Error) and _is_damage(error.__cause__):
            return [str(error.__cause__)]
        raise
    except sqlite3.Error as error:
        if _is_damage(error):
            return [str(error)]
        raise (storage_error(error) or StorageFailed(f"{str(path)!r} cannot be checked: {error}")) from error


def _pages(file: sqlite3.Connection) -> list[str]:
    """Problems of pages and indexes. SQLite's `quick_check` would not compare indexes with tables."""
    found = file.execute(f"PRAGMA integrity_check({MOST_PROBLEMS})").fetchall()
    lines = (line for (text,) in found if text != "ok" for line in str(text).splitlines())
    return [line for line in lines if not line.startswith("*** in database")]


def _references(file: sqlite3.Connection) -> list[str]:
    """Rows that refer to a missing row."""
    missing = file.execute("PRAGMA foreign_key_check").fetchmany(MOST_PROBLEMS)
    return [f"row {row} of {table} refers to a missing row of {parent}" for table, row, parent, _ in missing]


def _is_damage(error: sqlite3.Error) -> bool:
    # Extended codes carry the primary one in their low byte: https://sqlite.org/rescode.html
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
