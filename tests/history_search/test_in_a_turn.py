"""Questions that the talk itself answers, asked of the engine with no model."""

from collections.abc import AsyncIterator
from pathlib import Path
from unittest.mock import AsyncMock

import pytest

from askwell.engine import LOCAL, Engine
from askwell.history_search.search import BranchSearcher
from askwell.settings import Settings
from askwell.types import Recollection, TurnOptions
from tests.alpine import COST, alpine, let_write

SAID = (
    COST,
    "My sister Femke is allergic to nuts.",
    "When do lifts open in the morning?",
    "We leave on 9 May.",
    "What does ski rental cost a day?",
    "We want a room in Zermatt.",
    "No, not 9 May, we leave on 16 May.",
    "When is the Alpine pass valid?",
)


@pytest.fixture
async def engine(settings: Settings, tmp_path: Path) -> AsyncIterator[Engine]:
    """An engine with a session `talk` that has learnt what was said."""
    async with alpine(settings, tmp_path) as opened:
        await opened.create_session("documents", session_id="talk")
        for question in SAID:
            await opened.ask(question, session="talk")
            await opened.digested("talk")
        yield opened


async def test_s2_v4_what_was_said_before_the_window_is_quoted_with_its_turn(engine: Engine) -> None:
    answer = await engine.ask("What is my sister allergic to?", session="talk")
    assert answer.route == "recall"
    assert "In turn 2 you said: “My sister Femke is allergic to nuts.”" in answer.answer
    assert answer.turn_number is not None
    turn = await engine.store.turns.get(LOCAL, "talk", answer.turn_number)
    assert turn.ledger is not None
    assert turn.ledger.tokens["recalled"] > 0


async def test_s2_v7_what_was_discussed_is_told_in_order_without_a_model(engine: Engine) -> None:
    """S2-V7, by rules."""
    answer = await engine.ask("What have we discussed so far?", session="talk")
    lines = answer.answer.splitlines()
    assert lines[0] == "We have discussed:"
    assert lines[1].startswith("- turn 1: What does the Alpine pass cost")
    assert [line.split()[2].rstrip(":") for line in lines[1:]] == [str(n) for n in range(1, len(lines))]


async def test_what_was_discussed_about_a_subject_keeps_its_sources_and_their_numbers(engine: Engine) -> None:
    first = (await engine.store.turns.get(LOCAL, "talk", 1)).sources
    answer = await engine.ask("What did we discuss about the Alpine pass cost?", session="talk")
    assert answer.route == "recall"
    assert "90 euros" in answer.answer
    given = {source.number: source.document_id for source in answer.sources}
    assert given[first[0].number] == first[0].document_id
    assert all(mark.number in given for mark in answer.marks)
    assert answer.marks


async def test_what_was_corrected_is_told_with_its_correction(engine: Engine) -> None:
    answer = await engine.ask("What did we say about 9 May?", session="talk")
    assert "16 May" in answer.answer


async def test_a_question_asked_for_by_its_number_is_told_from_before_the_window(engine: Engine) -> None:
    answer = await engine.ask("What was my second question?", session="talk")
    assert (answer.route, answer.outcome) == ("recall", "answered")
    assert answer.answer.startswith("In turn 2 you said: “My sister Femke is allergic to nuts.”")


async def test_an_answer_asked_for_by_its_number_comes_with_its_sources(engine: Engine) -> None:
    answer = await engine.ask("What did you answer to my third question?", session="talk")
    turn = await engine.store.turns.get(LOCAL, "talk", 3)
    assert answer.answer.startswith("In turn 3 you asked: “When do lifts open in the morning?” I answered: “")
    assert [source.number for source in answer.sources] == [source.number for source in turn.sources]
    assert answer.sources


async def test_a_number_that_the_talk_has_not_reached_is_not_found(engine: Engine) -> None:
    session = await engine.create_session("documents")
    await engine.ask(COST, session=session.id)
    answer = await engine.ask("What was my fourth question?", session=session.id)
    assert (answer.outcome, answer.answer) == ("not_found", "I do not find this in our conversation.")


async def test_an_honest_no_where_the_talk_holds_nothing(engine: Engine) -> None:
    answer = await engine.ask("What did we discuss about zeppelins?", session="talk")
    assert answer.answer == "I do not find this in our conversation."
    assert (answer.outcome, answer.sources) == ("not_found", ())


async def test_an_unrelated_question_recalls_nothing(engine: Engine) -> None:
    answer = await engine.ask("Who painted the Mona Lisa?", session="talk")
    assert answer.route != "recall"
    assert "In turn" not in answer.answer


async def test_documents_go_before_the_talk(engine: Engine) -> None:
    answer = await engine.ask("What does ski rental cost?", session="talk")
    assert answer.route == "search"
    assert "30 euros a day. [" in answer.answer


async def test_s2_b10_memory_switched_off_recalls_nothing(engine: Engine) -> None:
    """S2-B10: what is recalled is bounded, and nothing where memory is switched off."""
    options = TurnOptions(use_memory=False)
    answer = await engine.ask("What is my sister allergic to?", session="talk", options=options)
    assert "Femke" not in answer.answer
    assert all(each.step != "remind" or each.choice == "nothing" for each in answer.decisions)


async def test_a_question_of_the_world_recalls_nothing_whatever_was_said(engine: Engine) -> None:
    for question in ("What is photosynthesis?", "Who was Genghis Khan?", "When did the Berlin Wall fall?"):
        answer = await engine.ask(question, session="talk", options=TurnOptions(store=False))
        assert answer.route != "recall", question


async def test_a_question_is_not_answered_with_an_earlier_one_that_is_only_near(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A statement of the user may answer another question; a question that documents have answered may not."""

    async def recalled_at(number: int) -> bool:
        near = await engine.store.turns.get(LOCAL, "talk", number)
        found = [Recollection(near.number, near.id, 0.5)]
        monkeypatch.setattr(BranchSearcher, "find", AsyncMock(return_value=found))
        question, once = "Where can I get a helmet for my dog?", TurnOptions(store=False)
        return (await engine.ask(question, session="talk", options=once)).route == "recall"

    assert await recalled_at(2)
    assert not await recalled_at(3)


async def test_a_reply_to_our_question_is_told_with_it_and_no_other_turn(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = (await engine.create_session("documents")).id
    runtime = engine.container.runtimes["documents"]
    by_rules = runtime.services
    let_write(engine, ["It costs 90 euros. [1] For which day do you need it?", "Noted.", "At 8 in the morning. [1]"])
    for said in (COST, "For the 16th of May.", "When do the lifts open?"):
        await engine.ask(said, session=session)
    runtime.services = by_rules
    for number, told in ((1, [1, 2]), (3, [3])):
        turn = await engine.store.turns.get(LOCAL, session, number)
        found = [Recollection(number, turn.id, 0.9)]
        monkeypatch.setattr(BranchSearcher, "find", AsyncMock(return_value=found))
        answer = await engine.ask("What did you say about the pass?", session=session, options=TurnOptions(store=False))
        [decision] = [each for each in answer.decisions if each.step == "remind"]
        assert (answer.route, decision.detail) == ("recall", {"turns": told})
        assert ("For the 16th of May." in answer.answer) == (2 in told)
