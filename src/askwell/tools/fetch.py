"""Fetches a public URL for a tool, with limits of time, size and redirects."""

import asyncio
import http.client
import socket
import ssl
import time
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from urllib.parse import urljoin

from askwell.errors import BadInput
from askwell.tools.addresses import PORTS, SCHEMES, Resolve, Target, check_target, resolve

MAX_BYTES = 2_000_000
TIMEOUT_S = 10.0
MAX_REDIRECTS = 3
_READ_BYTES = 16_384
_MOVED = (301, 302, 303, 307, 308)

Connect = Callable[[str, int, float], socket.socket]
"""Opens a connection to an IP address and a port within a number of seconds."""


@dataclass(frozen=True, slots=True)
class Fetched:
    """A response."""

    url: str
    """The address after redirects."""
    status: int
    content_type: str
    """The header `Content-Type`; empty if there is none."""
    data: bytes


@dataclass(frozen=True, slots=True)
class Fetcher:
    """Fetches URLs that a model, a user or a document has named.

    The host is resolved once, all its addresses are checked, and the connection goes to one of them, so a name cannot
    change its address in between. Each redirect is checked like the first address. Proxies of the environment are not
    used, and nothing of the caller is sent: no cookie, no credential.
    """

    ports: Collection[int] = PORTS
    schemes: Collection[str] = SCHEMES
    max_bytes: int = MAX_BYTES
    timeout_s: float = TIMEOUT_S
    """Time for everything: names, redirects and the body."""
    max_redirects: int = MAX_REDIRECTS
    resolve: Resolve = resolve
    connect: Connect = field(default=lambda address, port, timeout: socket.create_connection((address, port), timeout))
    tls: ssl.SSLContext = field(default_factory=ssl.create_default_context)

    async def fetch(self, url: str) -> Fetched:
        """The response to GET. Raises BadInput: `address_refused`, `fetch_failed`."""
        until = time.monotonic() + self.timeout_s
        try:
            async with asyncio.timeout(self.timeout_s):
                return await self._follow(url, until)
        except TimeoutError:
            raise _failed(url, f"it took longer than {self.timeout_s:g} s") from None

    async def _follow(self, url: str, until: float) -> Fetched:
        first = url
        for _ in range(self.max_redirects + 1):
            target = await check_target(url, ports=self.ports, schemes=self.schemes, resolve=self.resolve)
            status, headers, data = await self._get(target, until)
            if status not in _MOVED or not headers.get("location"):
                return Fetched(url, status, headers.get("content-type", ""), data)
            moved = urljoin(url, headers["location"])
            if target.scheme == "https" and not moved.startswith("https:"):
                raise _failed(first, "it redirects from https to http")
            url = moved
        raise _failed(first, f"it redirects more than {self.max_redirects} times")

    async def _get(self, target: Target, until: float) -> tuple[int, Mapping[str, str], bytes]:
        """Status, headers in lower case and body of one request."""
        connection = _Connection(target, self.connect, self.tls, until)
        try:
            return await asyncio.to_thread(self._exchange, connection, target)
        finally:
            connection.abort()  # its thread may still wait for a server that sends a header byte by byte

    def _exchange(self, connection: "_Connection", target: Target) -> tuple[int, Mapping[str, str], bytes]:
        try:
            connection.request("GET", target.path, headers={"accept-encoding": "identity", "connection": "close"})
            response = connection.getresponse()
            headers = {name.lower(): value for name, value in response.getheaders()}
            if response.status in _MOVED:
                return response.status, headers, b""
            if headers.get("content-encoding", "identity") != "identity":
                raise _failed(target.url, "it is compressed, which was not asked for")
            return response.status, headers, self._body(response, connection, target)
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise _failed(target.url, f"the server did not answer properly ({type(error).__name__})") from error
        finally:
            connection.close()

    def _body(self, response: http.client.HTTPResponse, connection: "_Connection", target: Target) -> bytes:
        data = bytearray()
        while True:
            connection.limit_wait()
            piece = response.read1(_READ_BYTES)
            if not piece:
                return bytes(data)
            data += piece
            if len(data) > self.max_bytes:
                raise _failed(target.url, f"it is larger than {self.max_bytes} bytes")


class _Connection(http.client.HTTPConnection):
    """A connection to the checked address; its certificate must be that of the named host."""

    def __init__(self, target: Target, connect: Connect, tls: ssl.SSLContext, until: float) -> None:
        super().__init__(target.host, target.port)
        self._target = target
        self._connect = connect
        self._tls = tls
        self._until = until

    def connect(self) -> None:
        plain = self._connect(self._target.address, self._target.port, self._seconds_left())
        plain.settimeout(self._seconds_left())
        is_secure = self._target.scheme == "https"
        self.sock = self._tls.wrap_socket(plain, server_hostname=self._target.host) if is_secure else plain

    def abort(self) -> None:
        """End what waits for the server."""
        if self.sock is not None:
            with suppress(OSError):
                self.sock.shutdown(socket.SHUT_RDWR)

    def limit_wait(self) -> None:
        """Let the next read wait no longer than the whole request may. Raises TimeoutError."""
        left = self._seconds_left()
        if self.sock is not None:
            self.sock.settimeout(left)

    def _seconds_left(self) -> float:
        left = self._until - time.monotonic()
        if left <= 0:
            raise TimeoutError
        return left


def _failed(url: str, why: str) -> BadInput:
    return BadInput(f"{url[:200]!r} could not be fetched: {why}", code="fetch_failed", hint="Try another address.")
