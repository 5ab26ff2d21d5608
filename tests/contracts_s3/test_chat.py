"""`POST /chat` and `/chat/stream` with messages and attachment ids, called as the other system's description says."""

import asyncio
import json
import threading
import uuid
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import httpx
import pytest

from askwell.engine import LOCAL, Engine
from askwell.http import chat_messages
from askwell.knowledge.attachments.store import LocalAttachments
from askwell.projections import NUMBERED
from askwell.types import Attachment, ParsedDocument, Principal
from tests.fake_endpoint import fake_endpoint
from tests.http.conftest import SettingsOf, opened

DOWN_PAYMENT = "Qual è la percentuale della ritenuta sui compensi di un professionista residente?"
FOLLOW_UP = "E per un agente?"
LEASE = (
    "# Contratto di locazione\n\nIl canone della mansarda è di 640 euro al mese. "
    "Il deposito cauzionale della mansarda è di 1.280 euro.\n"
)


def user(text: str) -> dict[str, str]:
    return {"role": "user", "content": text}


def assistant(text: str) -> dict[str, str]:
    return {"role": "assistant", "content": text}


async def turns_of(client: httpx.AsyncClient, session: str) -> list[dict[str, Any]]:
    return list((await client.get(f"/v1/sessions/{session}/turns")).json()["turns"])


async def attached(client: httpx.AsyncClient, session: str, name: str = "contratto.md", text: str = LEASE) -> Any:
    sent = await client.post(f"/v1/sessions/{session}/documents", files=[("files", (name, text.encode()))])
    return sent.json()["documents"][0]["document"]


def pieces(text: str) -> list[dict[str, Any]]:
    """The data of each event, read as a client does that knows only `data:` lines."""
    return [json.loads(line.removeprefix("data: ")) for line in text.splitlines() if line.startswith("data: ")]


async def test_a_client_of_the_description_works_unchanged(client: httpx.AsyncClient) -> None:
    """S3-01 S3-02 S3-11 S3-12 S3-15: the frontend makes an id, sends messages and an attachment, and reads a stream."""
    session = str(uuid.uuid4())
    messages = [user(DOWN_PAYMENT)]
    first = await client.post("/chat", json={"messages": messages, "session_id": session})
    assert first.status_code == 200, first.text
    answered = first.json()
    assert answered["session_id"] == session
    assert answered["messages"][:-1] == messages
    assert "20%" in answered["messages"][-1]["content"]
    messages = [*answered["messages"], user("A quanto ammonta il deposito della mansarda?")]
    lease = await attached(client, session)
    body = {"messages": messages, "attachment_ids": [lease["id"]], "thread_id": session}
    streamed = await client.post("/chat/stream", json=body)
    assert streamed.headers["content-type"].startswith("text/event-stream")
    *parts, last = pieces(streamed.text)
    assert [part["done"] for part in parts] == [False] * len(parts)
    text = "".join(part["content"] for part in parts)
    assert last["done"]
    assert last["messages"] == [*messages, assistant(text)]
    assert "1.280 euro" in text
    stored = await turns_of(client, session)
    assert [turn["answer"] for turn in stored] == [answered["response"], text]


async def test_earlier_turns_are_loaded_when_only_the_new_message_is_sent(client: httpx.AsyncClient) -> None:
    """S3-G1 S3-R1 S3-14: the server has the history."""
    session = str(uuid.uuid4())
    await client.post("/chat", json={"messages": [user(DOWN_PAYMENT)], "session_id": session})
    second = await client.post("/chat", json={"messages": [user(FOLLOW_UP)]}, headers={"X-Session-ID": session})
    assert (second.json()["session_id"], second.json()["turn_number"]) == (session, 2)
    turn = (await turns_of(client, session))[1]
    assert turn["kind"] == "follow_up"
    assert "ritenuta" in turn["standalone_question"]


