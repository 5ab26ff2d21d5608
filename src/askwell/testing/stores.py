"""Conformance tests of stores: a class of tests to inherit, over a fixture `store`.

    class TestMyStore(StoreConformance):
        @pytest.fixture
        async def store(self, clock: HeldClock, ids: CountedIds) -> AsyncIterator[Store]:
            store = MyStore(clock, ids)
            yield store
            await store.close()

The store takes its time from `clock` and its ids from `ids`. The tests are `async`: run them with anyio, automatically.
"""

import pytest

from askwell.testing.store_branches import BranchTests
from askwell.testing.store_carrying import CarryingTests
from askwell.testing.store_forgetting import ForgettingTests
from askwell.testing.store_history import HistoryTests
from askwell.testing.store_kit import ANNA, CountedIds, HeldClock, complete, refused, source
from askwell.testing.store_leases import LeaseTests
from askwell.testing.store_memory import MemoryTests
from askwell.testing.store_restore import RestoreTests
from askwell.testing.store_sessions import SessionTests
from askwell.testing.store_turns import TurnTests

__all__ = ["ANNA", "CountedIds", "HeldClock", "StoreConformance", "complete", "refused", "source"]


class StoreConformance(
    SessionTests,
    TurnTests,
    LeaseTests,
    HistoryTests,
    BranchTests,
    RestoreTests,
    MemoryTests,
    ForgettingTests,
    CarryingTests,
):
    """The tests. Inherit, and define the fixture `store`."""

    @pytest.fixture
    def clock(self) -> HeldClock:
        return HeldClock()

    @pytest.fixture
    def ids(self) -> CountedIds:
        return CountedIds()
