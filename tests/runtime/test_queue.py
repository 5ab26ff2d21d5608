"""Who may ask next: a line without a database, and a busy conversation with one."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from askwell.engine import LOCAL, Engine
from askwell.errors import AskwellError, Conflict, ShuttingDown
from askwell.runtime.queue import SessionQueue
from askwell.runtime.run import Run
from askwell.settings import Settings
from askwell.types import BusyPolicy
from tests.alpine import COST, alpine, let_write, until_it_writes


class Room:
    """What one at a time may be in."""

    def __init__(self, turnstile: SessionQueue) -> None:
        self.turnstile = turnstile
        self.inside = "somebody"
        self.order: list[str] = []
        self.stops = 0
        self.is_closed = False

    async def enter(self, name: str, policy: BusyPolicy = "enqueue") -> str:
        async def begin() -> str:
            await asyncio.sleep(0)
            if self.inside:
                raise Conflict("busy", code="session_busy")
            self.inside = name
            self.order.append(name)
            return name

        async def stop() -> None:
            self.stops += 1
            self.leave()

        return await self.turnstile.enter("s", policy, begin, stop=stop, check=self.check)

    def check(self) -> None:
        if self.is_closed:
            raise ShuttingDown("closed")

    def leave(self) -> None:
        self.inside = ""
        self.turnstile.wake("s")

    async def empty(self) -> None:
        """Let one after the other in and out until nobody waits."""
        while self.turnstile.waiting("s") or self.inside:
            self.leave()
            await asyncio.sleep(0)


def room(*, places: int = 16, wait_s: float = 30.0) -> Room:
    return Room(SessionQueue(places=places, wait_s=wait_s))


async def waiting(room: Room, *names: str, policy: BusyPolicy = "enqueue") -> list[asyncio.Task[str]]:
    """Tasks that stand in line in this order."""
    tasks = [asyncio.create_task(room.enter(name, policy)) for name in names]
    await asyncio.sleep(0.01)
    return tasks


async def test_those_who_wait_get_in_in_the_order_they_came() -> None:
    crowd = room(places=50)
    names = [str(number) for number in range(50)]
    tasks = await waiting(crowd, *names)
    await crowd.empty()
    assert await asyncio.gather(*tasks) == names
    assert crowd.order == names
    assert crowd.turnstile.waiting("s") == 0


async def test_who_does_not_want_to_wait_is_refused() -> None:
    with pytest.raises(Conflict) as caught:
        await room().enter("one", "reject")
    assert caught.value.code == "session_busy"


async def test_no_more_than_the_places_wait() -> None:
    crowd = room(places=2)
    tasks = await waiting(crowd, "one", "two")
    with pytest.raises(Conflict) as caught:
        await crowd.enter("three")
    assert caught.value.code == "queue_full"
    await crowd.empty()
    assert await asyncio.gather(*tasks) == ["one", "two"]


async def test_a_wait_in_vain_ends_and_leaves_no_trace() -> None:
    crowd = room(wait_s=0.05)
    for task in await waiting(crowd, "one", "two"):
        with pytest.raises(Conflict) as caught:
            await task
        assert caught.value.code == "queue_timeout"
    assert crowd.turnstile.waiting("s") == 0
    assert crowd.order == []


async def test_who_goes_away_while_waiting_is_skipped() -> None:
    crowd = room()
    one, two = await waiting(crowd, "one", "two")
    one.cancel()
    await asyncio.gather(one, return_exceptions=True)
    await crowd.empty()
    assert await two == "two"
    assert crowd.order == ["two"]


async def test_an_interruption_goes_before_those_who_wait() -> None:
    crowd = room()
    patient = await waiting(crowd, "patient")
    assert await crowd.enter("urgent", "interrupt") == "urgent"
    assert crowd.stops == 1
    await crowd.empty()
    assert await asyncio.gather(*patient) == ["patient"]
    assert crowd.order == ["urgent", "patient"]


async def test_what_ends_elsewhere_is_noticed_without_a_word() -> None:
    crowd = room()
    (task,) = await waiting(crowd, "one")
    crowd.inside = ""
    assert await task == "one"


async def test_nobody_is_let_in_once_it_is_closed() -> None:
    crowd = room()
    tasks = await waiting(crowd, "one", "two")
    crowd.is_closed = True
    crowd.turnstile.wake_all()
    found = await asyncio.gather(*tasks, crowd.enter("three", "reject"), return_exceptions=True)
    assert [type(each) for each in found] == [ShuttingDown] * 3


@pytest.fixture
async def engine(settings: Settings, tmp_path: Path) -> AsyncIterator[Engine]:
    async with alpine(settings, tmp_path) as opened:
        let_write(opened, ["It costs 90 euros. [1]"])
        yield opened


async def ended(run: Run) -> int:
    """The turn's number once it is over."""
    await run.wait()
    assert run.number is not None
    return run.number


