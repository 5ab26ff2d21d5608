"""The engine for PostgreSQL.

Writing transactions (`begin`, `write`) run at READ COMMITTED: a statement that waited for a lock sees what the previous
holder committed. Reading transactions (`connect`, `read`) see one snapshot and are read-only. Connections are checked
before use, so a restart of the server does not fail a call. The server cancels statements and idle transactions that
exceed their time-outs.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

from sqlalchemy import Connection, event, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from askwell.errors import BadConfig, StorageFailed
from askwell.stores.common.encoding import dump
from askwell.stores.common.errors import translate

CONNECTIONS = 10
"""Maximum number of concurrent transactions; more wait for a connection."""

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

REWRITTEN_BYTES = 256 << 20
"""Largest table that is written again, with its indexes, bytes: it is locked for a few seconds."""

OLDER_S = 30.0
"""Longest wait for transactions that began before what was removed, seconds."""

_NOW = text("SELECT pg_current_xact_id()::text")
# Of other roles' transactions only superusers and members of `pg_monitor` see these columns.
_OLDER = text(
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() "
    "AND query NOT LIKE 'autovacuum: VACUUM%' "
    "AND age(coalesce(backend_xmin, backend_xid)) >= age(CAST(:now AS xid8)::xid)"
)

# Columns of empty tables, of which ANALYZE keeps the old samples; not those that a policy reads, whose type is fixed.
_EMPTIED = text(
    "SELECT relname, attname, format_type(atttypid, atttypmod) "
    "FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid "
    "WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace AND reltuples = 0 "
    "AND attnum > 0 AND NOT attisdropped AND (:all OR NOT EXISTS (SELECT FROM pg_depend "
    "WHERE classid = 'pg_policy'::regclass AND refobjid = attrelid AND refobjsubid = attnum)) ORDER BY 1, 2"
)
_CLEAR = text("SELECT pg_clear_attribute_stats(current_schema()::text, :table, :column, false)")
_VERSION = text("SELECT current_setting('server_version_num')::integer")

_SIZES = text(
    "SELECT relname, pg_total_relation_size(oid) FROM pg_class "
    "WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace ORDER BY relname"
)

T = TypeVar("T")


class PostgresEngine(AsyncEngine):
    """An engine with a pool of `connections`; a transaction waits up to 30 s for a free one."""

    def __init__(self, url: URL, connections: int = CONNECTIONS) -> None:
        try:
            pooled = create_async_engine(
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
        super().__init__(pooled.sync_engine)
        event.listen(pooled.sync_engine, "handle_error", translate)
        self._alone = pooled.execution_options(isolation_level="AUTOCOMMIT")
        """Each statement is a transaction of its own."""
        self._read_only = pooled.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)

    def connect(self) -> AsyncConnection:
        """A read-only connection; each transaction sees one snapshot."""
        return self._read_only.connect()

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[AsyncConnection]:
        """A writing transaction."""
        async with super().connect() as connection, connection.begin():
            yield connection

    async def write(self, work: Callable[[Connection], T]) -> T:
        """The result of `work`, run in one writing transaction."""
        return await _run(super().connect(), work)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """The result of `work`, run in one read-only transaction."""
        return await _run(self.connect(), work)

    async def empty_log(self) -> bool:
        """No effect: the server alone decides when its log is overwritten."""
        return True

    async def compact(self) -> None:
        """Write the tables again without the space of removed rows; those above `REWRITTEN_BYTES` are only vacuumed.

        A table that is written again is locked meanwhile. Tables and statistics of another owner are left as they are.
        Raises StorageFailed, also if a transaction that may still read removed rows does not end within `OLDER_S`.
        """
        async with self._alone.connect() as connection:
            await _wait_for_older(connection)
            sizes = (await connection.execute(_SIZES)).all()
            for name, size in sizes:
                full = "FULL, " if size <= REWRITTEN_BYTES else ""
                await connection.exec_driver_sql(f'VACUUM ({full}ANALYZE) "{name}"')
            await _forget_emptied(connection)
            # Samples of the columns, among them whole titles and questions; their old versions have just been replaced.
            await _wait_for_older(connection)
            await connection.exec_driver_sql("VACUUM FULL pg_statistic")


async def _forget_emptied(connection: AsyncConnection) -> None:
    """Remove the samples of tables without rows. Before version 18 those of the columns of owners stay."""
    can_clear = (await connection.execute(_VERSION)).scalar_one() >= 180_000
    for table, column, type_ in (await connection.execute(_EMPTIED, {"all": can_clear})).all():
        if can_clear:
            await connection.execute(_CLEAR, {"table": table, "column": column})
        else:  # a column that gets a type, even the same one, loses its samples
            await connection.exec_driver_sql(f'ALTER TABLE "{table}" ALTER COLUMN "{column}" TYPE {type_}')


async def _wait_for_older(connection: AsyncConnection) -> None:
    """Return when all transactions have ended that began before now: VACUUM keeps the rows that they may read.

    Waits twice: the list of transactions is not read in one moment. A snapshot that was taken after its connection was
    listed may count a transaction that had ended when its own turn came; the second list has it.
    """
    now = (await connection.execute(_NOW)).scalar_one()
    ends_at = time.monotonic() + OLDER_S
    for _ in range(2):
        while (await connection.execute(_OLDER, {"now": now})).scalar_one():
            if time.monotonic() > ends_at:
                raise StorageFailed(
                    "A transaction of another program may still read what was removed",
                    hint="Try again when it has ended.",
                )
            await asyncio.sleep(0.05)


def _connect_args(url: URL) -> dict[str, str | int]:
    """The arguments of the driver's `connect`. Parameters of the URL take precedence."""
    defaults = {name: value for name, value in _CONNECT.items() if name not in url.query}
    options = url.query.get("options", "")
    return {**defaults, "options": f"{_SETTINGS} {options if isinstance(options, str) else ' '.join(options)}"}


async def _run(unopened: AsyncConnection, work: Callable[[Connection], T]) -> T:
    try:
        async with unopened as connection, connection.begin():
            return await connection.run_sync(work)
    except PoolTimeout as error:
        raise StorageFailed(
            "All connections to the database are in use", hint="It may be busy or unreachable; try again."
        ) from error
