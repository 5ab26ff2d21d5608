"""What a server can do to us, and whose clock counts."""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import URL, func, select, text
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import AsyncEngine

from askwell.composition.container import build_container
from askwell.errors import BadConfig, Conflict, StorageFailed
from askwell.settings import Settings
from askwell.stores.common.errors import storage_error
from askwell.stores.sql.database import open_database, read, write
from askwell.stores.sql.migrate import upgrade
from askwell.stores.sql.schema import sessions, turns
from askwell.stores.sql.store import SqlStore
from askwell.testing.invariants import broken_invariants
from askwell.testing.stores import ANNA, CountedIds, HeldClock, complete, refused
from tests.stores.cable import Cable, by_cable, cable
from tests.stores.servers import execute, libpq, make_database

__all__ = ["by_cable", "cable"]


@pytest.fixture
async def store(postgres_engine: AsyncEngine) -> AsyncIterator[SqlStore]:
    store = SqlStore(postgres_engine, HeldClock(), CountedIds())
    yield store
    await store.close()


async def test_connections_that_the_server_ended_cost_no_call(store: SqlStore, postgres_database: str) -> None:
    made = await store.sessions.create(ANNA, "papers")
    begun = await store.turns.begin(ANNA, made.id, "Who?")
    ended = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> "
    execute(make_url(postgres_database), f"{ended} pg_backend_pid()")
    done = await store.turns.finish(begun, replace(begun.turn, status="completed", answer="Me."))
    assert await store.turns.get(ANNA, made.id, 1) == done


async def test_call_whose_connection_is_cut_is_refused_and_the_next_one_works(cable: Cable, by_cable: str) -> None:
    store = SqlStore(open_database(by_cable), HeldClock(), CountedIds())
    made = await store.sessions.create(ANNA, "papers")
    cable.go_dead()
    call = asyncio.create_task(store.turns.begin(ANNA, made.id, "Who?"))
    await asyncio.sleep(0.05)
    cable.cut()
    cable.live()
    with suppress(StorageFailed):  # what was cut may have been no more than the trial before it
        await call
    assert (await store.sessions.get(ANNA, made.id)).id == made.id
    await store.close()


async def test_call_on_a_dead_line_is_answered_by_our_own_timer(cable: Cable, by_cable: str) -> None:
    engine = open_database(by_cable)
    patient = SqlStore(engine, HeldClock(), CountedIds())
    hasty = SqlStore(engine, HeldClock(), CountedIds(), deadline_s=0.3)
    made = await patient.sessions.create(ANNA, "papers")
    begun = await patient.turns.begin(ANNA, made.id, "Who?")
    cable.go_dead()
    final = replace(begun.turn, status="completed", answer="Me.")
    await refused(hasty.turns.finish(begun, final), StorageFailed, "storage_unavailable")
    await refused(hasty.turns.get(ANNA, made.id, 1), StorageFailed, "storage_unavailable")
    cable.cut()
    cable.live()
    assert (await patient.turns.finish(begun, final)).answer == "Me."
    assert await broken_invariants(engine, swept=True) == []
    await hasty.close()
    await patient.close()


async def test_server_that_is_not_there_is_said(tmp_path: Path) -> None:
    store = SqlStore(open_database(f"postgresql://u:secret@/d?host={tmp_path}"), HeldClock(), CountedIds())
    error = await refused(store.sessions.create(ANNA, "papers"), StorageFailed, "storage_unavailable")
    assert "secret" not in error.message
    await store.close()


async def test_database_that_is_not_there_is_said(postgres_database: str) -> None:
    missing = make_url(postgres_database).set(database="nowhere").render_as_string(hide_password=False)
    store = SqlStore(open_database(missing), HeldClock(), CountedIds())
    await refused(store.sessions.create(ANNA, "papers"), StorageFailed, "storage_unavailable")
    await store.close()


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (psycopg.errors.DiskFull("no space"), "disk_full"),
        (psycopg.errors.TooManyConnections("many"), "storage_unavailable"),
        (psycopg.errors.AdminShutdown("bye"), "storage_unavailable"),
        (psycopg.errors.ReadOnlySqlTransaction("a standby"), "storage_unavailable"),
        (psycopg.errors.QueryCanceled("too long"), "storage_unavailable"),
        (psycopg.OperationalError("gone"), "storage_unavailable"),
    ],
)
def test_what_a_server_refuses_is_a_failure_of_storage(error: Exception, code: str) -> None:
    translated = storage_error(error)
    assert translated is not None
    assert translated.code == code


@pytest.mark.parametrize(
    "error", [psycopg.errors.UniqueViolation("twice"), psycopg.errors.UndefinedTable("what"), ValueError("what")]
)
def test_fault_of_our_own_is_no_failure_of_storage(error: Exception) -> None:
    assert storage_error(error) is None


async def test_whoever_reads_sees_one_moment_and_cannot_write(postgres_engine: AsyncEngine, store: SqlStore) -> None:
    made = await store.sessions.create(ANNA, "papers")
    count = select(func.count()).select_from(turns)
    async with postgres_engine.connect() as reader:
        assert (await reader.execute(count)).scalar_one() == 0
        await complete(store, made.id, "Who?")
        assert (await reader.execute(count)).scalar_one() == 0
    with pytest.raises(StorageFailed, match="read-only"):
        await read(postgres_engine, lambda tx: tx.execute(text("DELETE FROM turns")))
    assert await read(postgres_engine, lambda tx: tx.execute(count).scalar_one()) == 1


