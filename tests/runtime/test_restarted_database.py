"""A database that restarts while a turn runs: the finished answer is stored once it is back, while the lease lives."""

import asyncio
from collections.abc import Awaitable
from pathlib import Path

import pytest

from askwell.engine import LOCAL, Engine
from askwell.errors import StorageFailed
from askwell.runtime.run import Run
from askwell.settings import Settings
from tests.alpine import COST, alpine, let_write, until_it_writes
from tests.stores.cable import Cable, by_cable, cable

__all__ = ["by_cable", "cable"]

SESSION = "talk"
ANSWER = "The Alpine pass costs 90 euros for adults [1]."


async def later(seconds: float, act: Awaitable[None]) -> None:
    await asyncio.sleep(seconds)
    await act


async def cut_while_it_writes(engine: Engine, cable: Cable) -> Run:
    """A turn whose database goes away after the first piece of its answer."""
    let_write(engine, [ANSWER], piece_s=0.01)
    await engine.create_session(session_id=SESSION)
    run = await engine.start(COST, session=SESSION)
    await until_it_writes(run)
    cable.close()
    return run


async def test_an_answer_is_stored_once_the_database_is_back(
    settings: Settings, cable: Cable, by_cable: str, tmp_path: Path
) -> None:
    on_server = settings.model_copy(update={"database_url": by_cable, "lease_s": 10.0})
    async with alpine(on_server, tmp_path) as engine:
        run = await cut_while_it_writes(engine, cable)
        back = asyncio.create_task(later(0.7, cable.lay()))
        answer = await run.answer()
        await back
        stored = await engine.store.turns.get(LOCAL, SESSION, 1)
    assert (stored.status, stored.answer) == ("completed", answer.answer)


async def test_a_database_that_stays_away_fails_the_turn_when_its_lease_has_run_out(
    settings: Settings, cable: Cable, by_cable: str, tmp_path: Path
) -> None:
    on_server = settings.model_copy(update={"database_url": by_cable, "lease_s": 0.5})
    async with alpine(on_server, tmp_path) as engine:
        run = await cut_while_it_writes(engine, cable)
        with pytest.raises(StorageFailed):
            await run.answer()
        await cable.lay()
        await asyncio.sleep(0.5)
        await engine.store.turns.sweep()
        # Interrupted by a sweep, or closed as failed by its owner: whichever reaches the database first.
        assert (await engine.store.turns.get(LOCAL, SESSION, 1)).status in ("interrupted", "failed")
        assert (await engine.ask(COST, session=SESSION)).answer == ANSWER
