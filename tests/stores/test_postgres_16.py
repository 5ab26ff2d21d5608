"""An older PostgreSQL, without the collations of newer ones; `make postgres-matrix` runs all tests on each version."""

from collections.abc import AsyncIterator, Iterator

import pytest
from sqlalchemy import URL
from sqlalchemy.ext.asyncio import AsyncEngine

from askwell.ports import Store
from askwell.stores.sql.probe import probe
from askwell.stores.sql.store import SqlStore
from askwell.testing.store_sessions import SessionTests
from askwell.testing.stores import CountedIds, HeldClock
from tests.stores.servers import OLDER, libpq, make_database, migrate, server


@pytest.fixture(scope="module")
def migrated_postgres() -> Iterator[URL]:
    """A database in its newest form on a server of its own."""
    with server(OLDER) as running:
        made = make_database(running, "askwell")
        migrate(libpq(made))
        yield made


@pytest.fixture
def clock() -> HeldClock:
    return HeldClock()


@pytest.fixture
def ids() -> CountedIds:
    return CountedIds()


class TestSqlStoreOnPostgres16(SessionTests):
    @pytest.fixture
    async def store(self, clock: HeldClock, ids: CountedIds, postgres_engine: AsyncEngine) -> AsyncIterator[Store]:
        store = SqlStore(postgres_engine, clock, ids)
        yield store
        await store.close()


async def test_server_is_probed_with_a_transaction(postgres_engine: AsyncEngine) -> None:
    await probe(postgres_engine)
