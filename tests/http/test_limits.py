"""Limits over HTTP, with a model behind a socket."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx

from askwell.engine import Engine
from askwell.http.app import create_app
from askwell.http.problems import MEDIA_TYPE
from askwell.settings import Settings
from askwell.types import Principal
from tests.fake_endpoint import fake_endpoint
from tests.http.conftest import WATERING, SettingsOf, new_session, until_ready
from tests.http.test_scopes import client_of

ANN, BEN = Principal("acme", "ann"), Principal("acme", "ben")


@asynccontextmanager
async def users(settings: Settings) -> AsyncIterator[tuple[Engine, httpx.AsyncClient, httpx.AsyncClient]]:
    """An engine with a server, and clients of two users."""
    app = create_app(settings)
    async with app.router.lifespan_context(app):
        engine: Engine = app.state.engine
        keys = [(await engine.access.keys.create(each, ["ask"]))[1] for each in (ANN, BEN)]
        async with client_of(app, keys[0]) as ann, client_of(app, keys[1]) as ben:
            await until_ready(ann)
            yield engine, ann, ben


def problem_of(response: httpx.Response) -> dict[str, Any]:
    """The problem of a response that says when to come back."""
    assert response.status_code == 429, response.text
    assert response.headers["content-type"] == MEDIA_TYPE
    assert int(response.headers["retry-after"]) >= 1
    return dict(response.json())


async def test_too_many_requests_are_refused_with_the_time_to_wait(settings_of: SettingsOf) -> None:
    async with users(settings_of(limit_requests=3)) as (_, ann, ben):
        for left in (2, 1, 0):
            response = await ann.get("/v1/assistants")
            assert response.status_code == 200
            assert response.headers["ratelimit-policy"] == '"requests";q=3;w=60'
            assert response.headers["ratelimit"].startswith(f'"requests";r={left};t=')
        assert problem_of(await ann.post("/v1/ask", content=b"{"))["code"] == "rate_limited"
        assert (await ben.get("/v1/assistants")).status_code == 200
        for path in ("/healthz", "/readyz", "/"):
            assert (await ann.get(path)).status_code == 200


async def test_the_operator_has_no_limit(settings_of: SettingsOf) -> None:
    async with users(settings_of(limit_requests=1, token="shared")) as (_, ann, _ben):
        ann.headers["authorization"] = "Bearer shared"
        for _ in range(3):
            response = await ann.get("/v1/assistants")
            assert response.status_code == 200
            assert "ratelimit" not in response.headers


async def test_a_user_has_so_many_turns_at_once_in_all_conversations(settings_of: SettingsOf) -> None:
    with fake_endpoint() as endpoint:
        settings = settings_of(model="slow-first-token", model_url=endpoint.url, limit_turns=2)
        async with users(settings) as (_, ann, ben):
            sessions = [await new_session(ann) for _ in range(5)]
            paths = [f"/v1/sessions/{each}/turns" for each in sessions]
            question = {"question": WATERING}
            asked = await asyncio.gather(
                *(ann.post(path, json=question) for path in paths), ben.post("/v1/ask", json=LOOSE)
            )
            assert asked[-1].status_code == 200
            refused = [each for each in asked[:-1] if each.status_code != 200]
            assert {problem_of(each)["code"] for each in refused} == {"too_many_turns"}
            assert len(refused) == 3
            again = await ann.post(paths[0], json=question)
            turns = [(await ann.get(path)).json()["turns"] for path in paths]
    assert again.status_code == 200
    assert sum(map(len, turns)) == 3  # nothing of a refused question is stored


async def test_tokens_of_a_day_are_checked_before_a_turn_on_every_route_that_asks(settings_of: SettingsOf) -> None:
    with fake_endpoint() as endpoint:
        settings = settings_of(
            model="ok", model_url=endpoint.url, limit_tokens=5, agent_assistant="garden", memory_assistant="garden"
        )
        async with users(settings) as (engine, ann, ben):
            session = await new_session(ann)
            path = f"/v1/sessions/{session}/turns"
            first = await ann.post(path, json={"question": WATERING}, headers={"idempotency-key": "one"})
            assert first.json()["usage"]["input_tokens"] > 5
            calls = len(endpoint.requests)
            for other, body in (
                (path, {"question": WATERING}),
                (f"{path}/1/regenerate", {}),
                (f"{path}/1/edit", {"question": WATERING}),
                ("/v1/ask", LOOSE),
                ("/chat", {"query": WATERING, "session_id": session}),
                ("/ask-agent", {"query": WATERING}),
                ("/api/chat/memory", {"message": WATERING}),
            ):
                assert problem_of(await ann.post(other, json=body))["code"] == "tokens_spent", other
            assert len(endpoint.requests) == calls
            assert (await ben.post("/v1/ask", json=LOOSE)).status_code == 200
            assert (await ann.get(path)).status_code == 200
            await engine.ask(WATERING, assistant="garden")


LOOSE = {"question": WATERING, "assistant": "garden"}
