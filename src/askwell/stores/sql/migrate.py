"""Migrates the tables of a database to the newest revision."""

import asyncio
from pathlib import Path

from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy import inspect as inspect_tables
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.pool import NullPool

from askwell.errors import BadConfig
from askwell.stores.common.errors import translate

REVISIONS = tuple(f"{number:04}" for number in range(1, 16))
"""All revisions, oldest first. The file names in `migrations/versions` begin with them."""

MIGRATIONS = Path(__file__).parent / "migrations"

_LOCK = 0x61736B77656C6C
"""Key of the PostgreSQL advisory lock held during a migration: "askwell" in ASCII."""

WAIT_S = 60.0
"""Maximum time to wait for another process that is migrating the same database, seconds."""


async def upgrade(engine: AsyncEngine) -> None:
    """Create or migrate all tables. Takes a few milliseconds if they are current.

    If several processes start together, one migrates and the others wait. All migrations run in one transaction; if
    one fails, nothing has changed. Raises BadConfig (`database_too_new`) if a newer askwell has migrated the database,
    (`wrong_encoding`) if a PostgreSQL database cannot store every character, StorageFailed if it cannot be opened.
    """
    async with engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            await connection.run_sync(_check_encoding)
        revision = await connection.run_sync(_revision)
    if revision is not None and revision not in REVISIONS:
        raise BadConfig(
            f"The database has revision {revision!r}; this askwell knows {', '.join(REVISIONS)}",
            code="database_too_new",
            hint="Update askwell, or use another database.",
        )
    if revision != REVISIONS[-1]:
        await asyncio.to_thread(_upgrade, engine.url)


def _check_encoding(connection: Connection) -> None:
    encoding = connection.execute(text("SHOW server_encoding")).scalar_one()
    if encoding != "UTF8":
        raise BadConfig(
            f"The database has the encoding {encoding}; askwell needs UTF8",
            code="wrong_encoding",
            hint="Create one with: CREATE DATABASE askwell ENCODING 'UTF8' LOCALE 'C' TEMPLATE template0",
        )


def _revision(connection: Connection) -> str | None:
    """The revision of the tables; None for an empty database."""
    if not inspect_tables(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one_or_none()


def _upgrade(url: URL, revision: str = REVISIONS[-1]) -> None:
    """Run the migrations up to `revision` in one transaction, which takes the lock when it begins."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    engine = _sqlite_engine(url) if url.get_backend_name() == "sqlite" else _postgres_engine(url)
    event.listen(engine, "handle_error", translate)
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, revision)


def _sqlite_engine(url: URL) -> Engine:
    engine = create_engine(
        url.set(drivername="sqlite"),
        poolclass=NullPool,
        connect_args={"timeout": WAIT_S, "isolation_level": None},
    )

    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    event.listen(engine, "begin", begin)
    return engine


def _postgres_engine(url: URL) -> Engine:
    engine = create_engine(url.set(drivername="postgresql+psycopg"), poolclass=NullPool)

    def begin(connection: Connection) -> None:
        connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{WAIT_S:g}s'")
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")
        # A migration changes the rows of all tenants.
        connection.exec_driver_sql("SET LOCAL askwell.all_tenants = 'on'")

    event.listen(engine, "begin", begin)
    return engine
