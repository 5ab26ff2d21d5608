"""The store alone, with few and with many sessions in it."""

import tempfile
import time
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from statistics import median

from sqlalchemy import insert

from askwell.composition.system import SystemClock, Uuid7Ids
from askwell.stores.sql.database import open_database
from askwell.stores.sql.migrate import upgrade
from askwell.stores.sql.schema import sessions
from askwell.stores.sql.store import SqlStore
from askwell.types import Principal, Turn
from bench.peers.talk import answer, question
from bench.report import Row

HELD = (1_000, 100_000)
"""Sessions in the store."""
_TURNS = 200


async def stored_rows() -> list[Row]:
    """Milliseconds to begin and finish a turn, each acknowledged by the disk, and to list the last fifty sessions."""
    rows: list[Row] = []
    for held in HELD:
        with tempfile.TemporaryDirectory(prefix="askwell-stored-") as made:
            database = open_database(f"sqlite+aiosqlite:///{Path(made) / 'askwell.db'}")
            await upgrade(database)
            ids = Uuid7Ids()
            store = SqlStore(database, clock=SystemClock(), ids=ids)
            now = datetime.now(UTC)
            values = [_session(ids.new(), number, now) for number in range(held)]
            async with database.begin() as connection:
                await connection.execute(insert(sessions), values)
            took = [await _turn(store, str(values[number * 5]["id"]), number) for number in range(_TURNS)]
            listing = [await _list(store) for _ in range(20)]
            await store.close()
        size = {"set": f"{held:,} sessions", "n": _TURNS}
        rows.append({"system": "askwell, begin and finish", **size, "ms_store": round(median(took), 3)})
        rows.append({"system": "askwell, list fifty", **size, "ms_store": round(median(listing), 3)})
    return rows


def _session(session_id: str, number: int, now: datetime) -> dict[str, object]:
    return {
        "id": session_id,
        "tenant": "local",
        "user_id": "local",
        "assistant": "bench",
        "title": f"Talk {number}",
        "metadata": {},
        "created_at": now,
        "updated_at": now,
    }


async def _turn(store: SqlStore, session: str, number: int) -> float:
    began = time.perf_counter()
    begun = await store.turns.begin(Principal(), session, question(number))
    await store.turns.finish(begun, _finished(begun.turn, number))
    return (time.perf_counter() - began) * 1000


def _finished(turn: Turn, number: int) -> Turn:
    return replace(turn, status="completed", answer=answer(number))


async def _list(store: SqlStore) -> float:
    began = time.perf_counter()
    assert len(await store.sessions.page(Principal(), limit=50)) == 50
    return (time.perf_counter() - began) * 1000
