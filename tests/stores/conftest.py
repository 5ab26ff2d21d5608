"""Databases to test on."""

import asyncio
import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from askwell.stores.database import open_database
from askwell.stores.migrate import upgrade


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty database in its newest form, to be copied: migrating one for each test would take most of the time."""
    path = tmp_path_factory.mktemp("stores") / "askwell.db"
    asyncio.run(_migrate(path))
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


def url(path: Path) -> str:
    return f"sqlite+aiosqlite:///{path}"


async def _migrate(path: Path) -> None:
    engine = open_database(url(path))
    await upgrade(engine)
    await engine.dispose()
