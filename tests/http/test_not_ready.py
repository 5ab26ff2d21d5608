"""Questions while the assistants' documents are still being read, at the first start."""

import asyncio
from collections.abc import AsyncIterator

import httpx
import pytest

from askwell.engine import Engine
from askwell.types import IngestProgress
from tests.http.conftest import WATERING, SettingsOf, new_session, opened, until_ready
from tests.http.test_stream import STREAM, events_of

SOWING = "When do I sow carrots?"
CODE = "documents_not_ready"


@pytest.fixture
async def half(settings_of: SettingsOf, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[httpx.AsyncClient]:
    """A server that has read three of six documents and waits until its data folder has a file `go`."""
    settings = settings_of(memory_assistant="garden")
    prepare, reached = Engine.prepare, asyncio.Event()
    settings.home.mkdir(parents=True, exist_ok=True)

    async def paused(self: Engine, assistant: str) -> AsyncIterator[IngestProgress]:
        async for progress in prepare(self, assistant):
            yield progress
            if progress.read_files == 3:
                reached.set()
                while not (settings.home / "go").exists():  # noqa: ASYNC110
                    await asyncio.sleep(0.02)

    monkeypatch.setattr(Engine, "prepare", paused)
    async with opened(settings, ready=False) as client:
        await reached.wait()
        yield client
        (settings.home / "go").touch()
        await until_ready(client)
        for path, body in await calls(client):
            answer = await client.post(path, json=body)
            assert answer.status_code == 200, answer.text
            assert CODE not in answer.json().get("warnings", [])


async def calls(client: httpx.AsyncClient) -> list[tuple[str, dict[str, object]]]:
    """A question to each route of another system."""
    session = await new_session(client)
    return [
        ("/chat", {"query": WATERING, "session_id": session}),
        ("/api/chat/memory", {"message": WATERING}),
        ("/api/chat/memory", {"message": WATERING, "session_id": session}),
        ("/api/chat/memory", {"message": WATERING, "use_memory": False}),
    ]


async def test_routes_that_carry_no_warning_ask_to_come_back(half: httpx.AsyncClient) -> None:
    """S1-21, S2-14: no "not found" from documents that nobody has read."""
    for path, body in await calls(half):
        refused = await half.post(path, json=body)
        assert (refused.status_code, refused.json()["code"]) == (503, CODE), path
        assert int(refused.headers["retry-after"]) > 0
        assert "3 of 6" in refused.json()["detail"]
        assert "/readyz" in refused.json()["hint"]
    listed = (await half.get("/v1/sessions")).json()["sessions"]
    assert [session["turns"] for session in listed] == [0]  # the one that `calls` opened


async def test_native_routes_answer_from_what_is_read_and_say_what_is_not(half: httpx.AsyncClient) -> None:
    session = await new_session(half)
    answer = (await half.post(f"/v1/sessions/{session}/turns", json={"question": SOWING})).json()
    loose = (await half.post("/v1/ask", json={"question": SOWING, "assistant": "garden"})).json()
    streamed = await half.post(f"/v1/sessions/{session}/turns", json={"question": WATERING}, headers=STREAM)
    stored = (await half.get(f"/v1/sessions/{session}/turns/1")).json()
    for each in (answer, loose, stored):
        assert "from March" in each["answer"]
        assert CODE in each["warnings"]
        [decision] = [found for found in each["decisions"] if found["step"] == "documents"]
        assert decision["reason"] == "garden: its documents are being read (3 of 6)"
        assert decision["detail"] == {"garden": {"read_files": 3, "total_files": 6}}
    warnings = [event for event in await events_of(streamed) if event["event"] == "warning"]
    assert [(each["code"], "3 of 6" in each["message"]) for each in warnings][:1] == [(CODE, True)]


async def test_an_assistant_with_other_documents_is_not_held_up(half: httpx.AsyncClient) -> None:
    answer = (await half.post("/v1/ask", json={"question": SOWING, "assistant": "documents"})).json()
    assert CODE not in answer["warnings"]
