"""The OpenAPI description: an example for every body, every response and every error."""

from collections.abc import Iterable, Mapping
from typing import Any

from fastapi import APIRouter, FastAPI
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute

from askwell.http.event_schema import EVENT_CONTENT, EVENT_SCHEMA
from askwell.http.problem_examples import PROBLEMS
from askwell.http.security import scope_of
from askwell.projections import problem_json

Responses = dict[int | str, dict[str, Any]]
"""Responses of one route by status, in FastAPI's format."""

PROBLEM_SCHEMA: dict[str, Any] = {
    "type": "object",
    "description": "An error (RFC 9457). `code` never changes; `hint` says what to do.",
    "required": ["type", "title", "status", "detail", "code", "hint", "request_id", "errors"],
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "code": {"type": "string"},
        "hint": {"type": "string"},
        "request_id": {"type": "string"},
        "errors": {"type": "array", "items": {"type": "object"}},
    },
}

EVERYWHERE = (
    "not_json", "unauthorized", "scope_missing", "cross_origin", "body_too_large", "unsupported_media_type",
    "wrong_host", "validation_failed", "rate_limited", "internal", "storage_unavailable",
    "identity_unavailable", "disk_full",
)  # fmt: skip
"""Codes of every route."""

TIME = "2026-03-02T09:15:30.120000Z"
SESSION: dict[str, Any] = {
    "id": "019a9d4e-5a10-7c3e-9d57-3f0a8b1c2d4e",
    "assistant": "papers",
    "title": "Reading group",
    "turns": 2,
    "pinned": False,
    "branch": 0,
    "created_at": TIME,
    "updated_at": TIME,
    "metadata": {},
}
CITED: dict[str, Any] = {
    "chunk_id": "019a9d4e-0000-7c3e-9d57-000000000001",
    "text": "Attention scales the dot products by the square root of the key's dimension.",
    "headings": ["Model", "Attention"],
    "page": 4,
    "start": 5120,
    "end": 5196,
    "score": 0.81,
}
SOURCE: dict[str, Any] = {
    "number": 1,
    "mark": "[1]",
    "document": "attention.pdf",
    "title": "Attention Is All You Need",
    "url": "https://example.org/attention",
    "date": "2017-06-12",
    "passage": CITED["text"],
    "passages": [CITED],
    "document_id": "019a9d4e-0000-7c3e-9d57-000000000002",
    "removed": False,
}
ATTACHMENT: dict[str, Any] = {
    "id": "019a9d4e-0000-7c3e-9d57-000000000004",
    "number": 1,
    "name": "lease.pdf",
    "media_type": "application/pdf",
    "size": 48213,
    "content_hash": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "state": "queued",
    "error": None,
    "active": True,
    "only": False,
    "document_id": None,
    "added_at": TIME,
}
"""A file of a conversation. `state`: `queued`, `parsing`, `ready` or `failed`; `error` is null unless it is failed."""
DECISION: dict[str, Any] = {
    "step": "search",
    "code": "search.found",
    "params": {"found": 24, "wordings": 1, "collections": ["papers"], "searched": ["What is LoRA?"]},
    "choice": "24 found",
    "reason": "1 wording in papers: “What is LoRA?”",
    "score": 0.92,
    "took_ms": 1.4,
    "detail": {},
}
RESOLUTION: dict[str, Any] = {
    "kind": "follow_up",
    "standalone_question": "Why are the dot products of attention scaled?",
    "score": 0.92,
    "code": "resolve.pronoun",
    "params": {"expression": "they", "x": "the dot products of attention", "turn": 1},
    "reason": "pronoun “they” refers to “the dot products of attention” (turn 1)",
    "features": {"no_noun": 1.93, "pronoun": 1.28},
    "antecedents": [{"expression": "they", "refers_to": "the dot products of attention", "turn": 1}],
    "by": "rules",
    "terms": [],
}
"""How a question was understood; null if the assistant does not resolve.

`features` are contributions to a logit: positive ones favour a follow-up, negative ones a standalone question.
"""
FACT: dict[str, Any] = {
    "kind": "period",
    "text": "last month",
    "start": 22,
    "end": 32,
    "canonical": "2026-02",
    "others": [],
    "relative": True,
    "language": "en",
}
"""A date, period, amount or reference of the resolved question; `others` are further readings of it."""
USAGE = {"input_tokens": 0, "output_tokens": 0, "calls": 0, "cost": 0.0}
CONTEXT: dict[str, Any] = {
    "composition": "pure_kb",
    "reason": "passages were found in the documents only",
    "budget": 3500,
    "reserve": 0,
    "tokens": {"passages": 1140, "history": 310, "question": 9},
    "distribution": {"collections": 0.7862, "conversation": 0.2138},
    "quality": 1.0,
    "trust": "normal",
    "dropped": [],
    "explained": [
        "tokens: passages of the documents 1,140, last turns 310, question 9",
        "context: the documents 79%, the conversation 21%",
        "quality 1.00 of 1: the share of the question's words that the context has, times the share of it that fitted",
    ],
}
"""Contents of the prompt in tokens, and in words; null if nothing was packed."""
ANSWER: dict[str, Any] = {
    "answer": "The dot products are scaled by the square root of the key's dimension [1].",
    "sources": [SOURCE],
    "standalone_question": "Why are the dot products of attention scaled?",
    "kind": "follow_up",
    "way": "search",
    "ending": "answered",
    "status": "completed",
    "turn_number": 2,
    "session_id": SESSION["id"],
    "turn_id": "019a9d4e-7c20-7c3e-9d57-1b2c3d4e5f60",
    "language": "en",
    "resolution": RESOLUTION,
    "facts": [],
    "decisions": [DECISION],
    "support": [
        {
            "start": 0,
            "end": 74,
            "score": 0.88,
            "numbers": [1],
            "lacks": "",
            "places": [{"number": 1, "start": 210, "end": 268, "page": None, "chunk_id": CITED["chunk_id"]}],
        }
    ],
    "warnings": [],
    "context": CONTEXT,
    "model": "",
    "usage": USAGE,
    "took_ms": 31.2,
}
FEEDBACK: dict[str, Any] = {"rating": -1, "comment": "The amount is that of last year.", "given_at": TIME}
"""A reader's feedback on an answer; null without feedback."""
TURN: dict[str, Any] = {
    "turn_id": ANSWER["turn_id"],
    "session_id": SESSION["id"],
    "turn_number": 2,
    "parent_id": "019a9d4e-7c20-7c3e-9d57-1b2c3d4e5f5f",
    "supersedes_id": None,
    "branch": 0,
    "siblings": [2, 3],
    "status": "completed",
    "question": "Why are they scaled?",
    **{key: ANSWER[key] for key in ("standalone_question", "kind", "way", "ending", "answer", "language", "sources")},
    "resolution": RESOLUTION,
    "options": {"labels": [], "window_turns": None, "use_memory": True, "standalone_question": ""},
    "things": [],
    "among": [],
    "retrieved": ["0198c7d0-8f2e-7a31-9b56-0d1f2a3b4c5d"],
    "packed": ["0198c7d0-8f2e-7a31-9b56-0d1f2a3b4c5d"],
    "facts": [],
    "decisions": [DECISION],
    "context": CONTEXT,
    "support": ANSWER["support"],
    "warnings": [],
    "feedback": None,
    "model": "",
    "usage": USAGE,
    "error_code": "",
    "created_at": TIME,
    "finished_at": TIME,
    "took_ms": 31.2,
}
ITEM: dict[str, Any] = {
    "id": "019a9d4e-0000-7c3e-9d57-000000000003",
    "turn_id": ANSWER["turn_id"],
    "number": 2,
    "text": "Only the encoder matters.",
    "kind": "correction",
    "supersedes_id": None,
    "by": "rules",
}
MEMORY: dict[str, Any] = {
    "summary": "Only the encoder matters. Discussed before: why dot products are scaled",
    "summary_by": "rules",
    "up_to": 2,
    "items": [ITEM],
    "topics": [
        {
            "turn_id": ANSWER["turn_id"],
            "number": 2,
            "line": "Why are the dot products scaled? By the square root of the key's dimension.",
            "topics": ["dot products", "attention"],
            "source_ids": [SOURCE["document_id"]],
        }
    ],
    "next": None,
}
"""The memory of a conversation; `next` is the `below` of the page with older topics."""
PASSAGE: dict[str, Any] = {
    "chunk_id": CITED["chunk_id"],
    "document_id": SOURCE["document_id"],
    "document": SOURCE["document"],
    "title": SOURCE["title"],
    "url": SOURCE["url"],
    "date": SOURCE["date"],
    "collection": "papers",
    "origin": "collection",
    "trust": "normal",
    "labels": [],
    "language": "en",
    **{key: CITED[key] for key in ("text", "headings", "page", "start", "end", "score")},
    "scores": {"lexical": 0.9, "dense": 0.72},
}
DOCUMENT: dict[str, Any] = {
    "id": SOURCE["document_id"],
    "collection": "documents",
    "name": "attention.pdf",
    "title": SOURCE["title"],
    "url": "",
    "date": "2017-06-12",
    "origin": "",
    "labels": [],
    "media_type": "application/pdf",
    "language": "en",
    "content_hash": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "chars": 40312,
    "chunks": 61,
    "added_at": TIME,
}
ASSISTANT: dict[str, Any] = {
    "name": "papers",
    "title": "Research papers",
    "description": "Answers from papers on machine learning.",
    "languages": ["en"],
    "starters": ["What is scaled dot-product attention?"],
    "collections": ["papers"],
}
EVENT_NAMES = (
    "Events: accepted, step, resolved, sources, tool, token, citation, warning, and one done or failed at the end. An "
    "`id` gives the position of the reader: turn, event, characters of the answer, sources; send it as `Last-Event-ID` "
    "to go on."
)


