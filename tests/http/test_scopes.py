"""Every route of the OpenAPI description with every scope: each needs one, and no other opens it."""

import time
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from fastapi import FastAPI

from askwell.engine import Engine
from askwell.http.app import create_app
from askwell.settings import Settings
from askwell.types import OPERATOR_SCOPES, SCOPES, Principal
from tests.access.provider import rsa, running
from tests.http.conftest import SettingsOf, opened, until_ready

OPEN_PATHS = {"/healthz", "/readyz"}
VALUES = {
    "{call_id}": "none",
    "{number}": "1",
    "{turn_id}": "none",
    "{session_id}": "none",
    "{document_id}": "none",
    "{chunk_id}": "none",
    "{item_id}": "none",
    "{page}": "1",
    "{subject_id}": "none",
}


@pytest.fixture(scope="module")
async def app(shared_settings: Settings) -> AsyncIterator[FastAPI]:
    """An application that needs a credential."""
    app = create_app(shared_settings.model_copy(update={"metrics": "all"}))
    async with app.router.lifespan_context(app):
        await app.state.engine.access.keys.create(Principal(user="first"), ["ask"])
        yield app


def client_of(app: FastAPI, key: str = "") -> httpx.AsyncClient:
    """A client with a key."""
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    headers = {"authorization": f"Bearer {key}"} if key else {}
    return httpx.AsyncClient(transport=transport, base_url="http://localhost", headers=headers)


async def operations(app: FastAPI) -> list[tuple[str, str, dict[str, Any]]]:
    """Method, path with values, and description of every operation."""
    async with client_of(app) as client:
        await until_ready(client)
        described = (await client.get("/openapi.json")).json()
    found = []
    for path, methods in described["paths"].items():
        filled = path
        for name, value in VALUES.items():
            filled = filled.replace(name, value)
        assert "{" not in filled, f"give {path} a value"
        found += [(method.upper(), filled, operation) for method, operation in methods.items()]
    return found


async def test_every_route_needs_its_scope_and_no_other(app: FastAPI) -> None:
    engine: Engine = app.state.engine
    keys = {each: (await engine.access.keys.create(Principal(user="ann"), [each]))[1] for each in SCOPES}
    calls = 0
    for method, path, operation in await operations(app):
        if path in OPEN_PATHS:
            assert operation["security"] == [{}], path
            continue
        [needed] = operation["security"][0]["bearer"]
        for scope, key in keys.items():
            async with client_of(app, key) as client:
                response = await client.request(method, path, headers={"accept": "application/json"})
            refused = response.status_code in {401, 403}
            assert refused == (scope != needed), (method, path, scope, response.text)
            if refused:
                assert (response.status_code, response.json()["code"]) == (403, "scope_missing")
            calls += 1
    assert calls >= 40 * len(SCOPES)


async def test_without_a_credential_no_route_with_data_answers(app: FastAPI) -> None:
    for key in ("", "wrong", "askwell_0123456789abcdef_" + "A" * 43):
        async with client_of(app, key) as client:
            for method, path, _ in await operations(app):
                status = (await client.request(method, path)).status_code
                assert (status == 401) == (path not in OPEN_PATHS), (method, path, status)


async def test_what_changes_shared_documents_needs_their_scope(app: FastAPI) -> None:
    needed = {(method, path): operation["security"] for method, path, operation in await operations(app)}
    assert needed["POST", "/v1/documents"][0] == {"bearer": ["documents"]}
    assert needed["DELETE", "/v1/documents/none"][0] == {"bearer": ["documents"]}
    assert needed["GET", "/v1/config"][0] == {"bearer": ["admin"]}
    assert needed["GET", "/metrics"][0] == {"bearer": ["admin"]}
    assert needed["PUT", "/v1/sessions/none/memory/summary"][0] == {"bearer": ["memory"]}
    assert {"documents", "admin"} == OPERATOR_SCOPES


async def test_keys_of_two_users_lead_to_two_sets_of_conversations(app: FastAPI) -> None:
    engine: Engine = app.state.engine
    ann = (await engine.access.keys.create(Principal("acme", "ann"), ["ask"]))[1]
    ben, text = await engine.access.keys.create(Principal("acme", "ben"), ["ask"])
    async with client_of(app, ann) as hers, client_of(app, text) as his:
        made = (await hers.post("/v1/sessions", json={"assistant": "garden"})).json()["id"]
        # Neither a header nor a body says who calls.
        his.headers["x-user"] = "ann"
        assert (await his.get(f"/v1/sessions/{made}")).json()["code"] == "session_not_found"
        assert (await his.get("/v1/sessions")).json()["sessions"] == []
        assert [each["id"] for each in (await hers.get("/v1/sessions")).json()["sessions"]] == [made]
        await engine.access.keys.revoke(ben.id)
        assert (await his.get("/v1/sessions")).status_code == 401


async def test_a_page_elsewhere_may_act_with_a_key_of_its_own(settings_of: SettingsOf) -> None:
    async with opened(settings_of(token="right")) as client:
        headers = {"origin": "https://elsewhere.example", "authorization": "Bearer right"}
        assert (await client.post("/v1/sessions", json={}, headers=headers)).status_code != 403


async def test_a_token_of_the_identity_provider_opens_the_routes_of_its_scopes(settings_of: SettingsOf) -> None:
    with running() as provider:
        settings = settings_of(jwt_issuer=provider.issuer, jwt_audience="askwell", jwt_tenant_claim="org")
        wanted = {"iss": provider.issuer, "aud": "askwell", "sub": "ann", "org": "acme", "exp": time.time() + 60}
        async with opened(settings) as client:
            assert (await client.get("/v1/sessions")).status_code == 401
            client.headers["authorization"] = f"Bearer {provider.token(wanted)}"
            assert (await client.get("/v1/sessions")).status_code == 200
            assert (await client.get("/v1/config")).json()["code"] == "scope_missing"
            client.headers["authorization"] = f"Bearer {provider.token(wanted, key=rsa('one'))}"
            refused = await client.get("/v1/sessions")
            assert (refused.status_code, refused.json()["code"]) == (401, "unauthorized")
            assert refused.headers["www-authenticate"].startswith("Bearer")


async def test_keys_that_were_never_read_are_a_problem_of_the_server(settings_of: SettingsOf) -> None:
    with running() as provider:
        settings = settings_of(jwt_issuer=provider.issuer, jwt_audience="askwell", token="shared")
        token = provider.token({"iss": provider.issuer})
    async with opened(settings, headers={"authorization": f"Bearer {token}"}) as client:
        response = await client.get("/v1/sessions")
        assert (response.status_code, response.json()["code"]) == (503, "identity_unavailable")
        assert response.headers["retry-after"] == "10"
        assert (await client.get("/v1/sessions", headers={"authorization": "Bearer shared"})).status_code == 200
