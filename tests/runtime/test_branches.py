"""Another answer, another question in its place, and which line goes on."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from askwell.engine import LOCAL, Engine
from askwell.errors import BadInput, NotFound
from askwell.settings import Settings
from askwell.types import TurnOptions
from tests.alpine import COST, alpine, let_write, until_it_writes


@pytest.fixture
async def engine(settings: Settings, tmp_path: Path) -> AsyncIterator[Engine]:
    async with alpine(settings, tmp_path) as opened:
        yield opened


async def test_another_answer_is_a_sibling_with_the_same_question_and_options(engine: Engine) -> None:
    session = await engine.create_session()
    options = TurnOptions(labels=("2025",), window_turns=3, use_memory=False, standalone_question="What is it?")
    first = await engine.ask(COST, session=session.id, options=options)
    await (await engine.regenerate(session.id, 1)).wait()
    again = await engine.store.turns.get(LOCAL, session.id, 2)
    assert (again.question, again.supersedes_id, again.parent_id) == (COST, first.turn_id, None)
    assert again.options == options
    assert again.standalone_question == "What is it?"
    assert [turn.number for turn in await engine.siblings(session.id, 1)] == [1, 2]


async def test_an_edit_goes_on_from_the_turn_before_it(engine: Engine) -> None:
    session = await engine.create_session()
    await engine.ask("What does ski rental cost a day?", session=session.id)
    await engine.ask(COST, session=session.id)
    await engine.ask("And for children?", session=session.id)
    run = await engine.edit(session.id, 2, "Where are they rented?")
    await run.wait()
    edited = await engine.store.turns.get(LOCAL, session.id, 4)
    assert edited.supersedes_id is None
    assert "valley station" in edited.answer
    assert [turn.number for turn in await engine.store.turns.page(LOCAL, session.id)] == [1, 4]
    chosen = await engine.choose(session.id, 2)
    assert chosen.branch == 0
    assert [turn.number for turn in await engine.store.turns.page(LOCAL, session.id)] == [1, 2, 3]
    following = await engine.ask("And for adults?", session=session.id)
    assert following.turn_number == 5
    assert "90 euros" in following.answer


async def test_a_repeated_regenerate_under_its_key_is_the_same_turn(engine: Engine) -> None:
    session = await engine.create_session()
    await engine.ask(COST, session=session.id, key="first")
    runs = [await engine.regenerate(session.id, 1, key="again") for _ in range(2) if await done(engine, session.id)]
    assert runs[0].turn_id == runs[1].turn_id
    assert (await engine.store.sessions.get(LOCAL, session.id)).head == 2
    with pytest.raises(BadInput) as caught:
        await engine.edit(session.id, 1, "And skis?", key="again")
    assert caught.value.code == "key_reused"
    with pytest.raises(BadInput):
        await engine.start(COST, session=session.id, key="again")


async def done(engine: Engine, session_id: str) -> bool:
    """True, once nothing runs in the session."""
    run = engine._scheduler.runs.of_session(session_id)
    if run is not None:
        await run.wait()
    return True


@pytest.mark.parametrize("number", [-1, 0, 2])
async def test_what_was_never_asked_cannot_be_asked_again(engine: Engine, number: int) -> None:
    session = await engine.create_session()
    await engine.ask(COST, session=session.id)
    with pytest.raises(NotFound):
        await engine.regenerate(session.id, number)
    with pytest.raises(NotFound):
        await engine.edit(session.id, number, "And skis?")
    assert (await engine.store.sessions.get(LOCAL, session.id)).head == 1


async def test_another_answer_may_interrupt_the_one_that_is_written(engine: Engine) -> None:
    session = await engine.create_session()
    let_write(engine, ["slow " * 500, "It costs 90 euros. [1]"], piece_s=0.005)
    await until_it_writes(await engine.start(COST, session=session.id))
    run = await engine.regenerate(session.id, 1, busy="interrupt")
    await run.wait()
    turns = await engine.siblings(session.id, 1)
    assert [(turn.number, turn.status) for turn in turns] == [(1, "stopped"), (2, "completed")]


async def test_feedback_is_kept_and_taken_back(engine: Engine) -> None:
    session = await engine.create_session()
    await engine.ask(COST, session=session.id)
    given = (await engine.give_feedback(session.id, 1, -1, "That is last year's.")).feedback
    assert given is not None
    assert (given.rating, given.comment) == (-1, "That is last year's.")
    assert (await engine.give_feedback(session.id, 1, 0)).feedback is None


async def test_support_and_warnings_are_stored_with_the_turn(engine: Engine) -> None:
    """S1-B9: why an answer came out as it did is there later, too."""
    session = await engine.create_session()
    let_write(engine, ["The pass costs 90 euros. [1] It is nice. [7]"])
    answer = await engine.ask(COST, session=session.id)
    turn = await engine.store.turns.get(LOCAL, session.id, 1)
    assert (turn.support, turn.warnings) == (answer.support, answer.warnings)
    assert turn.warnings == ("marks_removed",)
    assert turn.support


async def test_a_removed_conversation_takes_its_running_turn_along(engine: Engine) -> None:
    session = await engine.create_session()
    let_write(engine, ["slow " * 500], piece_s=0.01)
    run = await engine.start(COST, session=session.id)
    await engine.delete_session(session.id)
    assert run.ended
    with pytest.raises(NotFound):
        engine.run(run.turn_id)
    with pytest.raises(NotFound):
        await engine.delete_session(session.id)
