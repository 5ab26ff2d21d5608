"""The end of a process: what runs may end, what is new is refused, what is left keeps its text."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from askwell.engine import LOCAL, Engine
from askwell.errors import ShuttingDown, StorageFailed
from askwell.events import Done, Failed
from askwell.settings import Settings
from askwell.types import Begun, Lease, Turn
from tests.alpine import COST, alpine, let_write, until_it_writes


@pytest.fixture
async def engine(settings: Settings, tmp_path: Path) -> AsyncIterator[Engine]:
    async with alpine(settings, tmp_path) as opened:
        yield opened


async def test_a_running_turn_may_end_and_a_new_one_is_refused(engine: Engine) -> None:
    session, other = await engine.create_session(), await engine.create_session()
    let_write(engine, ["It costs 90 euros. [1]"], piece_s=0.02)
    run = await engine.start(COST, session=session.id)
    drained = asyncio.create_task(engine.drain(30))
    await asyncio.sleep(0)
    for conversation in (other.id, None):
        with pytest.raises(ShuttingDown) as caught:
            await engine.ask(COST, session=conversation)
        assert (caught.value.code, caught.value.http_status) == ("shutting_down", 503)
    assert await drained == 0
    assert run.ended
    assert (await engine.store.turns.get(LOCAL, session.id, 1)).status == "completed"
    assert (await engine.store.sessions.get(LOCAL, other.id)).head == 0


async def test_what_waits_for_its_turn_is_refused_and_what_runs_too_long_keeps_its_text(engine: Engine) -> None:
    session = await engine.create_session()
    let_write(engine, ["slow " * 2000], piece_s=0.01)
    run = await engine.start(COST, session=session.id)
    waiting = asyncio.create_task(engine.start("And for children?", session=session.id, busy="enqueue"))
    await until_it_writes(run)
    assert await engine.drain(0.05) == 1
    with pytest.raises(ShuttingDown):
        await waiting
    turns = await engine.store.turns.page(LOCAL, session.id)
    assert [(turn.status, turn.answer[:4]) for turn in turns] == [("interrupted", "slow")]


async def test_a_caller_that_goes_away_leaves_no_turn_without_a_worker(engine: Engine) -> None:
    """S3-B8: cancelled at any moment of its begin, a turn is either not there or comes to its end."""
    let_write(engine, ["It costs 90 euros. [1]"])
    session = await engine.create_session()
    for steps in range(12):
        asking = asyncio.create_task(engine.start(COST, session=session.id))
        for _ in range(steps):
            await asyncio.sleep(0.0005)
        asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
        while engine._scheduler._beginning or engine.turns_at_work:  # noqa: ASYNC110  # it sends no event
            await asyncio.sleep(0.005)
    turns = await engine.store.turns.page(LOCAL, session.id)
    assert {turn.status for turn in turns} <= {"completed"}
    assert (await engine.ask(COST, session=session.id)).turn_number == len(turns) + 1


async def test_what_another_owner_left_behind_is_swept_from_time_to_time(settings: Settings, tmp_path: Path) -> None:
    async with alpine(settings.model_copy(update={"lease_s": 0.2}), tmp_path) as engine:
        session = await engine.create_session()
        await engine.store.turns.begin(LOCAL, session.id, "Lost?", lease_s=0.1)
        while (await engine.store.turns.get(LOCAL, session.id, 1)).status == "running":  # noqa: ASYNC110  # as a reader does
            await asyncio.sleep(0.02)
        assert (await engine.store.turns.get(LOCAL, session.id, 1)).status == "interrupted"


async def test_a_sweep_that_fails_is_not_the_last_one(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with alpine(settings.model_copy(update={"lease_s": 0.05}), tmp_path) as engine:
        failures: list[Exception] = [RuntimeError("unforeseen"), StorageFailed("The disk is away")]
        swept = asyncio.Event()

        async def sweep() -> int:
            if failures:
                raise failures.pop()
            swept.set()
            return 0

        monkeypatch.setattr(engine.container.store.turns, "sweep", sweep)
        await swept.wait()


async def test_a_turn_that_was_taken_over_ends_as_the_store_has_it(settings: Settings, tmp_path: Path) -> None:
    """S1-B5: an owner that lost its lease neither writes over the other nor says that it is done."""
    async with alpine(settings.model_copy(update={"lease_s": 0.6}), tmp_path) as engine:
        session = await engine.create_session()
        let_write(engine, ["slow " * 2000], piece_s=0.01)
        run = await engine.start(COST, session=session.id)
        await until_it_writes(run)
        await expire(engine, session.id)
        await run.wait()
        turn = await engine.store.turns.get(LOCAL, session.id, 1)
        last = [event async for event in run.follow()][-1]
    assert turn.status == "interrupted"
    assert isinstance(last, Done)
    assert last.answer.answer == turn.answer


@pytest.mark.parametrize(
    ("error", "code"), [(StorageFailed("The disk is away"), "storage_unavailable"), (RuntimeError("what?"), "internal")]
)
async def test_a_stop_that_cannot_be_stored_is_told_and_ends_the_log(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, code: str
) -> None:
    async with alpine(settings, tmp_path) as engine:
        session = await engine.create_session()
        let_write(engine, ["slow " * 2000], piece_s=0.01)
        run = await engine.start(COST, session=session.id)
        await until_it_writes(run)

        async def finish(*_: object) -> Turn:
            raise error

        monkeypatch.setattr(engine.container.store.turns, "finish", finish)
        await run.stop()
        last = [event async for event in run.follow()][-1]
    assert isinstance(last, Failed)
    assert (last.code, last.partial[:4]) == (code, "slow")


async def test_an_answer_that_is_stored_is_never_reported_as_failed(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The commit succeeds, but its confirmation never arrives, for as long as the lease lives."""
    async with alpine(settings.model_copy(update={"lease_s": 1.0}), tmp_path) as engine:
        await engine.load()
        session = await engine.create_session()
        finish, heartbeat = engine.store.turns.finish, engine.store.turns.heartbeat
        committed = False

        async def unconfirmed(begun: Begun, turn: Turn) -> Turn:
            nonlocal committed
            stored = await finish(begun, turn)
            if turn.status == "completed":
                committed = True
                raise StorageFailed("The line was cut")
            return stored

        async def unheard(begun: Begun, *, partial: str | None = None, lease_s: float = 0) -> Lease:
            if committed:
                raise StorageFailed("The line is dead")
            return await heartbeat(begun, partial=partial, lease_s=lease_s)

        monkeypatch.setattr(engine.container.store.turns, "finish", unconfirmed)
        monkeypatch.setattr(engine.container.store.turns, "heartbeat", unheard)
        run = await engine.start(COST, session=session.id)
        await run.wait()
        last = [event async for event in run.follow()][-1]
        turn = await engine.store.turns.get(LOCAL, session.id, 1)
    assert turn.status == "completed"
    assert isinstance(last, Done), last
    assert (last.answer.status, last.answer.answer) == (turn.status, turn.answer)


