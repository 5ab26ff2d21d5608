"""Line separators and characters that are not text: from every entry to every exit."""

import json
from collections.abc import AsyncIterator

import httpx
import pytest

from askwell.events import Place, Token
from askwell.http.sse import frame
from askwell.text.characters import SEPARATORS
from tests.fake_endpoint import fake_endpoint
from tests.http.conftest import WATERING, SettingsOf, new_session, opened
from tests.http.test_stream import STREAM, events_of

WRITTEN = f"Twice a{SEPARATORS}b 😀 c\ufffdd \ufffd e \ufffd [1] \ufffd"
"""The answer of the model `strange`, cleaned."""
SEPARATED = f"How often do I{SEPARATORS}water tomatoes?"


@pytest.fixture(params=["sqlite", "files"])
async def strange(settings_of: SettingsOf, request: pytest.FixtureRequest) -> AsyncIterator[httpx.AsyncClient]:
    """A server whose model writes such characters."""
    store = {"sqlite": "", "files": "files"}[request.param]
    with fake_endpoint() as endpoint:
        settings = settings_of(model="strange", model_url=endpoint.url, **({"store": store} if store else {}))
        async with opened(settings) as client:
            yield client


@pytest.mark.parametrize("char", [*SEPARATORS])
def test_a_frame_is_one_event_however_lines_are_split(char: str) -> None:
    lines = frame(Place(1, 1), Token(1, f"a{char}b")).decode().splitlines()
    assert len(lines) == 4
    assert json.loads(lines[2].removeprefix("data: "))["text"] == f"a{char}b"


@pytest.mark.parametrize("char", ["\ud83d", "\0"])
def test_a_frame_holds_any_text(char: str) -> None:
    data = frame(Place(1, 1), Token(1, f"a{char}b")).decode().splitlines()[2]
    assert json.loads(data.removeprefix("data: "))["text"] in {"a\ufffdb", f"a{char}b"}


async def test_an_answer_of_strange_characters_is_the_same_everywhere(strange: httpx.AsyncClient) -> None:
    """JSON, event stream, store and export agree, and the conversation goes on."""
    session = await new_session(strange)
    path = f"/v1/sessions/{session}/turns"
    answer = await strange.post(path, json={"question": WATERING})
    streamed = await strange.post(path, json={"question": WATERING}, headers=STREAM)
    events = await events_of(streamed)
    turns = (await strange.get(path)).json()["turns"]
    exported = await strange.get(f"/v1/sessions/{session}/export")
    assert (answer.status_code, answer.json()["answer"]) == (200, WRITTEN)
    assert events[-1]["event"] == "done"
    assert "".join(event["text"] for event in events if event["event"] == "token") == WRITTEN
    assert [turn["answer"] for turn in turns] == [WRITTEN, WRITTEN]
    assert [turn["answer"] for turn in exported.json()["turns"]] == [WRITTEN, WRITTEN]
    for form in ("markdown", "html"):
        assert (await strange.get(f"/v1/sessions/{session}/export", params={"format": form})).status_code == 200


async def test_a_question_and_a_title_keep_their_separators(strange: httpx.AsyncClient) -> None:
    opened_as = await strange.post("/v1/sessions", json={"assistant": "garden", "title": SEPARATED})
    session = opened_as.json()["id"]
    path = f"/v1/sessions/{session}/turns"
    streamed = await strange.post(path, json={"question": SEPARATED}, headers=STREAM)
    turn = (await strange.get(f"{path}/1")).json()
    exported = (await strange.get(f"/v1/sessions/{session}/export")).json()
    assert (await events_of(streamed))[-1]["event"] == "done"
    assert (turn["question"], exported["session"]["title"]) == (SEPARATED, SEPARATED)
    await strange.delete(f"/v1/sessions/{session}")
    back = await strange.post("/v1/sessions/import", json={"conversation": exported})
    assert back.status_code == 200, back.text
    assert (await strange.get(f"{path}/1")).json()["question"] == SEPARATED


@pytest.mark.parametrize("char", ["\ud83d", "\0"])
async def test_what_is_no_text_is_refused_where_a_person_writes_it(client: httpx.AsyncClient, char: str) -> None:
    session = await new_session(client)
    sent = {"content-type": "application/json"}
    calls = [
        ("POST", f"/v1/sessions/{session}/turns", {"question": f"a{char}b"}),
        ("POST", "/v1/ask", {"question": f"a{char}b", "assistant": "garden"}),
        ("POST", "/v1/sessions", {"assistant": "garden", "title": f"a{char}b"}),
        ("PATCH", f"/v1/sessions/{session}", {"title": f"a{char}b"}),
        ("POST", "/chat", {"query": f"a{char}b", "session_id": session}),
        ("POST", "/api/chat/memory", {"message": f"a{char}b", "session_id": session}),
    ]
    for method, path, body in calls:
        refused = await client.request(method, path, content=json.dumps(body), headers=sent)
        assert refused.status_code == 422, (path, refused.text)
    assert (await client.get(f"/v1/sessions/{session}")).json()["turns"] == 0


async def test_a_document_of_separators_is_read_and_cited(fresh_client: httpx.AsyncClient) -> None:
    """A line separator ends a line; it joins no words and splits no event."""
    text = "# Ponds\n\n" + "".join(
        f"Koi{number} eat{each}pellets{number} daily. " for number, each in enumerate(SEPARATORS)
    )
    name = "po\x85\u2028\u2029nds.md"
    sent = await fresh_client.post("/v1/documents", files={"files": (name, text.encode())})
    assert sent.status_code == 201, sent.text
    [entry] = sent.json()["documents"]
    assert entry["name"] == "ponds.md"
    session = await new_session(fresh_client, "documents")
    response = await fresh_client.post(
        f"/v1/sessions/{session}/turns", json={"question": "What do koi eat daily?"}, headers=STREAM
    )
    events = await events_of(response)
    stored = (await fresh_client.get(f"/v1/documents/{entry['document']['id']}/text")).json()["text"]
    assert events[-1]["event"] == "done"
    assert events[-1]["ending"] in {"answered", "passages"}  # by words alone it need not be sure
    assert [source["document"] for source in events[-1]["sources"]] == ["ponds.md"]
    assert not set(SEPARATORS) & set(stored)
    assert [number for number in range(len(SEPARATORS)) if f"eat pellets{number}" not in " ".join(stored.split())] == []
