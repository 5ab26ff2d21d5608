"""The scheduler: starts, runs and stops turns, and drains them at shutdown. No turn is lost."""

import asyncio
import hashlib
import logging
import random
from collections.abc import Coroutine, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeVar

from askwell.composition.assistant_runtime import AssistantRuntime
from askwell.composition.container import Container
from askwell.composition.personal_data import Hide, Show, as_it_is, stay
from askwell.composition.probes import DATA_FOLDER
from askwell.errors import AskwellError, Conflict, NotFound, ShuttingDown, StorageFailed
from askwell.events import Accepted, Warned
from askwell.pipeline.recall import read_turns
from askwell.pipeline.state import TurnState
from askwell.projections import choice_and_reason
from askwell.runtime.counts import Counts
from askwell.runtime.memory_worker import MemoryWorker
from askwell.runtime.preparation import Preparation
from askwell.runtime.queue import SessionQueue
from askwell.runtime.replay import failure_of, log_of
from askwell.runtime.run import Run, Runs
from askwell.runtime.worker import Worker
from askwell.settings import Settings
from askwell.text.words import counted
from askwell.types import Begun, BusyPolicy, Decision, Principal, Turn, TurnOptions

LOG = logging.getLogger("askwell")

STOP_WAIT_S = 10.0
"""Longest wait for another process to stop its turn, seconds. It checks every two seconds."""
STOP_PAUSE_S = 0.1
DIGEST_S = 2.0
"""Time for digests at shutdown, seconds, even if the drain time is used up."""

T = TypeVar("T")


@dataclass(frozen=True)
class TurnRequest:
    """A question before it is stored."""

    question: str
    session: str | None
    """None for a turn without a session."""
    runtime: AssistantRuntime
    principal: Principal
    options: TurnOptions
    key: str = ""
    instead_of: int = 0
    """Number of the turn whose sibling it becomes; 0 for none."""
    show: Show = as_it_is
    """How its owner sees what comes of it."""
    hide: Hide = stay
    """Hides personal data that comes up in it."""

    @property
    def is_stored(self) -> bool:
        """Whether the turn is stored."""
        return self.session is not None and self.options.store

    @property
    def window_turns(self) -> int:
        """How many earlier turns are recalled with it."""
        return read_turns(self.options, self.runtime.services)

    @property
    def body_hash(self) -> str:
        """What a repeat with the same key must match."""
        if not self.key:
            return ""
        siblings = (self.instead_of,) if self.instead_of else ()
        body = repr((self.question, self.options, self.runtime.assistant.name, *siblings))
        return hashlib.sha256(body.encode()).hexdigest()


