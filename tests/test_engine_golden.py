"""Known questions in whole conversations: answered with the author's text, its source and no model."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from askwell.engine import LOCAL, Engine
from askwell.events import Cited, Done, Stepped, Token
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
YAML = "languages: [en]\nresolve: {by: rules}\ngolden: {file: golden.yaml}"
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
        "How much does the Alpine pass cost for cats?",
    ],
)
async def test_another_question_goes_on_to_the_search(engine: Engine, question: str) -> None:
    answer = await engine.ask(question, session="talk")
    assert not is_known(answer)
    assert "muzzle" not in answer.answer