async def test_fifty_questions_at_once_are_answered_in_order_or_refused_with_a_reason(engine: Engine) -> None:
    """S0-B2, S1-B5, S2-B9: nothing is lost, nothing interleaves, no number is given twice."""
    session = await engine.create_session()

    async def ask(number: int) -> str:
        try:
            return str(await ended(await engine.start(f"Question {number}?", session=session.id, busy="enqueue")))
        except AskwellError as error:
            return error.code

    outcomes = await asyncio.gather(*(ask(number) for number in range(50)))
    turns = await engine.store.turns.page(LOCAL, session.id, limit=100)
    assert [turn.number for turn in turns] == list(range(1, len(turns) + 1))
    assert {turn.status for turn in turns} == {"completed"}
    assert len(turns) >= engine.settings.queue_places
    assert sorted(outcomes) == sorted([*(str(turn.number) for turn in turns), *["queue_full"] * (50 - len(turns))])
    admitted = [(number, int(outcome)) for number, outcome in enumerate(outcomes) if outcome != "queue_full"]
    assert [turns[place - 1].question for _, place in admitted] == [f"Question {number}?" for number, _ in admitted]


async def test_an_interruption_stops_what_runs_and_keeps_its_text(engine: Engine) -> None:
    session = await engine.create_session()
    let_write(engine, ["slow " * 500, "It costs 90 euros. [1]"], piece_s=0.005)
    await until_it_writes(await engine.start(COST, session=session.id))
    answer = await engine.ask("And for children?", session=session.id, busy="interrupt")
    assert (answer.turn_number, answer.answer) == (2, "It costs 90 euros. [1]")
    first = await engine.store.turns.get(LOCAL, session.id, 1)
    assert (first.status, first.answer[:4]) == ("stopped", "slow")


async def test_the_settings_say_what_happens_when_the_call_does_not(settings: Settings, tmp_path: Path) -> None:
    async with alpine(settings.model_copy(update={"busy": "enqueue"}), tmp_path) as engine:
        let_write(engine, ["It costs 90 euros. [1]"], piece_s=0.005)
        session = await engine.create_session()
        await engine.start(COST, session=session.id)
        assert (await engine.ask("And for children?", session=session.id)).turn_number == 2
        await engine.start(COST, session=session.id)
        with pytest.raises(Conflict):
            await engine.ask("And for children?", session=session.id, busy="reject")


async def test_a_turn_of_another_engine_is_waited_for_stopped_and_interrupted(
    settings: Settings, engine: Engine
) -> None:
    """Two engines over one file are to each other what two processes are."""
    session = await engine.create_session()
    let_write(engine, ["slow " * 20, "slow " * 2000], piece_s=0.01)
    async with await Engine.open(settings) as other:
        await engine.start(COST, session=session.id)
        with pytest.raises(Conflict) as caught:
            await other.ask("And for children?", session=session.id)
        assert caught.value.code == "session_busy"
        waited = await other.ask("And for children?", session=session.id, busy="enqueue")
        first = await engine.store.turns.get(LOCAL, session.id, 1)
        assert (waited.turn_number, first.status) == (2, "completed")
        await engine.start(COST, session=session.id)
        stopped = await other.stop(session.id)
        assert (stopped.number, stopped.status) == (3, "stopped")
        await engine.start(COST, session=session.id)
        urgent = await other.ask("And for children?", session=session.id, busy="interrupt")
        assert urgent.turn_number == 5
    assert (await engine.store.turns.get(LOCAL, session.id, 4)).status == "stopped"


async def test_stopping_where_nothing_runs_is_told(engine: Engine) -> None:
    session = await engine.create_session()
    with pytest.raises(AskwellError) as caught:
        await engine.stop(session.id)
    assert caught.value.code == "turn_not_running"
