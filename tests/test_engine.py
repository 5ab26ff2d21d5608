"""The engine over a real database and real documents, with no model and with a scripted one."""

import asyncio
import os
import signal
import subprocess
import sys
import textwrap
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from blockbuster import blockbuster_ctx

from askwell.engine import LOCAL, Engine
from askwell.errors import BadInput, Conflict, ModelFailed, NotFound
from askwell.events import Accepted, Cited, Done, Failed, Packed, Resolved, Stepped, Token
from askwell.settings import Settings
from askwell.types import Answer, TurnOptions
from tests.alpine import alpine, let_write
from tests.conftest import REPOSITORY
from tests.installed import write_assistant
from tests.statements import of_conversations, statements

MOST_STATEMENTS = 16
"""Of a turn in a session: to begin, recall, finish, and learn."""


@pytest.fixture(autouse=True)
def nothing_blocks() -> Iterator[None]:
    """A blocking call of ours on the event loop fails the test."""
    with blockbuster_ctx("askwell") as watch:
        watch.functions["os.path.abspath"].deactivate()  # asks the disk nothing but where we are
        yield


@pytest.fixture
async def engine(settings: Settings, tmp_path: Path) -> AsyncIterator[Engine]:
    # No sweep and no renewal of a lease comes in between the statements that are counted here.
    async with alpine(settings.model_copy(update={"lease_s": 600}), tmp_path) as opened:
        yield opened


async def test_a_follow_up_is_resolved_and_answered_from_its_source(engine: Engine) -> None:
    session = await engine.create_session()
    first = await engine.ask("What does the Alpine pass cost for adults?", session=session.id)
    second = await engine.ask("And for children?", session=session.id)
    assert "90 euros" in first.answer
    assert second.kind == "follow_up"
    assert {"Alpine", "pass", "children"} <= set(second.standalone_question.strip("?").split())
    assert "45 euros" in second.answer
    assert second.sources[0].document == "pass.md"
    assert (first.turn_number, second.turn_number) == (1, 2)


async def test_what_a_first_turn_would_wait_for_can_be_loaded_before(engine: Engine) -> None:
    runtimes = engine.container.runtimes.values()
    assert not any("graph" in vars(runtime) for runtime in runtimes)
    await engine.load()
    assert all("graph" in vars(runtime) for runtime in runtimes)


async def test_a_source_keeps_its_number_for_the_whole_conversation(engine: Engine) -> None:
    session = await engine.create_session()
    numbers = []
    for question in (
        "What does ski rental cost?",
        "What does the Alpine pass cost?",
        "What does ski rental cost a day?",
    ):
        answer = await engine.ask(question, session=session.id)
        numbers.append({source.document: source.number for source in answer.sources})
    assert numbers[0]["skis.md"] == numbers[2]["skis.md"] == 1
    assert numbers[1]["pass.md"] == 2


async def test_events_come_in_order_and_join_to_the_answer(engine: Engine) -> None:
    session = await engine.create_session()
    events = [event async for event in engine.stream("What does the Alpine pass cost?", session=session.id)]
    assert [event.number for event in events] == list(range(1, len(events) + 1))
    assert isinstance(events[0], Accepted)
    assert isinstance(events[-1], Done)
    kinds = [type(event) for event in events]
    assert kinds.index(Resolved) < kinds.index(Packed) < kinds.index(Token) < kinds.index(Done)
    assert kinds.index(Packed) < kinds.index(Cited)
    text = "".join(event.text for event in events if isinstance(event, Token))
    assert text == events[-1].answer.answer
    steps = [event.step for event in events if isinstance(event, Stepped)]
    assert steps == [
        "screen",
        "recall",
        "operate",
        "resolve",
        "facts",
        "route",
        "search",
        "query_tables",
        "rank",
        "grade",
        "remind",
        "pack",
        "write",
        "cite",
        "remember",
    ]


