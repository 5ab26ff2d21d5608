"""Personal data of a conversation: what is stored, what a model reads, and what its owner sees."""

import json
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pydantic import Field

from askwell.engine import LOCAL, Engine
from askwell.errors import BadConfig
from askwell.events import Token
from askwell.llm.write import LlmWriter
from askwell.models.scripted import ScriptedChat
from askwell.settings import Settings
from askwell.tools.calling import Arguments, function_tool
from askwell.types import ChatPiece, Message, Principal, ToolCall, ToolContext, ToolResult, TurnOptions
from tests.installed import write_assistant

pytestmark = pytest.mark.anyio

CODE, MAIL, IBAN, PHONE = "RSSMRA85T10A562S", "m.rossi@posta.example", "IT60X0542811101000000123456", "347 1234567"
NAME = "Mario Rossi"
CANARIES = (CODE, MAIL, IBAN, PHONE, NAME, "Rossi")
QUESTION = f"Sono {NAME}, codice fiscale {CODE}, telefono {PHONE}: quante ferie ho?"
LETTER = f"# Contratto\n\nIl dipendente {NAME}, codice fiscale {CODE}, ha 26 giorni di ferie. IBAN {IBAN}.\n".encode()
PSEUDONYM = "languages: [it, en]\nresolve: {}\nprivacy:\n  store: pseudonym"


@asynccontextmanager
async def desk(settings: Settings, folder: Path, yaml: str = PSEUDONYM) -> AsyncIterator[tuple[Engine, str]]:
    """An engine with one assistant, and a conversation with it."""
    settings = settings.model_copy(update={"assistants": write_assistant(folder / "own", yaml)})
    async with await Engine.open(settings) as engine:
        yield engine, (await engine.create_session("desk")).id


def held(folder: Path) -> set[str]:
    """Canaries in the bytes of any file below a folder."""
    contents = [file.read_bytes().lower() for file in folder.rglob("*") if file.is_file()]
    return {each for each in CANARIES for content in contents if each.lower().encode() in content}


async def talk(engine: Engine, session: str) -> None:
    """Turns, an attachment, a title, feedback and edited memory, all with canaries."""
    await engine.attach(session, f"{NAME}.md", LETTER)
    await engine.attachments.settled(session)
    await engine.ask(QUESTION, session=session)
    await engine.ask(f"E mandate tutto a {MAIL}?", session=session)
    await engine.ask(f"Quante ferie ha {NAME}?", session=session)
    await engine.ask("E se cambio IBAN?", session=session, options=TurnOptions(standalone_question=f"E se {IBAN}?"))
    await engine.store.sessions.rename(LOCAL, session, f"Ferie di {NAME}")
    await engine.give_feedback(session, 1, 1, f"Scrivetemi a {MAIL}")
    await engine.digested()
    memory = await engine.memory_of(session)
    await memory.word_summary(f"{NAME} chiede delle ferie")


async def test_no_file_holds_a_value_and_its_owner_sees_all(settings: Settings, tmp_path: Path) -> None:
    """S3-03, S3-05, S3-G5: messages, attachments, indexes and memory are stored without personal data."""
    async with desk(settings, tmp_path) as (engine, session):
        await talk(engine, session)
        assert held(settings.home) == set()
        turns = await engine.store.turns.page(LOCAL, session)
        assert turns[0].question == QUESTION
        assert turns[0].feedback is not None
        assert turns[0].feedback.comment == f"Scrivetemi a {MAIL}"
        assert turns[3].resolution is not None
        assert IBAN in turns[3].resolution.question
        assert (await engine.store.sessions.get(LOCAL, session)).title == f"Ferie di {NAME}"
        [attachment] = await engine.attachments.list(session)
        assert attachment.name == f"{NAME}.md"
        remembered = await (await engine.memory_of(session)).read()
        assert remembered.memory.summary == f"{NAME} chiede delle ferie"
    assert held(settings.home) == set()


async def test_without_the_policy_the_values_are_in_the_files(settings: Settings, tmp_path: Path) -> None:
    """What the test before looks for would be there."""
    async with desk(settings, tmp_path, "languages: [it, en]\nresolve: {}") as (engine, session):
        await talk(engine, session)
    assert held(settings.home) >= {CODE, MAIL, NAME}


