"""Known questions in whole conversations: answered with the author's text, its source and no model."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from askwell.engine import LOCAL, Engine
from askwell.events import Cited, Done, Stepped, Token
from askwell.llm.golden import LlmGoldenJudge
from askwell.llm.write import LlmWriter
from askwell.models.scripted import ScriptedChat
from askwell.projections import choice_and_reason
from askwell.settings import Settings
from askwell.types import Answer
from tests.installed import at_desk

pytestmark = pytest.mark.anyio

GOLDEN = """
- questions: ["What does the Alpine pass cost for dogs?", "How much is the Alpine pass for dogs?"]
  answer: "Dogs travel free of charge. They need a muzzle."
  document: animals.md
  title: Animals
  url: https://example.org/animals
"""
YAML = "languages: [en]\nresolve: {by: rules}\ngolden: {file: golden.yaml}\ngrade: {by: rules}"
KNOWN = "How much does the Alpine pass cost for dogs?"


@pytest.fixture
async def engine(settings: Settings, tmp_path: Path) -> AsyncIterator[Engine]:
    desk = tmp_path / "assistants" / "desk"
    desk.mkdir(parents=True)
    (desk / "golden.yaml").write_text(GOLDEN)
    async with at_desk(settings, tmp_path, YAML, {}) as opened:
        yield opened


def is_known(answer: Answer) -> bool:
    return answer.route == "golden"


async def test_s3_06_a_known_question_is_answered_without_a_model(engine: Engine) -> None:
    runtime = engine.container.runtimes["desk"]
    model = ScriptedChat(["It is free [1]."])
    runtime.services = replace(runtime.services, writer=LlmWriter(model, runtime.assistant))
    events = [event async for event in engine.stream(KNOWN, session="talk")]
    assert model.calls == []
    assert "".join(event.text for event in events if isinstance(event, Token)) == (
        "Dogs travel free of charge. [1] They need a muzzle. [1]"
    )
    [cited] = [event for event in events if isinstance(event, Cited)]
    assert (cited.source.title, cited.source.url, cited.source.document) == (
        "Animals",
        "https://example.org/animals",
        "animals.md",
    )
    done = events[-1]
    assert isinstance(done, Done)
    assert (done.answer.outcome, done.answer.route, done.answer.model) == ("answered", "golden", "")
    assert all(not each.lacks for each in done.answer.support)
    [decision] = [each for each in done.answer.decisions if each.step == "golden"]
    assert choice_and_reason(decision, "en") == ("known question", f"it asks “{_known(done.answer)}”")
    steps = [event.step for event in events if isinstance(event, Stepped)]
    assert {"search", "grade"}.isdisjoint(steps)
    [stored] = await engine.store.turns.page(LOCAL, "talk")
    assert (stored.route, stored.outcome, stored.sources[0].title) == ("golden", "answered", "Animals")


def _known(answer: Answer) -> object:
    return next(each.params["known"] for each in answer.decisions if each.step == "golden")


async def test_s3_b1_a_follow_up_is_compared_as_it_was_resolved(engine: Engine) -> None:
    await engine.ask("What does the Alpine pass cost for adults?", session="talk")
    answer = await engine.ask("And for dogs?", session="talk")
    assert answer.standalone_question == "What does the Alpine pass cost for dogs?"
    assert is_known(answer)


async def test_s3_b1_a_question_is_not_compared_while_an_attachment_may_answer_it(engine: Engine) -> None:
    await engine.attach("talk", "dogs.md", b"# Dogs\n\nThe Alpine pass costs 5 euros for dogs.\n")
    await engine.attachments.settled("talk")
    answer = await engine.ask(KNOWN, session="talk")
    assert not is_known(answer)
    assert "5 euros" in answer.answer


@pytest.mark.parametrize(
    "question",
    [
        "How much does the Alpine pass cost for 2 dogs?",
        "How much did the Alpine pass cost for dogs?",
        "How much does the Alpine pass not cost for dogs?",
        "How much does the Alpine pass cost for my dog?",
        "How much does the Alpine pass cost for dogs today?",
    ],
)
async def test_another_question_goes_on_to_the_search(engine: Engine, question: str) -> None:
    answer = await engine.ask(question, session="talk")
    assert not is_known(answer)
    assert "muzzle" not in answer.answer


NEAR = "What is the price of the Alpine pass for puppies?"


async def test_a_known_question_that_is_near_is_shown_as_a_place_and_not_given(engine: Engine) -> None:
    answer = await engine.ask(NEAR, session="talk")
    assert (answer.route, answer.outcome) == ("search", "passages")
    first, second = answer.answer.splitlines()[-2:]
    assert first == (
        "- This may be what you mean, “How much is the Alpine pass for dogs?”: "
        '"Dogs travel free of charge. They need a muzzle." [1]'
    )
    assert second.startswith('- The Alpine pass: "The Alpine pass costs 90 euros')
    assert [source.title for source in answer.sources] == ["Animals", "The Alpine pass"]
    [decision] = [each for each in answer.decisions if each.step == "golden"]
    assert choice_and_reason(decision, "en")[1].startswith("it may be “How much is the Alpine pass for dogs?”")


async def test_what_answers_without_the_words_that_the_known_question_lacks_is_not_sure(engine: Engine) -> None:
    answer = await engine.ask("How much does the Alpine pass cost for cats?", session="talk")
    assert answer.outcome == "passages"
    assert answer.answer.index("muzzle") < answer.answer.index("90 euros")


async def test_what_surely_answers_is_given_without_the_known_question(engine: Engine) -> None:
    answer = await engine.ask("What does the Alpine pass cost for adults?", session="talk")
    [decision] = [each for each in answer.decisions if each.step == "golden"]
    assert decision.code == "golden.near"
    assert answer.outcome == "answered"
    assert "muzzle" not in answer.answer


@pytest.mark.parametrize(
    "question",
    [
        "What is the price of the Alpine pass for 2 puppies?",
        "What is the price of the Alpine pass for my puppy?",
        "What was the price of the Alpine pass for puppies?",
        "What is the price of the Alpine pass for puppies today?",
    ],
)
async def test_no_known_question_is_shown_for_another_number_person_or_time(engine: Engine, question: str) -> None:
    assert "muzzle" not in (await engine.ask(question, session="talk")).answer


async def test_a_near_known_question_is_not_compared_while_an_attachment_may_answer_it(engine: Engine) -> None:
    await engine.attach("talk", "fees.md", b"# Fees\n\nAn adult pays 40 euros.\n")
    await engine.attachments.settled("talk")
    assert "muzzle" not in (await engine.ask(NEAR, session="talk")).answer


def with_judge(engine: Engine, *replies: str) -> ScriptedChat:
    runtime = engine.container.runtimes["desk"]
    model, rules = ScriptedChat(list(replies)), runtime.services.golden
    assert rules is not None
    judge = LlmGoldenJudge(model, runtime.assistant, rules)
    runtime.services = replace(runtime.services, golden=judge)
    return model


async def test_a_model_confirms_a_near_question_in_one_call(engine: Engine) -> None:
    model = with_judge(engine, '{"reason": "A puppy is a dog.", "same": true}')
    answer = await engine.ask(NEAR, session="talk")
    assert is_known(answer)
    assert answer.outcome == "answered"
    assert len(model.calls) == 1
    [decision] = [each for each in answer.decisions if each.step == "golden"]
    assert choice_and_reason(decision, "en") == (
        "known question",
        "the model says that it asks “How much is the Alpine pass for dogs?”",
    )


async def test_a_question_that_the_model_calls_another_one_is_searched(engine: Engine) -> None:
    model = with_judge(engine, '{"reason": "Puppies pay another fee.", "same": false}')
    answer = await engine.ask(NEAR, session="talk")
    assert len(model.calls) == 1
    assert "muzzle" not in answer.answer


async def test_without_a_reply_of_the_model_the_known_question_is_only_shown(engine: Engine) -> None:
    with_judge(engine, "I cannot say.")
    answer = await engine.ask(NEAR, session="talk")
    assert answer.outcome == "passages"
    assert "muzzle" in answer.answer


async def test_a_model_that_writes_does_not_get_a_near_known_question(engine: Engine) -> None:
    runtime = engine.container.runtimes["desk"]
    model = ScriptedChat(["I do not know what puppies pay."])
    runtime.services = replace(runtime.services, writer=LlmWriter(model, runtime.assistant))
    answer = await engine.ask(NEAR, session="talk")
    assert "golden.near" in [each.code for each in answer.decisions]
    assert "muzzle" not in str(model.calls)


@pytest.mark.parametrize("question", [KNOWN, "How much does the Alpine pass cost for 2 dogs?", "Who painted it?"])
async def test_no_model_is_asked_about_what_rules_decide(engine: Engine, question: str) -> None:
    model = with_judge(engine)
    await engine.ask(question, session="talk")
    assert model.calls == []
