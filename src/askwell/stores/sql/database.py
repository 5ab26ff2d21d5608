"""Opens a database engine. Acknowledged transactions are on disk.

`engine.begin()` writes. `engine.connect()` reads one snapshot and must not write. `write` and `read` do the same for a
whole transaction written as a plain function. Keep writing transactions short, since others wait for them. Errors of
the disk, a lock or the server are raised as StorageFailed.
"""

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
from askwell.stores.sql.sqlite.snapshot import connect_snapshot

T = TypeVar("T")

Database = SqliteEngine | PostgresEngine

_EXAMPLES = "Such as sqlite+aiosqlite:///askwell.db or postgresql://user@host/askwell"


def open_database(url: str, *, connections: int = CONNECTIONS) -> Database:
    """An engine for a SQLAlchemy URL. The database is opened on first use.

    `sqlite+aiosqlite:///<path>` is a file; it is created with its folders, readable by its owner only.
    `postgresql://<user>@<host>/<name>` is a server, with a pool of `connections`. Raises BadConfig for another kind of
    database. The caller closes it with `await engine.dispose()`.
    """
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):  # a port that is no number is a ValueError, which quotes part of the password
        # Where the password of an invalid URL is cannot be known.
        raise BadConfig("`database_url` is not a database URL", hint=_EXAMPLES) from None
    kind = parsed.get_backend_name()
    if kind == "postgresql":
        return PostgresEngine(parsed, connections)
    if kind != "sqlite" or not parsed.database or parsed.database == ":memory:":
        raise BadConfig(f"No database of kind {parsed.render_as_string()!r}", code="unknown_database", hint=_EXAMPLES)
    return SqliteEngine(parsed.set(drivername="sqlite+aiosqlite"))


def open_snapshot(url: str) -> Database:
    """`open_database` for reading where the disk is full or read-only; an SQLite file must exist.

    It is for short use: a file whose log is not readable is read as if nobody could change it.
    """
    engine = open_database(url)
    if isinstance(engine, SqliteEngine):
        return SqliteEngine(engine.url, connect_snapshot)
    return engine


def write(engine: AsyncEngine, work: Callable[[Connection], T]) -> Awaitable[T]:
    """The result of `work`, run in one writing transaction, which is rolled back if `work` raises.

    `work` may be called twice: if a batch of transactions cannot be committed, each is run again on its own.
    """
    assert isinstance(engine, SqliteEngine | PostgresEngine)
    return engine.write(work)


def read(engine: AsyncEngine, work: Callable[[Connection], T]) -> Awaitable[T]:
    """The result of `work`, which reads one snapshot."""
    assert isinstance(engine, SqliteEngine | PostgresEngine)
    return engine.read(work)


async def checkpoint(engine: AsyncEngine) -> None:
    """Empty the write-ahead log of an SQLite file; no effect on a server. Raises StorageFailed."""
    assert isinstance(engine, SqliteEngine | PostgresEngine)
    await engine.empty_log()


def database_path(engine: AsyncEngine) -> Path | None:
    """The file of an SQLite database; None for a server."""
    if engine.dialect.name != "sqlite" or not engine.url.database:
        return None
    return Path(engine.url.database)
