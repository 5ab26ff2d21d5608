"""What callers switch off leaves no trace: the whole database, table by table, and the folder are compared."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from askwell.engine import LOCAL, Engine
from askwell.errors import Conflict
from askwell.events import Accepted, Done
from askwell.settings import Settings
from askwell.types import Principal, Recollection, Turn, TurnOptions
from tests.alpine import COST, alpine, let_write

UNSTORED = TurnOptions(store=False)
SECRET = "My secret is a blue bicycle for 77 euros."


@pytest.fixture
async def engine(settings: Settings, tmp_path: Path) -> AsyncIterator[Engine]:
    async with alpine(settings, tmp_path) as opened:
        yield opened


def everything(settings: Settings) -> dict[str, list[tuple[object, ...]]]:
    """All rows of all tables of the database, and the names of all files of the folder."""
    [file] = settings.home.glob("*.db")
    with closing(sqlite3.connect(file)) as database:
        named = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        rows = {name: sorted(database.execute(f'SELECT * FROM "{name}"').fetchall(), key=repr) for (name,) in named}
    files = sorted(str(path.relative_to(settings.home)) for path in settings.home.rglob("*") if path.is_file())
    return rows | {"files": [(name,) for name in files if not name.endswith(("-wal", "-shm"))]}


async def test_a_turn_that_is_not_to_be_stored_leaves_no_trace(settings: Settings, engine: Engine) -> None:
    session = await engine.create_session()
    await engine.ask(COST, session=session.id)
    await engine.digested()
    before = everything(settings)
    answer = await engine.ask(SECRET, session=session.id, options=UNSTORED, key="k1")
    await engine.digested()
    await engine.drain()
    assert everything(settings) == before
    assert (answer.turn_number, answer.session_id) == (None, None)
    assert before["turns"]


async def test_it_is_answered_from_its_conversation_all_the_same(engine: Engine) -> None:
    session = await engine.create_session()
    first = await engine.ask(COST, session=session.id)
    answer = await engine.ask("And for children?", session=session.id, options=UNSTORED)
    assert answer.kind == "follow_up"
    assert "45 euros" in answer.answer
    assert [source.number for source in answer.sources] == [source.number for source in first.sources]
    third = await engine.ask("What does ski rental cost?", session=session.id)
    assert third.turn_number == 2


class Noted:
    """Finds nothing, and notes the turn for which it was asked."""

    def __init__(self) -> None:
        self.turns: list[Turn] = []

    async def index_entry(self, turn: Turn) -> bytes:
        return b""

    async def find(
        self, principal: Principal, turn: Turn, question: str, *, oldest_in_window: int, k: int
    ) -> list[Recollection]:
        self.turns.append(turn)
        return []


async def test_older_turns_are_looked_for_as_for_the_next_turn_of_the_line(engine: Engine) -> None:
    noted = Noted()
    runtime = engine.container.runtimes["documents"]
    runtime.services = replace(runtime.services, history_searcher=noted)
    session = await engine.create_session()
    for _ in range(3):
        await engine.ask("What does ski rental cost?", session=session.id)
    await (await engine.regenerate(session.id, 3)).answer()
    await engine.ask(COST, session=session.id, options=TurnOptions(window_turns=1, store=False))
    await engine.ask(COST, session=session.id, options=TurnOptions(window_turns=1))
    unstored, stored = noted.turns[-2:]
    assert (unstored.number, unstored.branch) == (stored.number, stored.branch) == (5, 1)


async def test_its_events_name_no_turn_of_the_conversation(engine: Engine) -> None:
    session = await engine.create_session()
    events = [event async for event in engine.stream(COST, session=session.id, options=UNSTORED)]
    first, last = events[0], events[-1]
    assert isinstance(first, Accepted)
    assert isinstance(last, Done)
    assert (first.turn_number, first.session_id) == (None, None)
    assert [event async for _, event in await engine.follow_session(session.id, live=False)] == []


async def test_it_waits_for_no_other_turn_and_stands_in_nobodys_way(engine: Engine) -> None:
    session = await engine.create_session()
    let_write(engine, ["slow " * 50], piece_s=0.02)
    stored = await engine.start(COST, session=session.id)
    unstored = await engine.start(COST, session=session.id, options=UNSTORED)
    with pytest.raises(Conflict):
        await engine.start(COST, session=session.id)
    await stored.stop()
    await engine.start(COST, session=session.id)
    assert not unstored.ended


async def test_its_key_counts_for_nothing(engine: Engine) -> None:
    session = await engine.create_session()
    first = await engine.ask(COST, session=session.id, options=UNSTORED, key="k1")
    second = await engine.ask(COST, session=session.id, options=UNSTORED, key="k1")
    stored = await engine.ask("What does ski rental cost?", session=session.id, key="k1")
    assert first.turn_id != second.turn_id
    assert stored.turn_number == 1


async def test_a_stopped_one_leaves_no_trace_either(settings: Settings, engine: Engine) -> None:
    session = await engine.create_session()
    before = everything(settings)
    let_write(engine, ["slow " * 50], piece_s=0.02)
    run = await engine.start(COST, session=session.id, options=UNSTORED)
    await run.stop()
    assert everything(settings) == before


async def test_an_edit_that_is_not_to_be_stored_is_answered_from_before_that_turn(
    settings: Settings, engine: Engine
) -> None:
    session = await engine.create_session()
    await engine.ask(COST, session=session.id)
    await engine.ask("What does ski rental cost?", session=session.id)
    await engine.digested()
    before = everything(settings)
    run = await engine.edit(session.id, 2, "And for children?", options=UNSTORED)
    assert "45 euros" in (await run.answer()).answer
    assert everything(settings) == before


async def test_a_turn_with_memory_switched_off_is_stored_but_learnt_nowhere(engine: Engine) -> None:
    """S2-V9: nothing is recalled for it, and nothing of it is remembered."""
    session = await engine.create_session()
    await engine.ask(COST, session=session.id)
    answer = await engine.ask(SECRET, session=session.id, options=TurnOptions(use_memory=False))
    await engine.ask("What does ski rental cost?", session=session.id)
    await engine.digested()
    memory = await engine.store.memory.read(LOCAL, session.id)
    topics = await engine.store.memory.topics(LOCAL, session.id)
    assert answer.standalone_question == SECRET
    assert [topic.number for topic in topics] == [3, 1]
    assert "secret" not in f"{memory}{topics}"
    assert memory.up_to == 3
    assert not [each for each in await engine.store.memory.index_entries(LOCAL, session.id) if each.number == 2]
