"""What documents need of a database."""

from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from typing import Protocol, TypeVar

from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import AsyncConnection

T = TypeVar("T")


class DocumentDatabase(Protocol):
    """A database whose tables exist. Its errors are StorageFailed."""

    def connect(self) -> AsyncConnection:
        """A connection that reads one snapshot and must not write."""
        ...

    def begin(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """A writing transaction."""
        ...

    def read(self, work: Callable[[Connection], T]) -> Awaitable[T]:
        """The result of `work`, which reads one snapshot. For short reads, as it does not switch tasks in between."""
        ...

    def write(self, work: Callable[[Connection], T]) -> Awaitable[T]:
        """The result of `work`, run in one short writing transaction; it may be called twice."""
        ...

    async def empty_log(self) -> bool:
        """Erase from the database's log what was removed before this call; whether nothing of it is left there."""
        ...
