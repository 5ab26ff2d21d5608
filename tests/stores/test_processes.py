"""Several processes on one file, and processes that die."""

import asyncio
import sqlite3
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

from askwell.stores.database import open_database
from askwell.stores.sql import SqlStore
from askwell.testing.stores import ANNA, CountedIds
from tests.stores.conftest import url

CHILD = """
import asyncio, os, sys, uuid_utils
import alembic.command
from dataclasses import replace
from datetime import UTC, datetime
from askwell.errors import Conflict
from askwell.stores.database import open_database
from askwell.stores.migrate import upgrade
from askwell.stores.sql import SqlStore
from askwell.types import Principal

class Clock:
    def now(self): return datetime.now(UTC)

class Ids:
    def new(self): return str(uuid_utils.uuid7())

ANNA = Principal("acme", "anna")

async def main(url, work):
    engine = open_database(url)
    await upgrade(engine)
    store = SqlStore(engine, Clock(), Ids())
    await globals()[work](store)
    await store.close()

async def begin_and_hang(store):
    made = await store.create_session(ANNA, "papers", session_id="s")
    begun = await store.begin(ANNA, made.id, "Who?", key="k", lease_s=30)
    await store.heartbeat(begun, partial="It is", lease_s=30)
    print("begun", flush=True)
    await asyncio.sleep(60)

async def write_much(store):
    own = (await store.create_session(ANNA, "papers")).id
    for number in range(15):
        begun = await store.begin(ANNA, own, "Mine?")
        await store.finish(begun, replace(begun.turn, status="completed", answer="x" * 1000))
        try:
            begun = await store.begin(ANNA, "shared", "Ours?")
        except Conflict:
            continue
        await store.finish(begun, replace(begun.turn, status="completed", answer="x" * 1000))

async def nothing(store):
    pass

url, work, processes = sys.argv[1:]
for _ in range(int(processes) - 1):
    if not os.fork():
        break
asyncio.run(main(url, work))
"""


class LaterClock:
    """A minute ahead, when every lease has run out."""

    def now(self) -> datetime:
        return datetime.now(UTC) + timedelta(minutes=1)


async def start(path: Path, work: str, *, processes: int = 1) -> asyncio.subprocess.Process:
    """A process, forked into several that go to work at once; it ends its output when the last of them has ended."""
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", CHILD, url(path), work, str(processes)),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )


async def complaints(process: asyncio.subprocess.Process) -> str:
    """What a process and its forks wrote to standard error until they ended."""
    _, errors = await process.communicate()
    return errors.decode()


async def test_turn_of_a_killed_process_is_interrupted_and_the_next_takes_the_next_number(database: Path) -> None:
    child = await start(database, "begin_and_hang")
    assert child.stdout is not None
    assert await child.stdout.readline() == b"begun\n"
    child.kill()
    await child.communicate()
    store = SqlStore(open_database(url(database)), LaterClock(), CountedIds())
    again = await store.begin(ANNA, "s", "Who?", key="k")
    assert (again.replayed, again.turn.status, again.turn.answer) == (True, "interrupted", "It is")
    assert (await store.begin(ANNA, "s", "Who?", key="k2")).turn.number == 2
    await store.close()


async def test_six_processes_that_write_never_meet_a_lock(database: Path) -> None:
    store = SqlStore(open_database(url(database)), LaterClock(), CountedIds())
    await store.create_session(ANNA, "papers", session_id="shared")
    assert await complaints(await start(database, "write_much", processes=6)) == ""
    shared = await store.turns(ANNA, "shared", limit=1000)
    assert [turn.number for turn in shared] == list(range(1, len(shared) + 1))
    assert {turn.status for turn in shared} == {"completed"}
    own = [each for each in await store.sessions(ANNA) if each.id != "shared"]
    assert [each.head for each in own] == [15] * 6
    await store.close()


async def test_processes_that_start_at_once_on_no_database_make_it_once(tmp_path: Path) -> None:
    path = tmp_path / "new" / "askwell.db"
    assert await complaints(await start(path, "nothing", processes=3)) == ""
    with sqlite3.connect(path) as raw:
        assert raw.execute("SELECT version_num FROM alembic_version").fetchall() == [("0001",)]
    raw.close()
