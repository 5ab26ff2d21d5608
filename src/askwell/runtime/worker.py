"""The worker: runs the graph of one turn, keeps its lease, stores its outcome and logs its last event."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial

from askwell.composition.assistant_runtime import AssistantRuntime
from askwell.composition.personal_data import Hide, stay
from askwell.errors import AskwellError, StorageFailed
from askwell.events import Done, Event, Failed, Stepped
from askwell.pipeline.close import close
from askwell.pipeline.outcome import answer_of, broken_off_turn, finished_turn, unstored
from askwell.pipeline.state import TurnState
from askwell.ports import Clock, Store
from askwell.runtime.counts import Counts
from askwell.runtime.lease import LeaseKeeper
from askwell.runtime.run import Run
from askwell.types import Answer, Decision, Status, Turn

LOG = logging.getLogger("askwell")


@dataclass(frozen=True)
class Worker:
    """Processes one turn."""

    run: Run
    runtime: AssistantRuntime
    state: TurnState
    store: Store
    clock: Clock
    lease_s: float
    counts: Counts
    unread: Callable[[], Awaitable[Mapping[str, Decision]]]
    """Which documents are not read yet, by code of the warning."""
    hide: Hide = stay
    """Hides personal data that comes up in the turn."""

    async def carry_out(self, ended: Callable[[Turn | None], None]) -> None:
        """Run the graph until it ends, fails, or a stop is requested; then make the turn final and log its last event.

        `ended` is called after that, with the stored turn if it came to its own end. LangGraph cleans up after the
        answer has been sent.
        """
        run = self.run
        began = time.perf_counter()
        lease = None
        if self.state.stored:
            lease = LeaseKeeper(run, self.state.begun, self.store, self.lease_s, self.counts)

        def end(event: Event, stored: Turn | None = None) -> None:
            run.add(event)
            if lease is not None:
                lease.stop()
            self._count(event, time.perf_counter() - began)
            ended(stored)

        try:
            broken = await self._walk(lambda turn: end(Done(0, self._finished(turn)), turn.stored_turn))
            if not run.ended:
                run.on_stop_request(_ignore)  # a stop, or the loss of the lease, must not cancel what stores the end
                end(await self._outcome(broken))
        finally:
            if not run.ended:  # no reader may wait forever for the end of a log
                end(self._failed(_unforeseen("its end could not be stored")))

    async def _walk(self, end: Callable[[TurnState], None]) -> BaseException:
        """Run the graph and log its events. Returns the error that stopped it, None if it completed."""
        task = asyncio.current_task()
        assert task is not None
        self.run.on_stop_request(task.cancel)
        try:
            services = replace(
                self.runtime.services,
                tell=self._log,
                end=end,
                unread=self.unread,
                hide=self.hide,
                lease_s=self.lease_s,
            )
            await self.runtime.walk(self.state, services)
        except asyncio.CancelledError as cancelled:
            if task.cancelling() and not self.run.stop_requested:  # the event loop is ending, not this turn
                raise
            task.uncancel()
            return cancelled
        except Exception as error:
            if self.run.ended:
                LOG.exception("turn %s: cleanup after the turn failed", self.run.turn_id)
            return error
        return RuntimeError("the graph ended without an outcome")

    def _log(self, event: Event) -> None:
        """Log an event of the graph; after a stop request, none are logged.

        A client can lose a cancellation that arrives while the model's next piece is already available. It is therefore
        raised again at the next piece.
        """
        if self.run.stop_requested:
            raise asyncio.CancelledError
        if isinstance(event, Stepped):
            self.counts.step(event.step, event.took_ms / 1000)
        self.run.add(event)

    def _count(self, end: Event, seconds: float) -> None:
        if isinstance(end, Done):
            answer = end.answer
            self.counts.turn(answer.status, answer.outcome, seconds, answer.usage)
        elif isinstance(end, Failed):
            self.counts.failed(end.code, seconds)

    async def _outcome(self, broken: BaseException) -> Event:
        """The last event of a turn whose graph did not complete."""
        if isinstance(broken, asyncio.CancelledError):
            try:
                turn = await self._close(self.run.end_as)
            except AskwellError as refusal:  # the scheduler or the sweep ends the turn
                return self._failed(refusal)
            return Done(0, self._answer(answer_of(turn)))
        if isinstance(broken, AskwellError):
            error = broken
        else:
            LOG.error("turn %s failed unexpectedly", self.run.turn_id, exc_info=broken)
            error = _unforeseen(type(broken).__name__)
        self.run.error = error
        with suppress(AskwellError):  # the scheduler ends the turn, or the sweep does when the lease has run out
            turn = await self._close("failed")
            if turn.status != "failed":  # another process has ended it, or a commit succeeded without confirmation
                self.run.error = None
                return Done(0, self._answer(answer_of(turn)))
        return self._failed(error)

    def _failed(self, error: AskwellError) -> Failed:
        self.run.error = error
        run = self.run
        return Failed.of(
            error, partial=run.partial, turn_id=run.turn_id, turn_number=run.number, session_id=run.session_id
        )

    async def _close(self, status: Status) -> Turn:
        """Store an unfinished turn with what its log contains."""
        run = self.run
        reached = self.state.after(
            {
                "resolution": run.resolution,
                "answer": run.partial,
                "sources": run.sources,
                "decisions": run.decisions,
                "warnings": run.warnings,
                "model": self.runtime.services.writer.name,
            }
        )
        turn = broken_off_turn(reached, self.clock.now(), status, run.error.code if run.error else "")
        if not self.state.stored:
            return turn
        store_end = partial(close, self.store, self.state.begun, turn, self.state.principal)
        try:
            return await store_end()
        except StorageFailed:
            run.close = store_end
            raise

    def _finished(self, state: TurnState) -> Answer:
        return self._answer(answer_of(finished_turn(state, self.clock.now())))

    def _answer(self, answer: Answer) -> Answer:
        return answer if self.state.stored else unstored(answer)


def _ignore() -> None:
    """Do nothing: the turn is ending."""


def _unforeseen(what: str) -> AskwellError:
    return AskwellError(
        f"An unexpected error occurred ({what}).",
        code="internal",
        hint="See the log of the process for details. The question is stored; ask again.",
    )
