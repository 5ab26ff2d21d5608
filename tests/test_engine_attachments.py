"""Conversations with attachments: given, used by later turns, asked alone, removed."""

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from askwell.engine import Engine
from askwell.errors import NotFound
from askwell.rules.grade import RulesGrader
from askwell.settings import Settings
from askwell.types import Answer, Attachment, Grade, Passage, Principal, Reason, ScopeVerdict
from tests.alpine import alpine
from tests.installed import write_assistant

pytestmark = pytest.mark.anyio

LEASE = b"# Lease\n\nThe rent of the flat is 900 euros a month. The deposit is two months of rent.\n"
HOUSE = b"# House rules\n\nThe bins are emptied on Tuesday. Bicycles are parked in the cellar.\n"


@pytest.fixture
async def engine(settings: Settings, tmp_path: Path) -> AsyncIterator[Engine]:
    async with alpine(settings, tmp_path) as opened:
        yield opened


async def talk(engine: Engine, **files: bytes) -> str:
    session = (await engine.create_session()).id
    for name, data in files.items():
        await engine.attach(session, f"{name}.md", data)
    await engine.attachments.settled(session)
    return session


def cited(answer: Answer) -> list[str]:
    return [source.document for source in answer.sources]


async def test_an_attachment_answers_in_later_turns_and_in_no_other_conversation(engine: Engine) -> None:
    """S3-G2, S3-R2, S3-R4."""
    session = await talk(engine, lease=LEASE)
    other = await talk(engine)
    assert cited(await engine.ask("What does the Alpine pass cost for adults?", session=session)) == ["pass.md"]
    await engine.ask("When do the lifts open?", session=session)
    answer = await engine.ask("How much is the deposit?", session=session)
    assert "lease.md" in cited(answer)
    assert "two months" in answer.answer
    elsewhere = await engine.ask("How much is the deposit?", session=other)
    assert "lease.md" not in cited(elsewhere)
    assert "two months" not in elsewhere.answer


