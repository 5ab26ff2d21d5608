import json

import pytest
from httpx import AsyncClient

from tests.http.conftest import WATERING, SettingsOf, new_session, served

MESSAGES = [{"role": "user", "content": "Who?"}, {"role": "assistant", "content": "Me."}]


@pytest.mark.parametrize(
    ("form", "media_type", "ending"),
    [("json", "application/json", "json"), ("markdown", "text/markdown", "md"), ("html", "text/html", "html")],
)
async def test_a_conversation_is_exported_as_a_file(
    client: AsyncClient, form: str, media_type: str, ending: str
) -> None:
    session = await new_session(client)
    await client.post(f"/v1/sessions/{session}/turns", json={"question": WATERING})
    response = await client.get(f"/v1/sessions/{session}/export", params={"format": form})
    assert response.status_code == 200
    assert response.headers["content-type"].startswith(media_type)
    assert response.headers["content-disposition"] == f'attachment; filename="{session}.{ending}"'
    assert WATERING in response.text


async def test_an_export_is_taken_in_again_once(client: AsyncClient) -> None:
    session = await new_session(client)
    await client.post(f"/v1/sessions/{session}/turns", json={"question": WATERING})
    written = (await client.get(f"/v1/sessions/{session}/export")).json()
    await client.delete(f"/v1/sessions/{session}")
    taken = await client.post("/v1/sessions/import", json={"conversation": written})
    assert taken.status_code == 200, taken.text
    assert taken.json() == {"imported": [written["session"]], "already_there": []}
    assert (await client.get(f"/v1/sessions/{session}/export")).json() == written
    again = (await client.post("/v1/sessions/import", json={"conversation": written})).json()
    assert again == {"imported": [], "already_there": [session]}


async def test_what_another_system_remembers_is_taken_in_and_exported(client: AsyncClient) -> None:
    theirs = {
        "session_id": "remembering",
        "summary": "Who is who.",
        "qa_index": [{"exchange_id": "ex_1", "question": "Who?", "summary": "Who", "topics": ["who"]}],
        "full_answers": {"ex_1": "Me."},
    }
    taken = await client.post("/v1/sessions/import", json={"conversation": theirs, "assistant": "garden"})
    assert taken.status_code == 200, taken.text
    written = (await client.get("/v1/sessions/remembering/export")).json()
    assert [each["text"] for each in written["memory"]["summaries"]] == ["Who is who."]
    assert [(each["line"], each["topics"]) for each in written["memory"]["topics"]] == [("Who", ["who"])]
    await client.delete("/v1/sessions/remembering")
    await client.post("/v1/sessions/import", json={"conversation": written})
    assert (await client.get("/v1/sessions/remembering/export")).json() == written


async def test_memory_that_does_not_fit_is_dropped_with_a_warning(client: AsyncClient) -> None:
    session = await new_session(client)
    await client.post(f"/v1/sessions/{session}/turns", json={"question": WATERING})
    written = (await client.get(f"/v1/sessions/{session}/export")).json()
    await client.delete(f"/v1/sessions/{session}")
    odd = written | {"memory": {"summaries": [], "topics": [{"line": "What?"}], "items": []}}
    taken = (await client.post("/v1/sessions/import", json={"conversation": odd})).json()
    assert taken["imported"] == [written["session"]]
    assert [(each["session_id"], each["code"]) for each in taken["warnings"]] == [(session, "memory_dropped")]
    assert (await client.get(f"/v1/sessions/{session}/export")).json()["turns"] == written["turns"]


async def test_messages_of_another_system_go_on_with_an_assistant(client: AsyncClient) -> None:
    body = {"conversation": {"session_id": "theirs", "messages": MESSAGES}, "assistant": "garden"}
    (session,) = (await client.post("/v1/sessions/import", json=body)).json()["imported"]
    assert (session["id"], session["assistant"], session["turns"]) == ("theirs", "garden", 1)
    answer = await client.post("/v1/sessions/theirs/turns", json={"question": WATERING})
    assert answer.json()["turn_number"] == 2


@pytest.mark.parametrize(
    "conversation",
    [{}, {"messages": 7}, {"messages": [{"role": "king", "content": "x"}]}, {"full_answers": {"ex_1": 7}}],
)
async def test_what_is_no_conversation_is_refused(client: AsyncClient, conversation: object) -> None:
    response = await client.post("/v1/sessions/import", json={"conversation": conversation})
    assert (response.status_code, response.json()["code"]) == (422, "broken_session")


async def test_an_unknown_session_or_assistant_or_format_is_told(client: AsyncClient) -> None:
    assert (await client.get("/v1/sessions/nobody/export")).status_code == 404
    session = await new_session(client)
    assert (await client.get(f"/v1/sessions/{session}/export", params={"format": "pdf"})).status_code == 422
    body = {"conversation": {"messages": MESSAGES}, "assistant": "gardn"}
    response = await client.post("/v1/sessions/import", content=json.dumps(body), headers=JSON)
    assert (response.status_code, response.json()["code"]) == (404, "assistant_not_found")


JSON = {"content-type": "application/json"}


async def test_a_long_conversation_is_taken_in_and_a_longer_one_refused(settings_of: SettingsOf) -> None:
    talk = [{"role": role, "content": 4_000 * "word "} for role in ("user", "assistant")] * 60
    body = {"conversation": {"session_id": "long", "messages": talk}, "assistant": "garden"}
    async with served(settings_of()) as client:
        taken = await client.post("/v1/sessions/import", json=body)
        assert taken.status_code == 200, taken.text
        assert taken.json()["imported"][0]["turns"] == 60
        rubbish = await client.post("/v1/sessions/import", content=b"{", headers={"content-type": "application/json"})
        assert (rubbish.status_code, rubbish.json()["code"]) == (400, "not_json")
    async with served(settings_of(max_import_bytes=2_000_000)) as client:
        refused = await client.post("/v1/sessions/import", json=body)
    assert (refused.status_code, refused.json()["code"]) == (413, "body_too_large")
    assert "sessions import" in refused.json()["hint"]
