"""An engine with the knowledge tables, and knowledge on it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from askwell.knowledge.search import LocalKnowledge
from askwell.stores.sql.database import Database
from tests.knowledge.kit import HashingEmbedder, make_knowledge, open_engine


@pytest.fixture
async def engine(tmp_path: Path) -> AsyncIterator[Database]:
    async with open_engine(tmp_path) as engine:
        yield engine


@pytest.fixture
def embedder() -> HashingEmbedder:
    return HashingEmbedder()


@pytest.fixture
async def knowledge(engine: Database, tmp_path: Path, embedder: HashingEmbedder) -> AsyncIterator[LocalKnowledge]:
    made = make_knowledge(engine, tmp_path, embedder)
    yield made
    await made.close()