async def test_s0_02_without_a_session_nothing_is_stored(engine: Engine) -> None:
    answer = await engine.ask("What does ski rental cost?")
    assert "30 euros" in answer.answer
    assert (answer.turn_number, answer.session_id) == (None, None)
    assert await engine.store.sessions.page(LOCAL) == []


async def test_what_the_documents_do_not_hold_is_not_found(engine: Engine) -> None:
    answer = await engine.ask("Who painted the ceiling of the Sistine chapel?")
    assert answer.outcome == "not_found"
    assert answer.answer.startswith("I did not find this in the documents.")


async def test_a_refused_question_leaves_no_trace(engine: Engine) -> None:
    session = await engine.create_session()
    for question, code in (("  ", "empty_question"), ("x" * 70_000, "question_too_long"), ("a\0b", "bad_character")):
        with pytest.raises(BadInput) as caught:
            await engine.ask(question, session=session.id)
        assert caught.value.code == code
    assert await engine.store.turns.page(LOCAL, session.id) == []


async def test_unknown_assistant_names_the_known_ones(settings: Settings, tmp_path: Path) -> None:
    folder = write_assistant(tmp_path / "more", "languages: [en]", name="bikes")
    async with await Engine.open(settings.model_copy(update={"assistants": folder})) as engine:
        with pytest.raises(NotFound, match="known: bikes, documents"):
            await engine.create_session("nobody")


async def test_s0_04_a_window_out_of_range_is_refused(engine: Engine) -> None:
    for window in (0, 11):
        with pytest.raises(BadInput, match="1 to 10"):
            await engine.ask("why?", options=TurnOptions(window_turns=window))


async def test_the_conversation_goes_on_after_a_restart(settings: Settings, engine: Engine) -> None:
    """S1-08: the next turn after a restart sees the turns before it."""
    session = await engine.create_session()
    await engine.ask("What does the Alpine pass cost for adults?", session=session.id)
    await engine.aclose()
    async with await Engine.open(settings) as reopened:
        answer = await reopened.ask("And for children?", session=session.id)
    assert answer.turn_number == 2
    assert "45 euros" in answer.answer


async def test_a_model_writes_and_its_labels_become_numbers(engine: Engine) -> None:
    let_write(engine, ["The pass costs 90 euros. [1] It is nice. [7]"])
    answer = await engine.ask("What does the Alpine pass cost?")
    assert answer.answer == "The pass costs 90 euros. [1] It is nice."
    assert answer.warnings == ("marks_removed",)
    assert answer.model == "scripted"


async def test_a_model_that_cites_nothing_is_not_supported(engine: Engine) -> None:
    let_write(engine, ["The pass is very cheap, trust me."])
    answer = await engine.ask("What does the Alpine pass cost?")
    assert answer.outcome == "unsupported"
    assert answer.warnings == ("unsupported",)
    assert answer.answer == "The pass is very cheap, trust me."
    assert answer.marks == ()
    assert answer.sources[0].passages, "the nearest passages"


async def test_a_failed_turn_keeps_its_question_and_the_next_goes_on(engine: Engine) -> None:
    """S0-B11 S0-B15: a model that fails loses nothing; its status says why there is no answer."""
    session = await engine.create_session()
    let_write(engine, [ModelFailed("down", code="upstream_unreachable")])
    with pytest.raises(ModelFailed):
        await engine.ask("What does the Alpine pass cost?", session=session.id)
    failed = await engine.store.turns.get(LOCAL, session.id, 1)
    assert (failed.status, failed.question, failed.error_code) == (
        "failed",
        "What does the Alpine pass cost?",
        "upstream_unreachable",
    )
    let_write(engine, ["It costs 90 euros. [1]"])
    assert (await engine.ask("What does the Alpine pass cost?", session=session.id)).turn_number == 2


