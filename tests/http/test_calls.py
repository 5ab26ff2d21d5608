"""Calls of tools that write over HTTP and in the terminal: they are seen, confirmed once, or refused."""

import json
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from askwell.engine import Engine
from askwell.http.app import create_app
from askwell.settings import Settings
from tests.pipeline.test_write_calls import CANCEL, USE, Shop
from tests.tooling import COST, call, let_write, runtime


@pytest.fixture
def shop() -> Shop:
    return Shop()


@pytest.fixture
async def engine(settings: Settings, tmp_path: Path, shop: Shop) -> AsyncIterator[Engine]:
    async with runtime(settings, tmp_path, USE, others={CANCEL: shop.tool()}) as engine:
        yield engine


@pytest.fixture
async def client(engine: Engine) -> AsyncIterator[httpx.AsyncClient]:
    app = create_app(engine)
    transport = httpx.ASGITransport(app)
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url="http://localhost") as client,
    ):
        yield client


async def test_a_call_is_seen_and_confirmed_once(client: httpx.AsyncClient, engine: Engine, shop: Shop) -> None:
    path, answer = await _waiting(client, engine)
    assert "call_waits" in str(answer["warnings"])
    assert answer["ending"] == "asked"
    (waiting,) = (await client.get(path)).json()["calls"]
    assert (waiting["tool"], waiting["arguments"], waiting["state"]) == (CANCEL, {"order": "A-1"}, "waiting")
    assert shop.cancelled == []
    confirmed = await client.post(f"{path}/{waiting['id']}/confirm")
    assert (confirmed.status_code, confirmed.json()["state"]) == (200, "done")
    again = await client.post(f"{path}/{waiting['id']}/confirm")
    assert (again.status_code, again.json()["code"]) == (409, "call_decided")
    assert shop.cancelled == ["A-1"]


async def test_a_refused_call_is_not_run(client: httpx.AsyncClient, engine: Engine, shop: Shop) -> None:
    path, _ = await _waiting(client, engine)
    (waiting,) = (await client.get(path)).json()["calls"]
    assert (await client.post(f"{path}/{waiting['id']}/refuse")).json()["state"] == "refused"
    assert (await client.post(f"{path}/{waiting['id']}/confirm")).status_code == 409
    assert shop.cancelled == []


async def test_a_call_that_does_not_exist_is_not_found(client: httpx.AsyncClient, engine: Engine) -> None:
    path, _ = await _waiting(client, engine)
    missing = await client.post(f"{path}/nothing/confirm")
    assert (missing.status_code, missing.json()["code"]) == (404, "call_not_found")
    assert (await client.get("/v1/sessions/nothing/calls")).status_code == 404


async def _waiting(client: httpx.AsyncClient, engine: Engine) -> tuple[str, dict[str, object]]:
    """The path of the calls of a conversation in which one waits, and the answer of its turn."""
    session = (await client.post("/v1/sessions", json={"assistant": "desk"})).json()["id"]
    let_write(engine, [call(CANCEL, order="A-1"), "It waits for you."])
    answer = (await client.post(f"/v1/sessions/{session}/turns", json={"question": COST})).json()
    return f"/v1/sessions/{session}/calls", json.loads(json.dumps(answer))
