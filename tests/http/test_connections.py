"""Slow and oversized requests against the real process, over real sockets."""

import asyncio
import json
import signal
import socket
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass

import httpx
import pytest

from askwell.http.connections import HEAD_BYTES, _descriptors, limits_of
from askwell.settings import Settings
from tests.fake_endpoint import fake_endpoint
from tests.http.conftest import WATERING, SettingsOf, lay_out, new_session
from tests.http.test_process import process
from tests.http.test_process_log import rest_of

HEAD_S, BODY_S = 0.4, 0.5
DRIP_S = 0.05
GET = b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n"
POST = (
    b"POST /v1/sessions HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n"
)


@dataclass(frozen=True, slots=True)
class Served:
    """A running server."""

    client: httpx.AsyncClient
    port: int


@pytest.fixture(scope="module")
async def running(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Served]:
    """`askwell serve` with short limits and a model that needs longer for its first token."""
    with pytest.MonkeyPatch.context() as patch, fake_endpoint() as endpoint:
        settings = lay_out(tmp_path_factory.mktemp("slow"), patch)(
            request_head_s=HEAD_S,
            request_body_s=BODY_S,
            max_connections=8,
            model="slow-first-token",
            model_url=endpoint.url,
            max_body_bytes=100_000,
        )
        async with process(settings) as (child, client):
            yield Served(client, client.base_url.port or 0)
            child.send_signal(signal.SIGTERM)
            log = await rest_of(child)
    assert "Traceback" not in log


async def talk(port: int, *pieces: bytes, drip: bytes = b"") -> tuple[bytes, float]:
    """What comes back until the server closes the connection, and after how many seconds.

    After the pieces, `drip` is sent byte by byte, again and again.
    """
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    began = time.monotonic()
    arrived = bytearray()

    async def read() -> None:
        while piece := await reader.read(4096):
            arrived.extend(piece)

    reading = asyncio.create_task(read())
    try:
        for piece in pieces:
            writer.write(piece)
            await writer.drain()
        while drip and not reading.done():
            for byte in drip:
                writer.write(bytes([byte]))
                await asyncio.sleep(DRIP_S)
        await asyncio.wait_for(reading, 20)
    except ConnectionError:
        pass  # the server has closed the connection while we were sending
    finally:
        reading.cancel()
        writer.close()
    return bytes(arrived), time.monotonic() - began


def problem(response: bytes) -> tuple[int, str]:
    """Status and code of a raw response; its body is as long as its head says."""
    head, _, body = response.partition(b"\r\n\r\n")
    assert f"content-length: {len(body)}".encode() in head
    assert b"content-type: application/problem+json" in head
    assert b"x-content-type-options: nosniff" in head
    return int(head.split()[1]), json.loads(body)["code"]


@pytest.mark.parametrize(
    ("sent", "drip"),
    [(GET, b""), (b"G", b""), (GET, b"x-a: b\r\n"), (b"GET /" + 5_000 * b"a", b"a")],
    ids=["half", "one byte", "a header each half second", "a long path"],
)
async def test_a_head_that_does_not_arrive_in_time_is_refused(running: Served, sent: bytes, drip: bytes) -> None:
    response, took_s = await talk(running.port, sent, drip=drip)
    assert problem(response) == (408, "request_timeout")
    assert took_s < 10


@pytest.mark.parametrize("drip", [b"", b"\r\n"], ids=["nothing", "empty lines"])
async def test_a_connection_without_a_request_is_closed(running: Served, drip: bytes) -> None:
    response, took_s = await talk(running.port, drip=drip)
    assert response == b"" or problem(response)[0] == 408
    assert took_s < 10


async def test_the_second_head_of_a_connection_has_the_same_limit(running: Served) -> None:
    response, took_s = await talk(running.port, GET + b"\r\n", drip=b"GET /healthz")
    assert response.startswith(b"HTTP/1.1 200 OK")
    assert b"HTTP/1.1 408 Request Timeout" in response
    assert took_s < 10


