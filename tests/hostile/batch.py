"""A server that reads hostile files while it answers: `python -m tests.hostile.batch [SEED]`, part of `make soak`.

Over three hundred files lie in the folder of an assistant; one changes and one is removed meanwhile. More assistants
have hostile CSV tables, some of which are refused; each gets a question. Prints
files, refused, read, the longest silence of `/healthz`, the highest memory of server and readers, and batches stopped.
Exits with 1 if one of the bounds is broken.

On a busy machine a server is silent while it waits for a CPU. This wait, of its main thread as Linux reports it, is
printed too and is no silence of the server.
"""

import asyncio
import os
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path

import httpx
import pytest

from askwell.settings import Settings
from tests.conftest import REPOSITORY
from tests.hostile.files import SENTINELS, write_files
from tests.hostile.questions import say
from tests.hostile.table_files import QUESTION, write_tables
from tests.hostile.watching import children_of, waited_for_cpu, watched
from tests.http.conftest import lay_out

MOST_SILENCE_S = 1.0
MOST_MEMORY = 512 << 20
LONGEST_S = 3_000
SEED = 18
_POLL_S = 0.02


@dataclass(frozen=True)
class Outcome:
    """What a server did with a folder of hostile files."""

    files: int
    read: int
    sentinels: int
    """Plain files that were read; all of them must be."""
    tables: int
    """Hostile tables whose assistant answered a question."""
    silence_s: float
    """The longest time without an answer, without the wait for a CPU in it."""
    starved_s: float
    """The longest time without an answer."""
    server_memory: int
    reader_memory: int
    stopped: bool
    """Whether the whole batch ended before all files were looked at."""
    left_over: int
    """Reading processes that outlive the server."""
    seconds: float

    @property
    def is_good(self) -> bool:
        """Whether all bounds were kept."""
        return (
            not self.stopped
            and not self.left_over
            and self.sentinels == SENTINELS
            and self.silence_s <= MOST_SILENCE_S
            and max(self.server_memory, self.reader_memory) <= MOST_MEMORY
        )


@asynccontextmanager
async def server(settings: Settings) -> AsyncIterator[tuple[asyncio.subprocess.Process, httpx.AsyncClient]]:
    """`askwell serve` as it starts to read, and a client of it; it is ended with the block."""
    said = settings.model_dump(mode="json", exclude_defaults=True)
    environment = os.environ | {f"ASKWELL_{key.upper()}": str(value) for key, value in said.items()}
    command = [sys.executable, "-m", "askwell", "serve", "--port", "0"]
    with (settings.home.parent / "log").open("wb") as log:
        child = await asyncio.create_subprocess_exec(
            *command, cwd=settings.home.parent, env=environment, stderr=log, stdout=log
        )
    try:
        url = await _address(child, settings.home.parent / "log")
        async with httpx.AsyncClient(base_url=url, timeout=60) as client:
            yield child, client
    finally:
        with suppress(ProcessLookupError):
            child.terminate()
        await child.wait()


async def _address(child: asyncio.subprocess.Process, log: Path) -> str:
    while "http://" not in (text := log.read_text(errors="replace")):  # noqa: ASYNC240
        if child.returncode is not None:
            raise AssertionError(text)
        await asyncio.sleep(0.05)
    return next(word for word in text.split() if word.startswith("http://"))


async def run(seed: int = SEED) -> Outcome:
    """Let a server read the files of a seed."""
    with tempfile.TemporaryDirectory() as name, pytest.MonkeyPatch.context() as patch:
        folder = Path(name)
        settings = lay_out(folder, patch)()
        hide_bundled(folder)
        names = write_tables(folder / "assistants")
        knowledge = folder / "assistants" / "garden" / "knowledge"
        await asyncio.to_thread(write_files, knowledge, seed)
        async with server(settings) as (child, client):
            began = time.monotonic()
            with watched(child.pid) as watch:
                silence, state, readers = await _poll(child.pid, client, knowledge)
                questions = asyncio.create_task(_ask_tables(client, names))
                while not questions.done():
                    silence = silence.and_also(await _silence(child.pid, client))
                    await asyncio.sleep(_POLL_S)
                tables = await questions
            files, read, sentinels = await _counts(client)
            seconds = time.monotonic() - began
        left_over = sum(_is_alive(pid) for pid in readers)
    stopped = state != "ready"
    return Outcome(
        files,
        read,
        sentinels,
        tables,
        silence.own_s,
        silence.whole_s,
        watch.own,
        watch.children,
        stopped,
        left_over,
        seconds,
    )


