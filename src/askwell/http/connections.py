"""Limits of connections: how many are open, and how slowly and how large a request may arrive.

uvicorn limits only idle connections between two requests. Here a head has a time limit and a maximum size, and a body
has a minimum rate, as with Apache's `mod_reqtimeout`. A response may take as long as it needs.
"""

import asyncio
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from typing import Any, Literal

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from askwell.http.encoding import JsonResponse
from askwell.http.security import HEADERS
from askwell.projections import problem_json
from askwell.settings import Settings

HEAD_BYTES = 65_536
"""Maximum size of a request's head; httptools has no limit."""
BODY_RATE = 1_000
"""Bytes of a body after which it gets one more second."""
LINGER_S = 1.0
"""How long a refused client may go on sending before its connection is reset."""
MOST_CONNECTIONS = 10_000
UNKNOWN_DESCRIPTORS = 1_024
"""Assumed on systems without a limit of file descriptors."""


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """The limits of one server."""

    head_s: float = 10.0
    """Time from the start of a connection or request until the head has arrived, seconds."""
    body_s: float = 20.0
    """Time for a body, seconds, plus one for every `BODY_RATE` bytes that have arrived."""
    connections: int = 512
    """Open connections. Further ones are answered with 503; from half as many more on, they are closed at once."""


def limits_of(settings: Settings) -> ConnectionLimits:
    """The limits that settings give."""
    connections = settings.max_connections or min(MOST_CONNECTIONS, _descriptors() // 2)
    return ConnectionLimits(settings.request_head_s, settings.request_body_s, connections)


def _descriptors() -> int:
    """File descriptors that this process may open."""
    try:
        import resource
    except ImportError:  # Windows
        return UNKNOWN_DESCRIPTORS
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return UNKNOWN_DESCRIPTORS if soft == resource.RLIM_INFINITY else soft


class BoundedProtocol(HttpToolsProtocol):
    """A connection that is closed if a request arrives too slowly, or with too large a head."""

    def __init__(self, *args: Any, limits: ConnectionLimits, **options: Any) -> None:
        super().__init__(*args, **options)
        self._limits = limits
        self._is_surplus = False
        """Whether it is over the limit of connections."""
        self._part: Literal["none", "head", "body"] = "none"
        """The part of a request that has begun to arrive."""
        self._timer: asyncio.TimerHandle | None = None
        self._since = 0.0
        """Start of the part that the timer is for, seconds of the loop's clock."""
        self._received = 0
        """Bytes since then."""
        self._is_refused = False
        """Whether it is over: what still arrives is thrown away."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
        """Start the time of the first head."""
        super().connection_made(transport)
        self._is_surplus = len(self.connections) > self._limits.connections
        if len(self.connections) > 1.5 * self._limits.connections:  # not even a response: descriptors run out
            transport.abort()
        else:
            self._start("head")

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timer."""
        self._stop()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse what has arrived, then check the limits of the part that it belongs to."""
        if self._is_refused:
            return
        if self._is_surplus:  # answered here, since a response to an unread request can get lost
            self._refuse(503, "too_many_connections", "The server has too many open connections.")
            return
        self._received += len(data)
        super().data_received(data)
        if self.transport.is_closing() or self.transport.get_protocol() is not self:  # the latter after an upgrade
            self._stop()
        elif self._part == "body":
            return  # its timer was started with it
        elif self._part == "none" and self._is_answering:
            self._stop()
        elif self._timer is None:
            self._start("head")
        elif self._received > HEAD_BYTES and not self._is_answering:
            self._refuse(431, "head_too_large", f"The head of the request is larger than {HEAD_BYTES:,} bytes.")

    def on_message_begin(self) -> None:
        """A head begins to arrive."""
        super().on_message_begin()
        self._part = "head"

    def on_headers_complete(self) -> None:
        """The head has arrived."""
        super().on_headers_complete()
        self._part = "body"
        self._start("body")

    def on_message_complete(self) -> None:
        """The body has arrived."""
        super().on_message_complete()
        self._part = "none"
        self._stop()

    @property
    def _is_answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _start(self, part: Literal["head", "body"]) -> None:
        self._stop()
        self._since, self._received = self.loop.time(), 0
        self._wait(part, self._limits.head_s if part == "head" else self._limits.body_s)

    def _wait(self, part: Literal["head", "body"], seconds: float) -> None:
        self._timer = self.loop.call_later(seconds, self._check_head if part == "head" else self._check_body)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _check_head(self) -> None:
        self._timer = None
        if self._is_answering:  # the next head may wait until the response is complete
            self._start("head")
        elif self._received == 0 and self._part == "none":
            self.transport.close()
        else:
            self._refuse(408, "request_timeout", f"The head did not arrive within {self._limits.head_s:g} s.")

    def _check_body(self) -> None:
        self._timer = None
        if self.flow.read_paused:  # we keep it waiting, not the client us
            self._start("body")
            return
        left = self._since + self._limits.body_s + self._received / BODY_RATE - self.loop.time()
        if left > 0:
            self._wait("body", left)
        elif self.cycle.response_started:
            self.transport.abort()
        else:
            self._refuse(408, "request_timeout", "The body arrived too slowly.")

    def _refuse(self, status: int, code: str, detail: str) -> None:
        """Answer with a problem and close the connection.

        A client that is still sending would lose the answer if the connection was reset. So only our side is closed
        at first.
        """
        self._stop()
        self._is_refused = True
        self.transport.write(_response(status, code, detail))
        self.transport.write_eof()
        self._timer = self.loop.call_later(LINGER_S, self.transport.close)


def bounded(limits: ConnectionLimits) -> Any:
    """What makes the protocol of a connection, for uvicorn's configuration."""
    return partial(BoundedProtocol, limits=limits)


def _response(status: int, code: str, detail: str) -> bytes:
    """A response outside of the application, as bytes."""
    hint = "Try again." if status != HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE else "Send less in headers and address."
    problem = problem_json(status, code, detail, hint=hint, request_id="")
    body = JsonResponse(problem, status, media_type="application/problem+json")
    headers = [(name.decode(), value.decode()) for name, value in body.raw_headers]
    headers += [*HEADERS.items(), ("cache-control", "no-store"), ("connection", "close")]
    head = "".join(f"{name}: {value}\r\n" for name, value in headers)
    return f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\n{head}\r\n".encode() + bytes(body.body)
