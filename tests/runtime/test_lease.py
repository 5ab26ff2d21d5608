"""The lease of a turn."""

import asyncio
import gc
from dataclasses import replace
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


async def test_a_turn_whose_lease_is_lost_stops_as_interrupted() -> None:
    run, counts = await renewed(lost=True)
    assert (run.stop_requested, run.end_as, counts.lost_leases) == (True, "interrupted", 1)


async def test_a_turn_that_its_user_stops_ends_as_stopped() -> None:
    run, counts = await renewed(lost=False)
    assert (run.stop_requested, run.end_as, counts.lost_leases) == (True, "stopped", 0)


async def renewed(*, lost: bool) -> tuple[Run, Counts]:
    """A run after the heartbeat that finds its lease lost, or that a stop was requested."""
    store, counts = InMemoryStore(SystemClock(), Uuid7Ids()), Counts()
    session = await store.sessions.create(Principal(), "talk")
    begun = await store.turns.begin(Principal(), session.id, "Is the museum open?")
    run = Run(begun.turn.id, session.id, number=1)
    if lost:
        begun = replace(begun, fence=begun.fence + 1)  # as if another process had taken over
    else:
        assert await store.turns.ask_to_stop(Principal(), session.id)
    lease = LeaseKeeper(run, begun, store, 0.06, counts)
    async with asyncio.timeout(5):
        while not run.stop_requested:  # noqa: ASYNC110  # nothing else tells
            await asyncio.sleep(0.01)
    lease.stop()
    return run, counts
