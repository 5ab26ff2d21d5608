"""Clients, servers and a nemesis together, then the checker.

`python -m tests.stores.histories [SECONDS] [SEED]`, part of `make soak`: two servers on one SQLite file, then two on
one PostgreSQL database.
"""

import asyncio
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from math import inf
from pathlib import Path

import httpx
from sqlalchemy import URL

from askwell.stores.sql.database import open_database
from askwell.testing.invariants import broken_invariants
from tests.http.conftest import DOCUMENTS, YAML
from tests.stores.cable import Cable
from tests.stores.histories.checker import Final, Violation, by_kind, check
from tests.stores.histories.clients import Recorder
from tests.stores.histories.history import Ask, Call, Seen
from tests.stores.histories.nemesis import CableLine, FileLine, Line, Nemesis, start
from tests.stores.histories.server_process import ServerProcess

CLIENTS = 12
SESSIONS = tuple(f"talk-{number}" for number in range(8))
CLOSING_S = 20.0
"""Time that a session has to answer once everything is repaired: leases, sweeps and retries, seconds."""


@dataclass(frozen=True)
class Outcome:
    """A history and what was found in it."""

    seconds: float
    history: Sequence[Call]
    done: Counter[str]
    violations: Sequence[Violation]
    broken: Sequence[str]
    """Broken invariants of the tables."""
    final: Final

    @property
    def is_clean(self) -> bool:
        return not self.violations and not self.broken

    def line(self, database: str) -> str:
        """The figures, and the violations of every kind."""
        asks = [each for each in self.history if isinstance(each, Ask)]
        counts = Counter(each.outcome for each in asks)
        unreached = sum(each.code == "ConnectError" for each in asks)
        unread = sum(bool(each.code) for each in self.history if not isinstance(each, Ask))
        figures = [
            f"{CLIENTS} clients", f"{self.seconds:.0f} s", f"{len(self.history)} operations",
            f"{counts['answered']} acknowledged", f"{counts['unknown']} unknown",
            f"{counts['refused'] - unreached} refused", f"{unreached} not connected",
            f"{counts['in_progress']} in progress", f"{counts['failed']} failed",
            f"{unread} reads and stops without a turn",
            *(f"{count} {kind}" for kind, count in sorted(self.done.items())),
        ]  # fmt: skip
        kinds = ", ".join(f"{kind} {count}" for kind, count in by_kind(self.violations).items())
        return f"{database}: {' · '.join(figures)} · violations: {kinds}, broken invariants {len(self.broken)}"


@asynccontextmanager
async def on_sqlite(folder: Path, lease_s: float) -> AsyncIterator[tuple[list[ServerProcess], Line, str]]:
    """Two servers on one data folder."""
    lay_out(folder)
    settings = _settings(folder / "home", lease_s)
    path = folder / "home" / "askwell.db"
    servers = [ServerProcess(name, folder, settings) for name in ("first", "second")]
    async with _running(servers):
        yield servers, FileLine(path), f"sqlite+aiosqlite:///{path}"


@asynccontextmanager
async def on_postgres(
    folder: Path, lease_s: float, database: URL
) -> AsyncIterator[tuple[list[ServerProcess], Line, str]]:
    """Two servers with data folders of their own on one database, each over a cable."""
    lay_out(folder)
    host = database.query["host"]
    assert isinstance(host, str)
    servers: list[ServerProcess] = []
    cables: list[Cable] = []
    async with AsyncExitStack() as stack:
        for name in ("first", "second"):
            short = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="askwell-")))
            cable = Cable(short, Path(host) / ".s.PGSQL.5432")
            await cable.lay()
            stack.push_async_callback(cable.take_up)
            cables.append(cable)
            url = database.set(drivername="postgresql").set(query={"host": str(short)})
            settings = _settings(folder / name, lease_s)
            settings["database_url"] = url.render_as_string(hide_password=False)
            servers.append(ServerProcess(name, folder, settings))
        async with _running(servers):
            address = database.set(drivername="postgresql").render_as_string(hide_password=False)
            yield servers, CableLine(database, cables), address


