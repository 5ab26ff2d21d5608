"""Questions while documents are still being read: those of the assistants at the first start, and added ones."""

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from askwell.engine import Engine
from askwell.types import IngestProgress
from tests.http.conftest import DOCUMENTS, WATERING, SettingsOf, new_session, opened, until_ready
from tests.http.test_stream import STREAM, events_of

SOWING = "When do I sow carrots?"
MOWING = "How short do I mow the lawn?"
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
        ("/chat", {"messages": [{"role": "user", "content": WATERING}], "session_id": session}),
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


ADDING = "documents_incomplete"


@pytest.fixture
async def adding(settings_of: SettingsOf, tmp_path: Path) -> AsyncIterator[httpx.AsyncClient]:
    """A server, while another process adds three documents and has read two of them."""
    settings = settings_of(memory_assistant="documents")
    folder = tmp_path / "more"
    folder.mkdir()
    for name, text in DOCUMENTS.items():
        if name < "roses":
            (folder / name).write_text(text)
    async with opened(settings) as client, await Engine.open(settings) as other:
        updates = other.knowledge.ingest(folder, "documents")
        async for progress in updates:
            if progress.read_files == 2:
                break
        yield client
        async for _ in updates:
            pass
        session = await new_session(client, "documents")
        assert (await client.post("/chat", json={"query": SOWING, "session_id": session})).status_code == 200
        found = (await client.post("/v1/ask", json={"question": MOWING, "assistant": "documents"})).json()
        assert "four centimetres" in found["answer"]
        assert ADDING not in found["warnings"]
        assert (await client.get("/readyz")).json()["faults"] == []


async def test_answers_say_how_much_is_not_read_of_what_another_process_adds(adding: httpx.AsyncClient) -> None:
    session = await new_session(adding, "documents")
    found = (await adding.post(f"/v1/sessions/{session}/turns", json={"question": SOWING})).json()
    not_found = (await adding.post("/v1/ask", json={"question": MOWING, "assistant": "documents"})).json()
    assert "from March" in found["answer"]
    assert not_found["ending"] == "not_found"
    for each in (found, not_found):
        assert ADDING in each["warnings"]
        [decision] = [step for step in each["decisions"] if step["step"] == "documents"]
        assert re.fullmatch(r"documents are being added to documents \([0-2] of 3 read\)", decision["reason"])
    other = (await adding.post("/v1/ask", json={"question": SOWING, "assistant": "garden"})).json()
    assert ADDING not in other["warnings"]


async def test_other_routes_ask_to_come_back_while_another_process_adds(adding: httpx.AsyncClient) -> None:
    session = await new_session(adding, "documents")
    for path, body in (
        ("/chat", {"query": MOWING, "session_id": session}),
        ("/api/chat/memory", {"message": MOWING}),
    ):
        refused = await adding.post(path, json=body)
        assert (refused.status_code, refused.json()["code"]) == (503, CODE), path
        assert int(refused.headers["retry-after"]) > 0
        assert "of 3 read" in refused.json()["detail"]
    ready = await adding.get("/readyz")
    assert (ready.status_code, ready.json()["status"]) == (200, "degraded"), "its own documents are read"
    assert [(fault["code"], fault["part"]) for fault in ready.json()["faults"]] == [(ADDING, "documents")]
