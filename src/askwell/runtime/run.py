"""Runs: the work on one turn, which lives in a task of the engine and not in the request that asked for it."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from functools import reduce
from weakref import WeakValueDictionary

from askwell.errors import AskwellError
from askwell.events import Cited, Done, Event, Failed, Place, Resolved, Stepped, Token, Warned, placed
from askwell.runtime.replay import Unseen
from askwell.types import Answer, Decision, Principal, Resolution, Source, Status

KEPT = 200
"""Ended runs that are kept for readers who come back."""
KEPT_S = 120.0
"""How long an ended run is kept, seconds."""


class Run:
    """One turn at work: its numbered log, which any number of readers may follow, at once or later."""

    def __init__(
        self,
        turn_id: str,
        session_id: str | None,
        *,
        number: int | None = None,
        principal: Principal = Principal(),
    ) -> None:
        self.turn_id = turn_id
        self.session_id = session_id
        self.number = number
        """The turn's number in its session; None where nothing is stored."""
        self.principal = principal
        """Whose turn it is."""
        self.stop_requested = False
        """Whether somebody asked for it."""
        self.end_as: Status = "stopped"
        """Status of the turn when it is stopped before its end."""
        self.error: AskwellError | None = None
        """What the turn failed with."""
        self._log: list[Event] = []
        self.start = Place(number or 0)
        """The place before the first event."""
        self._has_text = False
        self._blank = ""
        """Blank text that belongs to the answer only if more follows."""
        self._grown: asyncio.Event | None = None
        """Set when the log grows; there is one only while somebody waits for that."""
        self._whole = asyncio.Event()
        """Set when the log has its last entry."""
        self._on_stop_request: Callable[[], object] | None = None
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

    @property
    def warnings(self) -> tuple[str, ...]:
        """Codes of the warnings so far."""
        return tuple(event.code for event in self._log if isinstance(event, Warned))

    def work(self, task: asyncio.Task[None]) -> None:
        """Tie the task that does the work to this run, until it ends."""
        self._task = task
        task.add_done_callback(self._let_go)

    def _let_go(self, _: asyncio.Task[None]) -> None:
        """Of an ended run the log is kept for readers, and not all that it was made from."""
        self._task = self._on_stop_request = None

    def on_stop_request(self, call: Callable[[], object]) -> None:
        """Have this called when somebody asks to stop, or now where somebody has."""
        self._on_stop_request = call
        if self.stop_requested:
            call()

    def request_stop(self) -> None:
        """Ask the work to stop, once."""
        if not self.stop_requested:
            self.stop_requested = True
            if self._on_stop_request is not None:
                self._on_stop_request()

    def add(self, event: Event) -> None:
        """Append an event; readers get it under its number, counted from 1.

        An answer begins and ends with text: blanks at its ends are left out, wherever the writer cut it.
        """
        if isinstance(event, Token):
            text = self._blank + event.text
            if not self._has_text:
                text = text.lstrip()
            kept = text.rstrip()
            self._blank = text[len(kept) :]
            if not kept:
                return
            self._has_text = True
            event = replace(event, text=kept)
        self._log.append(event)
        if self._grown is not None:
            self._grown.set()
            self._grown = None
        if self.ended:
            self._whole.set()

    async def follow(self, after: Place | None = None) -> AsyncIterator[Event]:
        """Events behind a place, up to the last; leaving does not stop the run.

        A reader whose place is not in this log, because it read the turn from the store, gets what is new to it,
        numbered on from its place.
        """
        if after is not None and not self._holds(after):
            unseen = Unseen(after, self.start)
            async for event in self.follow():
                new = unseen.of(event)
                if new is not None:
                    yield new
            return
        position = 0 if after is None else after.event
        while True:
            fresh = await self._behind(position)
            for event in fresh:
                yield event
            position += len(fresh)
            if self.ended and position >= len(self._log):
                return

    async def told(self, after: Place | None = None) -> AsyncIterator[tuple[Place, Event]]:
        """`follow`, each event with the place behind it."""
        start = self.start if after is None else after
        if start.chars is None and self._holds(start):
            start = self._place(start.event)
        async for pair in placed(self.follow(after), start):
            yield pair

    def _place(self, number: int) -> Place:
        """The place behind an event."""
        return reduce(lambda place, event: place.after(event), self._numbered(0, number), self.start)

    def _holds(self, place: Place) -> bool:
        """Whether a reader who is at this place has seen exactly the log up to there."""
        if place.event > len(self._log):
            return False
        own = self._place(place.event)
        return place.ended or (place.chars in {None, own.chars} and place.sources in {None, own.sources})

    async def _behind(self, position: int) -> list[Event]:
        """Events behind a position, at least one unless the log has ended."""
        while len(self._log) <= position and not self.ended:
            if self._grown is None:
                self._grown = asyncio.Event()
            await self._grown.wait()
        return self._numbered(position, len(self._log))

    def _numbered(self, start: int, end: int) -> list[Event]:
        """Events of the log with their numbers, which nobody needs who only waits for the answer."""
        return [replace(event, number=at) for at, event in enumerate(self._log[start:end], start + 1)]

    async def answer(self) -> Answer:
        """The answer that the log ends with. Raises the error that a failed turn ended with."""
        await self._whole.wait()
        end = self._log[-1]
        if isinstance(end, Done):
            return end.answer
        assert self.error is not None, "a log ends with Done or Failed"
        raise self.error

    async def wait(self) -> None:
        """Return when the work is over and the turn is stored."""
        if self._task is not None:
            await asyncio.wait({self._task})

    async def stop(self) -> None:
        """Stop writing and keep what is there; returns when the turn is stored. Harmless on an ended run."""
        self.request_stop()
        await self.wait()

    async def interrupt(self) -> None:
        """Like `stop`, for a turn that nobody asked to stop: it ends as `interrupted`."""
        if not self.stop_requested:
            self.end_as = "interrupted"
        await self.stop()