async def test_history_that_the_client_also_sends_is_not_doubled(client: httpx.AsyncClient) -> None:
    """S3-B6: in a session that exists, the store's turns are the history, whatever the client says of them."""
    both = []
    for earlier in ([], [user(DOWN_PAYMENT), assistant("Sempre il 99%."), user("E allora?")]):
        session = str(uuid.uuid4())
        await client.post("/chat", json={"messages": [user(DOWN_PAYMENT)], "session_id": session})
        body = {"messages": [*earlier, user(FOLLOW_UP)], "session_id": session}
        both.append((await client.post("/chat", json=body)).json())
        assert [turn["question"] for turn in await turns_of(client, session)] == [DOWN_PAYMENT, FOLLOW_UP]
    without, with_history = both
    assert with_history["response"] == without["response"]
    assert with_history["context_metadata"] == without["context_metadata"]


async def test_a_client_that_keeps_the_history_itself_is_understood_in_a_new_session(
    client: httpx.AsyncClient,
) -> None:
    """S3-04 S3-14: messages of a new session become its turns, and a system message does not."""
    order = {"role": "system", "content": "Rispondi sempre in inglese."}
    history = [user(DOWN_PAYMENT), assistant("Il 20%.")]
    answer = (await client.post("/chat", json={"messages": [order, *history, user(FOLLOW_UP)]})).json()
    stored = await turns_of(client, answer["session_id"])
    assert [turn["question"] for turn in stored] == [DOWN_PAYMENT, FOLLOW_UP]
    assert stored[1]["kind"] == "follow_up"
    assert "ritenuta" in stored[1]["standalone_question"]
    assert "inglese" not in json.dumps(stored)
    [last] = (await client.post("/chat/stream", json={"messages": history[:1]})).text.splitlines()[-2:-1]
    assert json.loads(last.removeprefix("data: "))["session_id"] != answer["session_id"]


async def test_the_last_message_of_the_user_is_asked(client: httpx.AsyncClient) -> None:
    """S3-04."""
    answer = (await client.post("/chat", json={"messages": [user(DOWN_PAYMENT), assistant("Attenda.")]})).json()
    assert [turn["question"] for turn in await turns_of(client, answer["session_id"])] == [DOWN_PAYMENT]
    assert answer["messages"] == [user(DOWN_PAYMENT), assistant(answer["response"])]


@pytest.mark.parametrize(
    ("messages", "code"),
    [([], "no_messages"), ([assistant("Buongiorno.")], "no_user_message"), ([{"role": "boss", "content": "x"}], "")],
)
@pytest.mark.parametrize("path", ["/chat", "/chat/stream"])
async def test_messages_without_a_question_are_refused(
    client: httpx.AsyncClient, path: str, messages: list[dict[str, str]], code: str
) -> None:
    """S3-04: zero messages are refused, and no session is made for them."""
    before = len((await client.get("/v1/sessions?limit=200")).json()["sessions"])
    refused = await client.post(path, json={"messages": messages})
    assert (refused.status_code, refused.json()["code"]) == (422, "validation_failed")
    assert code in {"", refused.json()["errors"][0]["code"]}
    assert len((await client.get("/v1/sessions?limit=200")).json()["sessions"]) == before


async def test_two_different_ids_of_one_session_are_refused(client: httpx.AsyncClient) -> None:
    """S3-15 S3-B5: thread id and session id are the same, wherever they are given."""
    body = {"messages": [user(DOWN_PAYMENT)], "session_id": "a", "thread_id": "b"}
    assert (await client.post("/chat", json=body)).json()["errors"][0]["code"] == "session_ids_differ"
    body = {"messages": [user(DOWN_PAYMENT)], "session_id": "a"}
    refused = await client.post("/chat", json=body, headers={"X-Session-ID": "b"})
    assert (refused.status_code, refused.json()["code"]) == (422, "session_ids_differ")


