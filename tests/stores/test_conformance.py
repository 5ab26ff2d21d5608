"""All stores do what every store must."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from askwell.ports import Store
from askwell.stores.exchange.shapes import Shape
from askwell.stores.files.store import FilesStore
from askwell.stores.inmemory.store import InMemoryStore
from askwell.stores.sql.store import SqlStore
from askwell.testing.stores import CountedIds, HeldClock, StoreConformance


class TestSqlStore(StoreConformance):
    @pytest.fixture
    async def store(self, clock: HeldClock, ids: CountedIds, engine: AsyncEngine) -> AsyncIterator[Store]:
        store = SqlStore(engine, clock, ids)
        yield store
        await store.close()


class TestSqlStoreOnPostgres(StoreConformance):
    @pytest.fixture
    async def store(self, clock: HeldClock, ids: CountedIds, restricted_engine: AsyncEngine) -> AsyncIterator[Store]:
        store = SqlStore(restricted_engine, clock, ids)
        yield store
        await store.close()


class TestMemoryStore(StoreConformance):
    @pytest.fixture
    async def store(self, clock: HeldClock, ids: CountedIds) -> AsyncIterator[Store]:
        store = InMemoryStore(clock, ids)
        yield store
        await store.close()


@pytest.mark.parametrize("shape", ["s1", "s2"])
class TestFilesStore(StoreConformance):
    @pytest.fixture
    async def store(self, clock: HeldClock, ids: CountedIds, shape: Shape, tmp_path: Path) -> AsyncIterator[Store]:
        store = FilesStore(tmp_path / "sessions", clock, ids, shape=shape)
        yield store
        await store.close()
