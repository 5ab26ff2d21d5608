"""Where API keys are stored."""

from datetime import datetime
from typing import Protocol

from askwell.types import ApiKey, Principal


class ApiKeys(Protocol):
    """The API keys of all tenants. A key is removed with its user only, so that its uses can be explained later.

    All methods raise StorageFailed.
    """

    async def add(self, key: ApiKey) -> None:
        """Store a new key."""
        ...

    async def find(self, key_id: str) -> ApiKey | None:
        """The key of this id, in whatever state; None for none."""
        ...

    async def all(self) -> list[ApiKey]:
        """All keys, the newest first."""
        ...

    async def revoke(self, key_id: str, at: datetime) -> ApiKey:
        """Revoke a key from now on, and return it; one that is revoked keeps its time. Raises NotFound."""
        ...

    async def mark_used(self, key_id: str, at: datetime) -> None:
        """Store when a key was last used."""
        ...

    async def remove_of(self, principal: Principal, at: datetime) -> list[str]:
        """Remove the keys of a user and return their ids. That there has been a key is still known."""
        ...

    async def exist(self) -> bool:
        """Whether there has ever been a key."""
        ...
