"""What only a store on a disk can do, or fail to do."""

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import Connection, func, inspect, select
from sqlalchemy.ext.asyncio import AsyncEngine

from askwell.errors import StorageFailed
from askwell.stores.sql import turn_writes
from askwell.stores.sql.columns import metadata
from askwell.stores.sql.database import open_database, read
from askwell.stores.sql.schema import outbox
from askwell.stores.sql.sqlite import connection
from askwell.stores.sql.store import SqlStore
from askwell.testing.stores import ANNA, CountedIds, HeldClock, complete, refused, source
from askwell.types import CitedPassage, Decision, Ledger, Usage
from tests.stores.conftest import copy_all_the_time, url

PAGE_BYTES = 8192


@pytest.fixture
def clock() -> HeldClock:
    return HeldClock()


@pytest.fixture
async def store(clock: HeldClock, engine: AsyncEngine) -> AsyncIterator[SqlStore]:
    store = SqlStore(engine, clock, CountedIds())
    yield store
    await store.close()


async def count_rows(engine: AsyncEngine) -> dict[str, int]:
    """Table to number of rows, tables without any left out."""

    def counted(tx: Connection) -> dict[str, int]:
        return {
            name: tx.execute(select(func.count()).select_from(table)).scalar_one()
            for name, table in metadata.tables.items()
        }

    counts = await read(engine, counted)
    return {name: count for name, count in counts.items() if count}


def size(file: Path) -> int:
    return file.stat().st_size


async def test_deleting_a_session_removes_every_row_of_it_and_no_other(store: SqlStore, engine: AsyncEngine) -> None:
    kept = await store.sessions.create(ANNA, "papers")
    await complete(store, kept.id, "Who?", key="kept", sources=(source(1, "a"),))
    before = await count_rows(engine)
    gone = await store.sessions.create(ANNA, "papers")
    await complete(store, gone.id, "Who?", key="gone", sources=(source(1, "a"), source(2, "b")))
    running = await store.turns.begin(ANNA, gone.id, "What?")
    await store.turns.heartbeat(running, partial="It is")
    during = await count_rows(engine)
    assert {"sessions", "turns", "turn_sources", "session_sources", "partials", "idempotency_keys", "outbox"} == set(
        during
    )
    await store.sessions.delete(ANNA, gone.id)
    assert await count_rows(engine) == before


async def test_final_turn_leaves_no_partial_answer_behind(
    store: SqlStore, engine: AsyncEngine, clock: HeldClock
) -> None:
    made = await store.sessions.create(ANNA, "papers")
    for _ in range(2):  # the first is swept when the second begins
        begun = await store.turns.begin(ANNA, made.id, "Who?", lease_s=1)
        await store.turns.heartbeat(begun, partial="It is", lease_s=1)
        clock.advance(2)
    await store.turns.finish(begun, replace(begun.turn, status="completed", answer="It is me."))
    assert "partials" not in await count_rows(engine)