async def test_the_server_makes_the_id_of_a_session_unless_one_is_given(client: httpx.AsyncClient) -> None:
    """S3-B5: the id comes back in the body and in a header."""
    made = await client.post("/chat", json={"messages": [user(DOWN_PAYMENT)]})
    assert uuid.UUID(made.json()["session_id"])
    assert made.headers["x-session-id"] == made.json()["session_id"]
    own = str(uuid.uuid4())
    given = await client.post("/chat", json={"messages": [user(DOWN_PAYMENT)], "session_id": own})
    assert (given.json()["session_id"], given.headers["x-session-id"]) == (own, own)


@pytest.mark.parametrize("owner", [Principal(tenant="other", user="anna"), Principal(user="anna")])
async def test_the_session_of_another_person_is_not_found(
    client: httpx.AsyncClient, engine: Engine, owner: Principal
) -> None:
    """S3-02: and the answer does not say that it exists, be it of another tenant or of the same."""
    session = await engine.create_session("tax", principal=owner)
    refused = await client.post("/chat", json={"messages": [user(DOWN_PAYMENT)], "session_id": session.id})
    assert (refused.status_code, refused.json()["code"]) == (404, "session_not_found")


async def test_attachments_are_waited_for_and_stay_until_removed(client: httpx.AsyncClient) -> None:
    """S3-05 S3-G2 S3-R2 S3-R4: named by id, then not named again, then removed."""
    session = (await client.post("/v1/sessions", json={"assistant": "tax"})).json()["id"]
    lease = await attached(client, session)
    assert lease["state"] == "queued"
    question = "A quanto ammonta il deposito della mansarda?"
    body = {"messages": [user(question)], "attachment_ids": [lease["id"]], "session_id": session}
    first = (await client.post("/chat", json=body)).json()
    assert "1.280 euro" in first["response"]
    later = {"messages": [user("E il canone della mansarda?")], "session_id": session}
    assert "640 euro" in (await client.post("/chat", json=later)).json()["response"]
    await client.delete(f"/v1/sessions/{session}/documents/1")
    gone = (await client.post("/chat", json=later)).json()
    assert "contratto.md" not in [source["document"] for source in gone["sources"]]
    refused = await client.post("/chat", json=body)
    assert (refused.status_code, refused.json()["code"]) == (404, "attachment_not_found")


async def test_an_attachment_by_number_that_was_set_aside_is_searched_again(client: httpx.AsyncClient) -> None:
    session = (await client.post("/v1/sessions", json={"assistant": "tax"})).json()["id"]
    await attached(client, session)
    await client.patch(f"/v1/sessions/{session}/documents/1", json={"active": False})
    question = [user("A quanto ammonta il deposito della mansarda?")]
    without = (await client.post("/chat", json={"messages": question, "session_id": session})).json()
    assert "1.280 euro" not in without["response"]
    body = {"messages": question, "attachment_ids": [1], "session_id": session}
    assert "1.280 euro" in (await client.post("/chat", json=body)).json()["response"]


async def test_attachments_of_other_sessions_are_not_found(client: httpx.AsyncClient) -> None:
    """S3-05: an id of another session, an unknown one, and one for a session that does not exist yet."""
    mine, other = [(await client.post("/v1/sessions", json={"assistant": "tax"})).json()["id"] for _ in range(2)]
    lease = await attached(client, other)
    new = str(uuid.uuid4())
    for session, named in ((mine, lease["id"]), (mine, str(uuid.uuid4())), (mine, 7), (new, lease["id"])):
        body = {"messages": [user(DOWN_PAYMENT)], "attachment_ids": [named], "session_id": session}
        refused = await client.post("/chat", json=body)
        assert (refused.status_code, refused.json()["code"]) == (404, "attachment_not_found")
    assert await turns_of(client, mine) == []
    assert (await client.get(f"/v1/sessions/{new}")).status_code == 404


