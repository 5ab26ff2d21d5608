"""Values about who calls: credentials, what they may do, and how much."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from askwell.types.judgements import Principal

Scope = Literal["ask", "memory", "documents", "admin"]
"""What a credential may be used for.

`ask`: conversations, answers and their sources. `memory`: what is remembered of conversations. `documents`: adding and
removing documents of collections. `admin`: settings and figures of the process.
"""

SCOPES: tuple[Scope, ...] = ("ask", "memory", "documents", "admin")

OPERATOR_SCOPES: frozenset[Scope] = frozenset({"documents", "admin"})
"""Scopes over what all tenants share; only credentials of the operator's tenant have them."""

OPERATOR = Principal()
"""The owner of this installation: the command line, the shared token, and a server without credentials."""


@dataclass(frozen=True, slots=True)
class ApiKey:
    """A stored API key. Its secret is not stored."""

    id: str
    """16 hexadecimal digits; the second part of the key's text."""
    name: str
    """What it is for, in the words of whoever created it."""
    principal: Principal
    scopes: frozenset[Scope]
    secret_hash: bytes
    """SHA-256 of the secret, 32 bytes."""
    created_at: datetime
    expires_at: datetime | None = None
    """None: it does not expire."""
    last_used_at: datetime | None = None
    """Within the interval in which uses are written; None: never."""
    revoked_at: datetime | None = None

    def state(self, now: datetime) -> Literal["active", "expired", "revoked"]:
        """Whether the key is accepted at a time."""
        if self.revoked_at is not None:
            return "revoked"
        return "expired" if self.expires_at is not None and self.expires_at <= now else "active"


@dataclass(frozen=True, slots=True)
class Caller:
    """Who calls, as their credential says."""

    principal: Principal
    scopes: frozenset[Scope]
    credential: str
    """Name of the credential without its secret: `key:ID`, `jwt:USER`, `token`, or `open` for none."""
