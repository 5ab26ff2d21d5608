"""An engine on a PostgreSQL server.

`begin` writes at READ COMMITTED, so that a statement that waited for a lock sees what its last holder committed.
`connect` reads one snapshot and cannot write. Connections are checked before they are used, so that a restart of the
server fails no call. The server ends abandoned statements and idle transactions.
"""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

from sqlalchemy import Connection, event
from sqlalchemy.engine import URL
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from askwell.errors import BadConfig, StorageFailed
from askwell.stores.common.encoding import dump
from askwell.stores.common.errors import translate

CONNECTIONS = 10
"""Transactions at a time; those above wait for one to end."""

_POOL_WAIT_S = 30.0
_SETTINGS = "-c statement_timeout=30s -c idle_in_transaction_session_timeout=60s -c client_encoding=UTF8"
# TCP keepalive detects a peer that vanished; the system's default takes hours.
_CONNECT = {
    "connect_timeout": 5,
    "keepalives_idle": 30,
    "keepalives_interval": 10,
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,
}

T = TypeVar("T")


class PostgresEngine(AsyncEngine):
    """An engine on a PostgreSQL server; transactions beyond its connections wait for one."""

    def __init__(self, url: URL, connections: int = CONNECTIONS) -> None:
        try:
            made = create_async_engine(
                url.set(drivername="postgresql+psycopg"),
                pool_size=connections,
                max_overflow=0,
                pool_timeout=_POOL_WAIT_S,
                pool_pre_ping=True,
                pool_use_lifo=True,
                connect_args=_connect_args(url),
                json_serializer=dump,
            )
        except ImportError as error:
            raise BadConfig(
                "PostgreSQL needs the driver psycopg", code="missing_extra", hint="Install askwell[postgres]."
            ) from error
        super().__init__(made.sync_engine)
        event.listen(made.sync_engine, "handle_error", translate)
        self._reading = made.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)

    def connect(self) -> AsyncConnection:
        """A connection that reads from one snapshot."""
        return self._reading.connect()

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[AsyncConnection]:
        """A transaction that may write."""
        async with super().connect() as connection, connection.begin():
            yield connection

    async def write(self, work: Callable[[Connection], T]) -> T:
        """What a writing transaction gives."""
        return await _run(super().connect(), work)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """What a reading transaction gives."""
        return await _run(self.connect(), work)


def _connect_args(url: URL) -> dict[str, str | int]:
    """What a connection is opened with; what the URL says itself goes before."""
    own = {name: value for name, value in _CONNECT.items() if name not in url.query}
    given = url.query.get("options", "")
    return {**own, "options": f"{_SETTINGS} {given if isinstance(given, str) else ' '.join(given)}"}


async def _run(opened: AsyncConnection, work: Callable[[Connection], T]) -> T:
    try:
        async with opened as connection, connection.begin():
            return await connection.run_sync(work)
    except PoolTimeout as error:
        raise StorageFailed(
            "All connections to the database are in use", hint="It may be busy or out of reach; try again."
        ) from error
