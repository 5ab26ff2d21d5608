"""Ingestions in progress: a row in the database for each, which every process on it can read.

The row has a heartbeat, so that a process that was killed is not waited for.
"""

import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime

from sqlalchemy import ColumnElement, Connection, delete, insert, or_, select, update

from askwell.errors import AskwellError
from askwell.knowledge.intake import Shelf
from askwell.knowledge.schema import ingestions
from askwell.types import Ingestion

LOG = logging.getLogger("askwell")

BEAT_S = 2.0
"""Time between two heartbeats, seconds."""
LOST_AFTER_S = 30.0
"""An ingestion without a heartbeat for this long has ended, seconds. A beat waits while a long document is written."""


class OngoingIngestion:
    """Keeps the row of an ingestion. Where it cannot be written, the ingestion goes on without it."""

    def __init__(self, shelf: Shelf, collection: str, root: str, total_files: int) -> None:
        self.read_files = 0
        """The number of files read so far, to be set by the ingestion."""
        self._shelf = shelf
        self._id = shelf.ids.new()
        self._row = {"tenant": shelf.tenant, "collection": collection, "root": root, "total_files": total_files}
        self._beating: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """Write the row, unless it is written. Removes those of ingestions that have been lost."""
        if self._beating is not None:
            return
        self._beating = asyncio.create_task(self._beat(), name="heartbeat of an ingestion")
        with suppress(AskwellError):
            async with self._shelf.engine.begin() as connection:
                await connection.execute(delete(ingestions).where(_is_lost(self._shelf.clock.now())))
                await connection.execute(insert(ingestions), {"id": self._id, **self._row, **self._state()})

    async def end(self) -> None:
        """Remove the row, if there is one."""
        if self._beating is None:
            return
        self._beating.cancel()
        with suppress(asyncio.CancelledError):
            await self._beating
        try:
            async with self._shelf.engine.begin() as connection:
                await connection.execute(delete(ingestions).where(ingestions.c.id == self._id))
        except AskwellError as error:
            LOG.info("an ingestion is shown as going on for %g s more: %s", LOST_AFTER_S, error.message)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT_S)
            with suppress(AskwellError):
                async with self._shelf.engine.begin() as connection:
                    await connection.execute(update(ingestions).where(ingestions.c.id == self._id), self._state())

    def _state(self) -> dict[str, int]:
        return {"read_files": self.read_files, "beat_at": _milliseconds(self._shelf.clock.now())}


def ongoing(connection: Connection, tenant: str, collections: Sequence[str], now: datetime) -> list[Ingestion]:
    """The ingestions into these collections that are in progress, in the order in which they began."""
    of = ingestions.c
    rows = connection.execute(
        select(of.collection, of.root, of.read_files, of.total_files)
        .where(of.tenant == tenant, of.collection.in_(list(collections)), ~_is_lost(now))
        .order_by(of.id)
    )
    return [Ingestion(*row) for row in rows]


def _is_lost(now: datetime) -> ColumnElement[bool]:
    """Whether the last heartbeat is too old, or further in the future than a clock that was set back explains."""
    beat_at, most = ingestions.c.beat_at, int(LOST_AFTER_S * 1000)
    return or_(beat_at < _milliseconds(now) - most, beat_at > _milliseconds(now) + most)


def _milliseconds(moment: datetime) -> int:
    return int(moment.timestamp() * 1000)
