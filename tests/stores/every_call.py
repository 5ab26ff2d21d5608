"""Fail one call of the SQLite driver after another, and see what the same process does afterwards.

`python -m tests.stores.every_call` fails each call in each way; it is a part of `make soak`.
"""

import asyncio
import logging
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Awaitable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeVar

from sqlalchemy.exc import ProgrammingError
from sqlalchemy.ext.asyncio import AsyncEngine

from askwell.errors import Conflict, NotFound, StorageFailed
from askwell.stores.sql.database import open_database
from askwell.stores.sql.migrate import upgrade
from askwell.stores.sql.store import SqlStore
from askwell.testing.invariants import broken_invariants
from askwell.testing.store_kit import ANNA, CountedIds, HeldClock, source
from tests.stores.failing_driver import FAULTS, Fault, Plan, failing

LEASE_S = 30.0

T = TypeVar("T")


@dataclass
class Talk:
    """A conversation that does a bit of everything, and notes what was acknowledged."""

    store: SqlStore
    session: str
    answers: dict[str, str] = field(default_factory=dict)
    """Turn id to the answer that the store returned as final."""
    failed: list[BaseException] = field(default_factory=list)

    async def live(self) -> None:
        """Each step on its own: a step that fails is left out."""
        await self._try(self.store.sessions.create(ANNA, "papers", session_id=self.session))
        await self._turn("First?", sources=2)
        await self._turn("Second?")
        await self._try(self.store.sessions.rename(ANNA, self.session, "A title"))
        await self._try(self.store.turns.give_feedback(ANNA, self.session, 1, 1, "good"))
        await self._turn("Instead?", instead_of=1)
        await self._try(self.store.turns.page(ANNA, self.session, every_branch=True))
        await self._try(self.store.turns.sweep())
        together = (self._turn("Both?"), self._try(self.store.sessions.pin(ANNA, self.session, True)))
        await asyncio.gather(*together)

    async def _turn(self, question: str, *, instead_of: int = 0, sources: int = 0) -> None:
        begun = await self._try(
            self.store.turns.begin(
                ANNA, self.session, question, key=f"{self.session} {question}", lease_s=LEASE_S,
                instead_of=instead_of, window_turns=5,
            )
        )  # fmt: skip
        if begun is None:
            return
        await self._try(self.store.turns.heartbeat(begun, partial="It", lease_s=LEASE_S))
        cited = tuple(source(number, f"doc-{number}") for number in range(1, sources + 1))
        done = replace(begun.turn, status="completed", answer=f"Answer to {question}", sources=cited)
        stored = await self._try(self.store.turns.finish(begun, done))
        if stored is not None:
            self.answers[stored.id] = stored.answer

    async def _try(self, call: Awaitable[T]) -> T | None:
        try:
            return await call
        except (StorageFailed, Conflict, NotFound, ProgrammingError, sqlite3.ProgrammingError, MemoryError) as error:
            self.failed.append(error)
            return None


async def outcomes(migrated: Path, folder: Path, fault: Fault, stride: int) -> tuple[int, list[str]]:
    """The number of calls that failed (1, 1 + stride, ...), and what went wrong in the same process afterwards."""
    path = Path(shutil.copy(migrated, folder / f"{fault}.db"))
    plan, clock, wrong = Plan(fault), HeldClock(), []
    calls = 0
    with failing(plan):
        engine = open_database(f"sqlite+aiosqlite:///{path}")
        store = SqlStore(engine, clock, CountedIds())
        at, struck = 1, True
        while struck:
            plan.calls, plan.at, plan.struck = 0, at, ""
            hurt = Talk(store, f"hurt-{at}")
            await hurt.live()
            plan.at, struck = 0, bool(plan.struck)
            calls += struck
            wrong += [f"{at} {plan.struck[:40]}: {each}" for each in await aftermath(engine, store, hurt, clock)]
            at += stride
        await store.close()
    return calls, wrong


async def aftermath(engine: AsyncEngine, store: SqlStore, hurt: Talk, clock: HeldClock) -> list[str]:
    """What is wrong after a talk in which a call failed."""
    clock.advance(LEASE_S + 1)
    await store.turns.sweep()
    sound = Talk(store, f"sound-{hurt.session}")
    await sound.live()
    again = Talk(store, hurt.session)
    await again.live()
    wrong = [f"a later call failed: {error!r}" for error in sound.failed]
    wrong += [f"{error!r}" for error in again.failed if not isinstance(error, Conflict)]
    wrong += await broken_invariants(engine, acknowledged={**hurt.answers, **sound.answers}, swept=True)
    await store.sessions.delete(ANNA, hurt.session)
    await store.sessions.delete(ANNA, sound.session)
    return wrong


def main() -> None:
    """A line for each kind of fault; exits with 1 if the process did not recover from one of them."""
    logging.disable()  # a checkpoint that fails logs its traceback
    all_wrong: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        migrated = Path(folder) / "migrated.db"
        asyncio.run(_migrate(migrated))
        for fault in FAULTS:
            calls, wrong = asyncio.run(outcomes(migrated, Path(folder), fault, 1))
            all_wrong += wrong
            sys.stdout.write("".join(f"{each}\n" for each in wrong))
            sys.stdout.write(f"{fault:9}{calls:>5} calls failed{len(wrong):>5} not recovered from\n")
            sys.stdout.flush()
    sys.exit(bool(all_wrong))


async def _migrate(path: Path) -> None:
    engine = open_database(f"sqlite+aiosqlite:///{path}")
    await upgrade(engine)
    await engine.dispose()


if __name__ == "__main__":
    main()
