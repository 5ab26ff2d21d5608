"""Attachments on SQLite and on PostgreSQL."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from askwell.knowledge.attachments.store import LocalAttachments
from askwell.knowledge.search import LocalKnowledge
from askwell.stores.sql.database import Database, open_database
from askwell.stores.sql.migrate import upgrade
from tests.stores.servers import libpq, make_database

MOST = 4
MOST_BYTES = 2_000_000


@pytest.fixture(params=["sqlite", "postgres"])
async def engine(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Database]:
    address = f"sqlite+aiosqlite:///{tmp_path / 'askwell.db'}"
    if request.param == "postgres":
        name = f"attached_{abs(hash(tmp_path))}"
        address = libpq(make_database(request.getfixturevalue("postgres"), name))
    engine = open_database(address)
    await upgrade(engine)
    yield engine
    await engine.dispose()


@pytest.fixture
async def attachments(knowledge: LocalKnowledge, tmp_path: Path) -> AsyncIterator[LocalAttachments]:
    made = LocalAttachments(knowledge, tmp_path / "attachments", most=MOST, most_bytes=MOST_BYTES)
    yield made
    await made.close()
