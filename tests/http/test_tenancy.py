"""Every route of the OpenAPI description, called by somebody else with a real id and a valid body.

The callers are another user of the tenant, a user of the same name in another tenant, and nobody. They have every scope
that they can have.
"""

import asyncio
import json
import time
import uuid
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from askwell.engine import Engine
from askwell.http.app import create_app
from askwell.settings import Settings
from askwell.types import Principal, WriteCall
from tests.http.conftest import until_ready
from tests.http.test_scopes import OPEN_PATHS, client_of
from tests.knowledge.readers.test_pdf import make_pdf

CANARY = "Zwartkoppel"
"""A word of the owner's texts that is in no document and in no other response."""
NOWHERE = "019a9d4e-5a10-7c3e-9d57-ffffffffffff"
CREATES = "/ask-agent"
"""A route that creates a conversation of an unknown id."""
QUERIES = {
    "/events": {"live": "false"},
    "search": {"q": "tomatoes"},
    "/boxes": {"start": "0", "end": "9"},
    "/export": {"tenant": "acme"},
    "/erase": {"tenant": "acme"},
}
"""End of a path to a valid query."""
NOT_OWNED = {"/v1/assistants", "/v1/collections", "/v1/search", "/v1/documents", "/v1/config", "/metrics"}
"""Routes to what the operator publishes, or to figures without a text of anybody."""


@dataclass
class World:
    """A server with the data of one user."""

    app: FastAPI
    keys: Mapping[str, str]
    """Caller to key; `nobody` has none."""
    values: dict[str, str] = field(default_factory=dict)
    """Path parameter to the owner's id."""
    operations: list[tuple[str, str, dict[str, Any]]] = field(default_factory=list)
    schemas: dict[str, Any] = field(default_factory=dict)

    def client(self, caller: str) -> httpx.AsyncClient:
        """A client of a caller."""
        return client_of(self.app, self.keys[caller])

    async def call(self, caller: str, method: str, path: str, operation: Mapping[str, Any], session: str) -> Any:
        """Call an operation as its description says, with a valid body for that session."""
        async with self.client(caller) as client:
            query = next((query for name, query in QUERIES.items() if path.endswith(name)), {})
            query = query | ({"session_id": session} if asks_for_session(operation) else {})
            return await client.request(method, path, params=query, **self.body(operation, session))

    def body(self, operation: Mapping[str, Any], session: str) -> dict[str, Any]:
        """A valid body: the first example, about the session; a file for a form."""
        content = operation.get("requestBody", {}).get("content", {})
        if "multipart/form-data" in content:
            return {"files": {"files": ("note.txt", b"A note about hedges.")}}
        if "application/json" not in content:
            return {}
        name = content["application/json"]["schema"]["$ref"].rpartition("/")[2]
        example = dict(self.schemas[name]["examples"][0])
        if "session_id" in self.schemas[name]["properties"]:
            example["session_id"] = session
        if "assistant" in example:
            example["assistant"] = "garden"
        return {"json": example}


@pytest.fixture(scope="module")
async def world(shared_settings: Settings) -> AsyncIterator[World]:
    settings = shared_settings.model_copy(
        update={"metrics": "all", "agent_assistant": "garden", "memory_assistant": "garden"}
    )
    app = create_app(settings)
    async with app.router.lifespan_context(app):
        keys = app.state.engine.access.keys
        callers = {
            "owner": (Principal("acme", "ann"), ["ask", "memory"]),
            "other user": (Principal("acme", "ben"), ["ask", "memory"]),
            "other tenant": (Principal("globex", "ann"), ["ask", "memory"]),
        }
        made = {name: (await keys.create(who, scopes))[1] for name, (who, scopes) in callers.items()}
        found = World(app, made | {"nobody": ""})
        await _fill(found)
        yield found


async def _fill(world: World) -> None:
    """Create the owner's conversation, with an answer, memory and a file."""
    engine: Engine = world.app.state.engine
    async with world.client("owner") as client:
        await until_ready(client)
        described = (await client.get("/openapi.json")).json()
        made = await client.post("/v1/sessions", json={"assistant": "garden", "title": f"{CANARY} talk"})
        session = made.json()["id"]
        for question in (f"I want to grow carrots only, says {CANARY}.", "How often do I water tomatoes?"):
            answer = (await client.post(f"/v1/sessions/{session}/turns", json={"question": question})).json()
        file = {"files": ("lease.pdf", make_pdf([(f"{CANARY} rents a shed behind the garden.", 12)]))}
        await client.post(f"/v1/sessions/{session}/documents", files=file)
        while (of := (await client.get(f"/v1/sessions/{session}/documents/1")).json())["state"] != "ready":  # noqa: ASYNC110
            await asyncio.sleep(0.02)
        await engine.digested()
        await client.put(f"/v1/sessions/{session}/memory/summary", json={"text": f"{CANARY} has a shed."})
        [item, *_] = (await client.get(f"/v1/sessions/{session}/memory")).json()["items"]
        [passage] = await engine.knowledge.passages_at(of["document_id"], [0])
    call = WriteCall(
        "c" * 64, session, answer["turn_id"], 2, "post", json.dumps({"to": CANARY}), "waiting", datetime.now(UTC)
    )
    assert engine.container.write_calls is not None
    await engine.container.write_calls.add(Principal("acme", "ann"), call)
    world.schemas = described["components"]["schemas"]
    world.values = {
        "session_id": session,
        "number": "1",
        "turn_id": answer["turn_id"],
        "item_id": item["id"],
        "call_id": call.id,
        "document_id": of["document_id"],
        "chunk_id": passage.chunk.id,
        "page": "1",
        "subject_id": "ann",
    }
    world.operations = [
        (method.upper(), path, alternative)
        for path, methods in described["paths"].items()
        for method, operation in methods.items()
        if path not in OPEN_PATHS
        for alternative in alternatives(operation)
    ]