def answers(example: dict[str, Any], status: int = 200, *, events: bool = False) -> Responses:
    """The success response of a route: its example, and the stream if it has one."""
    content: dict[str, Any] = {"application/json": {"example": example}}
    description = "As shown."
    if events:
        content["text/event-stream"] = EVENT_CONTENT
        description = f"The answer, or its events as they come. {EVENT_NAMES}"
    return {status: {"description": description, "content": content}}


def event_stream() -> Responses:
    """The success response of a route that only streams."""
    return {200: {"description": EVENT_NAMES, "content": {"text/event-stream": EVENT_CONTENT}}}


def problems(*codes: str) -> Responses:
    """The errors of a route, including those of every route, each with an example."""
    by_status: dict[int, dict[str, Any]] = {}
    for code in (*codes, *EVERYWHERE):
        status, detail, hint = PROBLEMS[code]
        body = problem_json(status, code, detail, hint=hint, request_id="5f0c")
        by_status.setdefault(status, {})[code] = {"value": body}
    schema = {"$ref": "#/components/schemas/Problem"}
    return {
        status: {
            "description": ", ".join(examples),
            "content": {"application/problem+json": {"schema": schema, "examples": examples}},
        }
        for status, examples in by_status.items()
    }


def describe(app: FastAPI, routers: Iterable[APIRouter]) -> dict[str, Any]:
    """The OpenAPI document, built once."""
    if app.openapi_schema is None:
        schema = get_openapi(
            title=app.title, version=app.version, summary=app.summary, description=app.description, routes=app.routes
        )
        for route in (route for router in routers for route in router.routes):
            if isinstance(route, APIRoute) and route.include_in_schema:
                for method in route.methods or ():
                    operation = schema["paths"][route.path_format][method.lower()]
                    operation["summary"] = operation["description"].partition(".")[0]
                    operation["security"] = _security_of(route)
                    _show_whole(operation, route.responses)
        components = schema.setdefault("components", {})
        components.setdefault("schemas", {}).update(Problem=PROBLEM_SCHEMA, Event=EVENT_SCHEMA)
        components["securitySchemes"] = {
            "bearer": {
                "type": "http",
                "scheme": "bearer",
                "description": (
                    "A token, an API key, or a token of the identity provider. Not needed on a server without any. "
                    "An operation lists the scope that the credential must have."
                ),
            }
        }
        app.openapi_schema = schema
    return app.openapi_schema


def _security_of(route: APIRoute) -> list[dict[str, list[str]]]:
    """The credential that a route needs, with its scope, or none on a server without credentials."""
    scope = scope_of(route)
    return [{}] if scope is None else [{"bearer": [scope]}, {}]


def _show_whole(operation: dict[str, Any], responses: Mapping[int | str, dict[str, Any]]) -> None:
    """Restore our contents: FastAPI drops the nulls of examples and adds media types."""
    for status, response in responses.items():
        if "content" in response:
            operation["responses"][str(status)]["content"] = response["content"]
