"""A refused question of the chat routes leaves nothing."""

import json
from typing import Any

import httpx
import pytest

from tests.http.conftest import WATERING, SettingsOf, opened

REFUSED = [(" \n", "empty_question"), ("how \ud800 often?", "bad_character"), ("x" * 70_000, "question_too_long")]


def bodies(question: str) -> list[tuple[str, dict[str, Any]]]:
    earlier = [{"role": "user", "content": WATERING}, {"role": "assistant", "content": "Twice a week."}]
    asked = {"role": "user", "content": question}
    return [
        ("/chat", {"messages": [asked]}),
        ("/chat", {"messages": [*earlier, asked]}),
        ("/chat/stream", {"messages": [*earlier, asked], "session_id": "named-by-the-client"}),
        ("/api/chat/memory", {"message": question}),
    ]


@pytest.fixture
def settings_of(settings_of: SettingsOf) -> SettingsOf:
    """The garden answers where other systems' assistants would."""
    return lambda **changes: settings_of(chat_assistant="garden", memory_assistant="garden", **changes)


async def sessions(client: httpx.AsyncClient) -> list[Any]:
    return list((await client.get("/v1/sessions")).json()["sessions"])


@pytest.mark.parametrize(("question", "code"), REFUSED)
async def test_a_refused_question_leaves_no_conversation(settings_of: SettingsOf, question: str, code: str) -> None:
    async with opened(settings_of()) as client:
        for path, body in bodies(question):
            answer = await client.post(path, content=json.dumps(body), headers={"content-type": "application/json"})
            assert (answer.status_code in {413, 422}, answer.json()["code"]) == (True, code), path
            assert await sessions(client) == [], path
        for path, body in bodies(WATERING)[1:]:
            assert (await client.post(path, json=body)).status_code == 200
        assert len(await sessions(client)) == 3


async def test_the_path_of_an_error_is_one_of_the_body(settings_of: SettingsOf) -> None:
    async with opened(settings_of()) as client:
        refused = [
            await client.post("/chat", json={"messages": [{"role": "king", "content": "x"}]}),
            await client.post("/chat", json={"query": 3, "session_id": "s"}),
        ]
    paths = [[error["path"] for error in each.json()["errors"]] for each in refused]
    assert paths == [["body.messages.0.role"], ["body.query"]]
