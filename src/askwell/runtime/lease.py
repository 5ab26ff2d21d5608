"""Keeps a turn's lease: renews it until the turn ends or the lease is lost."""

import asyncio
import logging

from askwell.errors import StorageFailed
from askwell.ports import Store
from askwell.runtime.counts import Counts
from askwell.runtime.run import Run
from askwell.types import Begun

LOG = logging.getLogger("askwell")

LONGEST_BEAT_S = 2.0
"""Longest time between two heartbeats, seconds. The owner learns about a stop request within this time."""
SAVE_EVERY_S = 2.0
SAVE_EVERY_CHARS = 2048
"""The partial answer is saved when it reaches this age or has grown this much since the last save."""


class LeaseKeeper:
    """Renews the lease of a turn and saves its partial answer until it is stopped. Most turns end before a heartbeat.

    Stops the run if a stop is requested, or if another owner has taken over the turn.
    """

    def __init__(self, run: Run, begun: Begun, store: Store, lease_s: float, counts: Counts) -> None:
        self._run = run
        self._begun = begun
        self._store = store
        self._lease_s = lease_s
        self._counts = counts
        self._pause_s = min(LONGEST_BEAT_S, lease_s / 6)
        self._task: asyncio.Task[None] | None = None
        self._timer = asyncio.get_running_loop().call_later(self._pause_s, self._start)

    def stop(self) -> None:
        """Stop the heartbeats."""
        self._timer.cancel()
        # A cancelled task keeps its traceback, which keeps this object and all of the turn: they must not form a cycle.
        task, self._task = self._task, None
        if task is not None:
            task.cancel()

    def _start(self) -> None:
        self._task = asyncio.create_task(self._renew(), name=f"heart of {self._run.turn_id}")

    async def _renew(self) -> None:
        run, now = self._run, asyncio.get_running_loop().time
        saved, saved_at = "", now()
        while True:
            text = run.partial
            grown = len(text) - len(saved)
            is_due = grown >= SAVE_EVERY_CHARS or (grown > 0 and now() - saved_at >= SAVE_EVERY_S)
            partial = text if is_due or (text and not saved) else None
            try:
                lease = await self._store.turns.heartbeat(self._begun, partial=partial, lease_s=self._lease_s)
            except StorageFailed as error:
                LOG.warning("turn %s: no heartbeat: %s", run.turn_id, error)
            else:
                if partial is not None:
                    saved, saved_at = partial, now()
                if lease == "lost":
                    LOG.warning("turn %s: the lease is lost, another process has ended the turn", run.turn_id)
                    self._counts.lost_leases += 1
                    run.end_as = "interrupted"
                if lease != "mine":
                    run.request_stop()
                    return
            await asyncio.sleep(self._pause_s)