async def test_stop_keeps_what_was_written(engine: Engine) -> None:
    session = await engine.create_session()
    let_write(engine, ["word " * 500], piece_s=0.01)
    run = await engine.start("What does the Alpine pass cost?", session=session.id)
    async for event in run.follow():
        if isinstance(event, Token):
            break
    await run.stop()
    stored = await engine.store.turns.get(LOCAL, session.id, 1)
    assert stored.status == "stopped"
    assert stored.answer.startswith("word")
    assert len(stored.answer) < 2400
    assert (stored.standalone_question, stored.model) == ("What does the Alpine pass cost?", "scripted")
    assert [decision.step for decision in stored.decisions][-1] == "pack"


async def test_a_reader_that_leaves_does_not_stop_the_turn(engine: Engine) -> None:
    session = await engine.create_session()
    let_write(engine, ["It costs 90 euros. [1]"], piece_s=0.01)
    async for event in engine.stream("What does the Alpine pass cost?", session=session.id):
        if isinstance(event, Token):
            break
    for _ in range(200):
        turn = await engine.store.turns.get(LOCAL, session.id, 1)
        if turn.status == "completed":
            break
        await asyncio.sleep(0.02)
    assert turn.answer == "It costs 90 euros. [1]"


async def test_the_same_key_gives_the_same_turn(engine: Engine) -> None:
    session = await engine.create_session()
    first = await engine.ask("What does ski rental cost?", session=session.id, key="k1")
    again = await engine.ask("What does ski rental cost?", session=session.id, key="k1")
    assert (again.turn_id, again.answer, again.turn_number) == (first.turn_id, first.answer, 1)


async def test_a_second_question_during_the_first_is_refused(engine: Engine) -> None:
    session = await engine.create_session()
    let_write(engine, ["slow " * 50], piece_s=0.02)
    run = await engine.start("What does the Alpine pass cost?", session=session.id)
    with pytest.raises(Conflict) as caught:
        await engine.start("And for children?", session=session.id)
    assert caught.value.code == "session_busy"
    await run.stop()


async def test_closing_the_engine_interrupts_running_turns(settings: Settings, engine: Engine) -> None:
    session = await engine.create_session()
    let_write(engine, ["slow " * 200], piece_s=0.02)
    await engine.start("What does the Alpine pass cost?", session=session.id)
    await engine.aclose()
    async with await Engine.open(settings) as reopened:
        turn = await reopened.store.turns.get(LOCAL, session.id, 1)
    assert turn.status == "interrupted"


async def test_memory_switched_off_resolves_nothing(engine: Engine) -> None:
    session = await engine.create_session()
    await engine.ask("What does the Alpine pass cost for adults?", session=session.id)
    answer = await engine.ask("And for children?", session=session.id, options=TurnOptions(use_memory=False))
    assert answer.standalone_question == "And for children?"


async def test_unforeseen_errors_are_told_without_their_text(engine: Engine) -> None:
    def explode(_: object) -> str:
        raise RuntimeError("secret detail")

    let_write(engine, explode)
    events = [event async for event in engine.stream("What does the Alpine pass cost?")]
    last = events[-1]
    assert isinstance(last, Failed)
    assert last.code == "internal"
    assert last.message == "An unexpected error occurred (RuntimeError)."
    assert "secret" not in last.hint


async def test_a_turn_late_in_a_talk_asks_the_database_no_more_than_an_early_one(engine: Engine) -> None:
    """S0-B9: the statements of a turn do not grow with the conversation; S1-B10: none is run on the event loop."""
    session = await engine.create_session()
    counts = []
    for _ in range(20):
        with statements() as seen:
            await engine.ask("What does ski rental cost?", session=session.id)
            await engine.digested(session.id)
        counts.append(len(of_conversations(seen)))
    # From the eighth on there are as many turns before the window as are ever brought back from there; what a turn left
    # for search is read every few turns.
    assert max(counts[14:]) <= max(counts[8:14]), counts


async def test_without_a_session_no_conversation_is_read_or_written(engine: Engine) -> None:
    """S0-34: the database is not asked for anything of a conversation."""
    with statements() as seen:
        await engine.ask("What does ski rental cost?")
    assert of_conversations(seen) == []


