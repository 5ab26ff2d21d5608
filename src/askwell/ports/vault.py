"""The values of placeholders, kept apart from conversations."""

from collections.abc import Mapping
from typing import Protocol

from askwell.types import Principal


class Vault(Protocol):
    """Values of placeholders by conversation, encrypted with a key of their owner.

    Any method may raise StorageFailed.
    """

    async def read(self, principal: Principal, session_id: str) -> Mapping[str, str]:
        """Placeholder to value; empty for a conversation without any, or whose owner's key is destroyed."""
        ...

    async def add(
        self, principal: Principal, session_id: str, values: Mapping[str, Mapping[str, str]]
    ) -> Mapping[str, str]:
        """Keep values, by kind and canonical form; returns placeholder to value.

        A value that the conversation has already, in another process too, has one placeholder.
        """
        ...

    async def forget(self, principal: Principal, session_id: str) -> None:
        """Remove the values of a conversation."""
        ...

    async def is_used(self) -> bool:
        """Whether there are any values."""
        ...

    async def conversations(self) -> set[tuple[Principal, str]]:
        """The conversations of everybody that have values, each with its owner; an owner's key has the session ""."""
        ...

    async def destroy(self, principal: Principal) -> int:
        """Remove an owner's values and key: what copies of the values there are cannot be read any more.

        Returns the number of values.
        """
        ...
