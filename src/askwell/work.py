"""The work on one turn: its graph walked, its lease kept, its end stored and told."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial

from askwell.errors import AskwellError
from askwell.events import Done, Event, Failed
from askwell.heart import Heart
from askwell.pipeline.close import close
from askwell.pipeline.remember import options_decision
from askwell.pipeline.state import TurnState
from askwell.ports import Clock, Store
from askwell.retelling import answer_of
from askwell.runs import Run
from askwell.types import Answer, Status, Turn
from askwell.wiring import Desk

LOG = logging.getLogger("askwell")


@dataclass(frozen=True)
class Work:
    """One turn at work."""

    run: Run
    desk: Desk
    state: TurnState
    store: Store
    clock: Clock
    lease_s: float

    async def carry_out(self, ended: Callable[[Turn | None], None]) -> None:
        """Walk the graph until it ends, breaks, or somebody asks to stop; then make the turn final and say so.

        `ended` is called with the turn as it is stored, where it ended by itself. LangGraph clears up behind that, when
        the answer is told.
        """
        end: asyncio.Future[TurnState] = asyncio.get_running_loop().create_future()
        walk = asyncio.create_task(self._walk(end.set_result))
        walk.add_done_callback(partial(self._hand_on, end))
        self.run.when_broken_off(walk.cancel)
        heart = Heart(self.run, self.state.begun, self.store, self.lease_s) if self.state.stored else None
        try:
            await asyncio.wait({end})
            self.run.add(await self._outcome(end))
        finally:
            if not self.run.ended:  # nobody may wait for ever for the end of a log
                self.run.add(self._failed(_unforeseen("its end could not be stored")))
            if heart is not None:
                heart.stop()
            came_through = end.done() and not end.cancelled() and end.exception() is None
            ended(end.result().stored_turn if came_through else None)
        await asyncio.wait({walk})

    async def _walk(self, end: Callable[[TurnState], None]) -> None:
        """Walk the graph; events go into the log as they come."""
        services = replace(self.desk.services, tell=self._tell, end=end)
        await self.desk.walk(self.state, services)

    def _hand_on(self, end: "asyncio.Future[TurnState]", walk: "asyncio.Task[None]") -> None:
        """Say why a graph did not come to the end of its line."""
        error = None if walk.cancelled() else walk.exception()
        if end.done():
            if error is not None:
                LOG.error("turn %s: what came behind its end failed", self.run.turn_id, exc_info=error)
        elif walk.cancelled():
            end.cancel()
        else:
            end.set_exception(error or RuntimeError("the graph left its line"))

    def _tell(self, event: Event) -> None:
        """Put an event of the graph into the log; after a stop there are none.

        A cancellation that reaches a model's stream while its next piece is already there can get lost in the client:
        so it is raised again at the next piece.
        """
        if self.run.is_to_stop:
            raise asyncio.CancelledError
        self.run.add(event)

    async def _outcome(self, end: "asyncio.Future[TurnState]") -> Event:
        """The last event of a turn whose graph has come to an end in whatever way."""
        if end.cancelled():
            try:
                turn = await self._close(self.run.end_as)
            except AskwellError as refusal:  # the sweep ends the turn
                return self._failed(refusal)
            answer = answer_of(turn)
            return Done(0, answer if self.state.stored else replace(answer, turn_number=None, session_id=None))
        error = end.exception()
        if error is None:
            return Done(0, self._answer(end.result()))
        if not isinstance(error, AskwellError):
            LOG.error("turn %s failed unforeseen", self.run.turn_id, exc_info=error)
            error = _unforeseen(type(error).__name__)
        self.run.error = error
        with suppress(AskwellError):  # the lease runs out and the sweep ends the turn
            await self._close("failed")
        return self._failed(error)

    def _failed(self, error: AskwellError) -> Failed:
        self.run.error = error
        return Failed(
            0,
            code=error.code,
            message=error.message,
            hint=error.hint,
            status=error.http_status,
            partial=self.run.partial,
            turn_id=self.run.turn_id,
            turn_number=self.run.number,
            session_id=self.run.session_id,
        )

    async def _close(self, status: Status) -> Turn:
        """Store a turn that broke off, with what its log tells of it."""
        run, resolution = self.run, self.run.resolution
        reached = replace(
            self.state.begun.turn,
            status=status,
            standalone_question=resolution.question if resolution else "",
            kind=resolution.kind if resolution else "standalone",
            answer=run.partial,
            sources=run.sources,
            decisions=run.decisions + options_decision(self.state.options),
            warnings=run.warnings,
            model=self.desk.services.writer.name,
            error_code=run.error.code if run.error else "",
        )
        store = self.store if self.state.stored else None
        return await close(store, self.clock, self.state.begun, reached, self.state.principal)

    def _answer(self, state: TurnState) -> Answer:
        turn = state.begun.turn
        return Answer(
            answer=state.answer,
            sources=state.sources,
            standalone_question=state.question,
            kind=state.resolution.kind if state.resolution else "standalone",
            way=state.way,
            ending=state.ending,
            turn_number=turn.number if state.stored else None,
            session_id=turn.session_id if state.stored else None,
            turn_id=turn.id,
            language=state.language,
            decisions=state.decisions,
            resolution=state.resolution,
            status="declined" if state.ending == "declined" else "completed",
            marks=state.marks,
            support=state.support,
            warnings=state.warnings,
            model=self.desk.services.writer.name,
            usage=state.usage,
            took_ms=(self.clock.now() - turn.created_at).total_seconds() * 1000,
        )


def _unforeseen(what: str) -> AskwellError:
    return AskwellError(
        f"Something unforeseen went wrong ({what}).",
        code="internal",
        hint="The log of the process has the details. The question is stored; ask again.",
    )
