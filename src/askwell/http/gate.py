"""The gate before all routes: checks host, credential, origin, media type and size; adds response headers."""

import re
import uuid
from dataclasses import dataclass

from fastapi import HTTPException, Request
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from askwell.access.limits import MINUTE_S
from askwell.engine import Engine
from askwell.errors import AskwellError
from askwell.http.problems import HINTS, REQUEST_ID, error_problem, problem
from askwell.http.security import CALLER, HEADERS, host_is_ours, origin_is_ours
from askwell.settings import Settings
from askwell.types import Caller

UPLOAD_PATH = "/v1/documents"
ATTACH_PATH = re.compile(r"/v1/sessions/[^/]+/documents")
"""Paths that files of a conversation are sent to."""
IMPORT_PATH = "/v1/sessions/import"
"""Paths that import whole conversations."""
FORM_BYTES = 65_536
"""Allowance for the multipart framing of an upload, bytes."""
OPEN = frozenset({"/", "/docs", "/healthz", "/readyz", "/openapi.json"})
"""Paths without data, like those below `/static/`. All others need a credential and are not cached."""
CHANGING = frozenset({"POST", "PUT", "PATCH", "DELETE"})
STANDING = "askwell.standing"
"""Key in the scope of what is left of the caller's requests, for its headers (draft-ietf-httpapi-ratelimit-headers)."""
SAFE_ID = re.compile(r"[A-Za-z0-9._:-]{1,128}")


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a request is rejected."""

    status: int
    code: str
    detail: str
    hint: str


class Gate:
    """ASGI middleware that passes on only acceptable requests."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check a request, limit its body, and add the common headers to its response."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        given = headers.get("x-request-id", "")
        scope[REQUEST_ID] = given if SAFE_ID.fullmatch(given) else uuid.uuid4().hex
        cap = body_cap(scope, self.settings)
        try:
            refusal = _refuse_host(headers, self.settings)
            if refusal is None:
                caller = None if is_open(scope["path"]) else await _caller(scope, headers)
                scope[CALLER] = caller
                refusal = _refuse_origin(scope, headers, caller) or _refuse_body(scope, headers, cap)
        except AskwellError as error:
            response = error_problem(Request(scope), error)
            if error.http_status == 401:
                response.headers["www-authenticate"] = 'Bearer realm="askwell"'
        else:
            if refusal is None:
                await self.app(scope, _capped(receive, cap), _with_headers(send, scope))
                return
            response = problem(Request(scope), refusal.status, refusal.code, refusal.detail, hint=refusal.hint)
        await response(scope, receive, _with_headers(send, scope))


def is_open(path: str) -> bool:
    """Whether this path is public."""
    return path in OPEN or path.startswith("/static/")


def body_cap(scope: Scope, settings: Settings) -> int:
    """Maximum size of this request's body, bytes."""
    path = scope["path"].rstrip("/") if scope["method"] == "POST" else ""
    if _takes_files(path):
        return settings.max_upload_bytes + FORM_BYTES
    return settings.max_import_bytes if path == IMPORT_PATH else settings.max_body_bytes


def _takes_files(path: str) -> bool:
    return path.rstrip("/") == UPLOAD_PATH or ATTACH_PATH.fullmatch(path.rstrip("/")) is not None


async def _caller(scope: Scope, headers: Headers) -> Caller:
    """Who calls; the request is counted. Raises Unauthorized, LimitReached, IdentityUnavailable, StorageFailed."""
    engine = scope["app"].state.engine
    assert isinstance(engine, Engine), "the lifespan opens it"
    caller = await engine.access.authenticator.caller(headers.get("authorization", ""))
    scope[STANDING] = await engine.access.limits.request(caller)
    return caller


def _refuse_host(headers: Headers, settings: Settings) -> Refusal | None:
    host = headers.get("host", "")
    if host_is_ours(host, settings):
        return None
    hint = "Call it as localhost; behind a proxy, let the proxy send Host: localhost."
    return Refusal(421, "wrong_host", f"The host {host!r} is not served here.", hint)


def _refuse_origin(scope: Scope, headers: Headers, caller: Caller | None) -> Refusal | None:
    path, method = str(scope["path"]), str(scope["method"])
    if method in CHANGING and not origin_is_ours(headers.get("origin", ""), headers.get("host", ""), caller):
        hint = "Set a token to allow calls from other pages."
        return Refusal(
            403, "cross_origin", f"A page from {headers['origin']!r} may not change data on this server.", hint
        )
    if "\0" in path or b"%00" in scope["query_string"]:
        return Refusal(422, "bad_character", "The address contains a NUL character.", "Remove it.")
    return None


def _refuse_body(scope: Scope, headers: Headers, cap: int) -> Refusal | None:
    path, method = str(scope["path"]), str(scope["method"])
    if method in CHANGING and not is_open(path) and not _media_type_fits(path, headers):
        wanted = "multipart/form-data" if _takes_files(path) else "application/json"
        detail = f"The body is {headers.get('content-type', 'of no stated type')!r}."
        return Refusal(415, "unsupported_media_type", detail, f"Send it as {wanted}.")
    length = headers.get("content-length", "0")
    if not length.isdecimal():
        return Refusal(400, "bad_request", f"Content-Length is {length!r}.", "Send the size of the body in bytes.")
    if int(length) > cap:
        return Refusal(413, "body_too_large", _too_large(cap), HINTS["body_too_large"])
    return None


def _media_type_fits(path: str, headers: Headers) -> bool:
    if headers.get("content-length", "0") == "0" and "transfer-encoding" not in headers:
        return True
    media_type = headers.get("content-type", "").partition(";")[0].strip().lower()
    if _takes_files(path):
        return media_type == "multipart/form-data"
    return media_type == "application/json"


def _too_large(cap: int) -> str:
    return f"The body is larger than {cap:,} bytes."


def _capped(receive: Receive, cap: int) -> Receive:
    """Pass on messages until they exceed `cap` bytes, since a chunked body does not declare its length."""
    seen = 0

    async def counted() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > cap:
            raise HTTPException(413, _too_large(cap))
        return message

    return counted


def _with_headers(send: Send, scope: Scope) -> Send:
    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            headers.setdefault("cache-control", "no-cache" if is_open(scope["path"]) else "no-store")
            headers["x-request-id"] = scope[REQUEST_ID]
            if (standing := scope.get(STANDING)) is not None:
                headers["ratelimit-policy"] = f'"requests";q={standing.allowed};w={MINUTE_S}'
                headers["ratelimit"] = f'"requests";r={standing.left};t={standing.reset_s}'
        await send(message)

    return sent
