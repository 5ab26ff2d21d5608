"""The public keys of an identity provider, kept while it is unreachable and renewed when it rotates them."""

import asyncio
import ipaddress
import json
import logging
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlsplit

from askwell.errors import BadConfig, IdentityUnavailable

LOG = logging.getLogger("askwell")

FRESH_S = 600.0
"""Age at which keys are fetched again, seconds; a key that the provider withdraws is accepted at most this long."""
PAUSE_S = 10.0
"""Shortest time between two fetches, seconds: tokens with invented key ids must not flood the provider."""
TIMEOUT_S = 5.0
MAX_BYTES = 262_144
DISCOVERY = "/.well-known/openid-configuration"
"""Path of a provider's description below its issuer (OpenID Connect Discovery 1.0, section 4)."""

Jwk = Mapping[str, Any]
"""A public key in JSON (RFC 7517)."""


class KeySource:
    """The keys of one issuer by key id.

    `jwks_url` is the address of the keys; if empty, the issuer's description has it. Raises BadConfig (`bad_jwks_url`)
    if an address is neither https nor on this machine: whoever changes an answer under way would be the provider.
    """

    def __init__(self, issuer: str, jwks_url: str = "", *, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._issuer = issuer
        self._url = jwks_url
        self._monotonic = monotonic
        self._keys: Mapping[str, Jwk] = {}
        self._fetched_at: float | None = None
        self._tried_at: float | None = None
        self._lock = asyncio.Lock()
        _check_url(jwks_url or issuer)

    async def find(self, key_id: str) -> Jwk | None:
        """The key of an id; an empty id means the only key there is. None if the provider has no such key.

        Keys that are old are fetched again, and so are all if the id is unknown. While the provider is unreachable, the
        keys of the last fetch are used. Raises IdentityUnavailable if there has been none.
        """
        if self._is_due(FRESH_S, self._fetched_at) or (self._of(key_id) is None):
            await self._renew(key_id)
        if self._fetched_at is None:
            raise IdentityUnavailable(
                f"The keys of {self._issuer!r} cannot be fetched", hint="Try again; see the log of the process."
            )
        return self._of(key_id)

    def _of(self, key_id: str) -> Jwk | None:
        if not key_id:
            return next(iter(self._keys.values())) if len(self._keys) == 1 else None
        return self._keys.get(key_id)

    def _is_due(self, after_s: float, since: float | None) -> bool:
        return since is None or self._monotonic() - since >= after_s

    async def _renew(self, key_id: str) -> None:
        async with self._lock:  # those that waited find what the first one fetched
            is_old = self._is_due(FRESH_S, self._fetched_at)
            if not (is_old or self._of(key_id) is None) or not self._is_due(PAUSE_S, self._tried_at):
                return
            self._tried_at = self._monotonic()
            try:
                self._keys = await asyncio.to_thread(self._fetch)
                self._fetched_at = self._monotonic()
            except (OSError, ValueError, KeyError, TypeError) as error:
                LOG.warning("the keys of %s could not be fetched: %s", self._issuer, error)

    def _fetch(self) -> Mapping[str, Jwk]:
        url = self._url
        if not url:
            described = _read(self._issuer.rstrip("/") + DISCOVERY)
            if described["issuer"] != self._issuer:
                raise ValueError(f"its description is of {described['issuer']!r}")
            url = str(described["jwks_uri"])
            _check_url(url)
        return {str(key.get("kid", "")): key for key in _read(url)["keys"] if _is_public_signing_key(key)}


def _is_public_signing_key(key: Jwk) -> bool:
    """Whether a key may verify signatures. A symmetric one could also make them, so none is ever used."""
    return key.get("kty") in {"RSA", "EC", "OKP"} and key.get("use", "sig") == "sig"


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """An answer that leads elsewhere is an error."""

    def redirect_request(self, *args: object, **kwargs: object) -> urllib.request.Request | None:  # noqa: ARG002
        return None


def _read(url: str) -> Any:
    """JSON from an address. Raises OSError, ValueError. Blocking."""
    opener = urllib.request.build_opener(_NoRedirect)
    with opener.open(url, timeout=TIMEOUT_S) as response:
        body = response.read(MAX_BYTES + 1)
    if len(body) > MAX_BYTES:
        raise ValueError(f"{url} sends more than {MAX_BYTES:,} bytes")
    return json.loads(body)


def _check_url(url: str) -> None:
    parts = urlsplit(url)
    if parts.scheme == "https" and parts.hostname:
        return
    if parts.scheme == "http" and _is_loopback(parts.hostname or ""):
        return
    raise BadConfig(
        f"The keys of an identity provider cannot be read from {url!r}",
        code="bad_jwks_url",
        hint="Set `jwt_issuer` or `jwt_jwks_url` to an https address.",
    )


def _is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
