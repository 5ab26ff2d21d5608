"""API keys: `askwell_<id>_<secret>`, of which only the id and a hash of the secret are stored."""

import hashlib
import hmac
import logging
import re
import secrets
from collections.abc import Collection
from datetime import timedelta

from askwell.errors import BadInput, StorageFailed
from askwell.ports import ApiKeys, Clock
from askwell.types import OPERATOR, OPERATOR_SCOPES, SCOPES, ApiKey, Principal, Scope

LOG = logging.getLogger("askwell")

PREFIX = "askwell_"
"""First part of every key, by which people and scanners of secrets recognise one."""
SECRET_BYTES = 32
ID_BYTES = 8
USED_S = 600
"""Time after which a further use of a key is written, seconds: one write in ten minutes, not one per call."""
NAME_CHARS = 200
"""Maximum length of a tenant, a user and a name, characters."""
MAX_DAYS = 3_650
"""Longest life of a key that expires, days."""

_KEY = re.compile(r"askwell_([0-9a-f]{16})_([A-Za-z0-9_-]{43})")


class KeyRing:
    """Creates, checks, lists and revokes API keys."""

    def __init__(self, stored: ApiKeys, clock: Clock) -> None:
        self._stored = stored
        self._clock = clock

    async def create(
        self, principal: Principal, scopes: Collection[str], *, name: str = "", days: int | None = 90
    ) -> tuple[ApiKey, str]:
        """A new key of a user, and its text, which is known only here. It expires after `days`; None: never.

        SHA-256 is enough to store a random secret of 256 bits: unlike a password it cannot be guessed. Raises BadInput
        (`bad_name`, `unknown_scope`, `bad_expiry`), StorageFailed.
        """
        for what, value in (("tenant", principal.tenant), ("user", principal.user)):
            if not value:
                raise BadInput(f"The {what} is empty", code="bad_name", hint=f"Give a {what}.")
        for what, value in (("tenant", principal.tenant), ("user", principal.user), ("name", name)):
            _check_text(what, value)
        granted = _check_scopes(principal, scopes)
        if days is not None and not 1 <= days <= MAX_DAYS:
            raise BadInput(f"A life of {days} days", code="bad_expiry", hint=f"Give 1 to {MAX_DAYS} days.")
        now = self._clock.now()
        secret = secrets.token_urlsafe(SECRET_BYTES)
        key = ApiKey(
            id=secrets.token_hex(ID_BYTES),
            name=name,
            principal=principal,
            scopes=granted,
            secret_hash=_hash(secret),
            created_at=now,
            expires_at=None if days is None else now + timedelta(days=days),
        )
        await self._stored.add(key)
        return key, f"{PREFIX}{key.id}_{secret}"

    async def all(self) -> list[ApiKey]:
        """All keys, the newest first. Raises StorageFailed."""
        return await self._stored.all()

    async def revoke(self, key_id: str) -> ApiKey:
        """Revoke a key in all processes, from their next call on. Raises NotFound (`key_not_found`)."""
        return await self._stored.revoke(key_id, self._clock.now())

    async def remove_of(self, principal: Principal) -> list[str]:
        """Remove the keys of a user, and return their ids. Raises StorageFailed."""
        return await self._stored.remove_of(principal, self._clock.now())

    async def exist(self) -> bool:
        """Whether there has ever been a key. Raises StorageFailed."""
        return await self._stored.exist()

    async def check(self, text: str) -> ApiKey | None:
        """The active key of a text; None if it is unknown, wrong, expired or revoked. Raises StorageFailed.

        Secrets are compared in constant time.
        """
        form = _KEY.fullmatch(text)
        if form is None:
            return None
        key_id, secret = form.groups()
        key = await self._stored.find(key_id)
        expected = key.secret_hash if key is not None else bytes(hashlib.sha256().digest_size)
        matches = hmac.compare_digest(_hash(secret), expected)
        if key is None or not matches or key.state(self._clock.now()) != "active":
            return None
        await self._mark_used(key)
        return key

    async def _mark_used(self, key: ApiKey) -> None:
        """Write the time of use if the last one is old. A disk that is full does not keep anybody out."""
        now = self._clock.now()
        if key.last_used_at is not None and (now - key.last_used_at).total_seconds() < USED_S:
            return
        try:
            await self._stored.mark_used(key.id, now)
        except StorageFailed as error:
            LOG.warning("the use of API key %s was not written: %s", key.id, error)


def granted(principal: Principal, scopes: Collection[Scope]) -> frozenset[Scope]:
    """The scopes that a principal may have: those over shared data only in the operator's tenant."""
    return frozenset(scopes) - (frozenset() if principal.tenant == OPERATOR.tenant else OPERATOR_SCOPES)


def _check_scopes(principal: Principal, names: Collection[str]) -> frozenset[Scope]:
    unknown = sorted(set(names) - set(SCOPES))
    if unknown or not names:
        found = ", ".join(map(repr, unknown)) or "no scope"
        raise BadInput(f"Unknown: {found}", code="unknown_scope", hint=f"Scopes are {', '.join(SCOPES)}.")
    scopes: frozenset[Scope] = frozenset(each for each in SCOPES if each in names)
    if withheld := sorted(scopes - granted(principal, scopes)):
        raise BadInput(
            f"A key of tenant {principal.tenant!r} cannot have {', '.join(withheld)}",
            code="operator_scope",
            hint=f"These act on what all tenants share. Give them to a key of tenant {OPERATOR.tenant!r}.",
        )
    return scopes


def _check_text(what: str, value: str) -> None:
    if len(value) > NAME_CHARS or not value.isprintable() or value != value.strip():
        raise BadInput(
            f"The {what} {value[:40]!r} is not usable",
            code="bad_name",
            hint=f"Give at most {NAME_CHARS} printable characters without spaces at the ends.",
        )


def _hash(secret: str) -> bytes:
    return hashlib.sha256(secret.encode()).digest()
