"""Fetching for tools: only public addresses, and nothing without a limit. The servers are real."""

import asyncio
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from askwell.errors import BadInput
from askwell.tools.addresses import check_target, is_public
from askwell.tools.fetch import Fetcher

PUBLIC = "93.184.215.14"
"""Stands for the local server in these tests."""

NOT_PUBLIC = [
    "127.0.0.1",
    "127.8.8.8",
    "0.0.0.0",
    "10.0.0.7",
    "172.16.3.4",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "192.0.2.9",
    "224.0.0.251",
    "255.255.255.255",
    "::",
    "::1",
    "fe80::1",
    "fe80::1%eth0",
    "fc00::1",
    "fec0::1",
    "ff02::1",
    "::ffff:127.0.0.1",
    "::127.0.0.1",
    "64:ff9b::a9fe:a9fe",
    "64:ff9b:1::7f00:1",
    "2002:7f00:1::1",
    "2001:0:7f00:1::1",
    "no address",
]
SPELLINGS = [
    "http://2130706433/",
    "http://0x7f000001/",
    "http://0177.0.0.1/",
    "http://127.1/",
    "http://0/",
    "http://localhost/",
    "http://[::1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[64:ff9b::7f00:1]/",
    "http://①②⑦.⓪.⓪.①/",
]
"""Ways to write this machine that a comparison of texts misses."""


@pytest.mark.parametrize("address", NOT_PUBLIC)
def test_an_address_that_is_not_public_is_known(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", [PUBLIC, "8.8.8.8", "2606:4700:4700::1111", "::ffff:8.8.8.8"])
def test_a_public_address_is_known(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize("url", SPELLINGS)
async def test_this_machine_is_refused_however_it_is_written(url: str) -> None:
    """With the resolver of the system, which reads all of these."""
    with pytest.raises(BadInput) as raised:
        await check_target(url)
    assert raised.value.code == "address_refused"


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("ftp://host.example/x", "http://"),
        ("file:///etc/passwd", "http://"),
        ("gopher://host.example/", "http://"),
        ("http://host.example:22/", "port 22"),
        ("http://host.example:6379/", "port 6379"),
        ("http://ann@host.example/", "user name"),
        ("http:///path", "host"),
        ("", "host"),
        ("http://host.example/a\nb", "character"),
    ],
)
async def test_a_url_that_is_none_of_a_web_page_is_refused(url: str, why: str) -> None:
    with pytest.raises(BadInput, match=why) as raised:
        await check_target(url, resolve=_to(PUBLIC))
    assert raised.value.code == "address_refused"


async def test_one_private_address_among_public_ones_is_enough_to_refuse() -> None:
    with pytest.raises(BadInput) as raised:
        await check_target("http://host.example/", resolve=_to(PUBLIC, "10.0.0.1"))
    assert raised.value.code == "address_refused"


async def test_a_page_is_fetched_from_the_checked_address() -> None:
    with _server() as server:
        fetched = await server.fetcher().fetch("http://host.example/page?q=1")
    assert (fetched.status, fetched.content_type, fetched.data) == (200, "text/plain", b"hello")
    assert server.connected == [(PUBLIC, 80)]
    assert server.requests == [("/page?q=1", "host.example")]


async def test_a_name_that_changes_its_address_is_resolved_once() -> None:
    """DNS rebinding: the second answer would be this machine."""
    answers = [[PUBLIC], ["127.0.0.1"]]
    asked: list[str] = []

    async def rebinding(host: str, port: int) -> list[str]:
        asked.append(host)
        return answers[len(asked) - 1]

    with _server() as server:
        await server.fetcher(resolve=rebinding).fetch("http://host.example/page")
    assert asked == ["host.example"]
    assert server.connected == [(PUBLIC, 80)]


@pytest.mark.parametrize(
    "location", ["http://inner.example/", "http://127.0.0.1/", "http://2130706433/", "file:///etc/passwd", "//[::1]/"]
)
async def test_a_redirect_is_checked_like_the_first_address(location: str) -> None:
    async def resolve(host: str, port: int) -> list[str]:
        return [PUBLIC] if host == "host.example" else ["127.0.0.1"]

    with _server(location=location) as server, pytest.raises(BadInput) as raised:
        await server.fetcher(resolve=resolve).fetch("http://host.example/moved")
    assert raised.value.code == "address_refused"
    assert len(server.requests) == 1


