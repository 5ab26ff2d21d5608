"""Databases to test on."""

import asyncio
import shutil
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import URL
from sqlalchemy.ext.asyncio import AsyncEngine

from askwell.stores.sql.database import open_database
from askwell.stores.sql.migrate import upgrade
from askwell.stores.sql.sqlite import wal
from tests.stores.servers import execute, libpq, make_database, server


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


@pytest.fixture(scope="session")
def postgres() -> Iterator[URL]:
    """A PostgreSQL server; it takes a second to start and serves all tests of a run."""
    with server() as running:
        yield running


@pytest.fixture(scope="session")
def migrated_postgres(postgres: URL) -> URL:
    """A database on the server in its newest form."""
    made = make_database(postgres, "askwell")
    migrate(libpq(made))
    return made


@pytest.fixture
def postgres_database(migrated_postgres: URL) -> str:
    """A database on the server in its newest form, emptied of what earlier tests left."""
    execute(migrated_postgres, "DELETE FROM sessions")
    return libpq(migrated_postgres)


@pytest.fixture
async def postgres_engine(postgres_database: str) -> AsyncIterator[AsyncEngine]:
    engine = open_database(postgres_database)
    yield engine
    await engine.dispose()


def url(path: Path) -> str:
    return f"sqlite+aiosqlite:///{path}"


def migrate(address: str) -> None:
    """Migrate a database to the newest revision, in a thread: a fixture may be requested while this one runs a loop."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, _upgraded(address)).result()


async def _upgraded(address: str) -> None:
    engine = open_database(address)
    await upgrade(engine)
    await engine.dispose()


def copy_all_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have SQLite's log copied behind each transaction, so that whoever wants to empty it finds it in use."""
    monkeypatch.setattr(wal, "CHECKPOINT_WRITES", 1)
    monkeypatch.setattr(wal, "PAUSE_S", 0.0)
