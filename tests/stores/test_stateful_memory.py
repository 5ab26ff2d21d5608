"""Whatever is learnt, amended and forgotten in whatever order, SQL remembers what the store in memory does."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncEngine

from askwell.errors import NotFound
from askwell.ports import Store
from askwell.stores.inmemory.store import InMemoryStore
from askwell.stores.sql.database import open_database, write
from askwell.stores.sql.schema import sessions
from askwell.stores.sql.store import SqlStore
from askwell.testing.invariants import broken_invariants
from askwell.testing.store_memory import item, learnt
from askwell.testing.stores import ANNA, CountedIds, HeldClock, complete
from tests.stores.conftest import url

ACTS = ("ask", "ask", "beside", "choose", "learn", "learn", "learn", "learn", "late", "amend", "item", "topic", "all")
"""What somebody may do; `late` learns from a memory that may have moved on."""

Act = tuple[str, int]
TALK = st.lists(st.tuples(st.sampled_from(ACTS), st.integers(0, 99)), max_size=30)


async def act(store: Store, name: str, place: int) -> object:
    """What the store says to one act on the session `s`; numbers and items are those that the place falls on."""
    head = (await store.sessions.get(ANNA, "s")).head
    if name == "ask" or head == 0:
        return await complete(store, "s", f"Question {head + 1}?")
    number = place % head + 1
    known = (await store.memory.carried(ANNA, "s")).items
    if name == "beside":
        return await complete(store, "s", f"Question {head + 1}?", instead_of=number)
    if name == "choose":
        return await store.sessions.choose_branch(ANNA, "s", number)
    if name in {"learn", "late"}:
        number = number if name == "late" else head - place % min(head, 3)
        after = place % 4 if name == "late" else (await store.memory.read(ANNA, "s", before=number)).up_to
        new = [item(f"Item {place}", instead_of=known[place % len(known)] if known and place % 2 else None)]
        summary = "" if place % 5 == 0 else f"Up to {number}."
        adds = await learnt(store, "s", number, after=after, summary=summary, items=tuple(new * (place % 3)))
        return await store.memory.learn(ANNA, "s", adds)
    if name == "amend":
        return await store.memory.amend_summary(ANNA, "s", f"Mine {place}.")
    return await forget(store, name, place, number)


async def forget(store: Store, name: str, place: int, number: int) -> str:
    """The code of the error, if there was one."""
    known = (await store.memory.carried(ANNA, "s")).items
    try:
        if name == "item":
            await store.memory.forget_item(ANNA, "s", known[place % len(known)].id if known else "nobody")
        elif name == "topic":
            await store.memory.forget_topic(ANNA, "s", number)
        elif place % 4 == 0:
            await store.memory.forget(ANNA, "s")
    except NotFound as error:
        return error.code
    return ""


async def remembered(store: Store) -> list[object]:
    """All that can be read, on every line."""
    head = (await store.sessions.get(ANNA, "s")).head
    carried = await store.memory.carried(ANNA, "s")
    found: list[object] = [(carried.items, carried.index_entries, [each for each in carried.topics if each.line])]
    for before in range(head + 2):
        found += [
            await store.memory.read(ANNA, "s", before=before),
            (await store.turns.recall(ANNA, "s", before=before, window_turns=1)).memory,
            await store.memory.topics(ANNA, "s", before=before, limit=3),
            await store.memory.index_entries(ANNA, "s", before=before, after=1, limit=3),
        ]
    return found


async def restored(store: Store) -> None:
    """Take the session out and in again."""
    memory = await store.memory.carried(ANNA, "s")
    session, turns = (
        await store.sessions.get(ANNA, "s"),
        await store.turns.page(ANNA, "s", limit=999, every_branch=True),
    )
    await store.sessions.delete(ANNA, "s")
    await store.sessions.restore(ANNA, session, turns, memory)


async def compare(engine: AsyncEngine, acts: Sequence[Act]) -> None:
    await write(engine, lambda tx: tx.execute(delete(sessions)))
    clock = HeldClock()
    held, stored = InMemoryStore(clock, CountedIds()), SqlStore(engine, clock, CountedIds())
    for store in (held, stored):
        await store.sessions.create(ANNA, "papers", session_id="s")
    for name, place in acts:
        assert await act(held, name, place) == await act(stored, name, place), (name, place)
    before = await remembered(held)
    assert await remembered(stored) == before
    assert await broken_invariants(engine) == []
    for store in (held, stored):
        await restored(store)
        assert await remembered(store) == before
    assert await broken_invariants(engine) == []


def test_sqlite_remembers_what_the_store_in_memory_does(database: Path) -> None:
    engine = open_database(url(database))
    with asyncio.Runner() as runner:

        @settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
        @given(acts=TALK)
        def same(acts: list[Act]) -> None:
            runner.run(compare(engine, acts))

        try:
            same()
        finally:
            runner.run(engine.dispose())
