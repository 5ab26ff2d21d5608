"""What remains of a conversation, and where: one store, from which history and export are read."""

import json
import uuid
from pathlib import Path

import httpx
import pytest

from askwell.engine import Engine
from askwell.pipeline.steps import LINE
from tests.contracts_s3.test_chat import DOWN_PAYMENT, FOLLOW_UP, turns_of, user
from tests.http.conftest import WATERING, SettingsOf, opened


async def chat(client: httpx.AsyncClient, session: str, *questions: str) -> None:
    for question in questions:
        sent = await client.post("/chat", json={"messages": [user(question)], "session_id": session})
        assert sent.status_code == 200, sent.text


async def test_the_history_has_what_was_asked_answered_and_used(client: httpx.AsyncClient) -> None:
    """S3-13 S3-G3 S3-G4 S3-R3: `query_history`, read from the turns."""
    session = str(uuid.uuid4())
    await chat(client, session, DOWN_PAYMENT, FOLLOW_UP)
    first, second = (await client.get("/chat/history", params={"session_id": session})).json()["history"]
    stored = await turns_of(client, session)
    assert [first["user_query"], second["user_query"]] == [DOWN_PAYMENT, FOLLOW_UP]
    assert [first["ai_response"], second["ai_response"]] == [turn["answer"] for turn in stored]
    assert first["query_composition"] == "pure_kb"
    assert set(first["context_metadata"]) == {
        "source_distribution", "token_count", "quality_score", "truncation_applied"
    }  # fmt: skip
    page: dict[str, str | int] = {"session_id": session, "limit": 1}
    one = (await client.get("/chat/history", params=page)).json()
    assert (one["history"], one["next"]) == ([first], 1)
    assert (await client.get("/chat/history", params=page | {"after": 1})).json()["history"] == [second]


async def test_the_export_has_the_same_turns(client: httpx.AsyncClient) -> None:
    """S3-13 S3-B3: one store, so export and history cannot differ."""
    session = str(uuid.uuid4())
    await chat(client, session, DOWN_PAYMENT)
    [entry] = (await client.get("/chat/history", params={"session_id": session})).json()["history"]
    [turn] = (await client.get(f"/v1/sessions/{session}/export")).json()["turns"]
    assert (turn["question"], turn["answer"]) == (entry["user_query"], entry["ai_response"])
    assert turn["context"]["composition"] == entry["query_composition"]


async def test_the_history_of_a_session_that_is_not_one_s_own_is_not_found(client: httpx.AsyncClient) -> None:
    refused = await client.get("/chat/history", params={"session_id": "someone-else-s"})
    assert (refused.status_code, refused.json()["code"]) == (404, "session_not_found")


async def test_the_history_survives_a_restart(settings_of: SettingsOf) -> None:
    """S3-13: no cache of active sessions has to be filled first, and a follow-up goes on."""
    settings = settings_of(chat_assistant="garden")
    async with opened(settings) as garden:
        await chat(garden, "kept", WATERING)
    async with opened(settings) as garden:
        await chat(garden, "kept", "And roses?")
        entries = (await garden.get("/chat/history", params={"session_id": "kept"})).json()["history"]
        [_, second] = await turns_of(garden, "kept")
    assert [entry["user_query"] for entry in entries] == [WATERING, "And roses?"]
    assert second["kind"] == "follow_up"


@pytest.mark.parametrize("store", ["sql", "files"])
async def test_a_deleted_conversation_is_in_no_file(settings_of: SettingsOf, store: str) -> None:
    """S3-B3: there is no second place that keeps what was asked and answered."""
    settings = settings_of(chat_assistant="garden", store=store)
    async with opened(settings) as garden:
        await chat(garden, "gone", "How often do I water zebratomatoes?")
        assert _holders(settings.home)
        assert (await garden.delete("/v1/sessions/gone")).status_code == 204
        assert (await garden.get("/chat/history", params={"session_id": "gone"})).status_code == 404
        assert (await garden.get("/v1/sessions/gone/export")).status_code == 404
    assert _holders(settings.home) == []


def _holders(home: Path) -> list[Path]:
    return [path for path in home.rglob("*") if path.is_file() and b"zebratomatoes" in path.read_bytes()]


async def test_a_turn_is_stored_once_and_no_step_in_between(client: httpx.AsyncClient, engine: Engine) -> None:
    """S3-B11 S3-B7: no checkpointer, and every step that a turn records is in the list of steps."""
    graph = engine.container.runtimes["tax"].graph
    assert graph.checkpointer is None
    session = str(uuid.uuid4())
    await chat(client, session, DOWN_PAYMENT, FOLLOW_UP)
    turns = await turns_of(client, session)
    recorded = [decision["step"] for turn in turns for decision in turn["decisions"]]
    assert set(recorded) <= {step.name for step in LINE}
    sizes = [len(json.dumps(turn)) for turn in turns]
    assert sizes[1] < 3 * sizes[0]