class Runs:
    """The runs of this process: those at work, and those that ended lately, for readers that come back."""

    def __init__(self, *, kept: int = KEPT, kept_s: float = KEPT_S) -> None:
        self._kept = kept
        self._kept_s = kept_s
        self._at_work: dict[str, Run] = {}
        self._ended: OrderedDict[str, tuple[float, Run]] = OrderedDict()
        """Turn id to when its run ended, the earliest first."""
        self._bells: WeakValueDictionary[str, asyncio.Event] = WeakValueDictionary()
        """Session id to what rings when a run of it begins, as long as somebody listens."""

    def __len__(self) -> int:
        return len(self._at_work) + len(self._ended)

    @property
    def at_work(self) -> tuple[Run, ...]:
        """Runs that have not ended."""
        return tuple(self._at_work.values())

    def add(self, run: Run) -> None:
        """Take in a run that begins."""
        self._at_work[run.turn_id] = run
        bell = self._bells.pop(run.session_id or "", None)
        if bell is not None:
            bell.set()

    def end(self, run: Run) -> None:
        """Keep a run that has ended, for a while."""
        self._at_work.pop(run.turn_id, None)
        self._ended[run.turn_id] = (time.monotonic(), run)
        self.forget_old()

    def find(self, turn_id: str) -> Run | None:
        """The run of a turn; None when it is of another process or forgotten."""
        if turn_id in self._at_work:
            return self._at_work[turn_id]
        self.forget_old()
        return self._ended[turn_id][1] if turn_id in self._ended else None

    def of_session(self, session_id: str) -> Run | None:
        """The run at work in a session; there is one at most."""
        return next((run for run in self._at_work.values() if run.session_id == session_id), None)

    async def next_of(self, session_id: str, timeout_s: float) -> None:
        """Return when a run of the session begins here, or after the time."""
        bell = self._bells.setdefault(session_id, asyncio.Event())
        try:
            async with asyncio.timeout(timeout_s):
                await bell.wait()
        except TimeoutError:
            return

    def forget(self, session_id: str) -> None:
        """Forget the ended runs of a session."""
        for turn_id in [key for key, (_, run) in self._ended.items() if run.session_id == session_id]:
            del self._ended[turn_id]

    def forget_old(self) -> None:
        """Forget ended runs that are too old or too many."""
        oldest = time.monotonic() - self._kept_s
        while self._ended:
            ended_at, run = next(iter(self._ended.values()))
            if ended_at >= oldest and len(self._ended) <= self._kept:
                return
            del self._ended[run.turn_id]
