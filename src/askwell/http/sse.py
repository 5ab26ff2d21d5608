"""Event logs of turns as server-sent events, with comments as heartbeats."""

import asyncio
from collections.abc import AsyncIterable, AsyncIterator, Callable, Mapping
from types import MappingProxyType

from fastapi.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from askwell.events import Event, Place
from askwell.http.encoding import json_line
from askwell.projections import NUMBERED, ShownEvents, event_json
from askwell.types import Language, MarkStyle

HEARTBEAT_S = 15.0
"""Longest silence on the wire, seconds. Proxies close connections that are idle for a minute or less."""
HEADERS = {"cache-control": "no-cache, no-transform", "x-accel-buffering": "no"}
"""Proxies must not buffer or compress: the first token would arrive with the last."""


Framed = Callable[[Place, Event, Language], bytes]
"""An event with the position after it as bytes of a stream; empty for one that the stream does not show."""


def frame(place: Place, event: Event, language: Language = "en") -> bytes:
    """One event as bytes: `id` is the position after it, `event` the name, `data` its JSON, worded in `language`."""
    return f"id: {place}\nevent: {event.name}\ndata: {json_line(event_json(event, language))}\n\n".encode()


def stream(
    events: AsyncIterable[tuple[Place, Event]],
    language: Language,
    marks: MarkStyle = NUMBERED,
    *,
    heartbeat_s: float = HEARTBEAT_S,
    framed: Framed = frame,
    headers: Mapping[str, str] = MappingProxyType({}),
) -> StreamingResponse:
    """A response with these events, their marks in a style. A client that disconnects does not stop the run."""
    return _EventStream(
        frames(ShownEvents(marks).of(events), language, heartbeat_s=heartbeat_s, framed=framed),
        media_type="text/event-stream",
        headers={**HEADERS, **headers},
    )


class _EventStream(StreamingResponse):
    """A streaming response that is counted while it is sent."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        counts = scope["app"].state.engine.counts
        counts.open_streams += 1
        try:
            await super().__call__(scope, receive, send)
        finally:
            counts.open_streams -= 1


async def frames(
    events: AsyncIterable[tuple[Place, Event]],
    language: Language = "en",
    *,
    heartbeat_s: float = HEARTBEAT_S,
    framed: Framed = frame,
) -> AsyncIterator[bytes]:
    """Frames of the events. Events available together are sent in one piece; a comment is sent after each silence."""
    ready: asyncio.Queue[bytes | None] = asyncio.Queue()
    pump = asyncio.create_task(_pump(events, ready, language, framed))
    try:
        while True:
            try:
                piece = await asyncio.wait_for(ready.get(), heartbeat_s)
            except TimeoutError:
                yield b": heartbeat\n\n"
                continue
            pieces = [piece]
            while not ready.empty():
                pieces.append(ready.get_nowait())
            if joined := b"".join(piece for piece in pieces if piece is not None):
                yield joined
            if pieces[-1] is None:
                await pump
                return
    finally:
        pump.cancel()


async def _pump(
    events: AsyncIterable[tuple[Place, Event]], ready: asyncio.Queue[bytes | None], language: Language, framed: Framed
) -> None:
    try:
        async for place, event in events:
            if piece := framed(place, event, language):
                ready.put_nowait(piece)
    finally:
        ready.put_nowait(None)
