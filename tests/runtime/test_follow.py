"""A reader is cut off behind every event of a turn and takes it up again, wherever that is."""

import asyncio
import json
import os
import subprocess
import sys
import textwrap
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest

from askwell.engine import LOCAL, Engine
from askwell.errors import BadInput, ModelFailed
from askwell.events import Accepted, Cited, Done, Event, Failed, Place, Resolved, Token
from askwell.settings import Settings
from askwell.types import Turn
from tests.alpine import COST, alpine, let_write
from tests.conftest import REPOSITORY
from tests.logs import collected

BOTH = "The pass costs 90 euros. [1] Skis cost 30 euros a day. [2]  Both are worth it. [1, 2] \n"
QUESTION = "What costs euros?"
Log = list[tuple[Place, Event]]


@pytest.fixture
async def engine(settings: Settings, tmp_path: Path) -> AsyncIterator[Engine]:
    async with alpine(settings, tmp_path) as opened:
        let_write(opened, [BOTH])
        yield opened


async def whole(engine: Engine) -> tuple[Log, Turn]:
    """The log of a turn that cites two sources, seen from its begin to its end, and the turn as stored."""
    session = await engine.create_session()
    run = await engine.start(QUESTION, session=session.id)
    log = await collected(run.placed_events())
    turn = await engine.store.turns.get(LOCAL, session.id, 1)
    assert turn.status == "completed"
    assert len(turn.sources) == 2
    return log, turn


async def resumed(engine: Engine, turn: Turn, place: Place) -> Log:
    """What comes behind a place."""
    return await collected(await engine.follow(turn.session_id, turn.number, place))


def check(seen: Log, rest: Log, turn: Turn) -> None:
    """Together they are one reading of the turn: the text is whole, nothing comes twice, the end is the end."""
    events = [event for _, event in [*seen, *rest]]
    assert [event.number for event in events] == list(range(1, len(events) + 1))
    assert text_of(events) == turn.answer
    assert [event.source.number for event in events if isinstance(event, Cited)] == [
        source.number for source in turn.sources
    ]
    assert sum(isinstance(event, Accepted) for event in events) == 1
    assert [isinstance(event, Done | Failed) for event in events] == [False] * (len(events) - 1) + [True]
    for place, event in [*seen, *rest]:
        assert Place.parse(str(place)) == place
        assert place.event == event.number


def text_of(events: Sequence[Event]) -> str:
    return "".join(event.text for event in events if isinstance(event, Token))


async def test_in_the_same_process_the_log_goes_on_exactly_where_it_broke_off(engine: Engine) -> None:
    """S3-B8: a client that goes away loses nothing."""
    log, turn = await whole(engine)
    for seen in range(len(log)):
        place = log[seen - 1][0] if seen else Place(1)
        rest = await resumed(engine, turn, place)
        assert rest == log[seen:]
        check(log[:seen], rest, turn)


async def test_once_the_run_is_forgotten_the_rest_comes_from_the_store(settings: Settings, tmp_path: Path) -> None:
    async with alpine(settings.model_copy(update={"kept_runs": 0}), tmp_path) as engine:
        let_write(engine, [BOTH])
        log, turn = await whole(engine)
        for seen in range(len(log)):
            place = log[seen - 1][0] if seen else Place(1)
            check(log[:seen], await resumed(engine, turn, place), turn)


async def test_after_a_restart_the_rest_comes_from_the_store(settings: Settings, engine: Engine) -> None:
    log, turn = await whole(engine)
    await engine.aclose()
    async with await Engine.open(settings) as reopened:
        for seen in range(len(log)):
            place = log[seen - 1][0] if seen else Place(1)
            check(log[:seen], await resumed(reopened, turn, place), turn)


CHILD = """
import asyncio, json, sys
from pathlib import Path
from askwell.settings import Settings
from tests.alpine import alpine, let_write

async def main() -> None:
    folder = Path({folder!r})
    settings = Settings(home=folder / "home", embedder="none", lease_s=5)
    async with alpine(settings, folder) as engine:
        let_write(engine, [{text!r}], piece_s=0.05)
        session = await engine.create_session(session_id="talk")
        run = await engine.start({question!r}, session=session.id)
        async for place, event in run.placed_events():
            text = event.text if event.name == "token" else ""
            cited = event.source.number if event.name == "citation" else 0
            print(json.dumps([str(place), event.name, text, cited]), flush=True)
        sys.stdin.read()

asyncio.run(main())
"""


async def test_while_another_process_runs_the_turn_it_is_followed_there(settings: Settings, tmp_path: Path) -> None:
    code = textwrap.dedent(CHILD.format(folder=str(tmp_path), text=BOTH, question=QUESTION))
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-c", code, cwd=REPOSITORY, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=dict(os.environ)
    )
    assert child.stdout is not None
    assert child.stdin is not None
    seen: list[list[str | int]] = []
    readers: list[asyncio.Task[tuple[str, Log]]] = []
    try:
        while line := await child.stdout.readline():
            seen.append(json.loads(line))
            if len(seen) == 1:
                engine = await Engine.open(settings)
            if seen[-1][1] in {"done", "failed"}:
                break
            readers.append(asyncio.create_task(elsewhere(engine, Place.parse(str(seen[-1][0])))))
        found = await asyncio.gather(*readers)
        turn = await engine.store.turns.get(LOCAL, "talk", 1)
        await engine.aclose()
    finally:
        child.stdin.close()
        await child.wait()
    assert turn.status == "completed"
    assert any(status == "running" for status, _ in found)
    for cut, (_, rest) in enumerate(found, start=1):
        events = [event for _, event in rest]
        assert "".join(str(text) for _, _, text, _ in seen[:cut]) + text_of(events) == turn.answer
        cited = [number for _, name, _, number in seen[:cut] if name == "citation"]
        assert cited + [event.source.number for event in events if isinstance(event, Cited)] == [1, 2]
        assert [event.number for event in events] == list(range(cut + 1, cut + 1 + len(events)))
        assert not any(isinstance(event, Accepted) for event in events)
        assert [isinstance(event, Done) for event in events] == [False] * (len(events) - 1) + [True]


