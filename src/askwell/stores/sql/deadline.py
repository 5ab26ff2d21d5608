"""A time limit for database calls that does not depend on the driver."""

import asyncio
from collections.abc import Awaitable
from typing import Any, TypeVar

from askwell.errors import StorageFailed

T = TypeVar("T")


class Deadline:
    """Waits for calls with a time limit.

    A driver may react slowly to a cancellation; the caller does not wait for that. If the caller is cancelled, the call
    still completes, so that a client that disconnects does not abort a transaction.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._calls: set[asyncio.Future[Any]] = set()

    async def wait_for(self, call: Awaitable[T]) -> T:
        """The result of the call. After the time limit, requests its cancellation and raises StorageFailed."""
        task = asyncio.ensure_future(call)
        self._calls.add(task)
        task.add_done_callback(self._forget)
        done, _ = await asyncio.wait({task}, timeout=self._seconds)
        if not done:
            task.cancel()
            raise StorageFailed(
                f"The database did not answer within {self._seconds:g} s",
                hint="It may be busy or unreachable; try again.",
            )
        return task.result()

    async def wait_for_all(self) -> None:
        """Wait until no call is running, at most for the time limit."""
        if self._calls:
            await asyncio.wait(set(self._calls), timeout=self._seconds)

    def _forget(self, task: asyncio.Future[Any]) -> None:
        self._calls.discard(task)
        if not task.cancelled():
            task.exception()  # retrieved, so that an abandoned call is not reported as unhandled