async def soak(
    servers: Sequence[ServerProcess],
    line: Line,
    address: str,
    *,
    seconds: float,
    seed: int,
    lease_s: float,
    pause_s: float,
) -> Outcome:
    """Clients at work while servers and their line have faults for some time; see `record`."""
    nemesis = Nemesis(servers, line, lease_s, str(seed), pause_s)

    async def trouble(stopping: asyncio.Event) -> None:
        asyncio.get_running_loop().call_later(seconds, stopping.set)
        await nemesis.trouble(stopping)

    return await record(servers, trouble, nemesis.done, address, seed=seed)


async def record(
    servers: Sequence[ServerProcess],
    trouble: Callable[[asyncio.Event], Awaitable[None]],
    done: Counter[str],
    address: str,
    *,
    seed: int,
) -> Outcome:
    """Clients at work during `trouble`, which sets its event at the end; then everything is read and checked.

    `done` counts the faults by kind.
    """
    recorder, stopping = Recorder(servers, SESSIONS), asyncio.Event()
    began = recorder.now()
    async with httpx.AsyncClient(base_url=servers[0].url, timeout=20) as client:
        for session in SESSIONS:
            made = await client.post("/v1/sessions", json={"assistant": "garden", "session_id": session})
            assert made.status_code == httpx.codes.CREATED, made.text
    await asyncio.gather(trouble(stopping), *(recorder.live(name, str(seed), stopping) for name in range(CLIENTS)))
    seconds = recorder.now() - began
    last = await _close(recorder)
    final = await _read_all(recorder)
    violations = check(recorder.history, final, last)
    answered = {
        each.turn.id: each.turn.answer
        for each in recorder.history
        if isinstance(each, Ask) and each.outcome == "answered" and each.turn and each.turn.status == "completed"
    }
    engine = open_database(address)
    broken = await broken_invariants(engine, acknowledged=answered)
    await engine.dispose()
    return Outcome(seconds, recorder.history, done, violations, broken, final)


async def _close(recorder: Recorder) -> list[Ask]:
    """The last question of every session, asked until it is answered or the time is over."""
    ends_at = recorder.now() + CLOSING_S

    async def ask(number: int, session: str) -> Ask:
        async with httpx.AsyncClient(timeout=CLOSING_S) as client:
            while True:
                url = recorder.servers[number % len(recorder.servers)].url
                asked = await recorder.ask(client, url, session, f"last-{session}", streams=False)
                if asked.outcome in {"answered", "failed"} or recorder.now() > ends_at:
                    return asked
                await asyncio.sleep(0.2)

    return await asyncio.gather(*(ask(number, session) for number, session in enumerate(recorder.sessions)))


async def _read_all(recorder: Recorder) -> dict[str, list[Seen]]:
    """All turns of all sessions as the first server shows them; what the others show is compared as later reads."""
    final: dict[str, list[Seen]] = {}
    for server in recorder.servers:
        async with httpx.AsyncClient(timeout=20) as client:
            for session in recorder.sessions:
                turns: list[Seen] = []
                while True:
                    page = await recorder.read(client, server.url, session, after=turns[-1].number if turns else 0)
                    assert page is not None, recorder.history[-1]
                    turns += page.turns
                    if page.until == inf:
                        break
                final.setdefault(session, turns)
    return final


def lay_out(folder: Path) -> None:
    """The assistant of the tests over HTTP."""
    garden = folder / "assistants" / "garden"
    (garden / "knowledge").mkdir(parents=True)
    (garden / "assistant.yaml").write_text(YAML)
    for name, text in DOCUMENTS.items():
        (garden / "knowledge" / name).write_text(text)


def _settings(home: Path, lease_s: float) -> dict[str, object]:
    return {"home": home, "embedder": "none", "model": "plugin:slow", "lease_s": lease_s, "queue_wait_s": 2}


@asynccontextmanager
async def _running(servers: Sequence[ServerProcess]) -> AsyncIterator[None]:
    try:
        await asyncio.gather(*(start(server) for server in servers))
        yield
    finally:
        await asyncio.gather(*(server.kill() for server in servers))
