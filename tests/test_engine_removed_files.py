"""After a file of a conversation is removed, no later turn says or uses what was answered from it."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from askwell.engine import LOCAL, Engine
from askwell.pipeline.withheld import removed_documents, without_removed
from askwell.settings import Settings
from askwell.tools.past import lookup_past_conversation, retrieve_past_answer
from askwell.types import ToolContext, TurnOptions
from tests.alpine import alpine, let_write

pytestmark = pytest.mark.anyio

LEASES = {
    "en": (
        b"# Lease\n\nThe deposit of the flat is 1,840 euros. The landlord is Ottoline Vashti.\n",
        "How much is the deposit of the flat?",
        "What did you say about the deposit?",
    ),
    "nl": (
        b"# Huurcontract\n\nDe waarborgsom van de woning is 1.840 euro. De verhuurder is Ottoline Vashti.\n",
        "Hoeveel bedraagt de waarborgsom van de woning?",
        "Wat zei je over de waarborgsom?",
    ),
    "it": (
        b"# Contratto\n\nLa cauzione dell'appartamento \xc3\xa8 di 1.840 euro. Il locatore \xc3\xa8 Ottoline Vashti.\n",
        "A quanto ammonta la cauzione dell'appartamento?",
        "Che cosa hai detto della cauzione?",
    ),
}
NOTICES = {"en": "a file that has been removed", "nl": "bestand dat intussen is", "it": "un file che è stato rimosso"}


@pytest.fixture
async def engine(settings: Settings, tmp_path: Path) -> AsyncIterator[Engine]:
    async with alpine(settings, tmp_path) as opened:
        yield opened


async def talk_of_removed(engine: Engine, language: str) -> str:
    """A conversation whose first answer is from a file that was removed after it."""
    data, question, _ = LEASES[language]
    session = (await engine.create_session()).id
    await engine.attach(session, "lease.md", data)
    await engine.attachments.settled(session)
    answer = await engine.ask(question, session=session)
    assert "840" in answer.answer
    await engine.attachments.remove(session, 1)
    return session


@pytest.mark.parametrize("language", LEASES)
async def test_the_same_question_is_not_answered_from_the_earlier_answer(engine: Engine, language: str) -> None:
    session = await talk_of_removed(engine, language)
    _, question, _ = LEASES[language]
    for _ in range(2):
        again = await engine.ask(question, session=session)
        assert "840" not in again.answer
        assert again.outcome != "answered"
        # Passages of other documents were kept in the other languages.
        assert language != "en" or "remind.withheld" in [each.code for each in again.decisions]
    await engine.ask("What does the Alpine pass cost for adults?", session=session)
    assert "840" not in (await engine.ask(question, session=session)).answer


@pytest.mark.parametrize("language", LEASES)
async def test_asked_for_the_answer_the_conversation_says_that_the_file_is_removed(
    engine: Engine, language: str
) -> None:
    session = await talk_of_removed(engine, language)
    _, question, about = LEASES[language]
    answer = await engine.ask(about, session=session)
    assert (answer.route, answer.sources) == ("recall", ())
    assert question in answer.answer
    assert NOTICES[language] in answer.answer
    assert "840" not in answer.answer


async def test_no_operation_says_it_again(engine: Engine) -> None:
    session = await talk_of_removed(engine, "en")
    for operation in ("shorter", "repeat that", "as a list", "Are you sure?"):
        answer = await engine.ask(operation, session=session)
        assert answer.route == "last_answer"
        assert answer.answer == "That answer came from a file that has been removed."


async def test_no_prompt_has_the_words(engine: Engine) -> None:
    """Neither as a message, nor in the summary, the topics, or an older turn; the question stays."""
    session = await talk_of_removed(engine, "en")
    model = let_write(engine, ["I do not know."])
    await engine.digested(session)
    for question in ("What does the Alpine pass cost?", "What have we discussed?", "How much is the deposit?"):
        await engine.ask(question, session=session)
    seen = "\n".join(message.content for call in model.calls for message in call.messages)
    assert "How much is the deposit of the flat?" in seen
    assert "840" not in seen
    assert "Vashti" not in seen


async def test_a_summary_of_a_model_is_replaced(engine: Engine) -> None:
    """A prompt has a summary of the turns before its messages."""
    session = await talk_of_removed(engine, "en")
    for question in ("What does ski rental cost?", "When do the lifts open?"):
        await engine.ask(question, session=session)
    await engine.digested(session)
    await engine.store.memory.amend_summary(LOCAL, session, "The deposit is 1,840 euros.", by="model")
    options = TurnOptions(window_turns=1)
    model = let_write(engine, ["I do not know."])
    await engine.ask("What have we discussed?", session=session, options=options)
    prompt = "\n".join(message.content for message in model.calls[-1].messages)
    assert "Discussed: How much is the deposit of the flat?" in prompt
    assert "840" not in prompt
    await engine.digested(session)
    await engine.store.memory.amend_summary(LOCAL, session, "I pay 1,840 euros.", by="user")
    await engine.ask("What have we discussed?", session=session, options=options)
    assert "I pay 1,840 euros." in "\n".join(message.content for message in model.calls[-1].messages)


async def test_tools_do_not_bring_the_answer(engine: Engine) -> None:
    session = await talk_of_removed(engine, "en")
    await engine.digested(session)
    turn = await engine.store.turns.get(LOCAL, session, 1)
    attachments = engine.container.attachments
    assert attachments is not None
    removed = removed_documents(await attachments.of(LOCAL, session))
    context = ToolContext(LOCAL, session, replace(turn, id="running", number=2), "en", removed=removed)
    found = await lookup_past_conversation(engine.store).run({"topic": "deposit"}, context)
    assert "How much is the deposit" in found.text
    assert "840" not in found.text
    whole = await retrieve_past_answer(engine.store).run({"exchange_id": "1"}, context)
    assert not whole.ok
    assert "840" not in whole.text
    shown = await retrieve_past_answer(engine.store).run({"exchange_id": "1"}, replace(context, removed=frozenset()))
    assert "840" in shown.text


async def test_a_file_that_was_given_again_answers_again(engine: Engine) -> None:
    session = await talk_of_removed(engine, "en")
    data, question, _ = LEASES["en"]
    await engine.attach(session, "lease.md", data)
    await engine.attachments.settled(session)
    assert "840" in (await engine.ask(question, session=session)).answer


async def test_answers_from_other_documents_stay(engine: Engine) -> None:
    session = await talk_of_removed(engine, "en")
    await engine.ask("What does the Alpine pass cost for adults?", session=session)
    answer = await engine.ask("What did you say about the Alpine pass?", session=session)
    assert "90 euros" in answer.answer
    attachments = engine.container.attachments
    assert attachments is not None
    turns = [await engine.store.turns.get(LOCAL, session, number) for number in (1, 2)]
    shown = without_removed(turns, await attachments.of(LOCAL, session))
    assert [each.is_withheld for each in shown] == [True, False]
    assert shown[1] == turns[1]
