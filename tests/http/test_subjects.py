"""Export and erase over HTTP: who may, what comes out, and what is left."""

import base64
import json
from collections.abc import AsyncIterator

import httpx
import pytest
from fastapi import FastAPI

from askwell.engine import Engine
from askwell.http.app import create_app
from askwell.types import Principal
from tests.http.conftest import WATERING, SettingsOf, until_ready
from tests.http.test_scopes import client_of

LETTER = b"# Lease\n\nThe shed of the zqlease is green.\n"


@pytest.fixture
async def app(settings_of: SettingsOf) -> AsyncIterator[FastAPI]:
    app = create_app(settings_of(limit_requests=1_000, limit_tokens=1_000_000))
    async with app.router.lifespan_context(app):
        async with client_of(app) as client:
            await until_ready(client)
        yield app


async def key_of(app: FastAPI, tenant: str, user: str, *scopes: str) -> str:
    engine: Engine = app.state.engine
    return (await engine.access.keys.create(Principal(tenant, user), scopes, name=f"of {user}"))[1]


async def talk(client: httpx.AsyncClient) -> str:
    session = str((await client.post("/v1/sessions", json={"assistant": "garden"})).json()["id"])
    await client.post(f"/v1/sessions/{session}/turns", json={"question": WATERING})
    await client.put(f"/v1/sessions/{session}/turns/1/feedback", json={"rating": 1, "comment": "Good."})
    await client.post(f"/v1/sessions/{session}/documents", files={"files": ("lease.md", LETTER)})
    while (await client.get(f"/v1/sessions/{session}/documents/1")).json()["state"] != "ready":
        pass
    return session


async def test_a_person_exports_and_erases_the_own_data(app: FastAPI) -> None:
    """S3-13, S3-B3: history, memory, feedback, files and keys come out whole; then nothing is left of them."""
    key = await key_of(app, "acme", "ann", "ask", "memory")
    async with client_of(app, key) as ann:
        session = await talk(ann)
        await app.state.engine.digested()
        exported = await ann.post("/v1/subjects/ann/export")
        assert exported.headers["content-type"] == "application/json"
        whole = json.loads(exported.text)
        [one] = whole["conversations"]
        turns = (await ann.get(f"/v1/sessions/{session}/turns")).json()["turns"]
        assert one["turns"] == turns
        assert one["turns"][0]["feedback"]["comment"] == "Good."
        assert one["session"]["id"] == session
        assert len(one["memory"]["topics"]) == 1
        [file] = one["attachments"]
        assert "The shed of the zqlease is green." in file["text"]
        assert base64.b64decode(file["data"]) == LETTER
        assert [each["name"] for each in whole["api_keys"]] == ["of ann"]
        assert whole["subject"] == {"tenant": "acme", "user": "ann"}
        receipt = (await ann.post("/v1/subjects/ann/erase")).json()
        assert receipt["erased"] == {
            "conversations": 1, "turns": 1, "attachments": 1, "placeholders": 0, "api_keys": 1
        }  # fmt: skip
        assert set(receipt) == {"id", "erased_at", "erased"}
        assert (await ann.get("/v1/sessions")).status_code == 401
    async with client_of(app, await key_of(app, "acme", "ann", "ask")) as again:
        left = json.loads((await again.post("/v1/subjects/ann/export")).text)
        assert left["conversations"] == []


async def test_the_operator_may_for_everybody_and_nobody_else_may(app: FastAPI) -> None:
    ann = await key_of(app, "acme", "ann", "ask")
    async with client_of(app, ann) as client:
        await talk(client)
    callers = {
        "ben": await key_of(app, "acme", "ben", "ask"),
        "ann elsewhere": await key_of(app, "globex", "ann", "ask"),
        "without admin": await key_of(app, "local", "helper", "ask", "documents"),
    }
    for name, key in callers.items():
        async with client_of(app, key) as client:
            for action in ("export", "erase"):
                refused = await client.post(f"/v1/subjects/ann/{action}", params={"tenant": "acme"})
                absent = await client.post(f"/v1/subjects/nobody/{action}", params={"tenant": "acme"})
                bodies = [each.json() | {"request_id": ""} for each in (refused, absent)]
                assert (refused.status_code, bodies[0]["code"]) == (404, "subject_not_found"), name
                assert bodies[0] == bodies[1]
    async with client_of(app, await key_of(app, "local", "chief", "ask", "admin")) as chief:
        exported = (await chief.post("/v1/subjects/ann/export", params={"tenant": "acme"})).json()
        assert len(exported["conversations"]) == 1
        erased = (await chief.post("/v1/subjects/ann/erase", params={"tenant": "acme"})).json()["erased"]
        assert erased["conversations"] == 1
        nobody = (await chief.post("/v1/subjects/no-one/erase", params={"tenant": "acme"})).json()["erased"]
        assert set(nobody.values()) == {0}
    async with client_of(app, ann) as client:
        assert (await client.get("/v1/sessions")).status_code == 401


async def test_a_user_with_a_slash_is_reached(app: FastAPI) -> None:
    async with client_of(app, await key_of(app, "acme", "team/ann", "ask")) as client:
        assert (await client.post("/v1/subjects/team%2Fann/export")).status_code == 200
        assert (await client.post("/v1/subjects//export")).status_code == 422


async def test_counts_of_limits_begin_again_only_by_the_operator(app: FastAPI) -> None:
    engine: Engine = app.state.engine
    limits, ann = engine.access.limits, Principal("acme", "ann")
    used = 1_000_000

    async def left() -> float:
        return (await limits._counters.left(limits._tokens, ("acme", "ann")))[0]

    await limits._counters.add(limits._tokens, ("acme", "ann"), used)
    async with client_of(app, await key_of(app, "acme", "ann", "ask")) as client:
        await client.post("/v1/subjects/ann/erase")
    assert await left() == 0
    async with client_of(app, await key_of(app, "local", "chief", "ask", "admin")) as chief:
        await chief.post("/v1/subjects/ann/erase", params={"tenant": "acme"})
    assert await left() == used
    assert ann not in limits._running
