"""Finding model servers on this machine."""

import socket

from askwell.models.endpoints import FoundEndpoint, find_endpoints
from tests.fake_endpoint import MODELS, fake_endpoint


async def test_a_running_server_is_found_with_its_models() -> None:
    with fake_endpoint() as running:
        port = int(running.url.split(":")[2].split("/")[0])
        found = await find_endpoints(2.0, {"Fake": port, "Nobody": 9})
        assert found == [FoundEndpoint("Fake", running.url, tuple(MODELS))]
        assert running.requests == []


async def test_a_port_that_never_answers_is_skipped() -> None:
    with socket.create_server(("127.0.0.1", 0)) as deaf:
        assert await find_endpoints(0.1, {"Deaf": deaf.getsockname()[1]}) == []
