"""What a conversation remembers, over HTTP."""

import asyncio
from typing import Any

import httpx
import pytest

from tests.http.conftest import WATERING, SettingsOf, new_session, opened

STATED = ("I have a small balcony in Ghent.", "I want to grow carrots only.", WATERING)


async def learnt(client: httpx.AsyncClient, *questions: str) -> str:
    """The path of the memory of a session that has learnt these turns."""
    session = await new_session(client)
    for question in questions:
        response = await client.post(f"/v1/sessions/{session}/turns", json={"question": question})
        assert response.status_code == 200, response.text
    path = f"/v1/sessions/{session}/memory"
    while (await memory(client, path))["up_to"] < len(questions):  # noqa: ASYNC110  # as a page does
        await asyncio.sleep(0.01)
    return path


async def memory(client: httpx.AsyncClient, path: str, **params: Any) -> dict[str, Any]:
    response = await client.get(path, params=params)
    assert response.status_code == 200, response.text
    return dict(response.json())


async def test_a_conversation_shows_what_it_remembers(client: httpx.AsyncClient) -> None:
    found = await memory(client, await learnt(client, *STATED))
    assert (found["summary_by"], found["up_to"], found["next"]) == ("rules", 3, None)
    assert "carrots" in found["summary"]
    assert {"number", "text", "kind", "supersedes_id", "by", "id", "turn_id"} == found["items"][0].keys()
    assert [each["number"] for each in found["topics"]] == [3, 2, 1]
    assert {"turn_id", "number", "line", "topics", "source_ids"} == found["topics"][0].keys()
    assert found["topics"][0]["source_ids"]


async def test_a_new_conversation_remembers_nothing(client: httpx.AsyncClient) -> None:
    assert await memory(client, f"/v1/sessions/{await new_session(client)}/memory") == {
        "summary": "",
        "summary_by": "rules",
        "up_to": 0,
        "items": [],
        "topics": [],
        "next": None,
    }


async def test_topics_come_in_pages(client: httpx.AsyncClient) -> None:
    path = await learnt(client, *STATED)
    first = await memory(client, path, limit=2)
    rest = await memory(client, path, limit=2, below=first["next"])
    assert [each["number"] for each in first["topics"] + rest["topics"]] == [3, 2, 1]
    assert (first["next"], rest["next"]) == (2, None)


async def test_an_item_is_worded_anew_and_the_summary_with_it(client: httpx.AsyncClient) -> None:
    path = await learnt(client, *STATED)
    wish = next(each for each in (await memory(client, path))["items"] if "carrots" in each["text"])
    response = await client.patch(f"{path}/items/{wish['id']}", json={"text": "They grow beans."})
    assert response.json() == wish | {"text": "They grow beans.", "by": "user"}
    summary = (await memory(client, path))["summary"]
    assert "beans" in summary
    assert "carrots" not in summary


async def test_a_summary_is_worded_by_a_person_and_stays(client: httpx.AsyncClient) -> None:
    path = await learnt(client, *STATED)
    worded = (await client.put(f"{path}/summary", json={"text": "A balcony gardener."})).json()
    item = worded["items"][0]["id"]
    assert (await client.delete(f"{path}/items/{item}")).status_code == 204
    found = await memory(client, path)
    assert (found["summary"], found["summary_by"]) == ("A balcony gardener.", "user")
    assert item not in [each["id"] for each in found["items"]]


async def test_a_topic_and_then_everything_is_forgotten_while_the_turns_stay(client: httpx.AsyncClient) -> None:
    path = await learnt(client, *STATED)
    assert (await client.delete(f"{path}/topics/1")).status_code == 204
    assert "Ghent" not in str(await memory(client, path))
    assert (await client.delete(path)).status_code == 204
    found = await memory(client, path)
    assert (found["summary"], found["items"], found["topics"]) == ("", [], [])
    turns = (await client.get(path.replace("/memory", "/turns"))).json()["turns"]
    assert [turn["question"] for turn in turns] == list(STATED)


@pytest.mark.parametrize(
    ("method", "path", "body", "code"),
    [
        ("PATCH", "/items/019a9d4e-0000-7c3e-9d57-000000000003", {"text": "x"}, "memory_item_not_found"),
        ("PATCH", "/items/..%2F..", {"text": "x"}, "route_not_found"),
        ("DELETE", "/items/none", None, "memory_item_not_found"),
        ("DELETE", "/topics/9", None, "topic_not_found"),
        ("DELETE", "/topics/0", None, "turn_not_found"),
        ("PUT", "/summary", {"text": "x" * 4001}, "validation_failed"),
        ("PUT", "/summary", {"text": "a\0b"}, "validation_failed"),
        ("PUT", "/summary", {"words": "x"}, "validation_failed"),
        ("PATCH", "/items/none", {"text": " "}, "empty_text"),
        ("GET", "?below=-1", None, "validation_failed"),
    ],
)
async def test_what_cannot_be_is_a_problem(
    client: httpx.AsyncClient, method: str, path: str, body: dict[str, str] | None, code: str
) -> None:
    session = await new_session(client)
    response = await client.request(method, f"/v1/sessions/{session}/memory{path}", json=body)
    assert response.headers["content-type"] == "application/problem+json"
    assert response.json()["code"] == code


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "", None),
        ("DELETE", "", None),
        ("PUT", "/summary", {"text": "x"}),
        ("PATCH", "/items/none", {"text": "x"}),
        ("DELETE", "/items/none", None),
        ("DELETE", "/topics/1", None),
    ],
)
async def test_a_conversation_that_is_none_has_no_memory(
    client: httpx.AsyncClient, method: str, path: str, body: dict[str, str] | None
) -> None:
    response = await client.request(method, f"/v1/sessions/nobody/memory{path}", json=body)
    assert (response.status_code, response.json()["code"]) == (404, "session_not_found")


async def test_without_the_token_there_is_no_memory(settings_of: SettingsOf) -> None:
    async with opened(settings_of(token="secret"), ready=False) as client:
        response = await client.get("/v1/sessions/anything/memory")
    assert (response.status_code, response.json()["code"]) == (401, "unauthorized")
