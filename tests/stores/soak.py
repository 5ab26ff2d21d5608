"""Kill a process that asks and answers at random points, again and again, and see what of it was lost.

`python -m tests.stores.soak [KILLS] [SEED]`, or `make soak KILLS=10000`: on SQLite and on PostgreSQL.
"""

import asyncio
import os
import random
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

from askwell.stores.sql.database import open_database
from askwell.stores.sql.migrate import upgrade
from askwell.stores.sql.store import SqlStore
from askwell.testing.invariants import broken_invariants
from askwell.types import Turn
from tests.stores.servers import make_database, server
from tests.stores.working import ANNA, MachineClock, Uuid7Ids, say

SESSIONS = 4
MOST_WORDS = 16
LONGEST_PAUSE_S = 0.004
"""A process is killed at a random moment behind a random word of its."""
ANSWER = "It is me. " * 40


@dataclass(frozen=True)
class Ahead:
    """A clock that goes ahead: for each life all leases of the lives before have run out."""

    minutes: int

    def now(self) -> datetime:
        return datetime.now(UTC) + timedelta(minutes=self.minutes)


@dataclass
class Outcome:
    """What a soak has seen; the four counts must be 0."""

    kills: int = 0
    acknowledged: dict[str, str] = field(default_factory=dict)
    """Turn id to the answer that its owner was told to be stored."""
    accepted: dict[str, str] = field(default_factory=dict)
    """Turn id to the key of the question that its owner was told to be stored."""
    answers_lost: int = 0
    questions_lost: int = 0
    turns_repeated: int = 0
    sessions_stuck: int = 0
    broken: list[str] = field(default_factory=list)

    @property
    def is_clean(self) -> bool:
        """Whether nothing was lost, repeated, stuck or broken."""
        lost = (self.answers_lost, self.questions_lost, self.turns_repeated, self.sessions_stuck)
        return not any(lost) and not self.broken


def soak(url: str, kills: int, seed: int = 0) -> Outcome:
    """So many processes killed on the database of a URL, and what is left of their turns."""
    chance, outcome = random.Random(seed), Outcome()
    asyncio.run(_prepare(url))
    for life in range(kills):
        words, pause_s = chance.randint(1, MOST_WORDS), chance.uniform(0, LONGEST_PAUSE_S)
        _read(outcome, _live(url, life, words, pause_s))
        outcome.kills += 1
    asyncio.run(_look(url, outcome))
    return outcome


async def _prepare(url: str) -> None:
    engine = open_database(url)
    await upgrade(engine)
    store = SqlStore(engine, MachineClock(), Uuid7Ids())
    for number in range(SESSIONS):
        await store.sessions.create(ANNA, "papers", session_id=f"talk-{number}")
    await store.close()


def _live(url: str, life: int, words: int, pause_s: float) -> list[str]:
    """What a process said before it was killed, so long after it had said so many words."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.close(reading)
            os.dup2(writing, 1)
            asyncio.run(_work(url, life))
        finally:  # nothing of the parent's is to be cleared up here
            traceback.print_exc()
            os._exit(1)
    os.close(writing)
    said = b""
    while said.count(b"\n") < words and (more := os.read(reading, 4096)):
        said += more
    time.sleep(pause_s)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    with os.fdopen(reading, "rb") as rest:
        said += rest.read()
    return said.decode().split("\n")[:-1]


async def _work(url: str, life: int) -> None:
    """Ask and answer in all sessions in turn, until killed; what an earlier life left running is taken over."""
    store = SqlStore(open_database(url), Ahead(life), Uuid7Ids())
    say("ready")
    for number in count():
        session, key = f"talk-{number % SESSIONS}", f"{life}-{number}"
        await store.turns.sweep()
        begun = await store.turns.begin(ANNA, session, f"Question {key}?", key=key, lease_s=0)
        say("begun", begun.turn.id, key)
        for end in (40, 200):
            await store.turns.heartbeat(begun, partial=ANSWER[:end])
        await store.turns.finish(begun, replace(begun.turn, status="completed", answer=ANSWER))
        say("done", begun.turn.id)


def _read(outcome: Outcome, said: Iterable[str]) -> None:
    for line in said:
        word, *rest = line.split()
        if word == "begun":
            outcome.accepted[rest[0]] = rest[1]
        elif word == "done":
            outcome.acknowledged[rest[0]] = ANSWER


async def _look(url: str, outcome: Outcome) -> None:
    """Count what is missing, twice there, or stuck once the leases have run out."""
    engine = open_database(url)
    store = SqlStore(engine, Ahead(outcome.kills + 60), Uuid7Ids())
    await store.turns.sweep()
    outcome.broken = await broken_invariants(engine, acknowledged=outcome.acknowledged, swept=True)
    held: dict[str, Turn] = {}
    for number in range(SESSIONS):
        after = 0
        while page := await store.turns.page(ANNA, f"talk-{number}", after=after, limit=500, every_branch=True):
            held |= {turn.id: turn for turn in page}
            after = page[-1].number
    outcome.answers_lost = sum(
        turn_id not in held or held[turn_id].answer != answer for turn_id, answer in outcome.acknowledged.items()
    )
    outcome.questions_lost = sum(turn_id not in held for turn_id in outcome.accepted)
    asked = [turn.question for turn in held.values()]
    outcome.turns_repeated = len(asked) - len(set(asked))
    for number in range(SESSIONS):
        head = (await store.sessions.get(ANNA, f"talk-{number}")).head
        begun = await store.turns.begin(ANNA, f"talk-{number}", "And now?", lease_s=0)
        outcome.sessions_stuck += begun.turn.number != head + 1
    await store.close()


def _line(name: str, outcome: Outcome) -> str:
    return (
        f"{name:12}{outcome.kills:>7} kills{len(outcome.accepted):>8} begun{len(outcome.acknowledged):>8} done   "
        f"lost: answers {outcome.answers_lost}, questions {outcome.questions_lost}   "
        f"repeated {outcome.turns_repeated}   "
        f"stuck {outcome.sessions_stuck}   broken invariants {len(outcome.broken)}\n"
    )


def main(kills: int = 200, seed: int = 0) -> None:
    """A line for each database; exits with 1 unless both are clean."""
    with tempfile.TemporaryDirectory() as folder:
        first = soak(f"sqlite+aiosqlite:///{Path(folder) / 'askwell.db'}", kills, seed)
    sys.stdout.write(_line("SQLite", first))
    sys.stdout.flush()
    with server() as running:
        address = make_database(running, "soak").render_as_string(hide_password=False)
        second = soak(address, kills, seed)
    sys.stdout.write(_line("PostgreSQL", second))
    sys.exit(not (first.is_clean and second.is_clean))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
