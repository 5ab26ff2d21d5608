"""Several processes on one database, and processes that die."""

import asyncio
import sqlite3
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from askwell.errors import Conflict
from askwell.stores.sql.database import open_database
from askwell.stores.sql.migrate import REVISIONS
from askwell.stores.sql.store import SqlStore
from askwell.testing.invariants import broken_invariants
from askwell.testing.stores import ANNA, CountedIds, refused
from tests.stores.conftest import url
from tests.stores.working import ANSWER, MachineClock

MOMENTS = {
    "after_begin": ("interrupted", ""),
    "between_saves": ("interrupted", "It"),
    "before_the_end": ("interrupted", "It is"),
    "within_the_end": ("interrupted", "It is"),
    "at_its_commit": ("interrupted", "It is"),
    "after_the_end": ("completed", ANSWER),
}
"""When a process dies, and what its turn must come to."""


class LaterClock:
    """A minute ahead, when every lease has run out."""

    def now(self) -> datetime:
        return datetime.now(UTC) + timedelta(minutes=1)


@pytest.fixture(params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest) -> str:
    """The URL of an empty database."""
    if request.param == "sqlite":
        return url(request.getfixturevalue("database"))
    address: str = request.getfixturevalue("postgres_database")
    return address


async def run(address: str, *work: str) -> str:
    """What processes that do these kinds of work say until all of them have ended; they must not complain."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.stores.working", address, *work),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    said, complaints = await process.communicate()
    assert complaints.decode() == ""
    return said.decode()


async def test_whenever_a_process_dies_nothing_acknowledged_is_lost_and_the_talk_goes_on(address: str) -> None:
    said = [line.split() for line in (await run(address, *MOMENTS)).splitlines()]
    acknowledged = {turn_id: ANSWER for word, turn_id in said if word == "done"}
    assert len(said) == 2 * len(MOMENTS)
    engine = open_database(address)
    now, later = (SqlStore(engine, clock, CountedIds()) for clock in (MachineClock(), LaterClock()))
    for moment, (status, answer) in MOMENTS.items():
        if status == "interrupted":  # its lease runs on: nobody can know yet that its owner is dead
            await refused(now.turns.begin(ANNA, moment, "Second?", key=f"{moment} 2"), Conflict, "turn_in_progress")
            await refused(now.turns.begin(ANNA, moment, "Third?"), Conflict, "session_busy")
        again = await later.turns.begin(ANNA, moment, "Second?", key=f"{moment} 2")
        assert (moment, again.replayed, again.turn.status, again.turn.answer) == (moment, True, status, answer)
        assert (await later.turns.begin(ANNA, moment, "Third?", lease_s=0)).turn.number == 3
    assert await later.turns.sweep() == len(MOMENTS)
    assert await broken_invariants(engine, acknowledged=acknowledged, swept=True) == []
    await later.close()


async def test_six_processes_that_write_never_meet_a_lock(address: str) -> None:
    engine = open_database(address)
    store = SqlStore(engine, MachineClock(), CountedIds())
    await store.sessions.create(ANNA, "papers", session_id="shared")
    assert await run(address, *["write_much"] * 6) == ""
    shared = await store.turns.page(ANNA, "shared", limit=1000)
    assert {turn.status for turn in shared} == {"completed"}
    own = [each for each in await store.sessions.page(ANNA) if each.id != "shared"]
    assert [each.head for each in own] == [10] * 6
    assert await broken_invariants(engine, swept=True) == []
    await store.close()


async def test_processes_that_start_at_once_on_no_database_make_it_once(tmp_path: Path) -> None:
    path = tmp_path / "new" / "askwell.db"
    assert await run(url(path), *["nothing"] * 3) == ""
    with sqlite3.connect(path) as raw:
        assert raw.execute("SELECT version_num FROM alembic_version").fetchall() == [(REVISIONS[-1],)]
    raw.close()
