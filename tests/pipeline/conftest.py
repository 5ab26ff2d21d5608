"""A store on a file, for steps that work on one."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from askwell.composition.system import SystemClock, Uuid7Ids
from askwell.stores.sql.database import open_database
from askwell.stores.sql.migrate import upgrade
from askwell.stores.sql.store import SqlStore


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqlStore]:
    database = open_database(f"sqlite+aiosqlite:///{tmp_path / 'askwell.db'}")
    await upgrade(database)
    opened = SqlStore(database, clock=SystemClock(), ids=Uuid7Ids())
    yield opened
    await opened.close()
