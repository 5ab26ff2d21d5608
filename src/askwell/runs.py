"""Runs: the work on one turn, which lives in a task of the engine and not in the request that asked for it."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

from askwell.errors import AskwellError
from askwell.events import Cited, Done, Event, Failed, Resolved, Stepped, Token
from askwell.types import Decision, Resolution, Source, Status


class Run:
    """One turn at work: its numbered log, which any number of readers may follow, at once or later."""

    def __init__(self, turn_id: str, session_id: str | None) -> None:
        self.turn_id = turn_id
        self.session_id = session_id
        self.stop_asked = asyncio.Event()
        self.end_as: Status = "stopped"
        """Status of the turn when it is stopped before its end."""
        self.error: AskwellError | None = None
        """What the turn failed with."""
        self._log: list[Event] = []
        self._grown = asyncio.Condition()
        self._task: asyncio.Task[None] | None = None

    @property
    def ended(self) -> bool:
        """Whether the log has its last entry."""
        return bool(self._log) and isinstance(self._log[-1], Done | Failed)

    @property
    def partial(self) -> str:
        """The answer as far as it is written."""
        return "".join(event.text for event in self._log if isinstance(event, Token))

    @property
    def sources(self) -> tuple[Source, ...]:
        """Sources cited so far, in order of first mark."""
        return tuple(event.source for event in self._log if isinstance(event, Cited))

    @property
    def resolution(self) -> Resolution | None:
        """The question as understood; None before `resolve` has ended."""
        return next((event.resolution for event in self._log if isinstance(event, Resolved)), None)

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """Decisions of the steps that have ended."""
        return tuple(decision for event in self._log if isinstance(event, Stepped) for decision in event.decisions)

    def work(self, task: asyncio.Task[None]) -> None:
        """Tie the task that does the work to this run."""
        self._task = task

    async def add(self, event: Event) -> None:
        """Append an event under the next number, counted from 1."""
        async with self._grown:
            self._log.append(replace(event, number=len(self._log) + 1))
            self._grown.notify_all()

    async def follow(self, *, after: int = 0) -> AsyncIterator[Event]:
        """Events with a number above `after`, up to the last; leaving does not stop the run."""
        position = after
        while True:
            fresh = await self._behind(position)
            for event in fresh:
                yield event
            position += len(fresh)
            if self.ended and position >= len(self._log):
                return

    async def _behind(self, position: int) -> list[Event]:
        """Events behind a position, at least one unless the log has ended."""
        async with self._grown:
            await self._grown.wait_for(lambda: len(self._log) > position or self.ended)
            return self._log[position:]

    async def stop(self) -> None:
        """Stop writing and keep what is there; returns when the turn is stored. Harmless on an ended run."""
        self.stop_asked.set()
        if self._task is not None:
            await asyncio.wait({self._task})
