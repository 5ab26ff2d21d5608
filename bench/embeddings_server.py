"""`python -m bench.embeddings_server NAME`: an embedder of this machine behind an OpenAI-compatible endpoint.

What is measured through it must be what the embedder itself brings: it tests the way there, it is no other model. The
protocol does not say whether a text is a question or a passage; here every text is a passage.
"""

import argparse
import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

from askwell.ports import Embedder
from bench.library import embedder_named


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    embedder: Embedder
    served: str


class _Handler(BaseHTTPRequestHandler):
    server: _Server
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: object) -> None:
        return

    def do_GET(self) -> None:
        self._json({"object": "list", "data": [{"id": self.server.served, "object": "model"}]})

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        texts = [asked["input"]] if isinstance(asked["input"], str) else asked["input"]
        rows = asyncio.run(self.server.embedder.embed(texts, kind="passage")).tolist()
        data = [{"object": "embedding", "index": index, "embedding": row} for index, row in enumerate(rows)]
        used = {"prompt_tokens": 0, "total_tokens": 0}
        self._json({"object": "list", "data": data, "model": self.server.served, "usage": used})

    def _json(self, value: dict[str, Any]) -> None:
        data = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


@contextmanager
def served(embedder: Embedder, name: str, port: int = 0) -> Iterator[str]:
    """The base URL of a server on this machine that gives the embedder's vectors, for the time of the block."""
    server = _Server(("127.0.0.1", port), _Handler)
    server.embedder, server.served = embedder, name
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/v1"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def main() -> None:
    """Serve until the process is ended."""
    parser = argparse.ArgumentParser(prog="python -m bench.embeddings_server", description=__doc__)
    parser.add_argument("name", help="the embedder; it is served as NAME-served")
    parser.add_argument("--port", type=int, default=8421)
    options = parser.parse_args()
    embedder = embedder_named(options.name)
    if embedder is None:
        parser.error(f"{options.name!r} is no embedder")
    with served(embedder, f"{options.name}-served", options.port):
        while True:
            asyncio.run(asyncio.sleep(3600))


if __name__ == "__main__":
    main()
