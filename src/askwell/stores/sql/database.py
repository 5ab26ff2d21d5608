"""An engine on a database, set up so that what is acknowledged is on the disk.

`engine.begin()` writes and `engine.connect()` reads one snapshot and must not write; `write` and `read` do the same for
a whole transaction written as a plain function. A writing transaction is kept short: others wait for it. What the
disk, a lock or the server refuses comes out of every engine made here as StorageFailed.
"""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine

from askwell.errors import BadConfig
from askwell.stores.sql.postgres import CONNECTIONS, PostgresEngine
from askwell.stores.sql.sqlite.engine import SqliteEngine
from askwell.stores.sql.sqlite.wal import empty_log

T = TypeVar("T")

_EXAMPLES = "Such as sqlite+aiosqlite:///askwell.db or postgresql://user@host/askwell"


def open_database(url: str, *, connections: int = CONNECTIONS) -> AsyncEngine:
    """An engine on the database of a SQLAlchemy URL; its first use opens it.

    `sqlite+aiosqlite:///<path>` is a file, made with its folders, for its owner alone; `postgresql://<user>@<host>/<name>`
    a server, to which so many connections are kept. Raises BadConfig for another kind of database. Whoever opens it
    ends with `await engine.dispose()`.
    """
    try:
        parsed = make_url(url)
    except ArgumentError as error:
        raise BadConfig(f"{url!r} is no database URL", hint=_EXAMPLES) from error
    kind = parsed.get_backend_name()
    if kind == "postgresql":
        return PostgresEngine(parsed, connections)
    if kind != "sqlite" or not parsed.database or parsed.database == ":memory:":
        raise BadConfig(f"No database of kind {parsed.render_as_string()!r}", code="unknown_database", hint=_EXAMPLES)
    return SqliteEngine(parsed.set(drivername="sqlite+aiosqlite"))


def write(engine: AsyncEngine, work: Callable[[Connection], T]) -> Awaitable[T]:
    """What a function gives that reads and writes in one transaction; it is undone when the function raises.

    The function may be called again where what it was committed together with could not be stored.
    """
    assert isinstance(engine, SqliteEngine | PostgresEngine)
    return engine.write(work)


def read(engine: AsyncEngine, work: Callable[[Connection], T]) -> Awaitable[T]:
    """What a function gives that reads from one snapshot."""
    assert isinstance(engine, SqliteEngine | PostgresEngine)
    return engine.read(work)


async def checkpoint(engine: AsyncEngine) -> None:
    """Leave nothing in the write-ahead log; nothing to do where there is none. Raises StorageFailed."""
    path = database_path(engine)
    if path is not None:
        await asyncio.to_thread(empty_log, path)


def database_path(engine: AsyncEngine) -> Path | None:
    """The file of an SQLite database; None for a server."""
    if engine.dialect.name != "sqlite" or not engine.url.database:
        return None
    return Path(engine.url.database)
