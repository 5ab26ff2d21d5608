"""Answers that are given again: to whom, to what, and for how long."""

from collections.abc import AsyncIterator, Sequence
from datetime import timedelta
from pathlib import Path

import pytest

from askwell.composition.registry import Given
from askwell.engine import Engine
from askwell.models.scripted import ScriptedChat
from askwell.settings import Settings
from askwell.text.impersonal import is_impersonal
from askwell.types import Answer, Language, Message, Principal, TurnOptions
from tests.fake_endpoint import answer_from
from tests.http.conftest import DOCUMENTS, YAML

ROSES = "When are roses pruned?"
TOMATOES = "How often are tomatoes watered?"


def reply(messages: Sequence[Message]) -> str:
    """The first sentence of the first passage, with its mark."""
    return answer_from("\n".join(message.content for message in messages))


@pytest.fixture
async def engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Engine]:
    """The garden with a cache and a model."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("askwell.settings.schema._bundled", tuple)
    garden = tmp_path / "assistants" / "garden"
    (garden / "knowledge").mkdir(parents=True)
    (garden / "assistant.yaml").write_text(YAML + "write: {by: llm}\nmemory: {digest: none}\ncache: {age_s: 3600}\n")
    for name, text in DOCUMENTS.items():
        (garden / "knowledge" / name).write_text(text)
    settings = Settings(home=tmp_path / "home", embedder="none", model="plugin:scripted")
    plug_ins: Given = {"models": {"scripted": lambda _: ScriptedChat(reply)}}
    async with await Engine.open(settings, plug_ins=plug_ins) as opened:
        async for _ in opened.prepare("garden"):
            pass
        yield opened


async def asked(engine: Engine, *questions: str, principal: Principal | None = None) -> list[Answer]:
    """The answers in a new session."""
    owner = principal or Principal()
    session = await engine.create_session("garden", principal=owner)
    return [await engine.ask(question, session=session.id, principal=owner) for question in questions]


def is_reused(answer: Answer) -> bool:
    return any(decision.code == "reuse.found" for decision in answer.decisions)


async def test_the_same_question_in_another_conversation_gets_the_same_answer(engine: Engine) -> None:
    """S3-10 S3-B9: before the search, with its sources numbered for its own conversation, and the turn says so."""
    [first] = await asked(engine, ROSES)
    other, again = await asked(engine, TOMATOES, ROSES.upper())
    assert (is_reused(first), is_reused(other), is_reused(again)) == (False, False, True)
    assert [source.document for source in again.sources] == [source.document for source in first.sources]
    number = again.sources[0].number
    assert number == 2
    assert again.answer == first.answer.replace("[1]", f"[{number}]")
    assert (again.usage.calls, again.model, again.outcome) == (0, "", "answered")
    assert not [each for each in again.decisions if each.step in {"search", "rank", "grade"}]
    assert again.ledger is not None
    assert again.ledger.composition == "pure_kb"


async def test_a_follow_up_gets_the_answer_of_its_resolved_question_and_keeps_none(engine: Engine) -> None:
    """S3-B9: the key is the resolved question; an answer with a conversation in its prompt is for nobody else."""
    _, follow_up = await asked(engine, ROSES, "And tomatoes?")
    assert not is_reused(follow_up)
    assert "tomatoes" in follow_up.standalone_question
    [alone] = await asked(engine, follow_up.standalone_question)
    assert not is_reused(alone)
    _, again = await asked(engine, ROSES, "And tomatoes?")
    assert is_reused(again)
    assert again.answer.partition(" [")[0] == alone.answer.partition(" [")[0]


async def test_another_tenant_gets_no_answer_of_this_one(engine: Engine) -> None:
    """S3-B9."""
    await asked(engine, ROSES)
    [other] = await asked(engine, ROSES, principal=Principal(tenant="other", user="anna"))
    [same] = await asked(engine, ROSES, principal=Principal(user="anna"))
    assert (is_reused(other), is_reused(same)) == (False, True)


async def test_a_change_of_the_documents_ends_all_answers(engine: Engine) -> None:
    """S3-B9: the key has the version of the documents."""
    await asked(engine, ROSES)
    await engine.knowledge.add("new.md", b"# Roses\n\nRoses are pruned in May now.\n", "garden")
    [after] = await asked(engine, ROSES)
    assert not is_reused(after)


async def test_a_conversation_with_a_file_neither_takes_nor_keeps_an_answer(engine: Engine) -> None:
    """S3-B9 S3-B1: what is uploaded may answer otherwise, and is nobody else's."""
    await asked(engine, ROSES)
    session = await engine.create_session("garden")
    await engine.attach(session.id, "mine.md", b"# Roses\n\nMy roses are pruned in June.\n")
    await engine.attachments.settled(session.id)
    for question in (ROSES, TOMATOES):
        assert not is_reused(await engine.ask(question, session=session.id))
    [fresh] = await asked(engine, TOMATOES)
    assert not is_reused(fresh)


async def test_labels_are_part_of_the_question(engine: Engine) -> None:
    await asked(engine, ROSES)
    session = await engine.create_session("garden")
    answer = await engine.ask(ROSES, session=session.id, options=TurnOptions(labels=("2025",)))
    assert not is_reused(answer)


@pytest.mark.parametrize("options", [TurnOptions(store=False), TurnOptions(about_user=(("role", "gardener"),))])
async def test_what_is_not_to_be_stored_or_is_about_a_user_is_not_kept(engine: Engine, options: TurnOptions) -> None:
    session = await engine.create_session("garden")
    await engine.ask(ROSES, session=session.id, options=options)
    [other] = await asked(engine, ROSES)
    assert not is_reused(other)


async def test_a_personal_question_is_answered_each_time(engine: Engine) -> None:
    """S3-B9."""
    for question in ("When do I prune roses?", "When are roses pruned this month?"):
        await asked(engine, question)
        assert not is_reused((await asked(engine, question))[0])


async def test_an_old_answer_is_written_again(engine: Engine) -> None:
    await asked(engine, ROSES)
    cache = engine.container.runtimes["garden"].services.answers
    assert cache is not None
    assert len(cache) == 1
    later = engine.container.clock.now() + timedelta(seconds=3601)
    [key] = cache._entries
    assert cache.find(key, later) is None
    assert len(cache) == 0


@pytest.mark.parametrize(
    ("language", "question", "expected"),
    [
        ("en", "What is the limit for 2025?", True),
        ("en", "What is my limit?", False),
        ("en", "What was the limit yesterday?", False),
        ("it", "Qual è l'aliquota ordinaria nel 2025?", True),
        ("it", "Qual è la mia aliquota?", False),
        ("it", "Che cosa scade domani?", False),
        ("it", "Che cosa deve chi ha il codice 123 456 789?", False),
        ("nl", "Wat is de grens in 2025?", True),
        ("nl", "Wat is mijn grens?", False),
        ("nl", "Wat doet jan@example.org?", False),
    ],
)
def test_what_is_personal_or_bound_to_now(language: Language, question: str, *, expected: bool) -> None:
    assert is_impersonal(question, language) is expected
