"""An identity provider on a socket of this machine: its keys over HTTP, and tokens signed with them."""

import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from joserfc import jwt
from joserfc.jwk import ECKey, OctKey, RSAKey

Key = RSAKey | ECKey | OctKey


class Provider:
    """Publishes `keys`; `fetches` counts how often, `answer` replaces what is sent, `is_down` answers 503."""

    def __init__(self, port: int) -> None:
        self.issuer = f"http://127.0.0.1:{port}"
        self.keys: list[Key] = [rsa("one")]
        self.fetches = 0
        self.is_down = False
        self.answer: bytes | None = None
        self.described_issuer = self.issuer

    def token(self, claims: Mapping[str, Any], *, key: Key | None = None, **header: Any) -> str:
        """A signed token; without `key` with the first published one."""
        signer = key or self.keys[0]
        return jwt.encode(
            {"alg": "RS256", "kid": signer.kid} | header, dict(claims), signer, algorithms=[header.get("alg", "RS256")]
        )

    def published(self, path: str) -> bytes:
        """What is sent for a path."""
        if path == "/.well-known/openid-configuration":
            return json.dumps({"issuer": self.described_issuer, "jwks_uri": f"{self.issuer}/keys"}).encode()
        self.fetches += 1
        return self.answer or json.dumps({"keys": [each.as_dict(private=False) for each in self.keys]}).encode()


def rsa(kid: str) -> RSAKey:
    """A new key of an id."""
    return RSAKey.generate_key(2048, {"kid": kid, "use": "sig"})


@contextmanager
def running() -> Iterator[Provider]:
    """A provider that answers on a free port."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if provider.is_down:
                self.send_error(503)
                return
            body = provider.published(self.path)
            self.send_response(200)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002  # its name in the library
            """Print nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        provider = Provider(server.server_address[1])
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        try:
            yield provider
        finally:
            server.shutdown()
            thread.join()