async def test_a_session_adds_few_statements_to_a_turn(engine: Engine) -> None:
    """S0-35: to begin, recall and finish, and to learn of the turn behind its answer."""
    session = await engine.create_session()
    await engine.ask("What does ski rental cost?", session=session.id)
    await engine.digested(session.id)
    with statements() as seen:
        await engine.ask("What does the Alpine pass cost?", session=session.id)
        await engine.digested(session.id)
    assert 0 < len(of_conversations(seen)) <= MOST_STATEMENTS


async def test_the_last_activity_of_a_session_moves_with_its_turns(engine: Engine) -> None:
    """S0-B13: `updated_at` is no dead column. S1-B10: times are finer than the turns of one second."""
    session = await engine.create_session()
    moments = [session.updated_at]
    for _ in range(3):
        await engine.ask("What does ski rental cost?", session=session.id)
        moments.append((await engine.store.sessions.get(LOCAL, session.id)).updated_at)
    turns = await engine.store.turns.page(LOCAL, session.id)
    assert moments == sorted(set(moments))
    assert [turn.created_at for turn in turns] == sorted({turn.created_at for turn in turns})
    pinned = await engine.store.sessions.pin(LOCAL, session.id, True)
    assert pinned.updated_at == moments[-1]


async def test_turns_of_one_conversation_are_numbered_from_one_without_gap(engine: Engine) -> None:
    """S0-B1, S0-B3: the second turn is not numbered like the first, and the first is not numbered like none."""
    session = await engine.create_session()
    answers = [await engine.ask("What does ski rental cost?", session=session.id) for _ in range(3)]
    unstored = await engine.ask("What does ski rental cost?")
    assert [answer.turn_number for answer in answers] == [1, 2, 3]
    assert unstored.turn_number is None


def test_a_killed_process_leaves_a_conversation_that_goes_on(settings: Settings) -> None:
    """S1-B5 S0-B11: killed in the middle of a turn, the question is kept and the next turn gets the next number."""
    script = textwrap.dedent(
        f"""
        import asyncio, os, signal
        from pathlib import Path
        from askwell.engine import LOCAL, Engine
        from askwell.settings import Settings

        async def main():
            settings = Settings(home=Path({str(settings.home)!r}), embedder="none", lease_s=0.2)
            engine = await Engine.open(settings)
            session = await engine.create_session(session_id="talk")
            await engine.store.turns.begin(__import__("askwell.types").types.Principal(), "talk", "Lost?", lease_s=0.2)
            os.kill(os.getpid(), signal.SIGKILL)

        asyncio.run(main())
        """
    )
    killed = subprocess.run([sys.executable, "-c", script], check=False, cwd=REPOSITORY, env=dict(os.environ))
    assert killed.returncode == -signal.SIGKILL
    first, answer = asyncio.run(_go_on(settings))
    assert first == ("interrupted", "Lost?")
    assert answer.turn_number == 2


async def _go_on(settings: Settings) -> tuple[tuple[str, str], Answer]:
    await asyncio.sleep(0.3)
    async with await Engine.open(settings) as engine:
        lost = await engine.store.turns.get(LOCAL, "talk", 1)
        return (lost.status, lost.question), await engine.ask("Where were we?", session="talk")


async def test_documents_of_an_assistant_follow_its_folder_until_it_is_gone(settings: Settings, tmp_path: Path) -> None:
    home = tmp_path / "assistants" / "guide"
    folder = home / "knowledge"
    folder.mkdir(parents=True)
    (home / "assistant.yaml").write_text("name: guide\ntitle: Guide\n", encoding="utf-8")
    (folder / "ferry.md").write_text("The ferry leaves at noon.", encoding="utf-8")
    async with await Engine.open(settings.model_copy(update={"assistants": str(home.parent)})) as opened:
        last = [step async for step in opened.prepare("guide")][-1]
        assert last.added == 1
        (folder / "ferry.md").unlink()
        folder.rmdir()
        last = [step async for step in opened.prepare("guide")][-1]
        assert (last.removed, await opened.knowledge.collections()) == (1, {})
        assert [step async for step in opened.prepare("guide")] == []
