"""Calls of a server over HTTP, with JSON in both directions."""

import asyncio
import json
import os
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from http.client import HTTPException
from typing import Any

from askwell.errors import ModelFailed

KEY = "ASKWELL_EVAL_KEY"
"""Environment variable with the key that is sent as a bearer token."""
TIMEOUT_S = 300.0
CHECK_TIMEOUT_S = 10.0
"""Time in which a server must reply before a run begins."""
_MOST_BYTES = 20_000_000

Json = Mapping[str, Any]


async def post(url: str, body: Json) -> Json:
    """The JSON object of a reply; raises like `send`."""
    return await send(url, json.dumps(body).encode())


async def send(url: str, data: bytes | None = None, media_type: str = "application/json") -> Json:
    """The JSON object of a reply to a GET, or to a POST of data.

    Raises ModelFailed: `upstream_status` with the status and the beginning of an error, `upstream_unreachable`, and
    `upstream_malformed` for anything but a JSON object.
    """
    text = await _read(url, data, media_type)
    try:
        found = json.loads(text)
    except ValueError as error:
        raise ModelFailed(f"{url} did not reply with JSON: {error}", code="upstream_malformed") from error
    if not isinstance(found, dict):
        raise ModelFailed(f"{url} did not reply with a JSON object", code="upstream_malformed")
    return found


async def post_streamed(url: str, body: Json) -> list[Json]:
    """The JSON objects of the server-sent events of a reply, in order; raises like `send`."""
    text = await _read(url, json.dumps(body).encode(), "application/json", accept="text/event-stream")
    try:
        return list(_events(text.decode()))
    except ValueError as error:
        raise ModelFailed(f"{url} did not reply with events of JSON: {error}", code="upstream_malformed") from error


async def status(url: str, data: bytes | None = None) -> int:
    """The HTTP status of a GET, or of a POST of data. Raises ModelFailed (`upstream_unreachable`)."""

    def call() -> int:
        with urllib.request.urlopen(_request(url, data), timeout=CHECK_TIMEOUT_S) as reply:  # noqa: S310  # the scheme is checked
            return int(reply.status)

    try:
        return await asyncio.to_thread(call)
    except urllib.error.HTTPError as error:
        return error.code
    except (OSError, HTTPException, ValueError) as error:
        raise _unreachable(url, error) from error


async def _read(url: str, data: bytes | None, media_type: str, accept: str = "application/json") -> bytes:
    request = _request(url, data, media_type, accept)

    def call() -> bytes:
        with urllib.request.urlopen(request, timeout=TIMEOUT_S) as reply:  # noqa: S310  # the scheme is checked
            read: bytes = reply.read(_MOST_BYTES)
            return read

    try:
        return await asyncio.to_thread(call)
    except urllib.error.HTTPError as error:
        text = error.read(500).decode(errors="replace")
        raise ModelFailed(f"{url} replied {error.code}: {text}", code="upstream_status") from error
    except (OSError, HTTPException) as error:
        raise _unreachable(url, error) from error


def _events(text: str) -> Iterator[Json]:
    for line in text.split("\n"):
        if line.startswith("data:") and (written := line.removeprefix("data:").strip()) != "[DONE]":
            found = json.loads(written)
            if not isinstance(found, dict):
                raise ValueError(f"an event is {written[:80]}")
            yield found


def _request(
    url: str, data: bytes | None = None, media_type: str = "application/json", accept: str = "application/json"
) -> urllib.request.Request:
    headers = {"Content-Type": media_type, "Accept": accept}
    if key := os.environ.get(KEY):
        headers["Authorization"] = f"Bearer {key}"
    return urllib.request.Request(url, data, headers)  # noqa: S310  # the scheme is checked


def _unreachable(url: str, error: Exception) -> ModelFailed:
    reason = error.reason if isinstance(error, urllib.error.URLError) else error
    return ModelFailed(
        f"{url} cannot be reached: {reason}",
        code="upstream_unreachable",
        hint="Check the address, and that the server runs.",
    )
