"""Model servers that already run on this machine."""

import asyncio
import json
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass

DEFAULT_PORTS: Mapping[str, int] = {"Ollama": 11434, "LM Studio": 1234, "llama.cpp": 8080, "vLLM": 8000}
"""Default ports of model servers."""

MAX_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class FoundEndpoint:
    """An OpenAI-compatible server on this machine, and the models it offers."""

    name: str
    url: str
    """Base URL, with `/v1`."""
    models: tuple[str, ...]


async def find_endpoints(timeout_s: float = 0.4, ports: Mapping[str, int] = DEFAULT_PORTS) -> list[FoundEndpoint]:
    """Servers that list models on the default ports of this machine. All ports are queried at once."""
    requests = [asyncio.to_thread(_query, name, port, timeout_s) for name, port in ports.items()]
    return [found for found in await asyncio.gather(*requests) if found is not None]


def _query(name: str, port: int, timeout_s: float) -> FoundEndpoint | None:
    url = f"http://127.0.0.1:{port}/v1"
    # Requests to this machine bypass any proxy of the environment.
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(f"{url}/models", timeout=timeout_s) as answer:
            listed = json.loads(answer.read(MAX_BYTES))
        return FoundEndpoint(name, url, tuple(str(model["id"]) for model in listed["data"]))
    except (OSError, ValueError, KeyError, TypeError):
        # Any program may listen on these ports. One that lists no models is not a model server.
        return None
