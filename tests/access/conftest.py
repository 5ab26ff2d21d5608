"""Databases of both kinds, with API keys."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from askwell.access.keys import KeyRing
from askwell.stores.sql.api_keys import SqlApiKeys
from askwell.stores.sql.database import open_database
from tests.access.clock import TestClock
from tests.stores.conftest import database, migrated, url
from tests.stores.servers import execute

__all__ = ["database", "migrated"]


@pytest.fixture
def clock() -> TestClock:
    return TestClock()


@pytest.fixture(params=["sqlite", "postgres"])
async def key_database(request: pytest.FixtureRequest) -> AsyncIterator[AsyncEngine]:
    """A database of each kind without keys."""
    if request.param == "sqlite":
        path: Path = request.getfixturevalue("database")
        opened = open_database(url(path))
    else:
        opened = open_database(request.getfixturevalue("postgres_database"))
        execute(request.getfixturevalue("migrated_postgres"), "DELETE FROM api_keys")
    yield opened
    await opened.dispose()


@pytest.fixture
def ring(key_database: AsyncEngine, clock: TestClock) -> KeyRing:
    """The keys of a database of each kind."""
    return KeyRing(SqlApiKeys(key_database), clock)
