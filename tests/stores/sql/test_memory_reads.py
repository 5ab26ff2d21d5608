"""What a conversation remembers costs the same however long it is, and what is forgotten is gone from the disk."""

import asyncio
import re
import shutil
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import Connection, func, select
from sqlalchemy.ext.asyncio import AsyncEngine

from askwell.stores.sql.database import open_database, read
from askwell.stores.sql.schema import memory_items, summaries, topics
from askwell.stores.sql.store import SqlStore
from askwell.testing.invariants import broken_invariants
from askwell.testing.store_branches import talk
from askwell.testing.store_memory import item, learn, learnt
from askwell.testing.stores import ANNA, CountedIds, HeldClock, complete
from askwell.types import CarriedMemory, Item, Session, Summary, Topic, Turn, TurnIndexEntry
from tests.statements import Sent, statements
from tests.stores.conftest import copy_all_the_time, url
from tests.stores.sql.test_branches import winding

SHORT, LONG = 200, 5000


async def _learn_again(store: SqlStore, name: str, number: int, after: int = 0) -> None:
    assert not await store.memory.learn(ANNA, name, await learnt(store, name, number, after=after))


READING: dict[str, Callable[[SqlStore, str, int], Awaitable[object]]] = {
    "memory": lambda store, name, _: store.memory.read(ANNA, name),
    "memory before a turn": lambda store, name, head: store.memory.read(ANNA, name, before=head - 40),
    "topics": lambda store, name, _: store.memory.topics(ANNA, name),
    "an older page of topics": lambda store, name, head: store.memory.topics(ANNA, name, below=head // 2),
    "index_entries": lambda store, name, head: store.memory.index_entries(ANNA, name, after=head - 100),
    "recall": lambda store, name, head: store.turns.recall(ANNA, name, before=head, window_turns=5),
    "learning what is known": _learn_again,
    "learning from an old memory": lambda store, name, head: _learn_again(store, name, head, after=3),
    "a summary amended": lambda store, name, _: store.memory.amend_summary(ANNA, name, "Mine."),
    "an item amended": lambda store, name, _: store.memory.amend_item(ANNA, name, "item-7", "Mine."),
}


@pytest.fixture(scope="module")
def talkative(migrated: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with a short and a long conversation, to be copied."""
    path = Path(shutil.copy(migrated, tmp_path_factory.mktemp("remembered") / "askwell.db"))

    async def fill() -> None:
        store = SqlStore(open_database(url(path)), HeldClock(), CountedIds())
        await long_talk(store, "short", SHORT)
        await long_talk(store, "long", LONG)
        await store.close()

    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, fill()).result()
    return path


@pytest.fixture
async def filled(talkative: Path, tmp_path: Path) -> AsyncIterator[tuple[SqlStore, Path]]:
    """A store with those conversations, and its file."""
    path = Path(shutil.copy(talkative, tmp_path / "filled.db"))
    store = SqlStore(open_database(url(path)), HeldClock(), CountedIds())
    yield store, path
    await store.close()


@pytest.fixture
async def store(engine: AsyncEngine) -> AsyncIterator[SqlStore]:
    store = SqlStore(engine, HeldClock(), CountedIds())
    yield store
    await store.close()


async def long_talk(store: SqlStore, name: str, length: int) -> None:
    """A conversation that remembers something of every turn."""
    now = HeldClock().now()
    turns = [
        Turn(
            f"{name}-{n}", name, n, f"{name}-{n - 1}" if n > 1 else None, "completed", f"Question {n}?", now, answer="A"
        )
        for n in range(1, length + 1)
    ]
    memory = CarriedMemory(
        (Summary(0, "So far.", up_to=length),),
        tuple(Topic(turn.id, turn.number, f"Line {turn.number}", ("t",), ("d",)) for turn in turns),
        tuple(Item(f"item-{turn.number}", turn.id, turn.number, f"Fact {turn.number}") for turn in turns),
        tuple(TurnIndexEntry(turn.number, turn.id, b"x" * 800) for turn in turns),
    )
    session = Session(name, "papers", name, now, now, length, 0, ANNA.tenant, ANNA.user)
    await store.sessions.restore(ANNA, session, turns, memory)


def steps(database: Path, sent: Sent) -> int:
    """How many steps SQLite's machine takes for statements that read."""
    taken = 0

    def count() -> int:
        nonlocal taken
        taken += 1
        return 0

    with sqlite3.connect(database) as raw:
        raw.set_progress_handler(count, 1)
        for statement, parameters in sent:
            if statement.lstrip().upper().startswith(("SELECT", "WITH")):
                raw.execute(statement, parameters).fetchall()
    raw.close()
    return taken


def plans(database: Path, sent: Sent) -> list[str]:
    """How SQLite finds the rows of statements."""
    with sqlite3.connect(database) as raw:
        found = [
            str(row[3])
            for statement, parameters in sent
            if not statement.startswith(("INSERT", "PRAGMA", "BEGIN"))
            for row in raw.execute(f"EXPLAIN QUERY PLAN {statement}", parameters)
        ]
    raw.close()
    return found


@pytest.mark.parametrize("reading", READING)
async def test_work_does_not_grow_with_what_is_remembered(filled: tuple[SqlStore, Path], reading: str) -> None:
    """S2-08: five thousand entries in the index cost what two hundred do."""
    store, database = filled
    sent: dict[str, Sent] = {}
    for name, head in (("short", SHORT), ("long", LONG)):
        with statements() as noted:
            await READING[reading](store, name, head)
        sent[name] = noted
    assert len(sent["short"]) == len(sent["long"]) <= 10
    assert 0 < steps(database, sent["long"]) <= 1.05 * steps(database, sent["short"])
    slow = [plan for plan in plans(database, sent["long"]) if re.match(r"SCAN (?!CONSTANT)|USE TEMP", plan)]
    assert slow == []


async def test_winding_line_with_little_to_remember_takes_no_more_statements(store: SqlStore) -> None:
    counts = []
    for name, rounds in (("short", 6), ("long", 24)):
        await winding(store, name, rounds)
        await learn(store, name, 1, items=(item("A fact"),))
        head = (await complete(store, name, "And?")).number
        for reading in ("memory", "recall"):
            with statements() as sent:
                await READING[reading](store, name, head)
            counts.append(len(sent))
        assert [each.text for each in (await store.memory.read(ANNA, name)).items] == ["A fact"]
    assert counts[:2] == counts[2:]


async def test_only_the_latest_are_read_of_many(filled: tuple[SqlStore, Path]) -> None:
    store, _ = filled
    memory = await store.memory.read(ANNA, "long")
    assert [each.number for each in memory.items] == list(range(LONG - 63, LONG + 1))
    assert [each.number for each in await store.memory.topics(ANNA, "long")] == list(range(LONG, LONG - 50, -1))
    assert [each.number for each in await store.memory.index_entries(ANNA, "long")] == list(range(1, 501))


async def test_conversation_that_remembers_nothing_sends_no_statement_for_it(store: SqlStore) -> None:
    talked, quiet = await talk(store, 3), await talk(store, 3)
    branched = await talk(store, 3)
    await complete(store, branched, "Again?", instead_of=2)
    counts = {}
    for name, head in ((quiet, 3), (talked, 3), (branched, 4)):
        if name == talked:
            await learn(store, talked, 1)
        for _ in range(2):  # the second time the turns are known
            with statements() as sent:
                await store.turns.recall(ANNA, name, before=head, window_turns=3)
        counts[name] = [statement for statement, _ in sent]
    assert len(counts[talked]) == len(counts[quiet])  # the summary stands beside the session, and there are no items
    for name in (quiet, branched):
        beside = [each for each in counts[name] if "sessions.head" not in each]
        assert not [each for each in beside if "summaries" in each or "topics" in each or "items" in each]
    await learn(store, talked, 2, items=(item("A fact"),))
    with statements() as sent:
        await store.turns.recall(ANNA, talked, before=3, window_turns=3)
    assert len(sent) == len(counts[quiet]) + 1


@pytest.mark.parametrize("forget", ["item", "topic", "memory", "session", "wording", "summary"])
async def test_forgotten_text_is_nowhere_in_the_files(
    store: SqlStore, database: Path, forget: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy_all_the_time(monkeypatch)
    talked = await talk(store, 1)
    canary = "canary " * 500
    adds = await learnt(store, talked, 1, after=0, items=(item(canary),))
    if forget in {"memory", "session"}:
        adds = await learnt(store, talked, 1, after=0, summary=canary, items=(item(canary),), line=canary)
    elif forget == "summary":
        adds = await learnt(store, talked, 1, after=0, summary=canary)
    elif forget == "topic":
        adds = await learnt(store, talked, 1, after=0, items=(item(canary),), line=canary)
    assert await store.memory.learn(ANNA, talked, adds)
    files = [database, Path(f"{database}-wal")]
    assert any(b"canary" in file.read_bytes() for file in files)
    if forget == "item":
        await store.memory.forget_item(ANNA, talked, (await store.memory.read(ANNA, talked)).items[0].id)
    elif forget == "topic":
        await store.memory.forget_topic(ANNA, talked, 1)
    elif forget == "memory":
        await store.memory.forget(ANNA, talked)
    elif forget == "wording":
        await store.memory.amend_item(ANNA, talked, (await store.memory.read(ANNA, talked)).items[0].id, "A fact")
    elif forget == "summary":
        await store.memory.amend_summary(ANNA, talked, "A summary.")
    else:
        await store.sessions.delete(ANNA, talked)
    assert [file.name for file in files if b"canary" in file.read_bytes()] == []


async def test_deleting_a_session_removes_what_it_remembers_and_no_other(store: SqlStore, engine: AsyncEngine) -> None:
    gone, kept = await talk(store, 2), await talk(store, 2)
    for name in (gone, kept):
        await learn(store, name, 1, 2, items=(item("A fact"),))
    await store.sessions.delete(ANNA, gone)

    def counted(tx: Connection) -> list[Sequence[object]]:
        return [
            tx.execute(select(table.c.session_id, func.count()).group_by(table.c.session_id)).one()
            for table in (summaries, topics, memory_items)
        ]

    assert [tuple(row) for row in await read(engine, counted)] == [(kept, 1), (kept, 2), (kept, 2)]
    assert await broken_invariants(engine) == []


BROKEN = {
    "a summary beyond the turns": "UPDATE summaries SET up_to_number = 9",
    "a summary of a branch that is not there": "UPDATE summaries SET branch = 1",
    "a topic under another number": "UPDATE topics SET number = 7 WHERE number = 2",
    "an item under another number": "UPDATE memory_items SET number = 3 WHERE number = 2",
    "an item that supersedes nothing": "UPDATE memory_items SET supersedes_id = 'nobody' WHERE number = 2",
    "an item that supersedes itself": "UPDATE memory_items SET supersedes_id = id WHERE number = 2",
    "an item of no session": "UPDATE memory_items SET session_id = 'nobody'",
}


@pytest.mark.parametrize("fault", BROKEN)
async def test_memory_that_does_not_fit_is_noticed(
    store: SqlStore, engine: AsyncEngine, database: Path, fault: str
) -> None:
    talked = await talk(store, 2)
    wrong = (await learn(store, talked, 1, items=(item("Not X"),))).items[0]
    await learn(store, talked, 2, items=(item("X", instead_of=wrong),))
    assert await broken_invariants(engine) == []
    with sqlite3.connect(database) as raw:
        raw.execute(BROKEN[fault])
    raw.close()
    assert await broken_invariants(engine) != []
