import json
from collections.abc import AsyncIterator

import pytest
from httpx import AsyncClient

from askwell.engine import Engine
from askwell.errors import BadConfig
from askwell.http.security import HEADERS, host_is_ours, is_loopback, refuse_open_bind
from askwell.types import Principal
from tests.http.conftest import WATERING, SettingsOf, new_session, opened, served

JSON = {"content-type": "application/json"}


async def test_every_response_carries_the_security_headers(client: AsyncClient) -> None:
    for path in ("/", "/docs", "/healthz", "/v1/assistants", "/v1/sessions/nobody", "/nowhere", "/static/app.js"):
        response = await client.get(path)
        for name, value in HEADERS.items():
            assert response.headers[name] == value, path
    policy = HEADERS["content-security-policy"]
    assert "trusted-types 'none'" in policy, "no script can allow itself to make markup"
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy


async def test_a_request_id_is_echoed_or_made(client: AsyncClient) -> None:
    assert (await client.get("/healthz", headers={"x-request-id": "abc-1"})).headers["x-request-id"] == "abc-1"
    made = {(await client.get("/healthz")).headers["x-request-id"] for _ in range(2)}
    assert len(made) == 2
    strange = (await client.get("/v1/none", headers={"x-request-id": "a b<script>"})).json()["request_id"]
    assert "<" not in strange


async def test_without_the_token_nothing_below_v1_is_told(settings_of: SettingsOf) -> None:
    async with opened(settings_of(token="right")) as client:
        for credential in ({}, {"authorization": "Bearer wrong"}, {"authorization": "Basic right"}):
            for path in ("/v1/sessions", "/v1/assistants", "/v1/nowhere", "/v1/config"):
                response = await client.get(path, headers=credential)
                assert (response.status_code, response.json()["code"]) == (401, "unauthorized")
                assert response.headers["www-authenticate"].startswith("Bearer")
        right = {"authorization": "Bearer right"}
        assert (await client.get("/v1/sessions", headers=right)).status_code == 200
        for path in ("/", "/healthz", "/readyz", "/openapi.json"):
            assert (await client.get(path)).status_code == 200


async def test_every_route_that_leads_to_data_needs_the_token(settings_of: SettingsOf) -> None:
    async with opened(settings_of(token="right")) as client:
        paths = (await client.get("/openapi.json")).json()["paths"]
        for path, methods in paths.items():
            for method in methods:
                status = (await client.request(method, path.replace("{number}", "1"))).status_code
                assert (status == 401) == (path not in {"/healthz", "/readyz"}), (method, path, status)


async def test_a_wrong_token_is_refused_before_the_body_is_read(settings_of: SettingsOf) -> None:
    async with opened(settings_of(token="right")) as client:
        response = await client.post("/v1/ask", content=b"{", headers=JSON)
    assert response.status_code == 401


async def test_a_foreign_host_name_is_refused_on_loopback(client: AsyncClient) -> None:
    response = await client.get("/v1/sessions", headers={"host": "evil.example"})
    assert (response.status_code, response.json()["code"]) == (421, "wrong_host")
    for host in ("localhost", "localhost:8420", "127.0.0.1:1", "[::1]:8420"):
        assert (await client.get("/v1/sessions", headers={"host": host})).status_code == 200


async def test_a_page_elsewhere_may_not_change_anything(client: AsyncClient) -> None:
    session = await new_session(client)
    path, body = f"/v1/sessions/{session}/turns", {"question": WATERING}
    for origin in ("https://evil.example", "null", "http://localhost:9999"):
        response = await client.post(path, json=body, headers={"origin": origin})
        assert (response.status_code, response.json()["code"]) == (403, "cross_origin")
    assert (await client.post(path, json=body, headers={"origin": "http://localhost"})).status_code == 200


async def test_a_body_of_another_type_is_refused(client: AsyncClient) -> None:
    for path, media_type in (("/v1/ask", "text/plain"), ("/v1/ask", ""), ("/v1/documents", "application/json")):
        response = await client.post(path, content=b"{}", headers={"content-type": media_type})
        assert (response.status_code, response.json()["code"]) == (415, "unsupported_media_type")


async def test_a_question_of_ten_megabytes_is_refused_before_it_is_parsed(settings_of: SettingsOf) -> None:
    async with served(settings_of()) as client:
        response = await client.post("/v1/ask", json={"question": "x" * 10_000_000})
        assert (response.status_code, response.json()["code"]) == (413, "body_too_large")
        assert (await client.get("/healthz")).status_code == 200


async def test_a_chunked_body_is_counted_as_it_comes(settings_of: SettingsOf) -> None:
    sent = 0

    async def endless() -> AsyncIterator[bytes]:
        nonlocal sent
        yield b'{"question": "'
        for _ in range(64):
            sent += 1
            yield b"x" * 65_536

    async with served(settings_of(max_body_bytes=100_000)) as client:
        response = await client.post("/v1/ask", content=endless(), headers=JSON)
    assert (response.status_code, response.json()["code"]) == (413, "body_too_large")


async def test_a_nul_in_an_address_is_refused(client: AsyncClient) -> None:
    for path in ("/v1/sessions/a%00b", "/v1/sessions?search=%00"):
        response = await client.get(path)
        assert (response.status_code, response.json()["code"]) == (422, "bad_character")


async def test_answers_are_not_kept_by_caches(client: AsyncClient) -> None:
    assert (await client.get("/v1/sessions")).headers["cache-control"] == "no-store"


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.1.5", "::", "example.org", ""])
async def test_others_are_not_served_without_a_credential(settings_of: SettingsOf, host: str) -> None:
    async with await Engine.open(settings_of()) as engine:
        with pytest.raises(BadConfig) as caught:
            await refuse_open_bind(settings_of(host=host), engine.access)
        assert caught.value.code == "open_bind"
        assert "token" in caught.value.message
        await engine.access.keys.create(Principal(user="ann"), ["ask"])
    async with await Engine.open(settings_of()) as engine:
        await refuse_open_bind(settings_of(host=host), engine.access)
    async with await Engine.open(settings_of(home=settings_of().home / "other", token="long")) as engine:
        await refuse_open_bind(settings_of(host=host), engine.access)


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.8.8", "::1", "[::1]", "localhost", "LOCALHOST"])
async def test_this_machine_needs_no_credential(settings_of: SettingsOf, host: str) -> None:
    async with await Engine.open(settings_of()) as engine:
        await refuse_open_bind(settings_of(host=host), engine.access)


@pytest.mark.parametrize("header", ["127.0.0.1.evil.example", "localhost.evil.example", "2130706433", "", "[", "a:b:c"])
def test_a_host_header_that_only_looks_like_this_machine_is_not(settings_of: SettingsOf, header: str) -> None:
    assert not host_is_ours(header, settings_of())
    assert not is_loopback(header)


async def test_a_bad_length_is_refused(client: AsyncClient) -> None:
    headers = JSON | {"content-length": "-5"}
    response = await client.post("/v1/ask", content=json.dumps({"question": "x"}).encode(), headers=headers)
    assert response.status_code == 400
