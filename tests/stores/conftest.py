"""Databases to test on."""

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from askwell.stores.sql.database import open_database
from askwell.stores.sql.sqlite import wal
from tests.stores.servers import migrate


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


def url(path: Path) -> str:
    return f"sqlite+aiosqlite:///{path}"


def copy_all_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have SQLite's log copied behind each transaction, so that whoever wants to empty it finds it in use."""
    monkeypatch.setattr(wal, "CHECKPOINT_WRITES", 1)
    monkeypatch.setattr(wal, "PAUSE_S", 0.0)
