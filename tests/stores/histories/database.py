"""Faults of a PostgreSQL database alone, under questions; nothing acknowledged or finished may be lost.

`python -m tests.stores.histories.database [FAULTS] [SEED]`, part of `make soak`: two servers on one database that is
restarted, paused, and cut off. Exits with 1 for any violation, and for a finished answer that was discarded.
"""

import asyncio
import os
import random
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import psycopg

from tests.stores.histories.history import Ask, Seen
from tests.stores.histories.nemesis import CableLine
from tests.stores.histories.skewed import LAST_WORDS
from tests.stores.histories.soak import Outcome, on_postgres, record
from tests.stores.servers import data_folder, execute, make_database, postmaster, restart, server

FAULTS = 500
LEASE_S = 15.0
SHOWN = 10
"""Violations that are printed in full."""
GAP_S = 0.5
"""Longest time between two faults, seconds."""
RECOVERY_S = 30.0
PAUSE_S = 1.5
"""Longest time that processes of the database are stopped, seconds."""


@dataclass
class DatabaseFaults:
    """A nemesis of the database: one fault after the other."""

    data: Path
    line: CableLine
    number: int
    seed: str
    done: Counter[str] = field(default_factory=Counter)

    async def trouble(self, stopping: asyncio.Event) -> None:
        """Make all faults, each kind equally often, in random order; then let the clients stop."""
        chance = random.Random(self.seed)
        kinds: dict[str, Callable[[random.Random], Awaitable[None]]] = {
            "restarts": self._restart, "crashes": self._crash, "pauses": self._pause, "cuts": self._cut,
        }  # fmt: skip
        deck = [list(kinds)[number % len(kinds)] for number in range(self.number)]
        chance.shuffle(deck)
        try:
            for kind in deck:
                await self._until_up()
                await asyncio.sleep(chance.uniform(0, GAP_S))
                await kinds[kind](chance)
                self.done[kind] += 1
        finally:
            self.line.repair()
            stopping.set()

    async def _until_up(self) -> None:
        """Wait until the server has recovered from the fault before."""
        async with asyncio.timeout(RECOVERY_S):
            while True:
                with suppress(psycopg.OperationalError):
                    return await asyncio.to_thread(execute, self.line.database, "SELECT 1")
                await asyncio.sleep(0.05)

    async def _restart(self, chance: random.Random) -> None:
        await asyncio.to_thread(restart, self.data, chance.choice(["fast", "immediate"]))

    async def _crash(self, chance: random.Random) -> None:
        """A process of the server is killed: the server ends all others and recovers."""
        _send(signal.SIGKILL, self._processes(chance)[:1])

    async def _pause(self, chance: random.Random) -> None:
        """One of the server's processes is stopped for a moment, or all."""
        stopped = self._processes(chance)
        stopped = stopped[: chance.choice([1, len(stopped)])]
        _send(signal.SIGSTOP, stopped)
        await asyncio.sleep(chance.uniform(0.1, PAUSE_S))
        _send(signal.SIGCONT, stopped)

    async def _cut(self, chance: random.Random) -> None:
        await self.line.cut(chance, PAUSE_S)

    def _processes(self, chance: random.Random) -> list[int]:
        """The processes of the server but the first one, in random order."""
        with suppress(OSError):
            first = postmaster(self.data)
            children = Path(f"/proc/{first}/task/{first}/children").read_text().split()
            return [int(each) for each in chance.sample(children, len(children))]
        return []


def _send(number: signal.Signals, processes: Sequence[int]) -> None:
    for process in processes:
        with suppress(ProcessLookupError):
            os.kill(process, number)


def discarded(outcome: Outcome) -> list[Ask]:
    """Questions whose answer was finished but is not stored, whatever the turn's status is."""
    stored = {turn.id for turns in outcome.final.values() for turn in turns if _is_finished(turn)}
    asks = [each for each in outcome.history if isinstance(each, Ask)]
    return [each for each in asks if each.turn and _is_finished(each.turn) and each.turn.id not in stored]


def _is_finished(turn: Seen) -> bool:
    return turn.answer.rstrip().endswith(LAST_WORDS)


async def main(faults: int = FAULTS, seed: int = 0) -> None:
    """A line of figures after all faults."""
    with tempfile.TemporaryDirectory() as folder, server() as running:
        execute(running, "ALTER SYSTEM SET synchronous_commit = on")  # else a crash loses what was committed
        execute(running, "SELECT pg_reload_conf()")
        url = make_database(running, "faults")
        async with on_postgres(Path(folder), LEASE_S, url) as (servers, line, address):
            assert isinstance(line, CableLine)
            nemesis = DatabaseFaults(data_folder(running), line, faults, str(seed))
            outcome = await record(servers, nemesis.trouble, nemesis.done, address, seed=seed)
    lost = discarded(outcome)
    found = [*(f"{each.kind}: {each.message}" for each in outcome.violations), *outcome.broken, *map(str, lost)]
    figures = f"{outcome.line('PostgreSQL')}, finished answers discarded {len(lost)}"
    sys.stdout.write("".join(f"{each}\n" for each in [*found[:SHOWN], figures]))
    sys.exit(bool(found))


if __name__ == "__main__":
    asyncio.run(main(*map(int, sys.argv[1:])))