async def test_a_turn_that_is_taken_over_at_its_end_ends_as_the_store_has_it(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The final transaction is refused; the lease is found to be lost while that is being handled."""
    async with alpine(settings, tmp_path) as engine:
        session = await engine.create_session()
        finish = engine.store.turns.finish

        async def overtaken(begun: Begun, turn: Turn) -> Turn:
            if turn.status == "completed":
                await expire(engine, session.id)
            else:
                asyncio.get_running_loop().call_soon(run.request_stop)
            return await finish(begun, turn)

        monkeypatch.setattr(engine.container.store.turns, "finish", overtaken)
        run = await engine.start(COST, session=session.id)
        await run.wait()
        last = [event async for event in run.follow()][-1]
    assert isinstance(last, Done), last
    assert (last.answer.status, last.answer.answer) == ("interrupted", "")


async def expire(engine: Engine, session_id: str) -> None:
    """Let the lease of the session's turn run out, as on a machine that stood still, and sweep.

    Again if the owner has renewed its lease in between.
    """
    from sqlalchemy import text

    while (await engine.store.turns.get(LOCAL, session_id, 1)).status == "running":
        async with engine.container.database.begin() as connection:
            await connection.execute(
                text("UPDATE sessions SET lease_until = created_at WHERE id = :id"), {"id": session_id}
            )
        await engine.store.turns.sweep()