async def test_one_value_is_one_placeholder_in_messages_and_attachments(settings: Settings, tmp_path: Path) -> None:
    """S3-B4: one mapping for all texts of a conversation, the file's too, although another person was named before."""
    async with desk(settings, tmp_path) as (engine, session):
        await engine.ask("Quante ferie ha Ludovica Sanguineti?", session=session)
        await engine.attach(session, "contratto.md", LETTER)
        await engine.attachments.settled(session)
        await engine.ask(QUESTION, session=session)
        raw = await engine.container.store.turns.page(LOCAL, session)
        [attachment] = await engine.attachments.list(session)
        _, text = await engine.attachments.document(attachment.document_id)
    assert raw[1].question.startswith("Sono [[PERSON_2]], codice fiscale [[IT_FISCAL_CODE_1]], telefono [[PHONE_1]]")
    assert "Il dipendente [[PERSON_2]], codice fiscale [[IT_FISCAL_CODE_1]], ha 26 giorni" in text


async def test_a_follow_up_is_resolved_with_placeholders(settings: Settings, tmp_path: Path) -> None:
    async with desk(settings, tmp_path) as (engine, session):
        await engine.ask("What holidays does John Smith get?", session=session)
        wife = await engine.ask("And for his wife?", session=session)
        assert "John Smith's wife" in wife.standalone_question
        may = await engine.ask("Can he take them in May?", session=session)
        assert may.standalone_question == "Can John Smith take holidays in May?"
        raw = await engine.container.store.turns.get(LOCAL, session, 3)
    assert raw.standalone_question == "Can [[PERSON_1]] take holidays in May?"


async def test_a_model_reads_placeholders_and_the_stream_shows_values(settings: Settings, tmp_path: Path) -> None:
    async with desk(settings, tmp_path) as (engine, session):
        runtime = engine.container.runtimes["desk"]
        reply = "Il codice [[IT_FISCAL_CODE_1]] è di [[PERSON_1]], vedi [qui](/cerca?q=[[IT_FISCAL_CODE_1]]) ora."
        model = ScriptedChat([reply])
        writer = LlmWriter(Cut(model), runtime.assistant)
        runtime.services = replace(runtime.services, writer=writer)
        run = await engine.start(QUESTION, session=session)
        texts = [event.text async for event in run.follow() if isinstance(event, Token)]
        answer = await run.answer()
        expected = f"Il codice {CODE} è di {NAME}, vedi [qui](/cerca?q=[[IT_FISCAL_CODE]]) ora."
        assert "".join(texts) == answer.answer == expected
        prompt = "\n".join(message.content for call in model.calls for message in call.messages)
        assert not [each for each in CANARIES if each in prompt]
        assert "[[IT_FISCAL_CODE_1]]" in prompt
        stored = await engine.store.turns.get(LOCAL, session, 1)
        assert stored.answer == expected
        replayed = [event async for _, event in await engine.follow(session, 1)]
        assert "".join(event.text for event in replayed if isinstance(event, Token)) == expected


class Cut(ScriptedChat):
    """A model whose pieces are single characters."""

    def __init__(self, inner: ScriptedChat) -> None:
        super().__init__([""])
        self._inner = inner

    async def stream(self, messages: Sequence[Message], **options: Any) -> AsyncGenerator[ChatPiece]:
        """The pieces of the other model, character by character."""
        async for piece in self._inner.stream(messages, **options):
            for character in piece.text:
                yield replace(piece, text=character, usage=None)


class Lookup(Arguments):
    """Arguments of the tool."""

    code: str = Field(description="A fiscal code.")


