"""What runs behind an answer: it never makes the answer wait, and what was broken off is caught up with."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from askwell.engine import LOCAL, Engine
from askwell.errors import StorageFailed
from askwell.ports import Summariser
from askwell.rules.summarise import RulesSummariser
from askwell.runtime.memory_worker import MemoryWorker
from askwell.settings import Settings
from askwell.types import Digest, Language, Memory, Topic, Turn
from tests.alpine import alpine

LEAVING = "We leave on 3 June with two children."


@pytest.fixture
async def engine(settings: Settings, tmp_path: Path) -> AsyncIterator[Engine]:
    async with alpine(settings, tmp_path) as opened:
        yield opened


def let_digest(engine: Engine, summariser: Summariser | None) -> None:
    """Let another summariser remember for the built-in assistant."""
    runtime = engine.container.runtimes["documents"]
    runtime.services = replace(runtime.services, summariser=summariser)


class Held(RulesSummariser):
    """Digests when it is told to; counts how often it was begun and how many ran at once."""

    def __init__(self) -> None:
        self.go_on = asyncio.Event()
        self.begun = 0
        self.at_once = 0
        self.most_at_once = 0

    async def digest(self, turn: Turn, memory: Memory, topics: Sequence[Topic], language: Language) -> Digest:
        self.begun += 1
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        try:
            await self.go_on.wait()
            return await super().digest(turn, memory, topics, language)
        finally:
            self.at_once -= 1


async def test_an_answer_is_remembered_behind_it(engine: Engine) -> None:
    session = await engine.create_session()
    await engine.ask(LEAVING, session=session.id)
    await engine.ask("What does ski rental cost?", session=session.id)
    await engine.digested(session.id)
    memory = await engine.store.memory.read(LOCAL, session.id)
    assert memory.up_to == 2
    assert LEAVING in memory.summary
    topics = await engine.store.memory.topics(LOCAL, session.id)
    assert topics[0].line == "What does ski rental cost? → Ski rental costs 30 euros a day."
    assert topics[0].source_ids


async def test_no_answer_waits_for_a_digest(engine: Engine) -> None:
    """S2-B3: the answer is out, and the next one too, while the summary of the first is still being made."""
    held = Held()
    let_digest(engine, held)
    session = await engine.create_session()
    async with asyncio.timeout(60):
        first = await engine.ask(LEAVING, session=session.id)
        second = await engine.ask("What does ski rental cost?", session=session.id)
    assert (first.turn_number, second.turn_number) == (1, 2)
    assert (await engine.store.memory.read(LOCAL, session.id)).up_to == 0
    held.go_on.set()
    await engine.digested(session.id)
    assert (await engine.store.memory.read(LOCAL, session.id)).up_to == 2


async def test_a_session_has_one_digest_at_a_time(engine: Engine) -> None:
    held = Held()
    let_digest(engine, held)
    session = await engine.create_session()
    for _ in range(4):
        await engine.ask(LEAVING, session=session.id)
    held.go_on.set()
    await engine.digested()
    assert held.most_at_once == 1
    assert (await engine.store.memory.read(LOCAL, session.id)).up_to == 4


async def test_a_digest_that_is_killed_with_its_process_is_caught_up_with(settings: Settings, tmp_path: Path) -> None:
    async with alpine(settings, tmp_path) as engine:
        let_digest(engine, Held())
        session = await engine.create_session()
        await engine.ask(LEAVING, session=session.id)
    async with await Engine.open(settings) as engine:
        assert (await engine.store.memory.read(LOCAL, session.id)).up_to == 0
        await engine.ask("What does ski rental cost?", session=session.id)
        await engine.digested(session.id)
        memory = await engine.store.memory.read(LOCAL, session.id)
    assert memory.up_to == 2
    assert LEAVING in memory.summary


async def test_what_was_answered_right_before_the_end_is_remembered(settings: Settings, tmp_path: Path) -> None:
    async with alpine(settings, tmp_path) as engine:
        session = await engine.create_session()
        await engine.ask(LEAVING, session=session.id)
    async with await Engine.open(settings) as engine:
        assert LEAVING in (await engine.store.memory.read(LOCAL, session.id)).summary


async def test_draining_gives_digests_the_rest_of_its_time(engine: Engine) -> None:
    held = Held()
    let_digest(engine, held)
    session = await engine.create_session()
    await engine.ask(LEAVING, session=session.id)
    asyncio.get_running_loop().call_later(0.05, held.go_on.set)
    await engine.drain(30)
    assert (await engine.store.memory.read(LOCAL, session.id)).up_to == 1


@pytest.mark.parametrize("error", [StorageFailed("gone", code="storage_unavailable"), RuntimeError("a fault of ours")])
async def test_a_digest_that_fails_harms_nobody(
    engine: Engine, error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    class Failing(RulesSummariser):
        async def digest(self, turn: Turn, memory: Memory, topics: Sequence[Topic], language: Language) -> Digest:
            raise error

    let_digest(engine, Failing())
    session = await engine.create_session()
    answer = await engine.ask("What does ski rental cost?", session=session.id)
    await engine.digested(session.id)
    assert "30 euros" in answer.answer
    assert "the next turn will retry" in caplog.text
    let_digest(engine, RulesSummariser())
    await engine.ask(LEAVING, session=session.id)
    await engine.digested(session.id)
    assert (await engine.store.memory.read(LOCAL, session.id)).up_to == 2


async def test_without_a_summariser_nothing_is_remembered(engine: Engine) -> None:
    let_digest(engine, None)
    session = await engine.create_session()
    await engine.ask(LEAVING, session=session.id)
    await engine.digested(session.id)
    assert await engine.store.memory.read(LOCAL, session.id) == Memory()


async def test_a_session_that_is_removed_takes_its_digest_along(engine: Engine) -> None:
    held = Held()
    let_digest(engine, held)
    session = await engine.create_session()
    await engine.ask(LEAVING, session=session.id)
    await engine.delete_session(session.id)
    await engine.digested(session.id)
    assert held.at_once == 0


async def test_a_turn_that_ends_when_a_digest_is_about_to_is_not_forgotten(engine: Engine) -> None:
    session = await engine.create_session()
    digesting = MemoryWorker()
    services = engine.container.runtimes["documents"].services
    let_digest(engine, None)
    for number in range(1, 9):
        await engine.ask(LEAVING, session=session.id)
        digesting.begin(services, LOCAL, session.id)
        for _ in range(number * 3):
            await asyncio.sleep(0)
    await digesting.wait()
    assert (await engine.store.memory.read(LOCAL, session.id)).up_to == 8
