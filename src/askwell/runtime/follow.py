"""Follow the events of a turn or a session from a position on, in whatever process the turns run."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass

from askwell.composition.personal_data import PersonalData
from askwell.errors import BadInput, StorageFailed
from askwell.events import Event, Place, placed
from askwell.ports import Store
from askwell.runtime.replay import replayed
from askwell.runtime.scheduler import Scheduler
from askwell.types import Principal, Turn

PAUSE_S = 1.0
"""Pause between two checks for a turn that starts in another process."""

FIRST_READ_PAUSE_S = 0.1
"""First pause between two reads of a turn of another process. It doubles up to the maximum while nothing changes."""
LONGEST_READ_PAUSE_S = 1.0

PlacedEvents = AsyncIterator[tuple[Place, Event]]
"""Events, each with the position after it."""


@dataclass(frozen=True)
class Follower:
    """Follows turns for one principal."""

    scheduler: Scheduler
    store: Store
    principal: Principal
    personal: PersonalData

    def turn(self, turn: Turn, after: Place) -> PlacedEvents:
        """A turn's events after a position: from its own log if this process has it, else rebuilt from the store.

        Ends early only if this process shuts down while the turn runs in another one. Raises BadInput (`bad_event_id`)
        for a position in another turn.
        """
        if after.turn != turn.number:
            raise BadInput(
                f"Position {after} does not belong to turn {turn.number}",
                code="bad_event_id",
                hint="Send the id of an event of this turn, or follow the session.",
            )
        run = self.scheduler.runs.find(turn.id)
        if run is not None:
            return run.placed_events(after)
        stored = follow_stored(self.store, self.principal, turn, after, closing=self.scheduler.closing)
        return self._shown(turn.session_id, placed(stored, after))

    async def session(self, session_id: str, after: Place | None, *, live: bool) -> PlacedEvents:
        """The events of all turns after a position, of every branch, ordered by turn number.

        Without a position it starts with the running turn, if there is one, and continues with new turns. If not
        `live`, it ends when no further turn exists, instead of waiting for one.
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

    async def _shown(self, session_id: str, events: PlacedEvents) -> PlacedEvents:
        """Events as their owner sees them; a position counts what is stored."""
        show = await self.personal.show_of(self.principal, session_id)
        async for place, event in events:
            yield place, show(event)

    async def _now(self, session_id: str) -> Place:
        session = await self.store.sessions.get(self.principal, session_id)
        if session.head:
            last = await self.store.turns.get(self.principal, session_id, session.head)
            if last.status == "running":
                return Place(session.head)
        return Place(session.head, ended=True)

    async def _turns(self, session_id: str, place: Place) -> list[Turn]:
        """The next turns that have events after a position."""
        done = place.turn if place.ended else max(0, place.turn - 1)
        return await self.store.turns.page(self.principal, session_id, after=done, limit=20, every_branch=True)


async def follow_stored(
    store: Store, principal: Principal, turn: Turn, after: Place, *, closing: asyncio.Event
) -> AsyncIterator[Event]:
    """Events of a stored turn after a position, up to the last one. Ends early if `closing` is set while the turn runs.

    If the turn runs in another process, its partial answer grows in the store with each heartbeat of that process.
    """
    place, pause_s = after, FIRST_READ_PAUSE_S
    while not closing.is_set():
        with suppress(StorageFailed):  # the store may recover: the reader waits, as it waits for the model
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
