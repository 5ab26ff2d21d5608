"""Requests about the last answer: its passages again, and other sentences of them."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from askwell.cli.why import why
from askwell.engine import Engine
from askwell.errors import ModelFailed
from askwell.languages import wording
from askwell.pipeline.operate import ROUTE
from askwell.projections import choice_and_reason
from askwell.settings import Settings
from askwell.text.operations import without_check
from askwell.types import Answer, Language, Principal, Session, TurnOptions
from tests.alpine import alpine, let_write
from tests.prompting import unkeyed

SLUICE = """---
title: The old sluice
---
# The old sluice

The old sluice protects the harbour of Kessel from floods. The old sluice was built in 1874 by the city of Kessel.
The sluice closes when the river rises above four metres. The sluice keeper opens it again at low water.

## Reasons

The old sluice protects the harbour because the river rises fast in spring. Boats, for example barges of the mill, wait
in the basin while it is closed.

## Rules

Each boat needs:

- a horn;
- two lamps;
- a rope of ten metres;
- a skipper with a licence.
"""
QUESTION = "What does the old sluice protect?"


@pytest.fixture
async def engine(settings: Settings, tmp_path: Path) -> AsyncIterator[Engine]:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "sluice.md").write_text(SLUICE)
    async with alpine(settings, tmp_path) as engine:
        yield engine


@pytest.fixture
async def session(engine: Engine) -> Session:
    """A conversation in which one question was answered."""
    session = await engine.create_session("documents")
    first = await engine.ask(QUESTION, session=session.id)
    assert "from floods" in first.answer
    return session


async def ask(engine: Engine, session: Session, *messages: str) -> list[Answer]:
    return [await engine.ask(message, session=session.id) for message in messages]


def searched(answer: Answer) -> bool:
    return any(decision.step == "search" for decision in answer.decisions)


def sentences_of(text: str) -> set[str]:
    return {part.strip(" -\n") for part in text.replace("[1]", "").replace("\n", " ").split(".") if part.strip(" -\n")}


async def test_a_shorter_answer_is_a_part_of_the_last_one(engine: Engine, session: Session) -> None:
    first = (await engine.store.turns.page(Principal(), session.id, limit=1))[0]
    shorter, one = await ask(engine, session, "shorter pls", "in one sentence")
    assert not searched(shorter)
    assert shorter.route == one.route == ROUTE
    assert sentences_of(shorter.answer) < sentences_of(first.answer)
    assert len(sentences_of(one.answer)) == 1
    assert [source.number for source in one.sources] == [1]
    assert shorter.outcome == one.outcome == "answered"
    assert shorter.standalone_question == QUESTION


async def test_an_example_is_looked_for_next_to_the_passages(engine: Engine, session: Session) -> None:
    (answer,) = await ask(engine, session, "give an exmaple")
    assert not searched(answer)
    assert "for example barges" in answer.answer
    assert answer.outcome == "answered"


async def test_a_reason_is_given_from_the_same_passages(engine: Engine, session: Session) -> None:
    (answer,) = await ask(engine, session, "why?")
    assert not searched(answer)
    assert answer.answer == "The old sluice protects the harbour because the river rises fast in spring. [1]"


async def test_a_question_for_reasons_is_searched_if_the_passages_give_none(engine: Engine) -> None:
    session = await engine.create_session("documents")
    _, answer = await ask(engine, session, "What does ski rental cost a day?", "why?")
    assert searched(answer)
    assert answer.route == "search"
    codes = [decision.code for decision in answer.decisions if decision.step == "operate"]
    assert codes == ["operate.search"]


async def test_a_continuation_tells_what_was_not_quoted_yet(engine: Engine, tmp_path: Path) -> None:
    text = "\n\n".join(
        f"The tower clock of Kessel has part {number}, which is number {number} of its {number} wheels. "
        + "It turns slowly and was oiled in its year. " * 6
        for number in range(1, 30)
    )
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "clock.md").write_text(f"# The tower clock\n\n{text}\n")
    async for _ in engine.knowledge.ingest(tmp_path / "more", "documents"):
        pass
    session = await engine.create_session("documents")
    first, *others = await ask(engine, session, "What is part 7 of the tower clock of Kessel?", "more", "tell me more")
    seen = sentences_of(first.answer)
    for answer in others:
        assert answer.route == ROUTE
        assert not sentences_of(answer.answer) & seen
        assert sentences_of(answer.answer)
        seen |= sentences_of(answer.answer)


async def test_whether_we_are_sure_is_answered_with_the_places(engine: Engine, session: Session) -> None:
    (answer,) = await ask(engine, session, "are you sure?")
    quotation = 'The old sluice: "The old sluice protects the harbour of Kessel from floods.'
    assert answer.answer.startswith("I only repeat what one passage says, and have not checked whether it is right:")
    assert quotation in answer.answer
    assert [(mark.number, answer.outcome) for mark in answer.marks] == [(1, "answered")]


async def test_what_was_only_shown_stays_unsure(engine: Engine) -> None:
    session = await engine.create_session("documents")
    first, sure, shorter = await ask(
        engine, session, "Which poet of Kessel wrote about the river?", "are you sure?", "shorter"
    )
    assert first.outcome == sure.outcome == shorter.outcome == "passages"
    assert sure.answer.startswith("No. I was not sure of the answer")


async def test_a_list_has_one_statement_a_line_and_a_repetition_is_the_same(engine: Engine) -> None:
    session = await engine.create_session("documents")
    first, listed, again = await ask(engine, session, "What does each boat need?", "as a list", "say it again")
    assert "- two lamps; [1]" in first.answer
    lines = listed.answer.splitlines()
    assert all(line.startswith("- ") or line.endswith(":") for line in lines)
    assert again.answer == listed.answer
    assert again.sources == listed.sources


async def test_a_list_in_one_sentence_keeps_all_lines(engine: Engine) -> None:
    session = await engine.create_session("documents")
    _, answer = await ask(engine, session, "What does each boat need?", "in one sentence")
    assert answer.answer == "Each boat needs: a horn; two lamps; a rope of ten metres; a skipper with a licence. [1]"


@pytest.mark.parametrize("message", ["Translate it into French", "in another language please", "Dutch please"])
async def test_what_needs_a_model_is_said_in_one_line(engine: Engine, session: Session, message: str) -> None:
    (answer,) = await ask(engine, session, message)
    assert answer.answer.startswith("I cannot do that without a language model")
    assert "\n" not in answer.answer
    assert answer.outcome == "chat"
    assert not searched(answer)


@pytest.mark.parametrize("before", [(), ("Thanks!",)])
async def test_without_an_answer_there_is_nothing_to_shorten(engine: Engine, before: tuple[str, ...]) -> None:
    session = await engine.create_session("documents")
    *_, answer = await ask(engine, session, *before, "shorter")
    assert answer.answer == "There is no answer yet that I could shorten."
    assert (answer.route, answer.outcome) == (ROUTE, "chat")


async def test_after_a_question_without_an_answer_the_one_before_it_is_not_meant(
    engine: Engine, session: Session
) -> None:
    missing, answer = await ask(engine, session, "What do zebras eat at night?", "an example please")
    assert missing.outcome == "not_found"
    assert answer.answer == "Your last question has no answer that I could illustrate."


NOTICES = ("Translate it into French", "as a poem", "Thanks!", "in Dutch", "as a diagram", "write an email", "simpler")
"""More messages than a window has turns, none of which is answered from passages."""


async def test_an_answer_before_many_notices_is_still_the_last_one(engine: Engine, session: Session) -> None:
    *_, notice, answer = await ask(engine, session, *NOTICES, "in one sentence")
    assert notice.outcome == "chat"
    assert answer.answer == "The old sluice protects the harbour of Kessel from floods. [1]"


async def test_after_many_notices_a_question_without_an_answer_is_still_named(engine: Engine) -> None:
    session = await engine.create_session("documents")
    *_, answer = await ask(engine, session, "What do zebras eat at night?", *NOTICES, "shorter")
    assert answer.answer == "Your last question has no answer that I could shorten."


async def test_a_caller_sets_how_far_back_an_answer_is_looked_for(engine: Engine, session: Session) -> None:
    await ask(engine, session, "Thanks!", "Thanks!")
    answer = await engine.ask("shorter", session=session.id, options=TurnOptions(window_turns=2))
    assert answer.outcome == "chat"


async def test_what_is_asked_after_a_doubt_is_asked_of_the_answer(engine: Engine, session: Session) -> None:
    first, _, again = await ask(engine, session, "say it again", "where did you get this?", "say it again")
    assert again.answer == first.answer
    assert first.answer.startswith("The old sluice protects")


async def test_the_rest_of_a_list_is_not_searched(engine: Engine, tmp_path: Path) -> None:
    gear = [f"Lantern of the ferry number {number}" for number in range(1, 13)]
    (tmp_path / "gear").mkdir()
    text = "# Gear\n\nThe ferry of Kessel carries:\n\n" + "\n".join(f"- {each}" for each in gear)
    (tmp_path / "gear" / "gear.md").write_text(f"{text}\n\n# Keys\n\nThe keys hang at the pier.\n")
    async for _ in engine.knowledge.ingest(tmp_path / "gear", "documents"):
        pass
    session = await engine.create_session("documents")
    first, more = await ask(engine, session, "What does the ferry of Kessel carry?", "can I see the rest?")
    shown = [each for each in gear if f"- {each} [" in first.answer]
    assert len(shown) == 8
    assert not searched(more)
    assert more.answer.splitlines() == [
        "The ferry of Kessel carries:",
        *(f"- {each} [1]" for each in gear if each not in shown),
    ]


async def test_a_word_that_may_be_a_subject_is_searched_at_the_beginning(engine: Engine) -> None:
    session = await engine.create_session("documents")
    (answer,) = await ask(engine, session, "list")
    assert searched(answer)


async def test_the_next_question_continues_the_one_that_was_answered(engine: Engine, session: Session) -> None:
    _, answer = await ask(engine, session, "shorter", "When was it built?")
    assert answer.standalone_question == "When was the old sluice built?"
    assert "1874" in answer.answer


async def test_a_request_is_not_remembered_as_a_subject(engine: Engine, session: Session) -> None:
    await ask(engine, session, "shorter", "are you sure?")
    await engine.digested(session.id)
    remembered = await (await engine.memory_of(session.id)).read()
    assert [topic.number for topic in remembered.topics if topic.line] == [1]


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("en", ("the last answer", "it asks for a shorter answer; 1 passage of turn 1")),
        ("nl", ("het laatste antwoord", "het vraagt om een korter antwoord; 1 passage van beurt 1")),
        ("it", ("l'ultima risposta", "chiede una risposta più breve; 1 passaggio del turno 1")),
    ],
)
async def test_the_decision_is_explained_in_each_language(
    engine: Engine, session: Session, language: str, texts: tuple[str, str]
) -> None:
    (answer,) = await ask(engine, session, "shorter")
    decision = next(decision for decision in answer.decisions if decision.step == "operate")
    assert choice_and_reason(decision, language) == texts


async def test_the_explanation_names_it_and_no_plugged_in_step(engine: Engine, session: Session) -> None:
    (answer,) = await ask(engine, session, "shorter")
    lines = why(answer, "shorter")
    assert "about the last answer: it asks for a shorter answer; 1 passage of turn 1" in lines
    assert not any(line.startswith("operate") for line in lines)


async def test_a_model_gets_the_last_answer_its_passages_and_the_request(engine: Engine, session: Session) -> None:
    model = let_write(engine, ["La vieille écluse protège le port. [1]"])
    (answer,) = await ask(engine, session, "Translate it into French")
    prompt = unkeyed(model.calls[0].messages[-1].content)
    assert "<request>\nTranslate it into French\n</request>" in prompt
    assert f"<last_question>\n{QUESTION}\n</last_question>" in prompt
    assert "<last_answer>\nThe old sluice protects the harbour of Kessel from floods. The old" in prompt
    assert "The sluice keeper opens it again at low water." in prompt.partition("<last_question>")[0]
    assert (answer.answer, answer.outcome) == ("La vieille écluse protège le port. [1]", "answered")
    assert len(model.calls) == 1
    assert not searched(answer)


async def test_rules_do_it_if_the_model_fails(engine: Engine, session: Session) -> None:
    runtime = engine.container.runtimes["documents"]
    rules = runtime.services.writer
    let_write(engine, [ModelFailed("it is away", code="upstream_unreachable")])
    runtime.services = replace(runtime.services, fallback=rules)
    (answer,) = await ask(engine, session, "in one sentence")
    assert answer.answer == "The old sluice protects the harbour of Kessel from floods. [1]"
    assert "model_failed" in answer.warnings


async def test_a_wording_by_the_caller_is_searched(engine: Engine, session: Session) -> None:
    options = TurnOptions(standalone_question="When do the lifts open?")
    answer = await engine.ask("shorter", session=session.id, options=options)
    assert searched(answer)
    assert "The lifts open at 8 in the morning." in answer.answer


async def test_without_memory_there_is_no_answer(engine: Engine, session: Session) -> None:
    answer = await engine.ask("shorter", session=session.id, options=TurnOptions(use_memory=False))
    assert answer.answer == "There is no answer yet that I could shorten."


async def test_of_an_unsure_answer_no_reason_is_searched_for(engine: Engine) -> None:
    session = await engine.create_session("documents")
    first, why_so = await ask(engine, session, "Which poet of Kessel wrote about the river?", "why?")
    assert first.outcome == "passages"
    assert not searched(why_so)
    assert why_so.answer == wording("en").about_last_answer.no_reason


async def test_of_an_unsure_answer_an_example_is_about_its_question(engine: Engine) -> None:
    session = await engine.create_session("documents")
    first, example = await ask(engine, session, "Which poet of Kessel wrote about the river?", "an example?")
    assert first.outcome == "passages"
    assert example.answer == wording("en").about_last_answer.no_example


@pytest.mark.parametrize(
    ("message", "language", "rest"),
    [
        ("are you sure? it does not say who keeps the key", "en", "it does not say who keeps the key"),
        ("weet je het zeker? wie heeft de sleutel?", "nl", "wie heeft de sleutel?"),
        ("sei sicuro? chi ha la chiave?", "it", "chi ha la chiave?"),
        ("are you sure?", "en", "are you sure?"),
        ("is the key safe? who has it?", "en", "is the key safe? who has it?"),
    ],
)
def test_what_follows_a_doubt_is_a_question_of_its_own(message: str, language: Language, rest: str) -> None:
    assert without_check(message, language) == rest


async def test_a_doubt_with_a_question_is_answered_as_the_question(engine: Engine, session: Session) -> None:
    (answer,) = await ask(engine, session, "are you sure? when was the old sluice built?")
    assert answer.standalone_question == "when was the old sluice built?"
    assert "1874" in answer.answer
