"""The lease of a turn."""

import asyncio
import gc
from weakref import ref

import pytest

from askwell.composition.system import SystemClock, Uuid7Ids
from askwell.runtime.counts import Counts
from askwell.runtime.lease import LeaseKeeper
from askwell.runtime.run import Run
from askwell.stores.inmemory.store import InMemoryStore
from askwell.types import Principal


@pytest.mark.parametrize("waited_s", [0.0, 0.1], ids=["before a heartbeat", "between heartbeats"])
async def test_a_stopped_lease_is_freed_without_the_garbage_collector(waited_s: float) -> None:
    store = InMemoryStore(SystemClock(), Uuid7Ids())
    session = await store.sessions.create(Principal(), "talk")
    begun = await store.turns.begin(Principal(), session.id, "Is the museum open?")
    run = Run(begun.turn.id, session.id, number=1)
    gc.disable()
    try:
        lease = LeaseKeeper(run, begun, store, 0.06, Counts())
        freed = ref(lease)
        await asyncio.sleep(waited_s)
        lease.stop()
        del lease
        await asyncio.sleep(0.02)
        assert freed() is None
    finally:
        gc.enable()