async def test_a_turn_does_not_wait_for_a_file_and_names_it(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("askwell.knowledge.attachments.reading.AttachmentReader.wake", lambda *_: None)
    session = (await engine.create_session()).id
    await engine.attach(session, "lease.md", LEASE)
    answer = await engine.ask("What does the Alpine pass cost for adults?", session=session)
    assert "90 euros" in answer.answer
    assert answer.warnings == ("attachments_not_ready",)
    [decision] = [each for each in answer.decisions if each.code == "attachments.not_ready"]
    assert decision.params == {"names": ["lease.md"]}
    monkeypatch.undo()
    await engine.attachments.settled(session)
    assert (await engine.ask("How much is the deposit?", session=session)).warnings == ()


async def test_one_attachment_can_be_asked_alone_and_then_all_again(engine: Engine) -> None:
    session = await talk(engine, lease=LEASE, house=HOUSE)
    question = "What does the Alpine pass cost for adults?"
    await engine.attachments.change(session, 2, only=True)
    assert not {"pass.md", "lease.md"} & set(cited(await engine.ask(question, session=session)))
    assert cited(await engine.ask("When are the bins emptied?", session=session)) == ["house.md"]
    assert "lease.md" not in cited(await engine.ask("How much is the deposit?", session=session))
    await engine.attachments.change(session, 2, only=False)
    assert cited(await engine.ask(question, session=session)) == ["pass.md"]
    await engine.attachments.change(session, 1, active=False)
    assert "lease.md" not in cited(await engine.ask("How much is the deposit of the flat?", session=session))


class NothingHelps(RulesGrader):
    """Calls every passage irrelevant, as the rules do where a file words it otherwise."""

    async def grade(self, question: str, passages: Sequence[Passage], *_: Any, **__: Any) -> list[Grade]:
        return [Grade(each.chunk.id, False, 0.0) for each in passages]


async def test_of_a_file_that_is_named_the_nearest_passages_are_quoted(engine: Engine) -> None:
    session = await talk(engine, lease=LEASE)
    runtime = engine.container.runtimes["documents"]
    runtime.services = replace(runtime.services, grader=NothingHelps())
    assert (await engine.ask("How much is the deposit?", session=session)).outcome == "not_found"
    answer = await engine.ask("How much is the deposit in lease.md?", session=session)
    assert (answer.outcome, cited(answer)) == ("passages", ["lease.md"])
    assert "The deposit is two months of rent." in answer.answer


async def test_a_removed_attachment_is_not_cited_again_and_its_answers_say_so(engine: Engine) -> None:
    session = await talk(engine, lease=LEASE)
    first = await engine.ask("How much is the deposit?", session=session)
    assert cited(first) == ["lease.md"]
    [stored] = await engine.attachments.marked([await engine.store.turns.get(Principal(), session, 1)])
    assert [source.is_removed for source in stored.sources] == [False]
    began = time.monotonic()
    await engine.attachments.remove(session, 1)
    again = await engine.ask("How much is the deposit?", session=session)
    assert time.monotonic() - began < 1
    assert cited(again) == []
    for operation in ("shorter", "Give me an example", "where does it say that?"):
        assert cited(await engine.ask(operation, session=session)) == []
    [stored] = await engine.attachments.marked([await engine.store.turns.get(Principal(), session, 1)])
    assert [source.is_removed for source in stored.sources] == [True]
    assert stored.answer == first.answer


async def test_operations_on_an_answer_do_not_cite_a_file_that_was_removed(engine: Engine) -> None:
    session = await talk(engine, lease=LEASE)
    assert cited(await engine.ask("How much is the deposit?", session=session)) == ["lease.md"]
    assert cited(await engine.ask("shorter", session=session)) == ["lease.md"]
    await engine.attachments.remove(session, 1)
    assert cited(await engine.ask("shorter", session=session)) == []


async def test_a_session_of_another_person_has_no_attachments(engine: Engine) -> None:
    """S3-02."""
    session = await talk(engine, lease=LEASE)
    stranger = Principal(user="stranger")
    missing = []
    for key in (session, "no-such-session"):
        for call in (
            engine.attach(key, "a.md", LEASE, principal=stranger),
            engine.attachments.list(key, principal=stranger),
            engine.attachments.get(key, 1, principal=stranger),
            engine.attachments.change(key, 1, only=True, principal=stranger),
            engine.attachments.remove(key, 1, principal=stranger),
        ):
            with pytest.raises(NotFound) as error:
                await call
            missing.append(error.value.message.replace(key, "KEY"))
    assert len(set(missing)) == 1
    [own] = await engine.attachments.list(session)
    with pytest.raises(NotFound) as hidden:
        await engine.attachments.document(own.document_id, principal=stranger)
    with pytest.raises(NotFound) as absent:
        await engine.attachments.document("00000000-0000-7000-8000-000000000000", principal=stranger)
    assert (hidden.value.code, hidden.value.hint) == (absent.value.code, absent.value.hint)
    assert (await engine.attachments.document(own.document_id))[0].name == "lease.md"


async def test_it_means_the_file_that_was_given_after_the_last_question(engine: Engine) -> None:
    """S3-R5."""
    session = await talk(engine, lease=LEASE)
    await engine.ask("What does the Alpine pass cost for adults?", session=session)
    await engine.attach(session, "house.md", HOUSE)
    await engine.attachments.settled(session)
    assert cited(await engine.ask("What does it say about bicycles?", session=session)) == ["house.md"]


async def test_a_file_that_is_given_to_a_session_while_it_is_deleted_is_erased(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = (await engine.create_session()).id
    port = engine.container.attachments
    assert port is not None
    add = port.add

    async def add_late(*arguments: Any, **options: Any) -> Attachment:
        await engine.delete_session(session)
        return await add(*arguments, **options)

    monkeypatch.setattr(port, "add", add_late)
    with pytest.raises(NotFound):
        await engine.attach(session, "lease.md", LEASE)
    assert not await port.of(Principal(), session)


async def test_deleting_a_session_deletes_its_attachments(engine: Engine) -> None:
    session = await talk(engine, lease=LEASE)
    [own] = await engine.attachments.list(session)
    folder = engine.settings.attachments_folder
    path = folder / own.content_hash[:2] / own.content_hash
    assert await asyncio.to_thread(path.exists)
    await engine.delete_session(session)
    assert not await asyncio.to_thread(path.exists)
    assert await engine.knowledge.missing([own.document_id])
    again = (await engine.create_session(session_id=session)).id
    assert not await engine.attachments.list(again)
    assert "lease.md" not in cited(await engine.ask("How much is the deposit?", session=again))


class _NothingInScope:
    async def judge(self, *_: object, **__: object) -> ScopeVerdict:
        return ScopeVerdict(in_scope=False, score=10, reason=Reason("scope.foreign"))


SCOPED = """
knowledge: {path: null}
scope: {by: rules, about: ski passes, threshold: 75, examples: ["What does a ski pass cost?"]}
resolve: {}
route: {}
rank: {}
grade: {}
"""


async def test_a_question_about_an_attachment_is_not_declined(settings: Settings, tmp_path: Path) -> None:
    """S3-B1: what a person gives to the conversation is in its scope."""
    assistants = write_assistant(tmp_path / "assistants", SCOPED)
    async with await Engine.open(settings.model_copy(update={"assistants": assistants})) as engine:
        runtime = engine.container.runtimes["desk"]
        runtime.services = replace(runtime.services, scope=_NothingInScope())
        session = (await engine.create_session("desk")).id
        question = "How much is the deposit?"
        assert (await engine.ask(question, session=session)).outcome == "declined"
        await engine.attach(session, "lease.md", LEASE)
        await engine.attachments.settled(session)
        answer = await engine.ask(question, session=session)
        assert (answer.outcome, cited(answer)) == ("answered", ["lease.md"])
        await engine.attachments.remove(session, 1)
        assert (await engine.ask(question, session=session)).outcome == "declined"
