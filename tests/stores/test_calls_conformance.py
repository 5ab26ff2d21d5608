"""Calls of tools that write do what they must, wherever conversations are kept."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from askwell.engine import Engine
from askwell.ports import WriteCalls
from askwell.settings import Settings
from askwell.stores.sql.store import SqlStore
from askwell.stores.sql.write_calls import SqlWriteCalls
from askwell.testing.calls import WriteCallConformance, waiting
from askwell.testing.stores import ANNA, CountedIds, HeldClock
from tests.conftest import REPOSITORY


class TestCallsInSqlite(WriteCallConformance):
    @pytest.fixture
    async def session(self, engine: AsyncEngine) -> str:
        return (await SqlStore(engine, HeldClock(), CountedIds()).sessions.create(ANNA, "shop")).id

    @pytest.fixture
    def calls(self, engine: AsyncEngine) -> WriteCalls:
        return SqlWriteCalls(engine)


class TestCallsInPostgres(WriteCallConformance):
    @pytest.fixture
    async def session(self, restricted_engine: AsyncEngine) -> str:
        return (await SqlStore(restricted_engine, HeldClock(), CountedIds()).sessions.create(ANNA, "shop")).id

    @pytest.fixture
    def calls(self, restricted_engine: AsyncEngine) -> WriteCalls:
        return SqlWriteCalls(restricted_engine)


class TestCallsNextToConversationsInFiles(WriteCallConformance):
    @pytest.fixture
    async def opened(self, tmp_path: Path) -> AsyncIterator[Engine]:
        folder = str(REPOSITORY / "assistants" / "shop")
        settings = Settings(home=tmp_path / "home", assistants=folder, store="files", embedder="none")
        async with await Engine.open(settings) as engine:
            yield engine

    @pytest.fixture
    async def session(self, opened: Engine) -> str:
        return (await opened.create_session("shop", principal=ANNA)).id

    @pytest.fixture
    def calls(self, opened: Engine) -> WriteCalls:
        assert opened.container.write_calls is not None
        return opened.container.write_calls

    async def test_they_go_with_their_conversation(self, opened: Engine, calls: WriteCalls, session: str) -> None:
        await calls.add(ANNA, waiting(session))
        await opened.delete_session(session, principal=ANNA)
        assert await calls.of_session(ANNA, session) == []