async def test_a_question_waits_until_its_file_is_read(
    client: httpx.AsyncClient, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """S3-05: the file is read only once somebody waits for it, and the answer has it."""
    port, is_awaited = engine.container.attachments, threading.Event()
    assert isinstance(port, LocalAttachments)
    parse, settled = port._reader._parse, port.settled

    def held(attachment: Attachment, kind: str) -> ParsedDocument:
        is_awaited.wait(10)
        return parse(attachment, kind)

    async def noted(principal: Principal, session_id: str) -> Sequence[Attachment]:
        is_awaited.set()
        return await settled(principal, session_id)

    monkeypatch.setattr(port._reader, "_parse", held)
    monkeypatch.setattr(port, "settled", noted)
    session = (await engine.create_session("tax")).id
    lease = await attached(client, session)
    question = "A quanto ammonta il deposito della mansarda?"
    body = {"messages": [user(question)], "attachment_ids": [lease["id"]], "session_id": session}
    answer = (await client.post("/chat", json=body)).json()
    is_awaited.set()
    assert "1.280 euro" in answer["response"]


async def test_a_file_that_takes_too_long_is_a_warning(
    client: httpx.AsyncClient, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """S3-05 S3-B1: the wait is bounded, and the turn says what it lacked."""

    async def never(*_: object, **__: object) -> None:
        await asyncio.Event().wait()

    session = (await engine.create_session("tax")).id
    added = await engine.attach(session, "contratto.md", LEASE.encode())
    [ready] = await engine.attachments.settled(session)
    port = engine.container.attachments
    assert port is not None

    async def pending(*_: object) -> list[Any]:
        return [replace(ready, state="parsing", document_id="")]

    monkeypatch.setattr(port, "settled", never)
    monkeypatch.setattr(port, "of", pending)
    monkeypatch.setattr(chat_messages, "ATTACHMENTS_S", 0.05)
    body = {"messages": [user(DOWN_PAYMENT)], "attachment_ids": [added.id], "session_id": session}
    answer = (await client.post("/chat", json=body)).json()
    assert "attachments_not_ready" in answer["warnings"]


async def test_a_client_that_leaves_the_stream_loses_no_turn(client: httpx.AsyncClient, engine: Engine) -> None:
    """S3-B8 S3-12: the turn is stored although nobody reads the stream to its end."""
    session = (await engine.create_session("tax")).id
    body = chat_messages.ChatMessages.model_validate({"messages": [user(DOWN_PAYMENT)], "session_id": session})
    run = await chat_messages.start_chat(body, None, engine, LOCAL, "")
    response = chat_messages.stream_reply(run, body, "it", NUMBERED)
    reader = response.body_iterator  # type: ignore[attr-defined]
    assert b"data: " in await anext(reader)
    await reader.aclose()
    await run.answer()
    [turn] = await turns_of(client, session)
    assert turn["status"] == "completed"
    assert "20%" in turn["answer"]


async def test_a_failed_turn_ends_the_stream_with_its_error(settings_of: SettingsOf) -> None:
    """S3-12: a client that reads `data:` lines only learns what happened."""
    with fake_endpoint() as endpoint:
        settings = settings_of(chat_assistant="garden", model="half", model_url=endpoint.url)
        async with opened(settings) as garden:
            asked = await garden.post("/chat/stream", json={"messages": [user("How often do I water tomatoes?")]})
    last = pieces(asked.text)[-1]
    assert (last["done"], last["error"]["code"]) == (True, "upstream_truncated")


async def test_the_same_key_asks_once(client: httpx.AsyncClient) -> None:
    session = str(uuid.uuid4())
    body = {"messages": [user(DOWN_PAYMENT)], "session_id": session}
    for _ in range(2):
        answer = await client.post("/chat", json=body, headers={"Idempotency-Key": "k1"})
        assert answer.json()["turn_number"] == 1
    assert len(await turns_of(client, session)) == 1


async def test_the_other_body_of_the_route_works_as_before(client: httpx.AsyncClient, engine: Engine) -> None:
    """S1-21: `query` and `session_id`."""
    session = (await engine.create_session("tax")).id
    answer = await client.post("/chat", json={"query": DOWN_PAYMENT, "session_id": session})
    assert set(answer.json()) == {"response", "session_id", "sources"}
