import asyncio
import json
import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from fastapi.openapi.models import OpenAPI
from pydantic import TypeAdapter

from askwell.events import ToolUsed, Warned
from askwell.http import bodies
from askwell.http.event_schema import EVENT_EXAMPLES
from askwell.projections import event_json
from tests.http.conftest import WATERING, new_session
from tests.http.test_stream import STREAM, framed
from tests.logs import FAILED


@pytest.fixture(scope="module")
async def schema(client: httpx.AsyncClient) -> dict[str, Any]:
    """The served description."""
    return dict((await client.get("/openapi.json")).json())


def operations(schema: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every operation below /v1 with its name."""
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            if path.startswith("/v1"):
                yield f"{method.upper()} {path}", operation


async def test_the_description_is_valid_openapi(schema: dict[str, Any]) -> None:
    OpenAPI.model_validate(schema)
    assert schema["openapi"].startswith("3.1")
    names = [operation["operationId"] for _, operation in operations(schema)]
    assert len(names) == len(set(names))


async def test_every_reference_leads_somewhere(schema: dict[str, Any]) -> None:
    text = str(schema)
    for reference in set(re.findall(r"'\$ref': '#/([^']+)'", text)):
        place: Any = schema
        for part in reference.split("/"):
            place = place[part]
    assert "HTTPValidationError" not in text


async def test_every_body_answer_and_error_has_an_example(schema: dict[str, Any]) -> None:
    for name, operation in operations(schema):
        assert operation["summary"], name
        assert operation["description"], name
        for status, response in operation["responses"].items():
            if status == "204":
                continue
            for media_type, content in response["content"].items():
                assert "example" in content or "examples" in content, (name, status, media_type)
        body = operation.get("requestBody", {}).get("content", {}).get("application/json")
        if body is not None:
            named = body["schema"]["$ref"].rsplit("/", 1)[1]
            assert schema["components"]["schemas"][named]["examples"], named


async def test_examples_of_bodies_are_taken(schema: dict[str, Any]) -> None:
    for name in ("NewSession", "SessionChange", "Opinion", "Question", "LooseQuestion", "Wording"):
        for example in schema["components"]["schemas"][name]["examples"]:
            TypeAdapter(getattr(bodies, name)).validate_python(example)


async def test_only_the_question_is_needed(schema: dict[str, Any]) -> None:
    """S0-24: every other field of the request has a default."""
    schemas = schema["components"]["schemas"]
    assert schemas["Question"]["required"] == schemas["LooseQuestion"]["required"] == ["question"]
    assert "required" not in schemas["NewSession"]


async def test_examples_of_problems_say_their_status(schema: dict[str, Any]) -> None:
    for name, operation in operations(schema):
        for status, response in operation["responses"].items():
            problems = response.get("content", {}).get("application/problem+json", {}).get("examples", {})
            for code, example in problems.items():
                assert (str(example["value"]["status"]), example["value"]["code"]) == (status, code), name
        assert "422" in operation["responses"], name
        assert "401" in operation["responses"], name


async def test_what_the_whole_server_may_answer_is_described(schema: dict[str, Any]) -> None:
    for name, operation in operations(schema):
        assert {"401", "403", "415", "421", "422", "500", "503", "507"} <= operation["responses"].keys(), name
    assert "409" in schema["paths"]["/v1/sessions"]["post"]["responses"]
    asked = schema["paths"]["/v1/ask"]["post"]["responses"]["500"]["content"]["application/problem+json"]
    assert "broken_weights" in asked["examples"]


async def test_events_are_as_described(client: httpx.AsyncClient, schema: dict[str, Any]) -> None:
    described = schema["components"]["schemas"]["Event"]
    session, seen = await new_session(client), set()
    for question in ("I want to grow carrots only.", WATERING, "Why do I water them in the morning?", "?"):
        asked = await client.post(f"/v1/sessions/{session}/turns", json={"question": question}, headers=STREAM)
        for place, event in await framed(asked):
            data = json.dumps(event)
            assert fits({"id": place, "event": event["event"], "data": data}, described)
            seen.add(event["event"])
    assert seen >= {"accepted", "step", "resolved", "sources", "citation", "token", "done"}
    failed = event_json(FAILED)
    for event in (failed, event_json(ToolUsed(1, "t", "{}", 0.1, ok=True)), event_json(Warned(1, "c", "m"))):
        assert fits(event, described["properties"]["data"]["contentSchema"])
    assert not fits({"number": 1, "event": "token"}, described["properties"]["data"]["contentSchema"])
    for example in EVENT_EXAMPLES.values():
        assert fits(example["value"], described)


KINDS: dict[str, Any] = {"string": str, "integer": int, "number": (int, float), "boolean": bool, "object": dict}
KINDS |= {"array": list, "null": type(None)}


def fits(value: Any, schema: dict[str, Any]) -> bool:
    """Whether a value is of a schema, as far as the event's schema goes."""
    if "oneOf" in schema:
        return sum(fits(value, each) for each in schema["oneOf"]) == 1
    if "const" in schema or "enum" in schema:
        return value in schema.get("enum", [schema.get("const")])
    kinds = [schema["type"]] if isinstance(schema["type"], str) else schema["type"]
    if not any(isinstance(value, KINDS[kind]) for kind in kinds):
        return False
    if "contentSchema" in schema:
        return fits(json.loads(value), schema["contentSchema"])
    if isinstance(value, list):
        return all(fits(each, schema["items"]) for each in value)
    properties = schema.get("properties", {}) if isinstance(value, dict) else {}
    return all(key in value and fits(value[key], inner) for key, inner in properties.items())


async def test_examples_have_the_shape_of_real_answers(client: httpx.AsyncClient, schema: dict[str, Any]) -> None:
    session = await new_session(client)
    for question in ("I want to grow carrots only.", WATERING, "Why do I water them in the morning?"):
        answer = (await client.post(f"/v1/sessions/{session}/turns", json={"question": question})).json()
    while not (memory := (await client.get(f"/v1/sessions/{session}/memory")).json())["items"]:  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    chunk = answer["sources"][0]["passages"][0]["chunk_id"]
    document = answer["sources"][0]["document_id"]
    real = {
        ("/v1/sessions/{session_id}/turns", "post"): answer,
        ("/v1/sessions/{session_id}", "get"): f"/v1/sessions/{session}",
        ("/v1/sessions/{session_id}/turns/{number}", "get"): f"/v1/sessions/{session}/turns/3",
        ("/v1/passages/{chunk_id}", "get"): f"/v1/passages/{chunk}",
        ("/v1/documents/{document_id}", "get"): f"/v1/documents/{document}",
        ("/v1/documents/{document_id}/text", "get"): f"/v1/documents/{document}/text",
        ("/v1/sessions/{session_id}/memory", "get"): memory,
        ("/v1/search", "get"): f"/v1/search?q={WATERING}&assistant=garden",
        ("/v1/assistants", "get"): "/v1/assistants",
        ("/v1/collections", "get"): "/v1/collections",
    }
    for (path, method), found in real.items():
        value = (await client.get(found)).json() if isinstance(found, str) else found
        example = schema["paths"][path][method]["responses"]["200"]["content"]["application/json"]["example"]
        assert shape(value) == shape(example), path


def shape(value: Any) -> Any:
    """Keys of objects, and of the first object of lists."""
    if isinstance(value, dict):
        inner = {"detail", "params", "scores", "tokens", "metadata", "features"}
        return {key: None if key in inner else shape(found) for key, found in value.items()}
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return [shape(value[0])]
    return None