class Scheduler:
    """The turns of one process."""

    def __init__(self, container: Container, settings: Settings, preparation: Preparation) -> None:
        self.runs = Runs(kept=settings.kept_runs, kept_s=settings.kept_runs_s)
        self.closing = asyncio.Event()
        """Set at shutdown: no task may wait any longer."""
        self.is_draining = False
        self._container = container
        self._settings = settings
        self._preparation = preparation
        self._queue = SessionQueue(places=settings.queue_places, wait_s=settings.queue_wait_s)
        self.counts = Counts(waiting=lambda: self._queue.length)
        self.digesting = MemoryWorker()
        self._unclosed: dict[str, Run] = {}
        """Session to its ended run whose end could not be stored, as on a full disk."""
        self._tasks: set[asyncio.Task[Any]] = set()
        self._beginning: set[asyncio.Task[Any]] = set()
        self._sweeper: asyncio.Task[None] | None = None

    async def begin(self, request: TurnRequest, policy: BusyPolicy) -> Run:
        """Run the turn of a question, or replay a finished turn with the same key. The question is stored on return.

        A turn that is not stored waits for no other turn and blocks none; its key is ignored.
        Raises what `Turns.begin` raises, Conflict (`queue_full`, `queue_timeout`) and ShuttingDown.
        """
        request = await self._without_personal_data(request)
        session = request.session
        if session is None or not request.is_stored:
            self._check()
            unread = await self._preparation.unread(request.runtime.assistant)
            return self._launch(request, Begun(await self._unstored_turn(request), fence=0), unread)
        return await self._queue.enter(
            session,
            policy,
            lambda: self._to_its_end(self._begin(request, session)),
            stop=lambda: self._ask_to_stop(request.principal, session),
            check=self._check,
        )

    async def _without_personal_data(self, request: TurnRequest) -> TurnRequest:
        """The request as it may be stored; nothing of a question is kept before. Raises StorageFailed."""
        hidden = await self._container.personal.hide(
            request.principal,
            request.session,
            request.runtime.assistant.privacy,
            request.question,
            request.options,
        )
        return replace(request, question=hidden.question, options=hidden.options, show=hidden.show, hide=hidden.hide)

    async def stop(self, principal: Principal, session_id: str) -> Turn:
        """Stop the session's running turn, in whatever process it runs, and return it. The partial answer is kept.

        It is returned as running if its owner does not respond within `STOP_WAIT_S`. Raises NotFound
        (`session_not_found`, `turn_not_running`).
        """
        store = self._container.store
        await store.sessions.get(principal, session_id)
        run = self.runs.of_session(session_id)
        if run is not None and run.number is not None:
            await run.stop()
            return await store.turns.get(principal, session_id, run.number)
        if not await store.turns.ask_to_stop(principal, session_id):
            raise NotFound(
                f"No turn is running in session {session_id!r}", code="turn_not_running", hint="It may have ended."
            )
        number = (await store.sessions.get(principal, session_id)).head
        ends_at = asyncio.get_running_loop().time() + STOP_WAIT_S
        while True:
            turn = await store.turns.get(principal, session_id, number)
            if turn.status != "running" or asyncio.get_running_loop().time() >= ends_at:
                return turn
            await asyncio.sleep(STOP_PAUSE_S)

    async def drain(self, seconds: float) -> int:
        """Refuse new questions, wait for running turns, and interrupt the rest after the time. Returns how many.

        The remaining time is for digests, and always at least a short moment, since a command line exits right after
        its answer. A later turn includes the digests that were not finished.
        """
        self.is_draining = True
        ends_at = asyncio.get_running_loop().time() + seconds
        self._queue.wake_all()
        if self._beginning:
            await asyncio.wait(self._beginning)
        runs = self.runs.at_work
        if runs and seconds > 0:
            LOG.warning("%s still running; waiting up to %g s", counted(len(runs), "turn"), seconds)
            await asyncio.wait({asyncio.create_task(run.wait()) for run in runs}, timeout=seconds)
        rest = self.runs.at_work
        if rest and seconds > 0:
            LOG.warning("%s interrupted; the partial answers are kept", counted(len(rest), "turn"))
        await asyncio.gather(*(run.interrupt() for run in rest))
        self.closing.set()
        if self._tasks:  # turns that have sent their answer and only clean up
            await asyncio.wait(self._tasks, timeout=DIGEST_S)
        await self.digesting.drain(max(DIGEST_S, ends_at - asyncio.get_running_loop().time()))
        return len(rest)

    def start_sweeping(self) -> None:
        """Sweep turns whose owner is gone and drop old runs, periodically, until `stop_sweeping`."""
        self._sweeper = asyncio.create_task(self._sweep_regularly(), name="sweep")

    async def stop_sweeping(self) -> None:
        """Stop the sweeps and wait for their end."""
        if self._sweeper is not None:
            self._sweeper.cancel()
            with suppress(asyncio.CancelledError):
                await self._sweeper

    async def _sweep_regularly(self) -> None:
        while True:
            # Replicas must not sweep at the same time.
            await asyncio.sleep(self._settings.lease_s / 2 * random.uniform(0.8, 1.2))  # noqa: S311
            self.runs.forget_old()
            try:
                await self._container.store.turns.sweep()
                for session in list(self._unclosed):
                    await self._close(session)
            except AskwellError as error:
                LOG.warning("the sweep failed and will be retried: %s", error)
            except Exception:
                LOG.exception("the sweep failed unexpectedly and will be retried")

    async def _begin(self, request: TurnRequest, session: str) -> Run:
        begin = partial(
            self._container.store.turns.begin,
            request.principal,
            session,
            request.question,
            key=request.key,
            body_hash=request.body_hash,
            lease_s=self._settings.lease_s,
            instead_of=request.instead_of,
            window_turns=request.window_turns,
        )
        # Before the turn begins: once it has, nothing may come between it and its run.
        unread = await self._preparation.unread(request.runtime.assistant)
        try:
            begun = await begin()
        except Conflict as error:
            if error.code != "session_busy" or not await self._close(session):
                raise
            begun = await begin()
        # The cache may predate the session: it may have been removed and created again with another assistant.
        runtime = self._container.runtimes.get(begun.assistant, request.runtime)
        if runtime is not request.runtime:
            request, begun = replace(request, runtime=runtime), replace(begun, recalled=None)
        return self._launch(request, begun, unread)

    async def _close(self, session: str) -> bool:
        """Store the end of the session's turn if that failed before; whether there was one.

        Raises StorageFailed if it fails again, and (`disk_full`) if the running turn cannot be stored either.
        """
        run = self._unclosed.get(session)
        if run is not None and run.close is not None:
            with suppress(NotFound):  # the session has been removed
                await run.close()
            self._unclosed.pop(session, None)
            return True
        try:
            await self._container.probes[DATA_FOLDER]()
        except StorageFailed as error:
            if error.code == "disk_full":
                raise
        return False

    def _launch(self, request: TurnRequest, begun: Begun, unread: Mapping[str, Decision]) -> Run:
        """Create the run of a turn that has begun, and start its task. `unread`: decisions by code of their warning."""
        turn, is_stored = begun.turn, request.is_stored
        number, session = (turn.number, request.session) if is_stored else (None, None)
        assistant = request.runtime.assistant.name
        run = Run(turn.id, session, number=number, assistant=assistant, principal=request.principal, show=request.show)
        if begun.replayed:
            _replay(run, turn)
            return run
        run.add(Accepted(0, turn.id, run.number, run.session_id))
        state = TurnState(begun=begun, principal=request.principal, stored=is_stored, options=request.options)
        for code, decision in unread.items():
            run.add(Warned(0, code, choice_and_reason(decision, "en")[1]))
        state = replace(state, warnings=tuple(unread), decisions=tuple(unread.values()))
        work = Worker(
            run,
            request.runtime,
            state,
            self._container.store,
            self._container.clock,
            self._settings.lease_s,
            self.counts,
            partial(self._preparation.unread, request.runtime.assistant),
            request.hide,
        )
        self.runs.add(run)
        at_work = asyncio.create_task(
            work.carry_out(partial(self._ended, run, request.runtime)), name=f"turn {run.turn_id}"
        )
        run.work(self._hold(at_work, self._tasks))
        return run

    def _ended(self, run: Run, runtime: AssistantRuntime, turn: Turn | None) -> None:
        """Let the next turn of the session start; `turn` is the stored turn if it ended by itself."""
        self.runs.end(run)
        if run.session_id is not None:
            if run.close is not None:
                self._unclosed[run.session_id] = run
            self._queue.wake(run.session_id)
            if not self.closing.is_set():
                self.digesting.begin(runtime.services, run.principal, run.session_id, turn)

    async def _ask_to_stop(self, principal: Principal, session_id: str) -> None:
        """Stop the session's run in this process, or ask its owner to stop."""
        run = self.runs.of_session(session_id)
        if run is None:
            await self._container.store.turns.ask_to_stop(principal, session_id)
        else:
            await run.stop()

    async def _to_its_end(self, beginning: Coroutine[Any, Any, T]) -> T:
        """Await a coroutine that completes even if the caller is cancelled, so that no turn is left unprocessed."""
        return await asyncio.shield(self._hold(asyncio.create_task(beginning), self._beginning))

    def _hold(self, task: "asyncio.Task[T]", among: "set[asyncio.Task[Any]]") -> "asyncio.Task[T]":
        among.add(task)

        def forget(done: "asyncio.Task[T]") -> None:
            among.discard(done)
            # The caller may be gone, so log the error.
            error = None if done.cancelled() else done.exception()
            if error is not None and not isinstance(error, AskwellError):
                LOG.error("%s failed unforeseen", done.get_name(), exc_info=error)

        task.add_done_callback(forget)
        return task

    def _check(self) -> None:
        if self.is_draining:
            raise ShuttingDown("This process is shutting down", hint="Ask again in a moment.")

    async def _unstored_turn(self, request: TurnRequest) -> Turn:
        """A turn that is not stored; its number and branch select the history that it reads. Raises NotFound."""
        store, number, branch = self._container.store, 0, 0
        if request.session is not None and request.instead_of:
            sibling = await store.turns.get(request.principal, request.session, request.instead_of)
            number, branch = sibling.number, sibling.branch
        elif request.session is not None:
            held = await store.sessions.get(request.principal, request.session)
            number, branch = held.head + 1, held.branch
        turn_id, now = self._container.ids.new(), self._container.clock.now()
        return Turn(turn_id, request.session or "", number, None, "running", request.question, now, branch=branch)


def _replay(run: Run, turn: Turn) -> None:
    """Fill the log of a run with the events of a final turn."""
    for event in log_of(turn):
        run.add(event)
    if turn.status == "failed":
        run.error = failure_of(turn)
