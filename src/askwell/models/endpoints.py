"""Model servers that already run on this machine."""

import asyncio
import json
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass

USUAL_PORTS: Mapping[str, int] = {"Ollama": 11434, "LM Studio": 1234, "llama.cpp": 8080, "vLLM": 8000}
"""Where model servers listen unless told otherwise."""

MOST_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class FoundEndpoint:
    """An OpenAI-compatible server on this machine, and the models it offers."""

    name: str
    url: str
    """Base URL, with `/v1`."""
    models: tuple[str, ...]


async def find_endpoints(timeout_s: float = 0.4, ports: Mapping[str, int] = USUAL_PORTS) -> list[FoundEndpoint]:
    """Servers that list models on the usual ports of this machine, asked all at once; nothing is used unasked."""
    asked = [asyncio.to_thread(_ask, name, port, timeout_s) for name, port in ports.items()]
    return [found for found in await asyncio.gather(*asked) if found is not None]


def _ask(name: str, port: int, timeout_s: float) -> FoundEndpoint | None:
    url = f"http://127.0.0.1:{port}/v1"
    # A proxy of the environment is not asked about this machine.
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(f"{url}/models", timeout=timeout_s) as answer:
            listed = json.loads(answer.read(MOST_BYTES))
        return FoundEndpoint(name, url, tuple(str(model["id"]) for model in listed["data"]))
    except (OSError, ValueError, KeyError, TypeError):
        # Anything may listen on these ports; what does not list models is not a model server.
        return None