async def test_tools_get_placeholders_and_their_results_are_hidden(settings: Settings, tmp_path: Path) -> None:
    given: list[str] = []

    async def look_up(arguments: Lookup, _: ToolContext) -> ToolResult:
        given.append(arguments.code)
        return ToolResult(f"The person with {CODE} has the IBAN {IBAN} and knows [[IT_FISCAL_CODE_1]].")

    tool = function_tool("look_up", "Looks a person up.", Lookup, look_up)
    call = ToolCall("1", "look_up", {"code": "[[IT_FISCAL_CODE_1]]"})
    model = ScriptedChat([[call], "The IBAN is [[IBAN_1]] of [[IT_FISCAL_CODE_1]]."])
    folder = write_assistant(tmp_path / "own", f"{PSEUDONYM}\ntools:\n  use: [look_up]")
    own = settings.model_copy(update={"assistants": folder})
    async with await Engine.open(own, plug_ins={"tools": {"look_up": tool}}) as engine:
        runtime = engine.container.runtimes["desk"]
        runtime.services = replace(runtime.services, writer=LlmWriter(model, runtime.assistant))
        session = (await engine.create_session("desk")).id
        answer = await engine.ask(QUESTION, session=session)
    assert given == ["[[IT_FISCAL_CODE_1]]"]
    assert answer.answer == f"The IBAN is {IBAN} of {CODE}."
    prompts = "\n".join(message.content for call in model.calls for message in call.messages)
    assert "The person with [[IT_FISCAL_CODE_1]] has the IBAN [[IBAN_1]] and knows [[IT_FISCAL_CODE_1]]" in prompts
    assert not [each for each in CANARIES if each in prompts]
    assert held(settings.home) == set()


async def test_another_person_reads_neither_conversation_nor_values(settings: Settings, tmp_path: Path) -> None:
    async with desk(settings, tmp_path) as (engine, session):
        await engine.ask(QUESTION, session=session)
        other = Principal("local", "eve")
        own = (await engine.create_session("desk", principal=other)).id
        answer = await engine.ask("Chi è [[PERSON_1]] e [[IT_FISCAL_CODE_1]]?", session=own, principal=other)
        shown = await engine.store.turns.get(other, own, 1)
    assert shown.question == "Chi è [[PERSON_1]] e [[IT_FISCAL_CODE_1]]?"
    assert CODE not in answer.standalone_question


async def test_a_mask_is_for_good(settings: Settings, tmp_path: Path) -> None:
    yaml = PSEUDONYM.replace("pseudonym", "mask")
    async with desk(settings, tmp_path, yaml) as (engine, session):
        await talk(engine, session)
        shown = await engine.store.turns.get(LOCAL, session, 1)
    assert shown.question.startswith("Sono [[PERSON]], codice fiscale [[IT_FISCAL_CODE]]")
    assert held(settings.home) == set()


async def test_a_masked_trace_shows_no_value_in_an_answer_its_events_and_the_stored_turn(
    settings: Settings, tmp_path: Path
) -> None:
    async with desk(settings, tmp_path, f"{PSEUDONYM}\n  trace: mask") as (engine, session):
        await engine.attach(session, "note.md", LETTER)
        await engine.attachments.settled(session)
        await engine.ask(f"Quante ferie ha {NAME}?", session=session)
        run = await engine.start("E il suo IBAN?", session=session)
        events = [event async for _, event in run.placed_events()]
        answer = await run.answer()
        [*_, turn] = await engine.store.turns.page(LOCAL, session)
        assert NAME in answer.standalone_question
        for each in (*events, answer, turn):
            trace = repr([getattr(each, name, None) for name in ("decisions", "resolution")])
            inner = getattr(each, "answer", None)
            trace += repr([getattr(inner, name, None) for name in ("decisions", "resolution")])
            assert "Mario" not in trace
            assert "PERSON_1" not in trace
        assert "[[PERSON]]" in repr(answer.resolution)


async def test_a_turn_that_is_not_stored_leaves_no_value(settings: Settings, tmp_path: Path) -> None:
    async with desk(settings, tmp_path) as (engine, session):
        answer = await engine.ask(QUESTION, session=session, options=TurnOptions(store=False))
        assert CODE in answer.standalone_question
        assert not await engine.container.personal.has_any() or held(settings.home) == set()
        assert CODE in (await engine.ask(QUESTION, assistant="desk")).standalone_question