async def test_a_redirect_to_a_public_address_is_followed() -> None:
    with _server(location="/page") as server:
        fetched = await server.fetcher().fetch("http://host.example/moved")
    assert (fetched.url, fetched.data) == ("http://host.example/page", b"hello")


async def test_redirects_in_a_circle_end() -> None:
    with _server(location="/moved") as server, pytest.raises(BadInput, match="more than 3 times"):
        await server.fetcher().fetch("http://host.example/moved")
    assert len(server.requests) == 4


async def test_a_body_without_an_end_is_cut_off() -> None:
    with _server() as server, pytest.raises(BadInput, match="larger than 100000 bytes"):
        await server.fetcher(max_bytes=100_000).fetch("http://host.example/endless")
    assert server.sent < 10_000_000


@pytest.mark.parametrize("path", ["silent", "dripping", "slow-headers"])
async def test_a_slow_server_is_left_in_time(path: str) -> None:
    began = time.monotonic()
    with _server() as server, pytest.raises(BadInput, match=r"longer than 0\.4 s"):
        await server.fetcher(timeout_s=0.4).fetch(f"http://host.example/{path}")
    assert time.monotonic() - began < 5


async def test_a_compressed_body_is_refused() -> None:
    with _server() as server, pytest.raises(BadInput, match="compressed"):
        await server.fetcher().fetch("http://host.example/compressed")


async def test_a_certificate_of_another_host_is_refused() -> None:
    """The server speaks no TLS: what matters is that https never falls back to plain text."""
    with _server() as server, pytest.raises(BadInput) as raised:
        await server.fetcher().fetch("https://host.example/page")
    assert raised.value.code == "fetch_failed"
    assert server.requests == []


def _to(*addresses: str) -> Callable[[str, int], "asyncio.Future[list[str]]"]:
    def resolve(host: str, port: int) -> "asyncio.Future[list[str]]":
        future: asyncio.Future[list[str]] = asyncio.get_running_loop().create_future()
        future.set_result(list(addresses))
        return future

    return resolve


@dataclass
class _Server:
    port: int = 0
    location: str = ""
    requests: list[tuple[str, str]] = field(default_factory=list)
    """Path and `Host` of each."""
    connected: list[tuple[str, int]] = field(default_factory=list)
    """Address and port that each connection was to go to."""
    sent: int = 0
    closing: threading.Event = field(default_factory=threading.Event)

    def fetcher(self, **given: object) -> Fetcher:
        """A fetcher whose connections to the public address end here."""

        def connect(address: str, port: int, timeout: float) -> socket.socket:
            self.connected.append((address, port))
            return socket.create_connection(("127.0.0.1", self.port), timeout)

        return Fetcher(**{"resolve": _to(PUBLIC), "connect": connect} | given)  # type: ignore[arg-type]


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    seen: _Server

    def log_message(self, *args: object) -> None:
        return

    def do_GET(self) -> None:
        self.seen.requests.append((self.path, self.headers["host"]))
        path = self.path.partition("?")[0]
        with suppress(OSError):
            if path == "/silent":
                self.seen.closing.wait(5)
            elif path == "/slow-headers":
                self._write_until_closed(b"H")
            else:
                self._answer(path)

    def _answer(self, path: str) -> None:
        self.send_response(302 if path == "/moved" else 200)
        self.send_header("content-type", "text/plain")
        if path == "/moved":
            self.send_header("location", self.seen.location)
        if path == "/compressed":
            self.send_header("content-encoding", "gzip")
        if path in {"/endless", "/dripping"}:
            self.send_header("connection", "close")
            self.end_headers()
            self._write_until_closed(b"x" * 10_000 if path == "/endless" else b"x")
        else:
            self.send_header("content-length", "5")
            self.end_headers()
            self.wfile.write(b"hello")

    def _write_until_closed(self, piece: bytes) -> None:
        while not self.seen.closing.wait(0 if len(piece) > 1 else 0.02):
            self.seen.sent += self.wfile.write(piece)


@contextmanager
def _server(location: str = "") -> Iterator[_Server]:
    seen = _Server(location=location)

    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (_Handler,), {"seen": seen}))
    server.daemon_threads = True
    seen.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield seen
    finally:
        seen.closing.set()
        server.shutdown()
        server.server_close()
        thread.join()
