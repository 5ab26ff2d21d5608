"""Errors as RFC 9457 problems: what happened, a stable code, and a hint. Never a traceback."""

import logging
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from http import HTTPStatus

from fastapi import APIRouter, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.routing import BaseRoute, Match, Route

from askwell.errors import AskwellError, LimitReached
from askwell.http.encoding import JsonResponse
from askwell.http.security import HEADERS
from askwell.projections import Json, problem_json
from askwell.text.secrets import hide_secrets

LOG = logging.getLogger("askwell")

_TAG = re.compile(r"<[a-z]+>")
"""The name of a kind of body, which is no field of it."""

MEDIA_TYPE = "application/problem+json"
REQUEST_ID = "askwell.request_id"
"""Key of the request id in the ASGI scope."""

CODES = {404: "route_not_found", 405: "method_not_allowed", 413: "body_too_large", 415: "unsupported_media_type"}
"""Codes for errors of the framework. Any other status is `bad_request` or `internal`."""
HINTS = {
    "route_not_found": "See /docs for the routes.",
    "method_not_allowed": "The header Allow lists the methods.",
    "body_too_large": "Add long texts as documents; `askwell sessions import` accepts conversations of any size.",
    "validation_failed": "See /docs for the shape.",
    "bad_request": "See /docs for the shape.",
    "not_json": "Send one JSON object in UTF-8.",
}
RETRY_AFTER = {
    "session_busy": "1",
    "queue_full": "5",
    "queue_timeout": "5",
    "turn_in_progress": "1",
    "storage_unavailable": "5",
    "shutting_down": "5",
    "documents_not_ready": "10",
    "identity_unavailable": "10",
}
"""Codes that a retry may resolve, with the seconds to wait."""


class Problem(JsonResponse):
    """A response with a problem."""

    media_type = MEDIA_TYPE


def problem(
    request: Request, status: int, code: str, detail: str, *, hint: str = "", errors: tuple[Json, ...] = ()
) -> Problem:
    """The response for a problem, with the request id and, if a retry may help, Retry-After."""
    body = problem_json(
        status, code, hide_secrets(detail), hint=hide_secrets(hint), request_id=request_id(request), errors=errors
    )
    headers = {"retry-after": RETRY_AFTER[code]} if code in RETRY_AFTER else None
    return Problem(body, status, headers=headers)


def request_id(request: Request) -> str:
    """The id that the gate assigned to the request."""
    return str(request.scope.get(REQUEST_ID, ""))


def error_problem(request: Request, error: AskwellError) -> Problem:
    """An AskwellError as its problem."""
    response = problem(request, error.http_status, error.code, error.message, hint=error.hint)
    if isinstance(error, LimitReached):
        response.headers["retry-after"] = str(error.retry_after_s)
    return response


def install(app: FastAPI, routers: Iterable[APIRouter]) -> None:
    """Make the application answer every error with a problem; `routers` hold its routes."""
    routes = [route for router in routers for route in router.routes]
    app.add_exception_handler(AskwellError, _on_askwell_error)
    app.add_exception_handler(RequestValidationError, _on_validation_error)
    app.add_exception_handler(HTTPException, partial(_on_http_exception, routes))
    app.add_exception_handler(Exception, _on_anything)


async def _on_askwell_error(request: Request, error: Exception) -> Problem:
    assert isinstance(error, AskwellError)
    return error_problem(request, error)


async def _on_validation_error(request: Request, error: Exception) -> Problem:
    assert isinstance(error, RequestValidationError)
    errors = tuple(_validation_json(found) for found in error.errors())
    if any(found["code"] == "json_invalid" for found in errors):
        return problem(request, 400, "not_json", "The body is not JSON.", hint=HINTS["not_json"], errors=errors)
    detail = "; ".join(f"`{found['path']}`: {found['message']}" for found in errors[:5])
    return problem(request, 422, "validation_failed", detail, hint=HINTS["validation_failed"], errors=errors)


def _validation_json(found: Mapping[str, object]) -> Json:
    """One validation error without the value, which may be large, secret, or invalid text."""
    place = found.get("loc", ())
    assert isinstance(place, tuple | list)
    context = found.get("ctx")
    code = context.get("code") if isinstance(context, dict) else None
    parts = [str(part) for at, part in enumerate(place) if at != 1 or not _TAG.fullmatch(str(part))]
    path = ".".join(parts).encode(errors="replace").decode()
    return {"path": path, "message": str(found["msg"]), "code": str(code or found["type"])}


async def _on_http_exception(routes: Sequence[BaseRoute], request: Request, error: Exception) -> Problem:
    assert isinstance(error, HTTPException)
    status = error.status_code
    code = CODES.get(status, "bad_request" if status < HTTPStatus.INTERNAL_SERVER_ERROR else "internal")
    detail = f"{request.method} {request.url.path}: {error.detail}"
    response = problem(request, status, code, detail, hint=HINTS.get(code, ""))
    response.headers.update(error.headers or {})
    if status == HTTPStatus.METHOD_NOT_ALLOWED:
        response.headers["allow"] = ", ".join(_methods_of(request, routes))
    return response


def _methods_of(request: Request, routes: Sequence[BaseRoute]) -> list[str]:
    """The methods of all routes at the path of a request; the framework returns those of the first route only."""
    here = [route for route in routes if route.matches(request.scope)[0] is not Match.NONE]
    # A literal path precedes one with a parameter, and no session or document has its name.
    here = [route for route in here if isinstance(route, Route) and route.path == request.url.path] or here
    methods = {method for route in here if isinstance(route, Route) for method in route.methods or ()}
    return sorted(methods) or ["GET", "HEAD"]  # static files have no route of their own


async def _on_anything(request: Request, error: Exception) -> Problem:
    """An unexpected error, logged under the request id. It is answered outside the gate, so headers are added here."""
    LOG.error("request %s to %s failed unexpectedly", request_id(request), request.url.path, exc_info=error)
    response = problem(
        request,
        500,
        "internal",
        f"An unexpected error occurred ({type(error).__name__}).",
        hint="See the log of the process, under the request id.",
    )
    response.headers.update(HEADERS | {"x-request-id": request_id(request)})
    return response
