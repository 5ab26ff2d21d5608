"""Databases to test on."""

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import URL
from sqlalchemy.ext.asyncio import AsyncEngine

from askwell.stores.sql.database import open_database
from askwell.stores.sql.sqlite import wal
from tests.stores.servers import execute, libpq, make_database, migrate


@pytest.fixture
def tables_at_once() -> None:
    """Databases of these tests are migrated one revision after the other, as outside of tests."""


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty database in its newest form, to be copied: migrating one for each test would take most of the time."""
    path = tmp_path_factory.mktemp("stores") / "askwell.db"
    migrate(url(path))
    return path


@pytest.fixture
def database(migrated: Path, tmp_path: Path) -> Path:
    """A database of its own in its newest form."""
    return Path(shutil.copy(migrated, tmp_path / "askwell.db"))


@pytest.fixture
async def engine(database: Path) -> AsyncIterator[AsyncEngine]:
    engine = open_database(url(database))
    yield engine
    await engine.dispose()


@pytest.fixture
async def postgres_engine(postgres_database: str) -> AsyncIterator[AsyncEngine]:
    engine = open_database(postgres_database)
    yield engine
    await engine.dispose()


@pytest.fixture(scope="session")
def restricted_postgres(postgres: URL) -> URL:
    """A database in its newest form, as the role that owns it: no superuser, and so subject to row security."""
    execute(postgres, "CREATE ROLE askwell_app LOGIN NOSUPERUSER NOBYPASSRLS")
    made = make_database(postgres, "restricted")
    execute(postgres, 'ALTER DATABASE "restricted" OWNER TO askwell_app')
    execute(made, "ALTER SCHEMA public OWNER TO askwell_app")
    role = made.set(username="askwell_app")
    migrate(libpq(role))
    return role


@pytest.fixture
async def restricted_engine(postgres: URL, restricted_postgres: URL) -> AsyncIterator[AsyncEngine]:
    """An engine of that role on an empty database."""
    for table in ("sessions", "write_calls"):
        execute(postgres.set(database="restricted"), f"DELETE FROM {table}")
    engine = open_database(libpq(restricted_postgres))
    yield engine
    await engine.dispose()


def url(path: Path) -> str:
    return f"sqlite+aiosqlite:///{path}"


def copy_all_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have SQLite's log copied behind each transaction, so that whoever wants to empty it finds it in use."""
    monkeypatch.setattr(wal, "CHECKPOINT_WRITES", 1)
    monkeypatch.setattr(wal, "PAUSE_S", 0.0)
