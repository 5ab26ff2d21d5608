"""The nine points that the second system checks, in Dutch and with no model: S2-V1 to S2-V9."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx
import pytest

from askwell.engine import LOCAL, Engine
from askwell.types import Decision
from tests.contracts_s2.conftest import PATH, Files

QUESTION = "Wanneer is een verwerkersovereenkomst nodig?"
BOTH = "Wat moet ik regelen voor de DPIA en de verwerkersovereenkomst van een chatbot?"
ONLY = "Nee, niet de DPIA, alleen de verwerkersovereenkomst."
LOOKED_BACK = "Wat hadden we eerder besproken?"
OLD = {
    "session_id": "oud",
    "summary": "De gebruiker vraagt naar bewaartermijnen.",
    "qa_index": [{"exchange_id": "ex_1", "question": "Wat is de AVG?", "summary": "AVG", "topics": ["avg"]}],
    "full_answers": {"ex_1": "Een verordening."},
    "metadata": {"created_at": "2025-01-01T10:00:00"},
}


async def say(client: httpx.AsyncClient, message: str, session: str | None = None, **more: Any) -> dict[str, Any]:
    """The answer to a message, asked as the other system's client asks."""
    body = {"message": message, "session_id": session, "user_context": {"role": "hoe", "organization": "Gemeente"}}
    answer = await client.post(PATH, json=body | {"use_memory": True} | more)
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


async def steps_of(engine: Engine, session: str, number: int) -> Sequence[Decision]:
    """What was decided at a turn."""
    return (await engine.store.turns.get(LOCAL, session, number)).decisions


async def test_a_message_makes_a_session_file_appear(client: httpx.AsyncClient, sessions: Path) -> None:
    """S2-V1 S2-12 S2-15."""
    told = await say(client, QUESTION)
    assert (sessions / f"{told['session_id']}.json").is_file()


async def test_the_answer_has_knowledge_sources(client: httpx.AsyncClient) -> None:
    """S2-V2 S2-14."""
    told = await say(client, QUESTION)
    assert told["language"] == "nl"
    assert "verwerkersovereenkomst" in told["answer"]
    assert told["knowledge_sources"]
    assert all(source["title"] and source["document_id"] for source in told["knowledge_sources"])


async def test_the_file_has_each_answer_whole_with_its_sources(client: httpx.AsyncClient, file_of: Files) -> None:
    """S2-V3 S2-09."""
    told = await say(client, QUESTION)
    kept = file_of(told["session_id"])["full_answers"][told["exchange_id"]]
    assert kept["text"] == told["answer"]
    named = [source["document_id"] for source in told["knowledge_sources"]]
    assert [source["document_id"] for source in kept["sources"]] == named


async def test_a_follow_up_refers_to_what_came_before(client: httpx.AsyncClient) -> None:
    """S2-V4."""
    first = await say(client, "Wanneer is een DPIA verplicht?")
    second = await say(client, "Wie voert die uit?", first["session_id"])
    assert (second["kind"], second["standalone_question"]) == ("follow_up", "Wie voert een DPIA uit?")
    assert "verwerkingsverantwoordelijke" in second["answer"]


async def test_an_entry_of_the_index_has_the_sources_of_what_was_searched(
    client: httpx.AsyncClient, file_of: Files, engine: Engine
) -> None:
    """S2-V5 S2-08."""
    told = await say(client, QUESTION)
    await engine.digested(told["session_id"])
    [entry] = file_of(told["session_id"])["qa_index"]
    assert entry["exchange_id"] == told["exchange_id"]
    assert entry["topics"]
    assert entry["source_ids"] == [source["document_id"] for source in told["knowledge_sources"]]


async def test_not_that_only_this_changes_the_summary(
    client: httpx.AsyncClient, file_of: Files, engine: Engine
) -> None:
    """S2-V6 S2-07."""
    told = await say(client, BOTH)
    await engine.digested(told["session_id"])
    before = file_of(told["session_id"])["summary"]
    second = await say(client, ONLY, told["session_id"])
    await engine.digested(told["session_id"])
    after = file_of(told["session_id"])["summary"]
    assert second["kind"] == "clarification"
    assert after != before
    assert "alleen de verwerkersovereenkomst" in after.lower()


async def test_what_was_discussed_earlier_is_looked_up(client: httpx.AsyncClient, engine: Engine) -> None:
    """S2-V7 S2-11: without a model the question itself picks the tool."""
    told = await say(client, "Wat is prompt injection?")
    for question in ("Wat is het IAMA?", "Wie beheert DigiD?"):
        await say(client, question, told["session_id"])
    last = await say(client, LOOKED_BACK, told["session_id"])
    assert last["kind"] == "meta"
    for subject in ("prompt injection", "IAMA", "DigiD"):
        assert subject in last["answer"]
    steps = await steps_of(engine, told["session_id"], last["turn_number"])
    assert any(each.params.get("tool") == "lookup_past_conversation" or each.code == "remind.turns" for each in steps)


async def test_an_old_file_is_taken_up_where_it_ended(
    client: httpx.AsyncClient, sessions: Path, file_of: Files, engine: Engine
) -> None:
    """S2-V8 S2-13: no script migrates it, and what it noted outlives the next turn and its digest."""
    (sessions / "oud.json").write_text(json.dumps(OLD), encoding="utf-8")
    told = await say(client, QUESTION, "oud")
    assert told["turn_number"] == 2
    assert told["knowledge_sources"]
    await engine.digested("oud")
    kept = file_of("oud")
    assert [entry["exchange_id"] for entry in kept["qa_index"]] == ["ex_1", told["exchange_id"]]
    assert kept["full_answers"]["ex_1"] == {"text": "Een verordening.", "sources": []}
    assert kept["qa_index"][0]["source_ids"] == []
    assert "bewaartermijnen" in kept["summary"]


async def test_memory_off_leaves_the_memory_steps_out(
    client: httpx.AsyncClient, engine: Engine, file_of: Files
) -> None:
    """S2-V9 S2-B8: nothing is recalled and nothing saved; the answer has the session's id all the same."""
    first = await say(client, "Wanneer is een DPIA verplicht?")
    await engine.digested(first["session_id"])
    before = file_of(first["session_id"])
    second = await say(client, "Wie voert die uit?", first["session_id"], use_memory=False)
    await engine.digested(first["session_id"])
    assert second["standalone_question"] == "Wie voert die uit?"
    assert (second["session_id"], second["turn_number"]) == (first["session_id"], None)
    assert file_of(first["session_id"]) == before
    assert (await engine.store.sessions.get(LOCAL, first["session_id"])).head == 1


@pytest.mark.parametrize(
    "body",
    [
        {"message": "Wat zijn de GDPR vereisten voor een chatbot?"},
        {
            "message": "Wat is GDPR?",
            "session_id": None,
            "user_context": {"role": "hoe", "organization": "Gemeente"},
            "use_memory": True,
        },
    ],
)
async def test_the_calls_of_its_description_work_as_they_stand(
    client: httpx.AsyncClient, body: dict[str, object]
) -> None:
    """S2-14."""
    answer = await client.post(PATH, json=body)
    assert answer.status_code == 200
    assert answer.json()["session_id"]
    assert answer.json()["knowledge_sources"]
