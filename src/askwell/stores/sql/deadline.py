"""A deadline that holds whatever the database does."""

import asyncio
from collections.abc import Awaitable
from typing import Any, TypeVar

from askwell.errors import StorageFailed

T = TypeVar("T")


class Deadline:
    """Waits for calls and answers when the time is up, on our timer, not on the driver's.

    A driver may take long to notice that it was cancelled; the caller does not wait for that. A caller that is itself
    cancelled leaves the call running to its end, so that no transaction breaks off because a client went away.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._calls: set[asyncio.Future[Any]] = set()

    async def hold(self, call: Awaitable[T]) -> T:
        """What the call gives. Raises StorageFailed when it takes too long; the call is then undone when it can be."""
        task = asyncio.ensure_future(call)
        self._calls.add(task)
        task.add_done_callback(self._forget)
        done, _ = await asyncio.wait({task}, timeout=self._seconds)
        if not done:
            task.cancel()
            raise StorageFailed(
                f"The database did not answer within {self._seconds:g} s",
                hint="It may be busy or out of reach; try again.",
            )
        return task.result()

    async def settle(self) -> None:
        """Wait, at most for the deadline, until no call is left running."""
        if self._calls:
            await asyncio.wait(set(self._calls), timeout=self._seconds)

    def _forget(self, task: asyncio.Future[Any]) -> None:
        self._calls.discard(task)
        if not task.cancelled():
            task.exception()  # seen: a call that nobody waits for any more must not be reported as unhandled
