"""The turnstile: who may ask next in a conversation that is busy.

Questions that wait stand in line, session by session, in the order in which they came; those that interrupt stand in
front. Only the first one tries. What runs in this process wakes it as soon as it ends; for what runs in another one it
tries again and again, with pauses that grow.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TypeVar

from askwell.errors import Conflict
from askwell.types import BusyPolicy

FIRST_PAUSE_S = 0.05
LONGEST_PAUSE_S = 1.0
"""Pauses between two tries double from the first to the longest."""

T = TypeVar("T")
Try = Callable[[], Awaitable[T]]
"""Begins a turn. Raises Conflict (`session_busy`) while another one runs."""
Stop = Callable[[], Awaitable[object]]
"""Asks the running turn of the session to stop."""


@dataclass(eq=False)
class _Waiter:
    """One who waits."""

    is_urgent: bool
    may_move: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when it is worth a look whether it is this one's turn."""


class _Line:
    """Those who wait in one session, the next one first."""

    def __init__(self) -> None:
        self.waiters: list[_Waiter] = []

    def join(self, *, is_urgent: bool) -> _Waiter:
        waiter = _Waiter(is_urgent)
        urgent = sum(each.is_urgent for each in self.waiters)
        self.waiters.insert(urgent if is_urgent else len(self.waiters), waiter)
        return waiter

    def leave(self, waiter: _Waiter) -> None:
        self.waiters.remove(waiter)
        self.wake()

    def wake(self) -> None:
        if self.waiters:
            self.waiters[0].may_move.set()


class SessionQueue:
    """Lets questions into busy conversations, in order, at most so many waiting for at most so long."""

    def __init__(self, *, places: int, wait_s: float) -> None:
        self._places = places
        self._wait_s = wait_s
        self._lines: dict[str, _Line] = {}

    def waiting(self, session_id: str) -> int:
        """How many wait in a session."""
        return len(self._lines[session_id].waiters) if session_id in self._lines else 0

    def wake(self, session_id: str) -> None:
        """Let the first one of a session try at once: its running turn has ended."""
        if session_id in self._lines:
            self._lines[session_id].wake()

    def wake_all(self) -> None:
        """Let everybody look, for something has changed for all."""
        for line in self._lines.values():
            for waiter in line.waiters:
                waiter.may_move.set()

    async def enter(
        self, session_id: str, policy: BusyPolicy, begin: Try[T], *, stop: Stop, check: Callable[[], None]
    ) -> T:
        """What `begin` gives, when it is this question's turn.

        `check` raises when nobody is let in any more. Raises Conflict: `session_busy` by the policy `reject`,
        `queue_full`, and `queue_timeout` when the wait was in vain; then nothing has begun.
        """
        check()
        if policy == "reject":
            return await begin()
        if self.waiting(session_id) >= self._places:
            raise Conflict(
                f"{self._places} questions wait in session {session_id!r} already",
                code="queue_full",
                hint="Try again when some of them are answered.",
            )
        line = self._lines.setdefault(session_id, _Line())
        waiter = line.join(is_urgent=policy == "interrupt")
        try:
            return await self._wait(line, waiter, begin, stop=stop, check=check)
        finally:
            line.leave(waiter)
            if not line.waiters and self._lines.get(session_id) is line:
                del self._lines[session_id]

    async def _wait(self, line: _Line, waiter: _Waiter, begin: Try[T], *, stop: Stop, check: Callable[[], None]) -> T:
        clock = asyncio.get_running_loop().time
        ends_at, pause_s = clock() + self._wait_s, FIRST_PAUSE_S
        while True:
            waiter.may_move.clear()
            is_first = line.waiters[0] is waiter
            if is_first:
                try:
                    return await begin()
                except Conflict as error:
                    if error.code != "session_busy":
                        raise
                if waiter.is_urgent:
                    await stop()
            left_s = ends_at - clock()
            if left_s <= 0:
                raise Conflict(
                    f"The session was busy for all of {self._wait_s:g} s",
                    code="queue_timeout",
                    hint="Ask again, or stop the turn that runs.",
                )
            try:
                async with asyncio.timeout(min(left_s, pause_s) if is_first else left_s):
                    await waiter.may_move.wait()
            except TimeoutError:
                pause_s = min(pause_s * 2, LONGEST_PAUSE_S)
            check()
