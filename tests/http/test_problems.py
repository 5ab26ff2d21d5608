from fastapi import FastAPI
from httpx import ASGITransport, AsyncClient, Response

from askwell.http.app import create_app
from askwell.http.security import HEADERS
from tests.http.conftest import SettingsOf

MEMBERS = {"type", "title", "status", "detail", "code", "hint", "request_id", "errors"}


def check(response: Response, status: int, code: str) -> None:
    """Assert that a response is this problem, whole."""
    problem = response.json()
    assert response.headers["content-type"] == "application/problem+json"
    assert problem.keys() == MEMBERS
    assert (response.status_code, problem["status"], problem["code"]) == (status, status, code)
    assert problem["type"] == f"urn:askwell:problem:{code}"
    assert problem["request_id"] == response.headers["x-request-id"]
    assert problem["title"]
    assert problem["detail"]
    assert problem["hint"]
    assert "Traceback" not in response.text


async def test_every_error_is_a_problem(client: AsyncClient) -> None:
    headers = {"content-type": "application/json"}
    check(await client.get("/nowhere"), 404, "route_not_found")
    check(await client.get("/v1/nowhere"), 404, "route_not_found")
    check(await client.put("/v1/sessions", json={}), 405, "method_not_allowed")
    check(await client.post("/v1/ask", content=b"{", headers=headers), 400, "not_json")
    check(await client.post("/v1/ask", content=b'"text"', headers=headers), 422, "validation_failed")
    check(await client.post("/v1/ask", content=b"", headers=headers), 422, "validation_failed")
    check(await client.post("/v1/ask", content=b'{"question": "\xff"}', headers=headers), 400, "bad_request")
    check(await client.get("/v1/sessions/none"), 404, "session_not_found")
    check(await client.get("/static/none.js"), 404, "route_not_found")
    check(await client.get("/static/..%2fapp.py"), 404, "route_not_found")


async def test_a_refused_method_comes_with_all_methods_of_its_path(client: AsyncClient) -> None:
    paths = (await client.get("/openapi.json")).json()["paths"]
    for path, methods in paths.items():
        response = await client.request("TRACE", path.replace("{number}", "1"))
        check(response, 405, "method_not_allowed")
        assert response.headers["allow"].split(", ") == sorted(method.upper() for method in methods), path
    assert (await client.put("/")).headers["allow"] == "GET"
    assert (await client.put("/static/app.js")).headers["allow"] == "GET, HEAD"


async def test_a_body_of_a_wrong_shape_is_told_place_by_place_without_its_values(client: AsyncClient) -> None:
    response = await client.post("/v1/ask", json={"question": 7, "assistant": "s3cret" * 20, "more": 1})
    check(response, 422, "validation_failed")
    assert {error["path"] for error in response.json()["errors"]} == {"body.question", "body.assistant", "body.more"}
    assert "s3cret" not in response.text


async def test_what_nobody_foresaw_is_a_problem_without_a_traceback(settings_of: SettingsOf) -> None:
    app: FastAPI = create_app(settings_of())

    @app.get("/v1/broken")
    async def broken() -> None:
        raise ZeroDivisionError("a secret of the inside")

    async with AsyncClient(
        transport=ASGITransport(app, raise_app_exceptions=False), base_url="http://localhost"
    ) as client:
        response = await client.get("/v1/broken", headers={"x-request-id": "r1"})
    check(response, 500, "internal")
    assert "secret" not in response.text
    assert response.json()["request_id"] == "r1"
    assert response.headers["content-security-policy"] == HEADERS["content-security-policy"]
