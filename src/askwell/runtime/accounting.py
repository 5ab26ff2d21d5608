"""The accounts of users: a turn is admitted before it begins, and what it used is added when it has ended."""

import asyncio
from collections.abc import Awaitable, Callable

from askwell.access.limits import Admission, UserLimits
from askwell.errors import AskwellError
from askwell.runtime.run import Run
from askwell.types import Principal


class TurnAccounts:
    """Admits the turns of one process and records their usage."""

    def __init__(self, limits: UserLimits) -> None:
        self._limits = limits
        self._open: set[asyncio.Task[None]] = set()

    async def begin(self, principal: Principal, start: Callable[[], Awaitable[Run]]) -> Run:
        """The run that `start` begins if the user may have another. Raises LimitReached, and what `start` raises."""
        place = await self._limits.admit(principal)
        try:
            run = await start()
        except BaseException:
            place.close()
            raise
        if run.ended:  # a turn of an earlier call with the same key, which was recorded then
            place.close()
        else:
            task = asyncio.create_task(self._record(run, place), name=f"account of {run.turn_id}")
            self._open.add(task)
            task.add_done_callback(self._open.discard)
        return run

    async def close(self) -> None:
        """Wait until all turns that have ended are recorded."""
        if self._open:
            await asyncio.wait(self._open, timeout=1.0)

    async def _record(self, run: Run, place: Admission) -> None:
        with place:
            try:
                answer = await run.answer()
            except AskwellError:  # the usage of a turn that failed is not known
                return
        await self._limits.record(run.principal, answer.usage)
