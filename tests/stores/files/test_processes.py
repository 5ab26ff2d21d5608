"""Several processes on one folder of conversations, and processes that die."""

import asyncio
import json
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

from askwell.stores.files.store import FilesStore
from askwell.testing.stores import ANNA, CountedIds
from tests.stores.working import MachineClock, Uuid7Ids

WRITING = """
import asyncio, sys
from dataclasses import replace
from pathlib import Path
from askwell.errors import Conflict
from askwell.stores.files.store import FilesStore
from tests.stores.working import ANNA, MachineClock, Uuid7Ids

async def main(folder, name):
    store = FilesStore(Path(folder), MachineClock(), Uuid7Ids())
    done = 0
    while done < 15:
        try:
            begun = await store.turns.begin(ANNA, "shared", f"{name} {done}?", key=f"{name} {done}")
        except Conflict:
            await asyncio.sleep(0.001)
            continue
        await store.turns.heartbeat(begun, partial="So")
        await store.turns.finish(begun, replace(begun.turn, status="completed", answer=f"So {name}."))
        done += 1

asyncio.run(main(*sys.argv[1:]))
"""

DYING = """
import asyncio, os, signal, sys
from dataclasses import replace
from pathlib import Path
from askwell.stores.files import disk
from askwell.stores.files.store import FilesStore
from tests.stores.working import ANNA, MachineClock, Uuid7Ids

async def main(folder, moment):
    store = FilesStore(Path(folder), MachineClock(), Uuid7Ids())
    begun = await store.turns.begin(ANNA, "shared", "Second?", lease_s=30)
    await store.turns.heartbeat(begun, partial="It is", lease_s=30)
    real = os.fsync

    def half(handle):
        os.ftruncate(handle, os.fstat(handle).st_size // 2)
        real(handle)
        os.kill(os.getpid(), signal.SIGKILL)

    def whole(handle):
        real(handle)
        os.kill(os.getpid(), signal.SIGKILL)

    os.fsync = {"half written": half, "before the rename": whole}[moment]
    await store.turns.finish(begun, replace(begun.turn, status="completed", answer="It is me."))

asyncio.run(main(*sys.argv[1:]))
"""


class LaterClock:
    """A minute ahead, when every lease has run out."""

    def now(self) -> datetime:
        return datetime.now(UTC) + timedelta(minutes=1)


async def run(code: str, *arguments: str) -> tuple[int, str]:
    """The exit code of a process that runs this, and what it complains of."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", code, *arguments, stderr=asyncio.subprocess.PIPE
    )
    _, complaints = await process.communicate()
    return process.returncode or 0, complaints.decode()


async def test_two_processes_that_write_one_session_lose_nothing(tmp_path: Path) -> None:
    """S1-03 S2-B9: the file is locked across processes; every turn of both is in it, one after the other."""
    store = FilesStore(tmp_path, MachineClock(), Uuid7Ids())
    await store.sessions.create(ANNA, "papers", session_id="shared")
    assert await asyncio.gather(*(run(WRITING, str(tmp_path), name) for name in ("one", "two"))) == [(0, ""), (0, "")]
    turns = await store.turns.page(ANNA, "shared", limit=100)
    assert [turn.number for turn in turns] == list(range(1, 31))
    assert {turn.status for turn in turns} == {"completed"}
    assert sorted(turn.question for turn in turns) == sorted(
        f"{name} {n}?" for name in ("one", "two") for n in range(15)
    )
    assert [turn.parent_id for turn in turns[1:]] == [turn.id for turn in turns[:-1]]


async def test_a_process_killed_while_it_writes_leaves_the_old_file_whole(tmp_path: Path) -> None:
    """S1-03 S1-B5: nothing acknowledged is lost, the partial answer is kept, and the talk goes on."""
    for number, moment in enumerate(("half written", "before the rename")):
        folder = tmp_path / str(number)
        store = FilesStore(folder, MachineClock(), CountedIds())
        await store.sessions.create(ANNA, "papers", session_id="shared")
        code, complaints = await run(DYING, str(folder), moment)
        assert (moment, code, complaints) == (moment, -9, "")
        data = json.loads((folder / "shared.json").read_text())
        assert [each["content"] for each in data["messages"]] == ["Second?"]
        assert (folder / ".shared.json.new").exists()
        later = FilesStore(folder, LaterClock(), CountedIds())
        assert [each.id for each in await later.sessions.page(ANNA)] == ["shared"]
        assert await later.turns.sweep() == 1
        turn = await later.turns.get(ANNA, "shared", 1)
        assert (turn.status, turn.answer) == ("interrupted", "It is")
        assert (await later.turns.begin(ANNA, "shared", "Third?")).turn.number == 2
        assert not (folder / ".shared.json.new").exists()
