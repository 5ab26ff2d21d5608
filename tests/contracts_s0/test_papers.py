"""Turns of the assistant for papers: what is stored of them, what a refusal is, what a window shows."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

import askwell
from askwell.assistant import ScopeSection, WriteSection, load_assistant
from askwell.engine import LOCAL, Engine
from askwell.llm.scope import LlmScopeJudge
from askwell.llm.write import LlmWriter
from askwell.models.scripted import Script, ScriptedChat
from askwell.projections import turn_json
from askwell.prompts import writer_messages
from askwell.types import TurnOptions
from tests.conftest import REPOSITORY
from tests.prompting import BRIEF, unkeyed

QUESTION = "What is LoRA?"
FOREIGN = "What is the best pizza in Rome?"
FIXED = "I specialize in AI/ML research papers. How can I help with that?"


@contextmanager
def written_by(engine: Engine, script: Script) -> Iterator[ScriptedChat]:
    """Let a scripted model write for `papers` while the block lasts."""
    runtime = engine.container.runtimes["papers"]
    before = runtime.services
    model = ScriptedChat(script)
    runtime.services = replace(before, writer=LlmWriter(model, runtime.assistant))
    try:
        yield model
    finally:
        runtime.services = before


async def test_a_turn_knows_its_history_and_is_stored_with_what_became_of_it(engine: Engine) -> None:
    """S0-06 S0-11 S0-21: history before the work, the turn behind it, session and number in the reply."""
    session = await engine.create_session("papers")
    await engine.ask(QUESTION, session=session.id)
    answer = await engine.ask("How many parameters does it train?", session=session.id)
    assert (answer.session_id, answer.turn_number) == (session.id, 2)
    assert "LoRA" in answer.standalone_question
    turn = await engine.store.turns.get(LOCAL, session.id, 2)
    assert turn.question == "How many parameters does it train?"
    assert (turn.answer, turn.standalone_question, turn.model) == (answer.answer, answer.standalone_question, "")
    assert [each.document for each in turn.sources] == [each.document for each in answer.sources] != []
    assert [each.params["turns"] for each in turn.decisions if each.step == "recall"] == [1]
    assert [each for each in turn.decisions if each.step == "search"]


async def test_sources_of_a_stored_turn_are_json(engine: Engine) -> None:
    """S0-B5: they hold what was cited, and no placeholder."""
    session = await engine.create_session("papers")
    answer = await engine.ask(QUESTION, session=session.id)
    shown = json.loads(json.dumps(turn_json(await engine.store.turns.get(LOCAL, session.id, 1))))
    assert [source["document_id"] for source in shown["sources"]] == [each.document_id for each in answer.sources]
    assert shown["sources"]


async def test_without_a_model_a_refusal_is_the_assistants_sentence(engine: Engine) -> None:
    """S0-19 S0-25: word for word, and from its YAML, since no function holds it."""
    answer = await engine.ask(FOREIGN, assistant="papers")
    assert (answer.outcome, answer.answer) == ("declined", FIXED)
    sources = "\n".join(path.read_text(encoding="utf-8") for path in Path(askwell.__file__).parent.rglob("*.py"))
    assert "get_out_of_scope_message" not in sources
    assert FIXED not in sources


async def test_a_model_writes_a_refusal_from_history_question_score_and_reason(engine: Engine) -> None:
    """S0-01 S0-03 S0-25 S0-36: in one call, warmer and shorter than an answer."""
    session = await engine.create_session("papers")
    await engine.ask(QUESTION, session=session.id)
    with written_by(engine, ["I keep to papers. Try a question about LoRA."]) as model:
        answer = await engine.ask(FOREIGN, session=session.id)
    assert answer.answer == "I keep to papers. Try a question about LoRA."
    [call] = model.calls
    assert (call.temperature, call.max_tokens) == (0.7, 300)
    said = unkeyed("\n".join(message.content for message in call.messages))
    assert QUESTION in said
    assert f"<question>\n{FOREIGN}\n</question>" in said
    assert "Note: Score: " in said
    assert "/100. Reason: " in said


async def test_a_refusal_is_in_no_prompt_for_an_answer(engine: Engine) -> None:
    """S0-B11: it is stored as a turn of its own status, and the turns around it are recalled without it."""
    session = await engine.create_session("papers")
    for question in (QUESTION, FOREIGN):
        await engine.ask(question, session=session.id)
    assert (await engine.store.turns.get(LOCAL, session.id, 2)).status == "declined"
    with written_by(engine, ["It was trained on text. [1]"]) as model:
        await engine.ask("What is BERT?", session=session.id)
    said = [message.content for message in model.calls[0].messages]
    assert QUESTION in said
    assert not [text for text in said if FOREIGN in text or FIXED in text]


async def test_the_score_of_the_guard_is_that_of_the_question_and_is_stored(engine: Engine) -> None:
    """S0-23 S0-25 S0-30: 0 to 100, below the threshold where it is refused; a model that refuses reads it."""
    threshold = 75
    session = await engine.create_session("papers")
    scores = []
    for question in ("What is LoRA?", "What is a Kalman filter?", "What is the best pizza in Naples?", FOREIGN):
        with written_by(engine, ["So be it. [1]"]) as model:
            answer = await engine.ask(question, session=session.id)
        stored = await engine.store.turns.get(LOCAL, session.id, answer.turn_number or 0)
        [score] = [each.score for each in stored.decisions if each.step == "route"]
        assert score is not None
        assert (answer.outcome == "declined") is (score * 100 < threshold)
        note = f"Note: Score: {round(score * 100)}/100. Reason: "
        assert any(note in message.content for message in model.calls[0].messages) is (answer.outcome == "declined")
        scores.append(round(score * 100))
    sample, unknown, likely, foreign = scores
    assert 100 >= sample > unknown >= threshold > likely > foreign >= 0


@pytest.mark.parametrize(
    ("asked", "meant", "ending"),
    [
        ("What about there?", FOREIGN, "declined"),
        ("Who won the football match?", QUESTION, "answered"),
    ],
)
async def test_the_guard_judges_the_question_as_understood(engine: Engine, asked: str, meant: str, ending: str) -> None:
    """S0-B8: words that look foreign are let in where they mean what is not, and the other way round."""
    options = TurnOptions(standalone_question=meant)
    as_meant = await engine.ask(asked, assistant="papers", options=options)
    as_typed = await engine.ask(asked, assistant="papers")
    assert (as_meant.standalone_question, as_meant.outcome) == (meant, ending)
    assert (as_typed.outcome == "declined") is not (ending == "declined")


@pytest.mark.parametrize(("score", "ending"), [(74, "declined"), (75, "answered")])
async def test_the_threshold_of_the_assistant_decides(engine: Engine, score: int, ending: str) -> None:
    """S0-20: `papers` sets 75, whoever gives the score."""
    runtime = engine.container.runtimes["papers"]
    before = runtime.services
    assert before.scope is not None
    model = ScriptedChat([json.dumps({"reason": "because", "score": score})])
    runtime.services = replace(before, scope=LlmScopeJudge(model, runtime.assistant, before.scope))
    try:
        answer = await engine.ask(QUESTION, assistant="papers")
    finally:
        runtime.services = before
    assert answer.outcome == ending


ABSENT = "What is the difference between AdaBoost and XGBoost?"


async def test_a_search_that_finds_nothing_is_made_again_in_other_words(engine: Engine) -> None:
    """S0-20 S0-30: up to three times, never in the same words; by words alone, function words do not count."""
    session = await engine.create_session("papers")
    await engine.ask(ABSENT, session=session.id)
    stored = await engine.store.turns.get(LOCAL, session.id, 1)
    made = [each.detail["wordings"] for each in stored.decisions if each.step == "search"]
    assert made[:2] == [[ABSENT], ["AdaBoost", "XGBoost"]]
    assert len(made) == 3
    assert made[2] not in made[:2]


async def test_a_model_gets_the_first_passages_even_if_rules_call_them_irrelevant(engine: Engine) -> None:
    """S0-20 S0-26: it is asked to admit gaps, and says itself that nothing answers; the search is not repeated."""
    with written_by(engine, ["I found nothing."]) as model:
        answer = await engine.ask(ABSENT, assistant="papers")
    grade = engine.assistant("papers").grade
    assert grade is not None
    assert len([each for each in answer.decisions if each.step == "search"]) == 1
    assert [(each.params["helping"], each.params["kept"]) for each in answer.decisions if each.step == "grade"] == [
        (0, grade.keep)
    ]
    assert model.calls[0].messages[-1].content.count("<passage label=") >= grade.keep - 1, "neighbours are joined"
    assert answer.outcome == "not_found"
    assert any("Limited sources found. Acknowledge gaps if needed." in each.content for each in model.calls[0].messages)


async def test_an_answer_is_cooler_and_longer(engine: Engine) -> None:
    """S0-03 S0-20."""
    with written_by(engine, ["LoRA freezes the weights. [1]"]) as model:
        await engine.ask(QUESTION, assistant="papers")
    assert (model.calls[0].temperature, model.calls[0].max_tokens) == (0.3, 1000)


async def test_what_is_not_set_has_the_documented_value(engine: Engine) -> None:
    """S0-20: threshold 75 and temperature 0.3; `papers` keeps three passages and searches three times."""
    assert ScopeSection(about="papers").threshold == 75
    assert (WriteSection().temperature, WriteSection().max_tokens) == (0.3, 1000)
    grade = engine.assistant("papers").grade
    assert grade is not None
    assert (grade.keep, grade.attempts) == (3, 3)


async def test_three_passages_hold_the_paper_that_is_asked_for(engine: Engine) -> None:
    """S0-20 S0-26: not one of the many others that use the thing."""
    answer = await engine.ask("What is the Transformer?", assistant="papers")
    assert [source.document for source in answer.sources] == ["transformer.md"]
    assert sum(len(source.passages) for source in answer.sources) <= 3


async def test_the_window_that_is_asked_for_is_the_one_that_is_shown(engine: Engine) -> None:
    """S0-12 S0-B6 S0-B7: one window, from the request to the prompt, and never more than was asked for."""
    session = await engine.create_session("papers")
    for question in (QUESTION, "Which optimizer is Adam?", "What problem does batch normalization address?"):
        await engine.ask(question, session=session.id)
    for window, shown in ((1, 1), (2, 2), (None, 3), (10, 3)):
        options = TurnOptions(window_turns=window, store=False)
        with written_by(engine, ["It was trained on text. [1]"]) as model:
            await engine.ask("What is BERT?", session=session.id, options=options)
        roles = [message.role for message in model.calls[0].messages]
        assert roles == ["system", *["user", "assistant"] * shown, "user"]


def test_the_prompts_of_papers_ask_for_what_is_promised() -> None:
    """S0-18."""
    papers = load_assistant(REPOSITORY / "assistants" / "papers")
    answer = writer_messages(BRIEF, papers.prompts, papers.subject)[0].content
    for wanted in ("only what the passages say", "label of the passage"):
        assert wanted in answer
    for wanted in ("precise", "technical", "conversation"):
        assert wanted in papers.prompts["answer"]
    for wanted in ("two or three sentences", "what you specialise in", "suggest", "do not apologise at length"):
        assert wanted in papers.prompts["decline"]


async def test_without_a_verdict_there_is_no_score_and_nothing_breaks(engine: Engine) -> None:
    """S0-B4: an assistant without a scope has no verdict that could be empty."""
    answer = await engine.ask(QUESTION, assistant="documents")
    assert answer.route == "search"
    assert [each.score for each in answer.decisions if each.step == "route"] in ([], [None])
