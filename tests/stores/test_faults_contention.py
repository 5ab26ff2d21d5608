"""Many at once: for one session, for one turn, for too few connections."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from askwell.errors import Conflict, StorageFailed
from askwell.stores.sql.database import open_database
from askwell.stores.sql.store import SqlStore
from askwell.testing.invariants import broken_invariants
from askwell.testing.stores import ANNA, HeldClock, complete, refused
from askwell.types import Begun, Turn
from tests.stores.conftest import url
from tests.stores.working import Uuid7Ids

Reopened = Callable[[], AsyncEngine]


@pytest.fixture
def clock() -> HeldClock:
    return HeldClock()


@pytest.fixture(params=["sqlite", "postgres"])
async def reopened(request: pytest.FixtureRequest) -> AsyncIterator[Reopened]:
    """What opens one database anew each time, as another process would; all are closed in the end."""
    sqlite = request.param == "sqlite"
    given: Path | str = request.getfixturevalue("database" if sqlite else "postgres_database")
    address = url(given) if isinstance(given, Path) else given
    opened: list[AsyncEngine] = []

    def open_one() -> AsyncEngine:
        opened.append(open_database(address))
        return opened[-1]

    yield open_one
    for engine in opened:
        await engine.dispose()


async def insist(store: SqlStore, session_id: str, question: str) -> Turn:
    """A finished turn, however often the session is busy."""
    while True:
        try:
            return await complete(store, session_id, question)
        except Conflict:
            await asyncio.sleep(0.001)


async def test_replicas_that_insist_on_one_session_take_turns(reopened: Reopened, clock: HeldClock) -> None:
    stores = [SqlStore(reopened(), clock, Uuid7Ids()) for _ in range(3)]
    made = await stores[0].sessions.create(ANNA, "papers")
    await asyncio.gather(*(insist(stores[n % 3], made.id, f"Question {n}?") for n in range(12)))
    turns = await stores[1].turns.page(ANNA, made.id)
    assert sorted(turn.question for turn in turns) == sorted(f"Question {n}?" for n in range(12))
    assert [turn.parent_id for turn in turns] == [None, *(turn.id for turn in turns[:-1])]
    assert await broken_invariants(reopened(), swept=True) == []


async def test_owner_that_finishes_while_it_is_swept_is_done_or_fenced(reopened: Reopened, clock: HeldClock) -> None:
    owner, sweeper = (SqlStore(reopened(), clock, Uuid7Ids()) for _ in range(2))
    made = await owner.sessions.create(ANNA, "papers")
    acknowledged = {}
    for number in range(12):
        begun = await owner.turns.begin(ANNA, made.id, "Who?", lease_s=0)
        final = replace(begun.turn, status="completed", answer=f"Answer {number}.")
        calls: list[Awaitable[object]] = [owner.turns.finish(begun, final), sweeper.turns.sweep()]
        finished, swept = await asyncio.gather(*calls[:: 1 - 2 * (number % 2)], return_exceptions=True)
        if number % 2:
            finished, swept = swept, finished
        stored = await owner.turns.get(ANNA, made.id, begun.turn.number)
        if isinstance(finished, Turn):
            acknowledged[stored.id] = final.answer
            assert swept == 0
        else:
            assert isinstance(finished, Conflict)
            assert (finished.code, stored.status, swept) == ("turn_fenced", "interrupted", 1)
    assert await broken_invariants(reopened(), acknowledged=acknowledged, swept=True) == []


async def test_turn_that_is_finished_twice_at_once_is_given_back_to_both(reopened: Reopened, clock: HeldClock) -> None:
    stores = [SqlStore(reopened(), clock, Uuid7Ids()) for _ in range(2)]
    made = await stores[0].sessions.create(ANNA, "papers")
    for _ in range(8):
        begun = await stores[0].turns.begin(ANNA, made.id, "Who?")
        first, second = await asyncio.gather(
            *(
                store.turns.finish(begun, replace(begun.turn, status="completed", answer=f"Of {place}."))
                for place, store in enumerate(stores)
            )
        )
        assert first == second
    assert await broken_invariants(reopened(), swept=True) == []


async def test_of_two_owners_the_one_with_the_older_fence_changes_nothing(reopened: Reopened, clock: HeldClock) -> None:
    dead, alive = (SqlStore(reopened(), clock, Uuid7Ids()) for _ in range(2))
    made = await dead.sessions.create(ANNA, "papers")
    old = await dead.turns.begin(ANNA, made.id, "Who?", lease_s=1)
    clock.advance(2)
    new = await alive.turns.begin(ANNA, made.id, "What?", lease_s=1)
    late = replace(old.turn, status="completed", answer="Late.")
    outcomes = await asyncio.gather(
        *(dead.turns.heartbeat(old, partial="Late") for _ in range(5)),
        *(alive.turns.heartbeat(new, partial="Mine") for _ in range(5)),
        dead.turns.finish(old, late),
        alive.turns.finish(new, replace(new.turn, status="completed", answer="Mine.")),
        return_exceptions=True,
    )
    assert outcomes[:5] == ["lost"] * 5
    assert isinstance(outcomes[-2], Conflict)
    turns = await alive.turns.page(ANNA, made.id)
    assert [(turn.status, turn.answer) for turn in turns] == [("interrupted", ""), ("completed", "Mine.")]
    assert await broken_invariants(reopened(), swept=True) == []


async def test_siblings_asked_for_at_once_are_numbered_one_after_the_other(
    reopened: Reopened, clock: HeldClock
) -> None:
    stores = [SqlStore(reopened(), clock, Uuid7Ids()) for _ in range(2)]
    made = await stores[0].sessions.create(ANNA, "papers")
    await complete(stores[0], made.id, "Who?")
    outcomes = await asyncio.gather(
        *(stores[n % 2].turns.begin(ANNA, made.id, "Who?", instead_of=1) for n in range(8)), return_exceptions=True
    )
    (begun,) = (each for each in outcomes if isinstance(each, Begun))
    assert begun.turn.siblings == (1, 2)
    assert await broken_invariants(reopened()) == []


async def test_more_turns_at_once_than_connections_all_come_through(postgres_database: str, clock: HeldClock) -> None:
    engine = open_database(postgres_database, connections=2)
    store = SqlStore(engine, clock, Uuid7Ids())

    async def talk() -> Turn:
        made = await store.sessions.create(ANNA, "papers")
        begun = await store.turns.begin(ANNA, made.id, "Who?")
        await store.turns.heartbeat(begun, partial="It")
        await store.turns.recall(ANNA, made.id, before=1, window_turns=5)
        return await store.turns.finish(begun, replace(begun.turn, status="completed", answer="Me."))

    assert len(await asyncio.gather(*(talk() for _ in range(25)))) == 25
    assert await broken_invariants(engine, swept=True) == []
    await store.close()


async def test_wait_for_a_connection_ends_at_the_deadline(postgres_database: str, clock: HeldClock) -> None:
    patient = SqlStore(open_database(postgres_database, connections=2), clock, Uuid7Ids())
    made = await patient.sessions.create(ANNA, "papers")
    hasty = SqlStore(open_database(postgres_database, connections=2), clock, Uuid7Ids(), deadline_s=0.3)
    holder = await psycopg.AsyncConnection.connect(postgres_database)
    await holder.execute("SELECT 1 FROM sessions FOR UPDATE")
    calls = [hasty.turns.begin(ANNA, made.id, "Who?") for _ in range(6)]
    outcomes = await asyncio.gather(*calls, hasty.sessions.get(ANNA, made.id), return_exceptions=True)
    assert [each.code for each in outcomes if isinstance(each, StorageFailed)] == ["storage_unavailable"] * 7
    assert (await patient.sessions.get(ANNA, made.id)).head == 0  # who reads waits for no lock
    await holder.rollback()
    await holder.close()
    assert (await patient.turns.begin(ANNA, made.id, "Who?")).turn.number == 1
    await refused(patient.turns.begin(ANNA, made.id, "Who?"), Conflict, "session_busy")
    await hasty.close()
    await patient.close()
