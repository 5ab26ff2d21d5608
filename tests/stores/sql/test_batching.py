"""Transactions that stand in line together: committed as one, stored or undone each for itself."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, create_engine, event

from askwell.errors import StorageFailed
from askwell.stores.common.errors import translate
from askwell.stores.sql.sqlite.batching import Transactions
from askwell.stores.sql.sqlite.connection import connect


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    made = create_engine("sqlite://", creator=partial(connect, tmp_path / "file.db"), pool_size=4)
    event.listen(made, "handle_error", translate)
    with made.connect() as connection:
        connection.exec_driver_sql("CREATE TABLE said (what TEXT PRIMARY KEY)")
    yield made
    made.dispose()


@pytest.fixture
async def writes(engine: Engine) -> AsyncIterator[Transactions]:
    made = Transactions(engine, "test", threads=1, max_batch=8, writes=True)
    yield made
    await asyncio.to_thread(made.close)


def say(what: str) -> Callable[[Connection], str]:
    def work(tx: Connection) -> str:
        tx.exec_driver_sql("INSERT INTO said VALUES (?)", (what,))
        return what

    return work


def said(engine: Engine) -> set[str]:
    with engine.connect() as connection:
        return {row[0] for row in connection.exec_driver_sql("SELECT what FROM said")}


async def held_up(writes: Transactions) -> tuple["asyncio.Future[object]", threading.Event]:
    """A transaction at work, and what lets it go on."""
    at_work, go_on = threading.Event(), threading.Event()

    def wait(_: Connection) -> object:
        at_work.set()
        return go_on.wait(10)

    first = writes.run(wait)
    await asyncio.to_thread(at_work.wait, 10)
    return first, go_on


async def all_at_once(writes: Transactions, works: list[Callable[[Connection], str]]) -> list[object]:
    """What comes of works that have come into line while another one was at work."""
    first, go_on = await held_up(writes)
    answers = [writes.run(work) for work in works]
    go_on.set()
    await first
    return list(await asyncio.gather(*answers, return_exceptions=True))


async def test_those_that_stand_in_line_together_are_one_commit(engine: Engine, writes: Transactions) -> None:
    sent: list[str] = []
    event.listen(engine, "checkout", lambda file, *_: file.set_trace_callback(sent.append))
    assert await all_at_once(writes, [say("a"), say("b"), say("c")]) == ["a", "b", "c"]
    assert sent.count("BEGIN IMMEDIATE") == sent.count("COMMIT") == 2
    assert said(engine) == {"a", "b", "c"}


async def test_one_that_raises_is_undone_alone(engine: Engine, writes: Transactions) -> None:
    def broken(tx: Connection) -> str:
        say("b")(tx)
        raise ValueError("b")

    first, second, third = await all_at_once(writes, [say("a"), broken, say("c")])
    assert (first, type(second), third) == ("a", ValueError, "c")
    assert said(engine) == {"a", "c"}


async def test_one_that_nobody_waits_for_is_not_begun(engine: Engine, writes: Transactions) -> None:
    first, go_on = await held_up(writes)
    left, kept = writes.run(say("left")), writes.run(say("kept"))
    left.cancel()
    go_on.set()
    await asyncio.gather(first, kept)
    assert said(engine) == {"kept"}


async def test_one_that_was_given_up_at_work_is_undone(engine: Engine, writes: Transactions) -> None:
    at_work, go_on = threading.Event(), threading.Event()

    def slow(tx: Connection) -> str:
        at_work.set()
        go_on.wait(10)
        return say("left")(tx)

    left, kept = writes.run(slow), writes.run(say("kept"))
    await asyncio.to_thread(at_work.wait, 10)
    left.cancel()
    go_on.set()
    await kept
    assert said(engine) == {"kept"}


async def test_full_disk_fails_only_those_it_has_no_room_for(engine: Engine, writes: Transactions) -> None:
    await writes.run(lambda tx: tx.exec_driver_sql("PRAGMA max_page_count = 12"))
    first, second, third = await all_at_once(writes, [say("a"), say("b" * 200_000), say("c")])
    assert (first, third) == ("a", "c")
    assert isinstance(second, StorageFailed)
    assert second.code == "disk_full"
    assert said(engine) == {"a", "c"}


async def test_what_is_done_apart_meets_no_open_transaction(tmp_path: Path, writes: Transactions) -> None:
    def emptied(_: Connection) -> tuple[int, ...]:
        with closing(connect(tmp_path / "file.db")) as connection:
            busy, *_ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            return busy, (tmp_path / "file.db-wal").stat().st_size

    first, go_on = await held_up(writes)
    written, apart = writes.run(say("a")), writes.run_outside_transaction(emptied)
    go_on.set()
    await asyncio.gather(first, written)
    assert await apart == (0, 0)


async def test_a_connection_that_was_closed_beneath_a_thread_is_replaced(engine: Engine, writes: Transactions) -> None:
    def closed(tx: Connection) -> None:
        driver_connection: Any = tx.connection.driver_connection
        driver_connection.close()

    await writes.run(say("a"))
    await writes.run_outside_transaction(closed)
    assert await writes.run(say("b")) == "b"
    assert said(engine) == {"a", "b"}


async def test_reads_of_one_time_do_not_fail_each_other(engine: Engine, writes: Transactions) -> None:
    await writes.run(say("a"))
    reads = Transactions(engine, "reads", threads=1, max_batch=8, writes=False)
    count = "SELECT count(*) FROM "
    found = await asyncio.gather(
        reads.run(lambda tx: tx.exec_driver_sql(f"{count} said").scalar_one()),
        reads.run(lambda tx: tx.exec_driver_sql(f"{count} nowhere").scalar_one()),
        reads.run(lambda tx: tx.exec_driver_sql(f"{count} said").scalar_one()),
        return_exceptions=True,
    )
    await asyncio.to_thread(reads.close)
    assert (found[0], found[2]) == (1, 1)
    assert isinstance(found[1], Exception)


async def test_threads_end_and_can_begin_again(engine: Engine, writes: Transactions) -> None:
    await writes.run(say("a"))
    await asyncio.to_thread(writes.close)
    assert not [each for each in threading.enumerate() if each.name.startswith("test-")]
    assert await writes.run(say("b")) == "b"
    assert said(engine) == {"a", "b"}
