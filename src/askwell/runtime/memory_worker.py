"""Background digests: update the memory of a conversation after each answer."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from weakref import WeakValueDictionary

from askwell.errors import AskwellError, NotFound
from askwell.pipeline.digest import digest
from askwell.pipeline.memory_cache import MemoryCache
from askwell.pipeline.state import Services
from askwell.types import Principal, Turn

LOG = logging.getLogger("askwell")


@dataclass
class _Digest:
    """The digest of one session: its task, and whether it must run once more."""

    task: "asyncio.Task[None]"
    again: bool = False
    turn: Turn | None = None
    """The turn that ended last."""


class MemoryWorker:
    """The digests of one process, at most one per session at a time.

    No answer depends on a digest. A failed one is logged, and the digest of the next turn includes what it missed.
    """

    def __init__(self) -> None:
        self._at_work: dict[tuple[Principal, str], _Digest] = {}
        self._memory_cache = MemoryCache()
        self._changing: WeakValueDictionary[tuple[Principal, str], asyncio.Lock] = WeakValueDictionary()
        """Locks of the sessions whose memory a person is changing."""

    def begin(self, services: Services, principal: Principal, session_id: str, turn: Turn | None = None) -> None:
        """Digest the session in the background; once more if a digest is running. A session without memory is skipped.

        `turn` is the turn that has just ended.
        """
        if services.summariser is None or (principal, session_id) in self._changing:
            return
        held = self._at_work.get((principal, session_id))
        if held is not None:
            held.again, held.turn = True, turn
            return
        task = asyncio.create_task(self._digest(services, principal, session_id), name=f"digest {session_id}")
        self._at_work[principal, session_id] = _Digest(task, turn=turn)
        task.add_done_callback(lambda done: self._ended(done, principal, session_id))

    @asynccontextmanager
    async def paused(self, services: Services, principal: Principal, session_id: str) -> AsyncIterator[None]:
        """Change a session's memory while no digest runs and no other task in this process is working on it.

        A running digest would write back what it read before. Its turns are digested afterwards.
        """
        lock = self._changing.setdefault((principal, session_id), asyncio.Lock())
        try:
            async with lock:
                await self.forget(session_id)
                yield
        finally:
            del lock  # no other task waits for the lock: drop it
            self.begin(services, principal, session_id)

    async def wait(self, session_id: str = "") -> None:
        """Wait for the running digests of one session, or of all sessions."""
        while tasks := self._tasks(session_id):
            await asyncio.wait(tasks)

    async def drain(self, seconds: float) -> None:
        """Wait at most `seconds` for running digests, then cancel the rest; a later turn includes what they missed."""
        if seconds > 0 and (tasks := self._tasks()):
            await asyncio.wait(tasks, timeout=seconds)
        await self._on_stop_request(self._tasks())

    async def forget(self, session_id: str) -> None:
        """Cancel the digest of a session that will be removed or changed, and drop its state."""
        self._memory_cache.forget(session_id)
        await self._on_stop_request(self._tasks(session_id))

    def _tasks(self, session_id: str = "") -> "set[asyncio.Task[None]]":
        return {work.task for (_, session), work in self._at_work.items() if not session_id or session == session_id}

    async def _on_stop_request(self, tasks: "set[asyncio.Task[None]]") -> None:
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)

    def _ended(self, done: "asyncio.Task[None]", principal: Principal, session_id: str) -> None:
        work = self._at_work.get((principal, session_id))
        if work is not None and work.task is done:
            del self._at_work[principal, session_id]
        error = None if done.cancelled() else done.exception()
        if error is not None:
            LOG.error("%s failed unexpectedly; the next turn will retry", done.get_name(), exc_info=error)

    async def _digest(self, services: Services, principal: Principal, session_id: str) -> None:
        assert services.summariser is not None, "begin looks"
        while True:
            work = self._at_work[principal, session_id]
            try:
                await digest(
                    services.store,
                    principal,
                    session_id,
                    summariser=services.summariser,
                    history_searcher=services.history_searcher,
                    turn=work.turn,
                    memory_cache=self._memory_cache,
                )
            except NotFound:  # the session has been removed
                return
            except AskwellError as error:
                LOG.warning("session %s: digest failed; the next turn will retry: %s", session_id, error)
            if not work.again:
                # Immediately: a turn that ends now must find no running digest, and start one.
                del self._at_work[principal, session_id]
                return
            work.again = False
