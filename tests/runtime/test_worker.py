"""The end of a turn's work: what comes behind the answer holds nobody up and spoils nothing."""

import asyncio
import logging
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from askwell.engine import LOCAL, Engine
from askwell.pipeline.graph import TurnGraph
from askwell.settings import Settings
from tests.alpine import alpine

ADULTS = "What does the Alpine pass cost for adults?"


@pytest.fixture
async def engine(settings: Settings, tmp_path: Path) -> AsyncIterator[Engine]:
    async with alpine(settings, tmp_path) as opened:
        yield opened


class ClearsUp:
    """A graph that is not done when its line is."""

    def __init__(self, graph: TurnGraph, *, fails: bool = False) -> None:
        self.go_on = asyncio.Event()
        self._graph = graph
        self._fails = fails

    async def ainvoke(self, *given: Any, **named: Any) -> Any:
        end = await self._graph.ainvoke(*given, **named)
        await self.go_on.wait()
        if self._fails:
            raise RuntimeError("the broom broke")
        return end


def let_clear_up(engine: Engine, *, fails: bool = False) -> ClearsUp:
    """Have the built-in assistant's graph clear up when it is told to."""
    runtime = engine.container.runtimes["documents"]
    made = ClearsUp(runtime.graph, fails=fails)
    vars(runtime)["graph"] = made
    return made


async def test_an_answer_does_not_wait_for_the_graph_to_clear_up(engine: Engine) -> None:
    graph = let_clear_up(engine)
    session = await engine.create_session()
    async with asyncio.timeout(5):
        first = await engine.ask(ADULTS, session=session.id)
        second = await engine.ask("And for children?", session=session.id)
        await engine.digested(session.id)
    assert "90 euros" in first.answer
    assert second.turn_number == 2
    assert engine.turns_at_work == 0
    assert (await engine.store.turns.get(LOCAL, session.id, 1)).answer == first.answer
    graph.go_on.set()


async def test_what_fails_behind_an_answer_leaves_it_as_it_is(engine: Engine, caplog: pytest.LogCaptureFixture) -> None:
    graph = let_clear_up(engine, fails=True)
    session = await engine.create_session()
    run = await engine.start(ADULTS, session=session.id)
    answer = await run.answer()
    graph.go_on.set()
    with caplog.at_level(logging.ERROR, "askwell"):
        await run.wait()
    assert answer.status == "completed"
    assert "cleanup after the turn failed" in caplog.text
    assert await run.answer() == answer


async def test_a_stop_behind_the_end_changes_nothing(engine: Engine) -> None:
    let_clear_up(engine)
    session = await engine.create_session()
    run = await engine.start(ADULTS, session=session.id)
    answer = await run.answer()
    await run.stop()
    assert (await engine.store.turns.get(run.principal, session.id, 1)).status == "completed"
    assert (await run.answer()).status == answer.status == "completed"
