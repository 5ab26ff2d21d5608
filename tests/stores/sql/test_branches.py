"""Work on a line does not grow with the conversation."""

import re
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from askwell.stores.sql.database import read
from askwell.stores.sql.store import SqlStore
from askwell.testing.stores import ANNA, CountedIds, HeldClock, complete
from tests.statements import statements


@pytest.fixture
async def store(engine: AsyncEngine) -> AsyncIterator[SqlStore]:
    store = SqlStore(engine, HeldClock(), CountedIds())
    yield store
    await store.close()


async def winding(store: SqlStore, name: str, rounds: int) -> None:
    """A session in which somebody asks, asks again, and goes back to the first branch, over and over."""
    await store.sessions.create(ANNA, "papers", session_id=name)
    await complete(store, name, "Who?")
    for _ in range(rounds):
        head = (await complete(store, name, "And?")).number
        await complete(store, name, "And?", instead_of=head)
        await complete(store, name, "Then?")
        await store.sessions.choose_branch(ANNA, name, head)


READING: dict[str, Callable[[SqlStore, str], Awaitable[object]]] = {
    "recall": lambda store, name: store.turns.recall(ANNA, name, before=1000, window_turns=5),
    "a page of the line": lambda store, name: store.turns.page(ANNA, name, limit=5),
    "the last page of the line": lambda store, name: store.turns.page(ANNA, name, after=6, limit=5),
    "a page of all": lambda store, name: store.turns.page(ANNA, name, limit=5, every_branch=True),
    "a turn": lambda store, name: store.turns.get(ANNA, name, 3),
    "a stop": lambda store, name: store.turns.ask_to_stop(ANNA, name),
    "a choice": lambda store, name: store.sessions.choose_branch(ANNA, name, 3),
    "a turn beside another": lambda store, name: complete(store, name, "And?", instead_of=3),
}


@pytest.mark.parametrize("what", READING)
async def test_longer_conversation_takes_no_more_statements(store: SqlStore, what: str) -> None:
    counts = []
    for name, rounds in (("short", 6), ("long", 24)):
        await winding(store, name, rounds)
        with statements() as sent:
            await READING[what](store, name)
        counts.append(len(sent))
    assert counts[0] == counts[1]


@pytest.mark.parametrize("what", READING)
async def test_every_row_is_found_by_an_index_and_none_is_sorted(
    store: SqlStore, engine: AsyncEngine, what: str
) -> None:
    await winding(store, "s", 4)
    with statements() as sent:
        await READING[what](store, "s")
    for statement, parameters in sent:
        if statement.startswith(("SELECT", "WITH", "UPDATE")):
            plan = await read(
                engine,
                lambda tx, explained=statement, values=parameters: [  # type: ignore[misc]
                    row.detail for row in tx.exec_driver_sql(f"EXPLAIN QUERY PLAN {explained}", values)
                ],
            )
            searched_through = [step for step in plan if re.match(r"SCAN (?!chain|CONSTANT)|USE TEMP", step)]
            assert (statement, searched_through) == (statement, [])


async def test_conversation_that_never_branched_has_no_rows_to_look_up(store: SqlStore) -> None:
    await store.sessions.create(ANNA, "papers", session_id="s")
    for _ in range(3):
        await complete(store, "s", "Who?")
    with statements() as sent:
        await store.turns.recall(ANNA, "s", before=4, window_turns=5)
        await store.turns.page(ANNA, "s")
        await complete(store, "s", "And?")
    assert [statement for statement, _ in sent if "stretches" in statement] == []
