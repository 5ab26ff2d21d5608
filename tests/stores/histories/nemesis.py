"""Kills, pauses and skews servers, and takes their database away, at random."""

import asyncio
import random
import sqlite3
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from sqlalchemy import URL

from tests.stores.cable import Cable
from tests.stores.histories.server_process import ServerProcess
from tests.stores.servers import execute

STARTS = 5
"""Attempts to start a server whose database may be away."""


class Line(Protocol):
    """The way of the servers to their database."""

    async def cut(self, chance: random.Random, lease_s: float) -> None:
        """Take the database away for a moment."""
        ...

    def repair(self) -> None:
        """Give it back for good."""
        ...


@dataclass
class FileLine:
    """An SQLite file: another program holds its write lock."""

    path: Path

    async def cut(self, chance: random.Random, lease_s: float) -> None:
        await asyncio.to_thread(self._hold, chance.uniform(0.2, lease_s))

    def _hold(self, seconds: float) -> None:
        connecting = closing(sqlite3.connect(self.path, timeout=5, isolation_level=None))
        with connecting as raw, suppress(sqlite3.OperationalError):  # it stayed busy
            raw.execute("BEGIN IMMEDIATE")
            time.sleep(seconds)
            raw.execute("ROLLBACK")

    def repair(self) -> None:
        pass


@dataclass
class CableLine:
    """PostgreSQL: connections are ended by the server, cut, or dead for a while and then cut or live again."""

    database: URL
    cables: Sequence[Cable]

    async def cut(self, chance: random.Random, lease_s: float) -> None:
        cable, way = chance.choice(self.cables), chance.choice(["ended", "cut", "dead", "dead and cut"])
        if way == "ended":
            ended = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
            await asyncio.to_thread(execute, self.database, f"{ended} AND pid <> pg_backend_pid()")
            return
        if way != "cut":
            cable.go_dead()
            await asyncio.sleep(chance.uniform(0.2, 1.5 * lease_s))
        if way != "dead":
            cable.cut()
        cable.live()

    def repair(self) -> None:
        for cable in self.cables:
            cable.live()


@dataclass
class Nemesis:
    """One task of trouble for each server, and one for the line to the database."""

    servers: Sequence[ServerProcess]
    line: Line
    lease_s: float
    seed: str
    pause_s: float
    """Mean time between two faults of one task, seconds."""
    done: Counter[str] = field(default_factory=Counter)
    """Number of kills, pauses, skews and cuts."""

    async def trouble(self, stopping: asyncio.Event) -> None:
        """Make trouble until the end, then repair everything."""
        try:
            await asyncio.gather(
                *(self._trouble(server.name, self._acts(server), stopping) for server in self.servers),
                self._trouble("line", {"cuts": self._cut}, stopping),
            )
        finally:
            self.line.repair()
            for server in self.servers:
                server.resume()
                server.set_clock(0)

    def _acts(self, server: ServerProcess) -> dict[str, Callable[[random.Random], Awaitable[None]]]:
        async def kill(chance: random.Random) -> None:
            await server.kill()
            await asyncio.sleep(chance.uniform(0, 0.5))
            await start(server)

        async def pause(chance: random.Random) -> None:
            server.pause()
            await asyncio.sleep(self.lease_s * chance.uniform(1.1, 2))
            server.resume()

        async def skew(chance: random.Random) -> None:
            ahead_s = chance.choice([-3600, -2 * self.lease_s, 2 * self.lease_s, 3600])
            server.set_clock(ahead_s)
            await asyncio.sleep(chance.uniform(0.2, self.lease_s))
            if chance.random() < 0.5:  # else it stays so, also if the server is killed
                server.set_clock(0)

        return {"kills": kill, "pauses": pause, "skews": skew}

    async def _cut(self, chance: random.Random) -> None:
        await self.line.cut(chance, self.lease_s)

    async def _trouble(
        self,
        name: str,
        acts: dict[str, Callable[[random.Random], Awaitable[None]]],
        stopping: asyncio.Event,
    ) -> None:
        """All acts in random order, again and again."""
        chance, deck = random.Random(f"{self.seed} {name}"), list[str]()
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(chance.uniform(0, 2 * self.pause_s)):
                    await stopping.wait()
                    return
            deck = deck or chance.sample(sorted(acts), len(acts))
            act = deck.pop()
            self.done[act] += 1
            await acts[act](chance)


async def start(server: ServerProcess) -> None:
    """Start a server, again if its database was away."""
    for _ in range(STARTS - 1):
        with suppress(RuntimeError):
            return await server.start()
    return await server.start()