async def elsewhere(engine: Engine, place: Place) -> tuple[str, Log]:
    """The status of the turn when the reader came, and the events it received."""
    turn = await engine.store.turns.get(LOCAL, "talk", 1)
    return turn.status, await resumed(engine, turn, place)


async def test_a_reader_of_the_partial_answer_gets_the_rest_while_it_grows(settings: Settings, engine: Engine) -> None:
    let_write(engine, ["word " * 200], piece_s=0.01)
    session = await engine.create_session()
    await engine.start(COST, session=session.id)
    async with await Engine.open(settings) as other:
        log = await collected(await other.follow(session.id, 1))
    tokens = [event for _, event in log if isinstance(event, Token)]
    assert len(tokens) > 1
    assert text_of(tokens) == (await engine.store.turns.get(LOCAL, session.id, 1)).answer


async def test_a_reader_with_a_plain_number_never_gets_text_twice(settings: Settings, engine: Engine) -> None:
    _, turn = await whole(engine)
    async with await Engine.open(settings) as other:
        rest = await resumed(other, turn, Place.parse("7", turn=1))
    assert [(event.name, event.number) for _, event in rest] == [("done", 8)]


async def test_an_id_without_sources_tells_them_by_their_marks(settings: Settings, engine: Engine) -> None:
    _, turn = await whole(engine)
    async with await Engine.open(settings) as other:
        rest = await resumed(other, turn, Place.parse(f"1.17.{turn.answer.index('[1]') + 3}"))
    assert [event.source.number for _, event in rest if isinstance(event, Cited)] == [2]


async def test_a_place_in_another_turn_is_refused(engine: Engine) -> None:
    _, turn = await whole(engine)
    with pytest.raises(BadInput) as caught:
        await engine.follow(turn.session_id, 1, Place(2, 1))
    assert caught.value.code == "bad_event_id"


async def test_a_failed_turn_is_told_again_as_it_failed(settings: Settings, engine: Engine) -> None:
    let_write(engine, [ModelFailed("down", code="upstream_timeout")])
    session = await engine.create_session()
    with pytest.raises(ModelFailed):
        await engine.ask(COST, session=session.id, key="k")
    async with await Engine.open(settings) as other:
        log = await collected(await other.follow(session.id, 1))
        failed = log[-1][1]
        assert isinstance(failed, Failed)
        assert (failed.code, failed.status) == ("upstream_timeout", 504)
        with pytest.raises(ModelFailed) as caught:
            await other.ask(COST, session=session.id, key="k")
    assert caught.value.code == "upstream_timeout"


async def test_a_repeat_under_the_key_tells_the_whole_turn_again(engine: Engine) -> None:
    session = await engine.create_session()
    first = await engine.ask(QUESTION, session=session.id, key="k")
    events = [event async for event in engine.stream(QUESTION, session=session.id, key="k")]
    assert text_of(events) == first.answer
    assert [type(event) for event in events] == [Accepted, Resolved, Cited, Cited, Token, Done]
    assert isinstance(events[-1], Done)
    assert events[-1].answer.turn_id == first.turn_id
    assert (events[-1].answer.support, events[-1].answer.warnings) == (first.support, first.warnings)
    assert first.support


async def test_a_session_is_followed_turn_by_turn_from_any_place(engine: Engine) -> None:
    session = await engine.create_session()
    for question in (QUESTION, COST, QUESTION):
        await engine.ask(question, session=session.id)
    log = await collected(await engine.follow_session(session.id, Place(), live=False))
    assert [event.turn_number for _, event in log if isinstance(event, Accepted)] == [1, 2, 3]
    assert sum(isinstance(event, Done) for _, event in log) == 3
    for cut in range(0, len(log), 3):
        place = log[cut][0]
        assert await collected(await engine.follow_session(session.id, place, live=False)) == log[cut + 1 :]
    assert await collected(await engine.follow_session(session.id, live=False)) == []


@pytest.mark.parametrize("runs_elsewhere", [False, True])
async def test_a_session_that_is_followed_tells_of_turns_as_they_begin(
    settings: Settings, engine: Engine, runs_elsewhere: bool
) -> None:
    session = await engine.create_session()
    async with await Engine.open(settings) as other:
        follower = other if runs_elsewhere else engine
        ends = asyncio.create_task(first_ends(follower, session.id, 2))
        await engine.ask(QUESTION, session=session.id)
        await engine.ask(COST, session=session.id)
        assert await ends == [1, 2]


async def first_ends(engine: Engine, session_id: str, count: int) -> list[int | None]:
    """Numbers of the first turns that end."""
    ends = []
    async for _, event in await engine.follow_session(session_id, Place()):
        if isinstance(event, Done):
            ends.append(event.answer.turn_number)
            if len(ends) == count:
                break
    return ends