@dataclass(frozen=True)
class _Silence:
    own_s: float = 0.0
    whole_s: float = 0.0

    def and_also(self, other: "_Silence") -> "_Silence":
        return _Silence(max(self.own_s, other.own_s), max(self.whole_s, other.whole_s))


async def _silence(pid: int, client: httpx.AsyncClient) -> _Silence:
    """How long the server takes to answer."""
    began, waited = time.monotonic(), waited_for_cpu(pid)
    await client.get("/healthz")
    whole = time.monotonic() - began
    return _Silence(max(0.0, whole - (waited_for_cpu(pid) - waited)), whole)


async def _ask_tables(client: httpx.AsyncClient, names: list[str]) -> int:
    """Ask each assistant of a table. Raises if a refusal gives no reason."""
    answered = 0
    for name in names:
        made = await client.post("/v1/sessions", json={"assistant": name})
        if made.status_code == HTTPStatus.CREATED:
            path = f"/v1/sessions/{made.json()['id']}/turns"
            made = await client.post(path, json={"question": QUESTION})
        answered += made.status_code == HTTPStatus.OK
        if made.is_error and "code" not in made.json():
            raise AssertionError(f"{name}: {made.status_code} {made.text[:500]}")
    return answered


def hide_bundled(folder: Path) -> None:
    """Put an empty assistant over each one that comes with the package."""
    from tests.http.test_process import _shadow

    for bundled in (REPOSITORY / "assistants").iterdir():
        _shadow(folder / "assistants" / bundled.name)


async def _poll(pid: int, client: httpx.AsyncClient, knowledge: Path) -> tuple[_Silence, str, set[int]]:
    """Ask for health until all is read: the longest time without an answer, the state at the end, the readers seen."""
    ends_at = time.monotonic() + LONGEST_S
    silence, asked, readers = _Silence(), 0, set[int]()
    changing, going = knowledge / "250 changing.md", knowledge / "260 going.md"
    going.write_text("Soon gone.")
    while time.monotonic() < ends_at:
        silence = silence.and_also(await _silence(pid, client))
        asked += 1
        readers.update(children_of(pid))
        changing.write_text(f"# Changing\n\n{'Another line. ' * (asked % 1_000)}")
        if asked % 50 == 1:
            states = (await client.get("/readyz")).json()["assistants"]
            if (state := states["garden"]["state"]) not in {"waiting", "reading"}:
                return silence, state, readers
            going.unlink(missing_ok=True)
        await asyncio.sleep(_POLL_S)
    return silence, "too slow", readers


async def _counts(client: httpx.AsyncClient) -> tuple[int, int, int]:
    """Files looked at, documents, plain documents."""
    files = (await client.get("/readyz")).json()["assistants"]["garden"]["total_files"]
    names: list[str] = []
    after = ""
    while True:
        page = (await client.get("/v1/documents", params={"collection": "garden", "after": after})).json()
        names += [each["name"] for each in page["documents"]]
        after = page["next"] or ""
        if not after:
            return files, len(names), sum("sentinel" in name for name in names)


def _is_alive(pid: int) -> bool:
    try:
        return "python" in Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:
        return False


async def main(seed: str = str(SEED)) -> int:
    """The exit code of a run."""
    found = await run(int(seed))
    say(
        "files  refused  read  plain  tables answered  longest silence  with waits for a CPU  server   readers  "
        "batches stopped  left over  seconds"
    )
    say(
        f"{found.files:5}{found.files - found.read:9}{found.read:6}{found.sentinels:7}{found.tables:17}"
        f"{found.silence_s:15.2f} s{found.starved_s:20.2f} s{found.server_memory >> 20:5} MB"
        f"{found.reader_memory >> 20:7} MB{found.stopped:17}{found.left_over:11}{found.seconds:9.0f}"
    )
    return 0 if found.is_good else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main(*sys.argv[1:])))