def alternatives(operation: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The operation with each of its kinds of body."""
    schema = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    kinds = [{"requestBody": {"content": {"application/json": {"schema": each}}}} for each in schema.get("oneOf", ())]
    return [{**operation, **each} for each in kinds or [{}]]


def asks_for_session(operation: Mapping[str, Any]) -> bool:
    """Whether its query names a session."""
    return any(each["name"] == "session_id" for each in operation.get("parameters", ()) if each["in"] == "query")


def filled(path: str, values: Mapping[str, str]) -> str:
    """A path with values."""
    for name, value in values.items():
        path = path.replace(f"{{{name}}}", value)
    assert "{" not in path, f"the owner has nothing for {path}"
    return path


def outside(answer: httpx.Response, values: Mapping[str, str]) -> object:
    """Status and body of a response without the ids that were asked for, and without the request's own."""
    text = answer.text
    for value in values.values():
        if len(value) > 8:
            text = text.replace(value, "ID")
    if answer.headers.get("content-type", "").startswith("application/problem+json"):
        return answer.status_code, {name: each for name, each in json.loads(text).items() if name != "request_id"}
    return answer.status_code, text


async def everything(world: World) -> dict[str, str]:
    """All that the owner can read."""
    read = {}
    for method, path, operation in world.operations:
        if method == "GET" and "events" not in path and path not in NOT_OWNED | {"/v1/sessions"}:
            answer = await world.call(
                "owner", method, filled(path, world.values), operation, world.values["session_id"]
            )
            assert answer.status_code == 200, (path, answer.text)
            read[path] = answer.text
    return read


@pytest.mark.parametrize("caller", ["other user", "other tenant", "nobody"])
async def test_what_is_somebody_elses_answers_like_what_does_not_exist(world: World, caller: str) -> None:
    """S1-B8, S2-B9, S3-02: an id alone leads to nothing of others, on any route."""
    before = await everything(world)
    assert sum(CANARY in text for text in before.values()) >= 8
    reached = []
    for method, path, operation in world.operations:
        session = world.values["session_id"]
        found = await world.call(caller, method, filled(path, world.values), operation, session)
        assert CANARY not in found.text, (method, path)
        if caller == "nobody":
            assert found.status_code == 401, (method, path)
            continue
        if "{" in path or asks_for_session(operation) or "session_id" in world.body(operation, session).get("json", {}):
            assert found.status_code in {403, 404}, (method, path, found.text)
            nothing = str(uuid.uuid4())
            invented = {name: value if name in {"number", "page"} else nothing for name, value in world.values.items()}
            absent = await world.call(caller, method, filled(path, invented), operation, nothing)
            same = outside(found, world.values) == outside(absent, invented)
            assert same or path == CREATES, (method, path, found.text, absent.text)
            reached.append(path)
    assert len(reached) >= (0 if caller == "nobody" else 30)
    assert await everything(world) == before


async def test_the_owner_reaches_it_all(world: World) -> None:
    """The calls of the matrix are valid: with the owner's key none is refused, but those of the operator."""
    for method, path, operation in world.operations:
        if (method == "DELETE" and path.startswith("/v1/sessions/{session_id}")) or path.endswith("/erase"):
            continue  # it would remove what the others need
        session = world.values["session_id"]
        found = await world.call("owner", method, filled(path, world.values), operation, session)
        [needed] = operation["security"][0]["bearer"]
        if needed in {"documents", "admin"}:
            assert found.json()["code"] == "scope_missing", path
        else:
            assert found.status_code in {200, 201, 204, 409}, (method, path, found.text)


async def test_lists_have_only_what_is_one_s_own(world: World) -> None:
    for caller in ("other user", "other tenant"):
        async with world.client(caller) as client:
            for search in ("", CANARY):
                listed = (await client.get("/v1/sessions", params={"search": search})).json()["sessions"]
                assert world.values["session_id"] not in {each["id"] for each in listed}
            for collection in ("documents", "garden"):
                documents = (await client.get("/v1/documents", params={"collection": collection})).json()["documents"]
                assert world.values["document_id"] not in {each["id"] for each in documents}
            found = (await client.get("/v1/search", params={"q": f"Who rents a shed, {CANARY}?"})).text
            assert CANARY not in found.replace(f"Who rents a shed, {CANARY}?", "")
            assert "attached" not in (await client.get("/v1/collections")).text


async def test_a_foreign_id_takes_no_longer_and_no_shorter(world: World) -> None:
    """Both are one look-up by primary key; the bound is wide, for a busy machine."""
    async with world.client("other user") as client:

        async def median_ms(session: str) -> float:
            took = []
            for _ in range(40):
                began = time.perf_counter()
                assert (await client.get(f"/v1/sessions/{session}")).status_code == 404
                took.append(time.perf_counter() - began)
            return sorted(took)[20] * 1000

        await median_ms(NOWHERE)
        pairs = [(await median_ms(world.values["session_id"]), await median_ms(NOWHERE)) for _ in range(3)]
    assert min(abs(foreign - absent) for foreign, absent in pairs) < 5