async def test_deleted_text_is_nowhere_in_the_files(
    store: SqlStore, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy_all_the_time(monkeypatch)
    made = await store.sessions.create(ANNA, "papers", metadata={"note": "canary-0"})
    wordy = replace(source(1, "a"), passages=(CitedPassage("c", "canary-1 " * 2000, ("canary-2",), None, 0, 9, 0.5),))
    await complete(store, made.id, "canary-3 " * 3000, sources=(wordy,), key="canary-4")
    running = await store.turns.begin(ANNA, made.id, "canary-5")
    await store.turns.heartbeat(running, partial="canary-6 " * 1000)
    await store.turns.heartbeat(running, partial="canary-7")
    files = [database, Path(f"{database}-wal")]
    assert any(b"canary-6" in file.read_bytes() for file in files)
    await store.sessions.delete(ANNA, made.id)
    assert [file.name for file in files if b"canary" in file.read_bytes()] == []


async def test_finishing_gives_details_as_they_are_read(store: SqlStore) -> None:
    made = await store.sessions.create(ANNA, "papers")
    begun = await store.turns.begin(ANNA, made.id, "Who?")
    decision = Decision("rank", "6", "", detail={"pair": (1, 2), "kinds": {"b", "a"}})
    stored = await store.turns.finish(
        begun, replace(begun.turn, status="completed", answer="Me.", decisions=(decision,))
    )
    assert stored == await store.turns.get(ANNA, made.id, 1)
    assert stored.decisions[0].detail == {"pair": [1, 2], "kinds": ["a", "b"]}


async def test_every_final_turn_leaves_one_note_in_the_outbox(
    store: SqlStore, engine: AsyncEngine, clock: HeldClock
) -> None:
    made = await store.sessions.create(ANNA, "papers")
    done = await complete(store, made.id, "Who?")
    begun = await store.turns.begin(ANNA, made.id, "What?", lease_s=1)
    clock.advance(2)
    await store.turns.sweep()

    def noted(tx: Connection) -> list[tuple[object, ...]]:
        rows = tx.execute(select(outbox).order_by(outbox.c.id))
        return [(row.turn_id, row.topic, row.payload["status"], row.done_at) for row in rows]

    notes = await read(engine, noted)
    assert notes == [
        (done.id, "turn.finished", "completed", None),
        (begun.turn.id, "turn.finished", "interrupted", None),
    ]


async def test_two_running_turns_in_one_session_are_refused_by_the_schema(store: SqlStore, database: Path) -> None:
    made = await store.sessions.create(ANNA, "papers")
    await complete(store, made.id, "Who?")
    await store.turns.begin(ANNA, made.id, "What?")
    with sqlite3.connect(database) as raw, pytest.raises(sqlite3.IntegrityError):
        raw.execute("UPDATE turns SET status = 'running'")
    raw.close()


async def test_stored_bytes_stay_below_three_times_the_text(store: SqlStore, database: Path) -> None:
    made = await store.sessions.create(ANNA, "papers", session_id="0190aaaa-0000-7000-8000-000000000001")
    question, answer, passage = "How does it compare? " * 5, "It compares well. " * 86, "What was found. " * 44
    passages = tuple(CitedPassage(made.id, passage, ("Methods", "Results"), 3, 100, 800, 0.123456) for _ in range(2))
    sources = tuple(replace(source(number, f"{made.id}-{number}"), passages=passages) for number in (1, 2))
    turns = 100
    for _ in range(turns):
        begun = await store.turns.begin(ANNA, made.id, question)
        turn = replace(
            begun.turn,
            status="completed",
            standalone_question=question,
            answer=answer,
            sources=sources,
            decisions=tuple(Decision(f"step {n}", "chosen", "for a reason", 0.731234, 1.25) for n in range(10)),
            ledger=Ledger("pure_kb", 3500, {"system": 100, "history": 600, "passages": 1500, "question": 20}),
            usage=Usage(2000, 300, 1),
        )
        await store.turns.finish(begun, turn)
    await store.close()
    text = turns * (len(question) + len(answer) + 4 * len(passage))
    assert size(database) < 3 * text


async def test_call_is_answered_in_time_and_not_done_later(store: SqlStore, database: Path, clock: HeldClock) -> None:
    made = await store.sessions.create(ANNA, "papers")
    holder = sqlite3.connect(database, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    hasty = SqlStore(open_database(url(database)), clock, CountedIds(), deadline_s=0.2)
    await refused(hasty.turns.begin(ANNA, made.id, "Who?"), StorageFailed, "storage_unavailable")
    assert (await store.sessions.get(ANNA, made.id)).head == 0  # reading goes on meanwhile
    holder.execute("COMMIT")
    holder.close()
    await hasty.close()
    assert await store.turns.page(ANNA, made.id) == []


async def test_call_goes_on_when_its_caller_is_cancelled(store: SqlStore, monkeypatch: pytest.MonkeyPatch) -> None:
    made = await store.sessions.create(ANNA, "papers")
    begun = await store.turns.begin(ANNA, made.id, "Who?")
    reached, let_go = threading.Event(), threading.Event()
    finish = turn_writes.finish

    def held(*arguments: object) -> object:
        reached.set()
        assert let_go.wait(10)
        return finish(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(turn_writes, "finish", held)
    call = asyncio.create_task(store.turns.finish(begun, replace(begun.turn, status="completed", answer="Me.")))
    assert await asyncio.to_thread(reached.wait, 10)
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    let_go.set()
    await store.close()
    assert (await store.turns.get(ANNA, made.id, 1)).answer == "Me."


async def test_full_disk_is_said_reads_go_on_and_space_heals_it(
    database: Path, clock: HeldClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    roomy = connection._SETTINGS
    pages = size(database) // PAGE_BYTES + 3
    monkeypatch.setattr(connection, "_SETTINGS", f"{roomy} PRAGMA max_page_count = {pages};")
    store = SqlStore(open_database(url(database)), clock, CountedIds())
    made = await store.sessions.create(ANNA, "papers")
    await complete(store, made.id, "Who?")
    await refused(store.turns.begin(ANNA, made.id, "x" * 60_000), StorageFailed, "disk_full")
    assert [turn.question for turn in await store.turns.page(ANNA, made.id)] == ["Who?"]
    await store.close()
    monkeypatch.setattr(connection, "_SETTINGS", roomy)
    store = SqlStore(open_database(url(database)), clock, CountedIds())
    assert (await store.turns.begin(ANNA, made.id, "x" * 60_000)).turn.number == 2
    await store.close()


async def test_missing_folder_that_cannot_be_made_is_said(tmp_path: Path, clock: HeldClock) -> None:
    (tmp_path / "file").touch()
    store = SqlStore(open_database(url(tmp_path / "file" / "askwell.db")), clock, CountedIds())
    await refused(store.sessions.create(ANNA, "papers"), StorageFailed, "storage_unavailable")
    await store.close()


async def test_file_that_is_no_database_is_said(tmp_path: Path, clock: HeldClock) -> None:
    (tmp_path / "askwell.db").write_bytes(b"not a database at all" * 100)
    store = SqlStore(open_database(url(tmp_path / "askwell.db")), clock, CountedIds())
    await refused(store.sessions.create(ANNA, "papers"), StorageFailed, "storage_unavailable")
    await store.close()


async def test_conversations_and_turns_have_the_promised_columns(engine: AsyncEngine) -> None:
    """S0-07 S0-08: under our names; score, attempts and steps are the stored decisions, sources a table apart."""

    def columns(tx: Connection, table: str) -> dict[str, bool]:
        return {column["name"]: bool(column["nullable"]) for column in inspect(tx).get_columns(table)}

    sessions = await read(engine, lambda tx: columns(tx, "sessions"))
    assert {"id": False, "metadata": False, "created_at": False, "updated_at": False}.items() <= sessions.items()
    assert {"tenant": False, "user_id": False}.items() <= sessions.items()
    turns = await read(engine, lambda tx: columns(tx, "turns"))
    wanted = ("session_id", "number", "question", "answer", "model", "created_at")
    assert dict.fromkeys(wanted, False).items() <= turns.items()
    assert dict.fromkeys(("standalone_question", "decisions"), True).items() <= turns.items()
    assert {"turn_id", "document_id", "passages"} <= set(await read(engine, lambda tx: columns(tx, "turn_sources")))
    unique = await read(engine, lambda tx: inspect(tx).get_unique_constraints("turns"))
    assert ["session_id", "number"] in [each["column_names"] for each in unique]
    [to_session] = await read(engine, lambda tx: inspect(tx).get_foreign_keys("turns"))
    assert (to_session["referred_table"], to_session["options"]) == ("sessions", {"ondelete": "CASCADE"})