async def test_a_head_that_is_too_large_is_refused(running: Served) -> None:
    response, _ = await talk(running.port, GET, *(b"x-a: " + 1_000 * b"b" + b"\r\n" for _ in range(HEAD_BYTES // 900)))
    assert response == b"" or problem(response) == (431, "head_too_large")


async def test_a_body_that_arrives_too_slowly_is_refused(running: Served) -> None:
    for pieces, drip in (((POST,), b""), ((POST, b"{"), b" ")):
        response, took_s = await talk(running.port, *pieces, drip=drip)
        assert problem(response) == (408, "request_timeout")
        assert took_s < 10


async def test_a_client_that_reads_after_it_has_sent_all_gets_the_answer(running: Served) -> None:
    def send_all_then_read() -> bytes:
        with socket.create_connection(("127.0.0.1", running.port), timeout=10) as connection:
            connection.sendall(GET + 4_000 * (b"x-a: " + 1_000 * b"b" + b"\r\n"))
            return b"".join(iter(lambda: connection.recv(4096), b""))

    assert problem(await asyncio.to_thread(send_all_then_read)) == (431, "head_too_large")


async def test_the_rest_of_a_refused_body_has_the_same_limit(running: Served) -> None:
    head = b"POST /v1/sessions HTTP/1.1\r\nhost: localhost\r\ncontent-type: text/plain\r\ncontent-length: 1000\r\n\r\n"
    response, took_s = await talk(running.port, head, drip=b"x")
    assert response == b"" or b" 415 " in response.splitlines()[0]
    assert took_s < 10


async def test_a_body_that_is_refused_for_its_size_gets_its_answer(running: Served) -> None:
    answer = await running.client.post("/v1/sessions", json={"title": 200_000 * "x"})
    assert (answer.status_code, answer.json()["code"]) == (413, "body_too_large")


async def test_a_body_may_arrive_in_pieces(running: Served) -> None:
    async def pieces() -> AsyncIterator[bytes]:
        for piece in (b'{"assistant": ', b'"garden"', b"}"):
            await asyncio.sleep(DRIP_S)
            yield piece

    headers = {"content-type": "application/json"}
    answer = await running.client.post("/v1/sessions", content=pieces(), headers=headers)
    assert answer.status_code == 201


async def test_an_answer_may_take_longer_than_its_request(running: Served) -> None:
    session = await new_session(running.client)
    answer = await running.client.post(f"/v1/sessions/{session}/turns", json={"question": WATERING})
    assert (answer.status_code, answer.json()["status"]) == (200, "completed")
    assert answer.json()["took_ms"] > HEAD_S * 1000


async def test_half_a_head_does_not_end_the_answer_before_it(running: Served) -> None:
    session = await new_session(running.client)
    body = json.dumps({"question": WATERING}).encode()
    head = f"POST /v1/sessions/{session}/turns HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
    asked = head.encode() + b"content-length: %d\r\n\r\n" % len(body) + body
    response, _ = await talk(running.port, asked + GET)
    assert response.startswith(b"HTTP/1.1 200 OK")
    assert b'"status":"completed"' in response


async def test_connections_over_the_limit_are_refused_until_others_close(running: Served) -> None:
    idle = [await asyncio.open_connection("127.0.0.1", running.port) for _ in range(8)]
    response, _ = await talk(running.port, GET + b"\r\n")
    assert problem(response) == (503, "too_many_connections")
    for reader, _ in idle:
        await asyncio.wait_for(reader.read(), 10)
    assert (await running.client.get("/healthz")).status_code == 200
    for _, writer in idle:
        writer.close()


def test_the_number_of_connections_leaves_file_descriptors(settings_of: SettingsOf) -> None:
    assert 0 < limits_of(settings_of()).connections <= _descriptors() // 2
    assert limits_of(Settings(home="/", max_connections=7)).connections == 7
