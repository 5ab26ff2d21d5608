"""Runs: the processing of one turn, in a task of the engine that is independent of the request."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from functools import reduce
from weakref import WeakValueDictionary

from askwell.composition.personal_data import Show, as_it_is
from askwell.errors import AskwellError, NotFound
from askwell.events import Cited, Done, Event, Failed, Place, Resolved, Stepped, Token, Warned, placed
from askwell.runtime.replay import Unseen
from askwell.types import Answer, Decision, Principal, Resolution, Source, Status

KEPT = 200
"""Number of ended runs that are kept for returning readers."""
KEPT_CHARS = 2_000_000
"""Characters of questions and answers in them; a question may have 64 KB."""
KEPT_S = 120.0
"""How long an ended run is kept, seconds."""


class Run:
    """One running turn: its numbered event log, which any number of readers can follow, now or later."""

    def __init__(
        self,
        turn_id: str,
        session_id: str | None,
        *,
        number: int | None = None,
        assistant: str = "",
        principal: Principal = Principal(),
        show: Show = as_it_is,
    ) -> None:
        self.turn_id = turn_id
        self.session_id = session_id
        self.assistant = assistant
        """Name of the assistant that answers."""
        self.number = number
        """The turn's number in its session; None if the turn is not stored."""
        self.principal = principal
        """The owner of the turn."""
        self.show = show
        """Gives an event or an answer as the owner sees it; the log holds what is stored."""
        self.stop_requested = False
        """Whether a stop was requested."""
        self.end_as: Status = "stopped"
        """Status of the turn if it is stopped before its end."""
        self.error: AskwellError | None = None
        """The error of a failed turn."""
        self.close: Callable[[], Awaitable[object]] | None = None
        """Stores the end of the turn, if that failed; raises StorageFailed if it fails again."""
        self._log: list[Event] = []
        self.start = Place(number or 0)
        """The position before the first event."""
        self._has_text = False
        self._blank = ""
        """Trailing blanks, which belong to the answer only if more text follows."""
        self._grown: asyncio.Event | None = None
        """Set when the log grows; exists only while a reader waits for it."""
        self._whole = asyncio.Event()
        """Set when the log has its last event."""
        self._on_stop_request: Callable[[], object] | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def ended(self) -> bool:
        """Whether the log has its last event."""
        return bool(self._log) and isinstance(self._log[-1], Done | Failed)

    @property
    def partial(self) -> str:
        """The answer text so far."""
        return "".join(event.text for event in self._log if isinstance(event, Token))

    @property
    def chars(self) -> int:
        """Characters of the question and the answer in the log."""
        question = len(self.resolution.question) if self.resolution is not None else 0
        return question + sum(len(event.text) for event in self._log if isinstance(event, Token))

    @property
    def sources(self) -> tuple[Source, ...]:
        """Sources cited so far, in order of first mark."""
        return tuple(event.source for event in self._log if isinstance(event, Cited))

    @property
    def resolution(self) -> Resolution | None:
        """The resolved question; None before `resolve` has ended."""
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
        """Attach the task that processes this run, until the task ends."""
        self._task = task
        task.add_done_callback(self._release)

    def _release(self, _: asyncio.Task[None]) -> None:
        """Drop the task and its callback; an ended run keeps only its log."""
        self._task = self._on_stop_request = None

    def on_stop_request(self, call: Callable[[], object]) -> None:
        """Set the callback for a stop request. It is called at once if a stop was already requested."""
        self._on_stop_request = call
        if self.stop_requested:
            call()

    def request_stop(self) -> None:
        """Request a stop; further calls have no effect."""
        if not self.stop_requested:
            self.stop_requested = True
            if self._on_stop_request is not None:
                self._on_stop_request()

    def add(self, event: Event) -> None:
        """Append an event. Readers receive it with its number, counted from 1.

        Blanks at the start and the end of the answer are dropped, however its tokens are split.
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
        """Events after a position, up to the last one. The run continues if the reader leaves.

        A position that is not in this log comes from a reader that read the turn from the store. It receives the events
        that are new to it, numbered from its position.
        """
        async for event in self._events(after):
            yield self.show(event)

    async def _events(self, after: Place | None = None) -> AsyncIterator[Event]:
        """`follow`, as the log holds the events."""
        if after is not None and not self._holds(after):
            unseen = Unseen(after, self.start)
            async for event in self._events():
                new = unseen.of(event)
                if new is not None:
                    yield new
            return
        position = 0 if after is None else after.event
        while True:
            fresh = await self._after(position)
            for event in fresh:
                yield event
            position += len(fresh)
            if self.ended and position >= len(self._log):
                return

    async def placed_events(self, after: Place | None = None) -> AsyncIterator[tuple[Place, Event]]:
        """`follow`, each event with the position after it."""
        start = self.start if after is None else after
        if start.chars is None and self._holds(start):
            start = self._place(start.event)
        async for place, event in placed(self._events(after), start):
            yield place, self.show(event)

    def _place(self, number: int) -> Place:
        """The position after an event."""
        return reduce(lambda place, event: place.after(event), self._numbered(0, number), self.start)

    def _holds(self, place: Place) -> bool:
        """Whether a reader at this position has seen exactly the first events of this log."""
        if place.event > len(self._log):
            return False
        own = self._place(place.event)
        return place.ended or (place.chars in {None, own.chars} and place.sources in {None, own.sources})

    async def _after(self, position: int) -> list[Event]:
        """Events after a position; at least one unless the log has ended."""
        while len(self._log) <= position and not self.ended:
            if self._grown is None:
                self._grown = asyncio.Event()
            await self._grown.wait()
        return self._numbered(position, len(self._log))

    def _numbered(self, start: int, end: int) -> list[Event]:
        """Copies of logged events with their numbers. Numbers are added on reading, since most runs have no reader."""
        return [replace(event, number=at) for at, event in enumerate(self._log[start:end], start + 1)]

    async def answer(self) -> Answer:
        """The answer at the end of the log. Raises the error of a failed turn."""
        await self._whole.wait()
        end = self._log[-1]
        if isinstance(end, Done):
            answer: Answer = self.show(end.answer)
            return answer
        assert self.error is not None, "a log ends with Done or Failed"
        raise self.error

    async def wait(self) -> None:
        """Wait until the task has ended and the turn is stored."""
        if self._task is not None:
            await asyncio.wait({self._task})

    async def stop(self) -> None:
        """Stop the run and keep the partial answer; returns when the turn is stored. No effect on an ended run."""
        self.request_stop()
        await self.wait()

    async def interrupt(self) -> None:
        """Like `stop`, but without a stop request the turn ends as `interrupted`."""
        if not self.stop_requested:
            self.end_as = "interrupted"
        await self.stop()


class Runs:
    """The runs of this process: active ones, and recently ended ones for returning readers."""

    def __init__(self, *, kept: int = KEPT, kept_chars: int = KEPT_CHARS, kept_s: float = KEPT_S) -> None:
        self._kept = kept
        self._kept_chars = kept_chars
        self._kept_s = kept_s
        self._chars = 0
        """Characters of the ended runs."""
        self._at_work: dict[str, Run] = {}
        self._ended: OrderedDict[str, tuple[float, Run, int]] = OrderedDict()
        """Turn id to the time its run ended, the run and its characters, the earliest first."""
        self._bells: WeakValueDictionary[str, asyncio.Event] = WeakValueDictionary()
        """Session id to an event that is set when a run of it starts; exists only while a reader waits."""

    def __len__(self) -> int:
        return len(self._at_work) + len(self._ended)

    @property
    def at_work(self) -> tuple[Run, ...]:
        """Runs that have not ended."""
        return tuple(self._at_work.values())

    def add(self, run: Run) -> None:
        """Add a run that starts."""
        self._at_work[run.turn_id] = run
        bell = self._bells.pop(run.session_id or "", None)
        if bell is not None:
            bell.set()

    def end(self, run: Run) -> None:
        """Mark a run as ended and keep it for a while."""
        self._at_work.pop(run.turn_id, None)
        self._drop(run.turn_id)
        self._ended[run.turn_id] = (time.monotonic(), run, run.chars)
        self._chars += run.chars
        self.forget_old()

    def find(self, turn_id: str) -> Run | None:
        """The run of a turn; None if it belongs to another process or has been dropped."""
        if turn_id in self._at_work:
            return self._at_work[turn_id]
        self.forget_old()
        return self._ended[turn_id][1] if turn_id in self._ended else None

    def get(self, turn_id: str) -> Run:
        """The run of a turn. Raises NotFound where `find` finds none."""
        run = self.find(turn_id)
        if run is None:
            raise NotFound(f"No running turn {turn_id!r}", code="turn_not_running", hint="It may have ended: read it.")
        return run

    def of_session(self, session_id: str) -> Run | None:
        """The active run of a session; there is at most one."""
        return next((run for run in self._at_work.values() if run.session_id == session_id), None)

    async def next_of(self, session_id: str, timeout_s: float) -> None:
        """Return when a run of the session starts in this process, or after the timeout."""
        bell = self._bells.setdefault(session_id, asyncio.Event())
        try:
            async with asyncio.timeout(timeout_s):
                await bell.wait()
        except TimeoutError:
            return

    def forget(self, session_id: str) -> None:
        """Drop the ended runs of a session."""
        for turn_id in [key for key, (_, run, _) in self._ended.items() if run.session_id == session_id]:
            self._drop(turn_id)

    def of_owner(self, principal: Principal) -> list[Run]:
        """The active runs of a person, with and without a session."""
        return [run for run in self._at_work.values() if run.principal == principal]

    def forget_of(self, principal: Principal) -> None:
        """Drop the ended runs of a person."""
        for turn_id in [key for key, (_, run, _) in self._ended.items() if run.principal == principal]:
            self._drop(turn_id)

    def forget_old(self) -> None:
        """Drop ended runs that exceed the age, the number or the characters."""
        oldest = time.monotonic() - self._kept_s
        while self._ended:
            ended_at, run, _ = next(iter(self._ended.values()))
            if ended_at >= oldest and len(self._ended) <= self._kept and self._chars <= self._kept_chars:
                return
            self._drop(run.turn_id)

    def _drop(self, turn_id: str) -> None:
        _, _, chars = self._ended.pop(turn_id, (0.0, None, 0))
        self._chars -= chars
