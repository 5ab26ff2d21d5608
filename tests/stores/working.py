"""A process that works on a store, for tests that let it run beside others, or die.

`python -m tests.stores.working URL WORK...` forks one process for each kind of work and ends when they have.
"""

import asyncio
import os
import signal
import sys
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from dataclasses import replace
from datetime import UTC, datetime

import uuid_utils
from sqlalchemy import Connection, event
from sqlalchemy.engine import Engine

from askwell.errors import Conflict
from askwell.stores.sql.database import open_database
from askwell.stores.sql.migrate import upgrade
from askwell.stores.sql.sqlite import batching
from askwell.stores.sql.store import SqlStore
from askwell.types import Principal
from tests.statements import watched

ANNA = Principal("acme", "anna")
ANSWER = "It is me."
LEASE_S = 30.0

TO_THE_END = ExitStack()
"""Holds what lasts as long as the process."""


class MachineClock:
    def now(self) -> datetime:
        return datetime.now(UTC)


class Uuid7Ids:
    def new(self) -> str:
        return str(uuid_utils.uuid7())


def die() -> None:
    """End this process at once: nothing is flushed, closed or undone."""
    os.kill(os.getpid(), signal.SIGKILL)


def die_at(statement: str) -> None:
    """End this process just before it sends the next statement that begins so."""

    def watch(sent: str, _parameters: object) -> None:
        if sent.startswith(statement):
            die()

    TO_THE_END.enter_context(watched(watch))


def die_at_commit() -> None:
    """End this process just before it commits the next transaction."""
    event.listen(Engine, "commit", lambda _connection: die())
    execute = batching._Job.execute

    def execute_and_die(job: batching._Job, connection: Connection) -> None:
        execute(job, connection)
        die()

    batching._Job.execute = execute_and_die  # type: ignore[assignment, method-assign]


async def turn_that_dies(store: SqlStore, moment: str) -> None:
    """Two questions in a session named after the moment; in the second one the process dies."""
    await store.sessions.create(ANNA, "papers", session_id=moment)
    first = await store.turns.begin(ANNA, moment, "First?", key=f"{moment} 1")
    await store.turns.finish(first, replace(first.turn, status="completed", answer=ANSWER))
    say("done", first.turn.id)
    begun = await store.turns.begin(ANNA, moment, "Second?", key=f"{moment} 2", lease_s=LEASE_S)
    say("begun", begun.turn.id)
    if moment == "after_begin":
        die()
    await store.turns.heartbeat(begun, partial="It", lease_s=LEASE_S)
    if moment == "between_saves":
        die_at("UPDATE partials")
    await store.turns.heartbeat(begun, partial="It is", lease_s=LEASE_S)
    if moment == "before_the_end":
        die()
    if moment == "within_the_end":
        die_at("INSERT INTO outbox")
    if moment == "at_its_commit":
        die_at_commit()
    await store.turns.finish(begun, replace(begun.turn, status="completed", answer=ANSWER))
    if moment == "after_the_end":
        die()
    raise AssertionError(f"{moment} is no moment to die at")


async def write_much(store: SqlStore) -> None:
    """Ten turns in a session of one's own, and as many as come through in one that all share."""
    own = (await store.sessions.create(ANNA, "papers")).id
    for _ in range(10):
        begun = await store.turns.begin(ANNA, own, "Mine?")
        await store.turns.finish(begun, replace(begun.turn, status="completed", answer="x" * 1000))
        try:
            begun = await store.turns.begin(ANNA, "shared", "Ours?")
        except Conflict:
            continue
        await store.turns.finish(begun, replace(begun.turn, status="completed", answer="x" * 1000))


async def nothing(_store: SqlStore) -> None:
    """To open the database is all."""


def say(*words: str) -> None:
    """Tell whoever started this process, at once."""
    os.write(1, f"{' '.join(words)}\n".encode())


async def work(url: str, name: str) -> None:
    """Do one kind of work on a store that is brought up to date first."""
    engine = open_database(url)
    await upgrade(engine)
    store = SqlStore(engine, MachineClock(), Uuid7Ids())
    known: dict[str, Callable[[SqlStore], Awaitable[None]]] = {"write_much": write_much, "nothing": nothing}
    await (known[name](store) if name in known else turn_that_dies(store, name))
    await store.close()


def main(url: str, *names: str) -> None:
    """One process for each kind of work; all have ended when this returns."""
    if "nothing" in names:
        import alembic.command  # noqa: F401  # before the forks, not in each of them
    children = []
    for name in names:
        child = os.fork()
        if not child:
            asyncio.run(work(url, name))
            return
        children.append(child)
    for child in children:
        os.waitpid(child, 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
