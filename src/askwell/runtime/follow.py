"""Following: the events of a turn or of a whole session, from a place on, wherever the turns run."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass

from askwell.errors import BadInput, StorageFailed
from askwell.events import Event, Place, placed
from askwell.ports import Store
from askwell.runtime.replay import replayed
from askwell.runtime.scheduler import Scheduler
from askwell.types import Principal, Turn

PAUSE_S = 1.0
"""Pause between two looks for a turn that begins in another process."""

FIRST_READ_PAUSE_S = 0.1
"""First pause between two reads of a turn that runs elsewhere; it doubles up to the longest while nothing is new."""
LONGEST_READ_PAUSE_S = 1.0

PlacedEvents = AsyncIterator[tuple[Place, Event]]
"""Events, each with the place behind it."""


@dataclass(frozen=True)
class Follower:
    """Follows for one principal."""

    scheduler: Scheduler
    store: Store
    principal: Principal

    def turn(self, turn: Turn, after: Place) -> PlacedEvents:
        """A turn's events behind a place: its own log where it is still kept, else what the store tells.

        Ends early only when this process ends while the turn runs in another one. Raises BadInput (`bad_event_id`) for
        a place in another turn.
        """
        if after.turn != turn.number:
            raise BadInput(
                f"The place {after} is none of turn {turn.number}",
                code="bad_event_id",
                hint="Send the id of an event of this turn, or follow the session.",
            )
        run = self.scheduler.runs.find(turn.id)
        if run is not None:
            return run.told(after)
        stored = follow_stored(self.store, self.principal, turn, after, closing=self.scheduler.closing)
        return placed(stored, after)

    async def session(self, session_id: str, after: Place | None, *, live: bool) -> PlacedEvents:
        """The events of all turns behind a place, of every branch, in the order of their numbers.

        Without a place: of the turn that runs now, if one does, and of those to come. Not `live`: ends where no turn
        follows yet, instead of waiting for one.
        """
        place = await self._now(session_id) if after is None else after
        while not self.scheduler.closing.is_set():
            found = await self._turns(session_id, place)
            for turn in found:
                start = place if turn.number == place.turn else Place(turn.number)
                async for pair in self.turn(turn, start):
                    place = pair[0]
                    yield pair
                if not place.ended:
                    return
            if not found:
                if not live:
                    return
                await self.scheduler.runs.next_of(session_id, PAUSE_S)

    async def _now(self, session_id: str) -> Place:
        session = await self.store.sessions.get(self.principal, session_id)
        if session.head:
            last = await self.store.turns.get(self.principal, session_id, session.head)
            if last.status == "running":
                return Place(session.head)
        return Place(session.head, ended=True)

    async def _turns(self, session_id: str, place: Place) -> list[Turn]:
        """The next turns that have something to tell behind a place."""
        done = place.turn if place.ended else max(0, place.turn - 1)
        return await self.store.turns.page(self.principal, session_id, after=done, limit=20, every_branch=True)


async def follow_stored(
    store: Store, principal: Principal, turn: Turn, after: Place, *, closing: asyncio.Event
) -> AsyncIterator[Event]:
    """Events of a stored turn behind a place, up to the last one; fewer when `closing` is set while it still runs.

    Where the turn runs in another process, its partial answer grows in the store at that process's heartbeats.
    """
    place, pause_s = after, FIRST_READ_PAUSE_S
    while not closing.is_set():
        with suppress(StorageFailed):  # what is down may come back: the reader waits as for a word of the model
            turn = await store.turns.get(principal, turn.session_id, turn.number)
        pause_s = min(pause_s * 2, LONGEST_READ_PAUSE_S)
        for event in replayed(turn, place):
            place, pause_s = place.after(event), FIRST_READ_PAUSE_S
            yield event
        if turn.status != "running":
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(pause_s):
                await closing.wait()