async def test_without_a_clock_leases_run_by_the_servers(postgres_engine: AsyncEngine) -> None:
    store = SqlStore(postgres_engine, None, CountedIds())
    made = await store.sessions.create(ANNA, "papers")
    begun = await store.turns.begin(ANNA, made.id, "Who?", lease_s=30)
    assert await store.turns.heartbeat(begun, lease_s=90) == "mine"
    left = text("SELECT lease_until - (extract(epoch FROM clock_timestamp()) * 1000000)::bigint FROM sessions")
    micros = await read(postgres_engine, lambda tx: tx.execute(left).scalar_one())
    assert 60_000_000 < micros <= 90_000_000
    await refused(store.turns.begin(ANNA, made.id, "What?"), Conflict, "session_busy")
    assert await store.turns.sweep() == 0
    await write(postgres_engine, lambda tx: tx.execute(sessions.update().values(lease_until=begun.turn.created_at)))
    assert await store.turns.sweep() == 1
    turn = await store.turns.get(ANNA, made.id, 1)
    assert turn.finished_at is not None
    assert turn.finished_at > turn.created_at


async def test_time_of_a_call_that_waited_is_the_time_after_the_wait(
    postgres_engine: AsyncEngine, postgres_database: str
) -> None:
    store = SqlStore(postgres_engine, None, CountedIds())
    made = await store.sessions.create(ANNA, "papers")
    holder = await psycopg.AsyncConnection.connect(postgres_database)
    await holder.execute("SELECT 1 FROM sessions FOR UPDATE")
    call = asyncio.create_task(store.turns.begin(ANNA, made.id, "Who?"))
    waiting = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    async with asyncio.timeout(10):
        while (await (await holder.execute(waiting)).fetchone()) == (0,):  # noqa: ASYNC110  # it has no event
            await asyncio.sleep(0.01)
    released = await (await holder.execute("SELECT clock_timestamp()")).fetchone()
    await holder.rollback()
    await holder.close()
    assert released is not None
    assert (await call).turn.created_at > released[0]


async def test_sweep_passes_over_a_session_that_somebody_holds(store: SqlStore, postgres_database: str) -> None:
    held, free = [await store.sessions.create(ANNA, "papers", session_id=name) for name in ("held", "free")]
    for each in (held, free):
        await store.turns.begin(ANNA, each.id, "Who?", lease_s=0)
    holder = await psycopg.AsyncConnection.connect(postgres_database)
    await holder.execute("SELECT 1 FROM sessions WHERE id = 'held' FOR UPDATE")
    assert await store.turns.sweep() == 1
    await holder.rollback()
    await holder.close()
    assert [(await store.turns.get(ANNA, each.id, 1)).status for each in (held, free)] == ["running", "interrupted"]
    assert await store.turns.sweep() == 1


async def test_two_running_turns_in_one_session_are_refused_by_the_schema(
    store: SqlStore, postgres_database: str
) -> None:
    made = await store.sessions.create(ANNA, "papers")
    await complete(store, made.id, "Who?")
    await store.turns.begin(ANNA, made.id, "What?")
    with pytest.raises(psycopg.errors.UniqueViolation):
        execute(make_url(postgres_database), "UPDATE turns SET status = 'running'")


async def test_settings_with_a_server_keep_conversations_there_and_documents_here(
    postgres_database: str, settings: Settings
) -> None:
    parts = await build_container(settings.model_copy(update={"database_url": postgres_database}))
    made = await parts.store.sessions.create(ANNA, "documents")
    await parts.knowledge.add("note.md", b"# Rates\n\nThe rate is twelve.", "documents")
    assert list(await parts.knowledge.collections()) == ["documents"]
    await parts.close()
    engine = open_database(postgres_database)
    assert (await SqlStore(engine, None, CountedIds()).sessions.get(ANNA, made.id)).id == made.id
    await engine.dispose()
    assert (settings.home / "askwell.db").is_file()


def test_missing_driver_is_said_with_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(BadConfig, match="psycopg") as caught:
        open_database("postgresql://u@h/d")
    assert caught.value.code == "missing_extra"


@pytest.mark.parametrize("left", [("C.utf8", "C.UTF-8", "en_US.utf8"), ()])
async def test_server_without_icu_can_be_migrated(postgres: URL, left: tuple[str, ...]) -> None:
    name = f"without_icu_{len(left)}"
    made = make_database(postgres, name)
    kept = ", ".join(f"'{each}'" for each in ("C", "POSIX", "default", *left))
    with psycopg.connect(libpq(made), autocommit=True) as connection:
        connection.execute("SET allow_system_table_mods = on")
        connection.execute(f"DELETE FROM pg_collation WHERE collname NOT IN ({kept})".encode())
    engine = open_database(libpq(made))
    await upgrade(engine)
    store = SqlStore(engine, HeldClock(), CountedIds())
    session = await store.sessions.create(ANNA, "papers", title="Income LIMITS")
    found = await store.sessions.page(ANNA, search="limits")
    assert [each.id for each in found] == [session.id]
    await store.close()


@pytest.mark.parametrize("encoding", ["LATIN1", "SQL_ASCII"])
async def test_database_that_cannot_store_every_character_is_refused(postgres: URL, encoding: str) -> None:
    name = f"encoded_{encoding}".lower()
    execute(postgres, f"CREATE DATABASE {name} ENCODING '{encoding}' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0")
    engine = open_database(libpq(postgres.set(database=name)))
    with pytest.raises(BadConfig, match=encoding) as caught:
        await upgrade(engine)
    assert caught.value.code == "wrong_encoding"
    await engine.dispose()
