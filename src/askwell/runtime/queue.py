"""The session queue: decides which waiting question may start next in a busy conversation.

Each session has its own queue, in order of arrival; interrupting questions go to the front. Only the first waiter
tries to begin. The end of a turn in this process wakes it at once. For turns of other processes it polls, with growing
pauses.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TypeVar

from askwell.errors import Conflict
from askwell.types import BusyPolicy

FIRST_PAUSE_S = 0.05
LONGEST_PAUSE_S = 1.0
"""First and longest pause between two tries; each pause is twice the one before."""

T = TypeVar("T")
Try = Callable[[], Awaitable[T]]
"""Begins a turn. Raises Conflict (`session_busy`) while another turn runs."""
Stop = Callable[[], Awaitable[object]]
"""Asks the running turn of the session to stop."""


@dataclass(eq=False)
class _Waiter:
    """A waiting question."""

    is_urgent: bool
    may_move: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when the waiter should try again."""


class _Line:
    """Waiters of one session, the next one first."""

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
    """Admits questions to busy conversations in order. Limits the number of waiters and the waiting time."""

    def __init__(self, *, places: int, wait_s: float) -> None:
        self._places = places
        self._wait_s = wait_s
        self._lines: dict[str, _Line] = {}

    def waiting(self, session_id: str) -> int:
        """Number of waiters in a session."""
        return len(self._lines[session_id].waiters) if session_id in self._lines else 0

    @property
    def length(self) -> int:
        """Number of waiters in all sessions."""
        return sum(len(line.waiters) for line in self._lines.values())

    def wake(self, session_id: str) -> None:
        """Wake the first waiter of a session, because its running turn has ended."""
        if session_id in self._lines:
            self._lines[session_id].wake()

    def wake_all(self) -> None:
        """Wake all waiters, because the state has changed for all."""
        for line in self._lines.values():
            for waiter in line.waiters:
                waiter.may_move.set()

    async def enter(
        self, session_id: str, policy: BusyPolicy, begin: Try[T], *, stop: Stop, check: Callable[[], None]
    ) -> T:
        """The result of `begin`, called when it is this question's turn.

        `check` raises when no more questions are admitted. Raises Conflict: `session_busy` with the policy `reject`,
        `queue_full`, and `queue_timeout` if the waiting time ran out; then no turn has begun.
        """
        check()
        if policy == "reject":
            return await begin()
        if self.waiting(session_id) >= self._places:
            raise Conflict(
                f"{self._places} questions are already waiting in session {session_id!r}",
                code="queue_full",
                hint="Try again when some of them have been answered.",
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
                    f"The session stayed busy for {self._wait_s:g} s",
                    code="queue_timeout",
                    hint="Ask again, or stop the running turn.",
                )
            try:
                async with asyncio.timeout(min(left_s, pause_s) if is_first else left_s):
                    await waiter.may_move.wait()
            except TimeoutError:
                pause_s = min(pause_s * 2, LONGEST_PAUSE_S)
            check()