async def test_exports_follow_their_policy_and_imports_are_hidden(settings: Settings, tmp_path: Path) -> None:
    async with desk(settings, tmp_path) as (engine, session):
        await engine.ask(QUESTION, session=session)
        await engine.digested()
        turns = await engine.exported.turns.page(LOCAL, session)
        memory = await engine.exported.memory.carried(LOCAL, session)
        assert turns[0].question == QUESTION
        assert NAME in memory.topics[0].line
        personal = engine.container.personal
        held_session = await engine.store.sessions.get(LOCAL, session)
        await engine.delete_session(session)
        await engine.store.sessions.restore(LOCAL, held_session, turns, memory)
        titled = await engine.create_session("desk", title=f"Ferie di {NAME}")
        assert titled.title == f"Ferie di {NAME}"
        assert (await engine.store.turns.get(LOCAL, session, 1)).question == QUESTION
        assert held(settings.home) == set()
        policy = engine.assistants["desk"].privacy.model_copy(update={"export": "mask"})
        personal._assistants = {"desk": engine.assistants["desk"].model_copy(update={"privacy": policy})}
        assert (await engine.exported.turns.get(LOCAL, session, 1)).question.startswith("Sono [[PERSON]],")


async def test_a_removed_conversation_takes_its_values_along(settings: Settings, tmp_path: Path) -> None:
    async with desk(settings, tmp_path) as (engine, session):
        await engine.ask(QUESTION, session=session)
        await engine.delete_session(session)
        assert not await engine.container.personal._vault.is_used()  # type: ignore[union-attr]


async def test_another_process_gives_the_same_placeholders(settings: Settings, tmp_path: Path) -> None:
    async with desk(settings, tmp_path) as (engine, session):
        own = settings.model_copy(update={"assistants": str(tmp_path / "own")})
        async with await Engine.open(own) as other:
            await engine.ask(QUESTION, session=session)
            await other.ask(f"E per {CODE} e {MAIL}?", session=session)
            assert (await engine.store.turns.get(LOCAL, session, 2)).question == f"E per {CODE} e {MAIL}?"
        raw = await engine.container.store.turns.get(LOCAL, session, 2)
    assert raw.question == "E per [[IT_FISCAL_CODE_1]] e [[EMAIL_1]]?"


async def test_prompt_and_store_cannot_differ(settings: Settings, tmp_path: Path) -> None:
    with pytest.raises(BadConfig, match="both must be the same"):
        async with desk(settings, tmp_path, "privacy:\n  store: 'off'\n  prompt: pseudonym"):
            pass


async def test_off_needs_no_quotes_and_no_kinds_are_a_mistake(settings: Settings, tmp_path: Path) -> None:
    unquoted = "languages: [it]\nprivacy: {store: off, trace: off, log: off, export: off}"
    async with desk(settings, tmp_path / "one", unquoted) as (engine, session):
        await engine.ask(QUESTION, session=session)
    with pytest.raises(BadConfig, match="`kinds` is empty"):
        async with desk(settings, tmp_path / "two", f"{PSEUDONYM}\n  kinds: []"):
            pass


async def test_the_log_keeps_only_what_a_value_is(
    settings: Settings, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """F36: whatever is logged while an assistant with a policy is open."""
    logger = logging.getLogger("askwell")
    async with desk(settings, tmp_path):
        with caplog.at_level(logging.WARNING):
            logger.warning("question of %s: IBAN %s", MAIL, IBAN)
    assert caplog.messages[-1] == "question of [[EMAIL]]: IBAN [[IBAN]]"
    logger.warning("after %s", MAIL)
    assert caplog.messages[-1] == f"after {MAIL}"


async def test_an_export_of_a_person_shows_the_values_and_an_erasure_destroys_the_key(
    settings: Settings, tmp_path: Path
) -> None:
    """F37: neither the key of the person nor a value is left, not even encrypted."""
    async with desk(settings, tmp_path) as (engine, session):
        await talk(engine, session)
        exported = json.loads("".join([piece async for piece in engine.export_subject(LOCAL)]))
        [conversation] = exported["conversations"]
        assert conversation["turns"][0]["question"] == QUESTION
        assert conversation["placeholders"]["[[IT_FISCAL_CODE_1]]"] == CODE
        [file] = conversation["attachments"]
        assert (file["name"], CODE in file["text"], file["data"]) == (f"{NAME}.md", True, None)
        receipt = await engine.deletions.subject(LOCAL)
        assert receipt.counts["placeholders"] >= len({CODE, MAIL, IBAN, PHONE, NAME})
        assert not await engine.container.personal.conversations()
        assert await engine.container.personal.values_of(LOCAL, session) == {}
