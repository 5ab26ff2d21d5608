"""Removes conversations by age, and completes deletions, regularly in a server."""

import asyncio
import logging
import random
from contextlib import suppress

from askwell.errors import AskwellError
from askwell.runtime.deletions import Deletions

LOG = logging.getLogger("askwell")

EVERY_S = 3_600.0
"""Time between two rounds, seconds."""


class Retention:
    """Runs in the background once started; `days` as the setting `retention_days`."""

    def __init__(self, deletions: Deletions, days: float) -> None:
        self._deletions = deletions
        self._days = days
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin with a round now."""
        self._task = asyncio.create_task(self._run(), name="retention")

    async def stop(self) -> None:
        """Stop, also in the middle of a round; the next one goes on."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
            self._task = None

    async def _run(self) -> None:
        while True:
            try:
                await self._deletions.repeat()
                if self._days and (expired := await self._deletions.expire(self._days)):
                    LOG.info("conversations removed by age: %d", expired)
            except AskwellError as error:
                LOG.warning("conversations are removed by age in the next round: %s", error.message)
            except Exception:
                LOG.exception("conversations are removed by age in the next round")
            # Replicas must not do it at the same time.
            await asyncio.sleep(EVERY_S * random.uniform(0.8, 1.2))  # noqa: S311
