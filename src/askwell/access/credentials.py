"""From the header Authorization to the caller: the only place where tenant and user come from."""

import hmac
import time
from collections.abc import Callable
from dataclasses import dataclass

from askwell.access.keys import PREFIX, KeyRing
from askwell.access.limits import UserLimits
from askwell.access.tokens import TokenVerifier
from askwell.errors import Unauthorized
from askwell.types import OPERATOR, SCOPES, Caller

OPEN_S = 2.0
"""How long it is remembered that there is no key, seconds: so soon a process closes after the first `keys create`."""

OPEN = Caller(OPERATOR, frozenset(SCOPES), "open")
"""The caller of a server without credentials, which only this machine may reach."""


class Authenticator:
    """Finds the caller of a credential: the shared token, an API key, or a token of an identity provider."""

    def __init__(
        self,
        token: str,
        keys: KeyRing,
        tokens: TokenVerifier | None,
        *,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._token = token
        self._keys = keys
        self._tokens = tokens
        self._monotonic = monotonic
        self._has_keys = False
        self._asked_at: float | None = None

    async def is_open(self) -> bool:
        """Whether no credential is needed: no token and no identity provider is set, and there has never been a key.

        A revoked key counts, so that revoking the last one opens nothing. Raises StorageFailed.
        """
        if self._token or self._tokens is not None or self._has_keys:
            return False
        now = self._monotonic()
        if self._asked_at is None or now - self._asked_at >= OPEN_S:
            self._has_keys = await self._keys.exist()
            self._asked_at = now
        return not self._has_keys

    async def caller(self, authorization: str) -> Caller:
        """Who calls with this header, empty for none. Raises Unauthorized, IdentityUnavailable, StorageFailed."""
        scheme, _, credential = authorization.partition(" ")
        credential = credential.strip()
        if scheme.lower() == "bearer" and credential:
            caller = await self._caller(credential)
            if caller is not None:
                return caller
        if await self.is_open():
            return OPEN
        raise Unauthorized(
            "The credential is missing or not valid.", hint="Send `Authorization: Bearer` and a token or an API key."
        )

    async def _caller(self, credential: str) -> Caller | None:
        if self._token and hmac.compare_digest(credential.encode(), self._token.encode()):
            return Caller(OPERATOR, frozenset(SCOPES), "token")
        if credential.startswith(PREFIX):
            key = await self._keys.check(credential)
            return None if key is None else Caller(key.principal, key.scopes, f"key:{key.id}")
        if self._tokens is not None and credential.count(".") == 2:
            return await self._tokens.caller(credential)
        return None


@dataclass(frozen=True, slots=True)
class Access:
    """What decides who may call, and how often."""

    keys: KeyRing
    authenticator: Authenticator
    limits: UserLimits
