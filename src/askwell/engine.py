"""The engine: takes a question in, gives a numbered log of events out, and loses no turn on the way."""

import asyncio
import hashlib
import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from dataclasses import replace
from types import TracebackType
from typing import Any, Self, cast

from askwell.assistant import Assistant
from askwell.errors import AskwellError, NotFound, StorageFailed
from askwell.events import Accepted, Done, Event, Failed
from askwell.pipeline.close import close
from askwell.pipeline.screen import check_options, check_question
from askwell.pipeline.state import TurnState
from askwell.ports import Knowledge, Store
from askwell.runs import Run
from askwell.settings import Settings, load_settings
from askwell.text.citations import find_marks
from askwell.types import Answer, Begun, IngestProgress, Principal, Resolution, Session, Status, Turn, TurnOptions
from askwell.wiring import DOCUMENTS, Desk, Parts, connect

LOG = logging.getLogger("askwell")

LOCAL = Principal()


class Engine:
    """Answers questions over many turns. Open it with `async with Engine.open()`; one engine serves a whole process."""

    def __init__(self, parts: Parts, settings: Settings) -> None:
        self.settings = settings
        self._parts = parts
        self._runs: dict[str, Run] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    @classmethod
    async def open(cls, settings: Settings | None = None) -> Self:
        """An engine over the data folder. Raises BadConfig or StorageFailed."""
        settings = settings or load_settings().settings
        engine = cls(await connect(settings), settings)
        await engine._parts.store.sweep()
        return engine

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Mark running turns as interrupted with their partial answers, then let go of everything."""
        for run in list(self._runs.values()):
            run.end_as = "interrupted"
            await run.stop()
        await self._parts.close()

    @property
    def assistants(self) -> Mapping[str, Assistant]:
        """Assistants by name, `documents` (what `askwell add` takes in) among them."""
        return {name: desk.assistant for name, desk in self._parts.desks.items()}

    @property
    def store(self) -> Store:
        """The conversations."""
        return self._parts.store

    @property
    def knowledge(self) -> Knowledge:
        """The documents."""
        return self._parts.knowledge

    @property
    def model_name(self) -> str:
        """Name of the configured chat model; empty for none."""
        return self._parts.model_name

    def assistant(self, name: str) -> Assistant:
        """An assistant. Raises NotFound that names the known ones."""
        return self._desk(name).assistant

    async def prepare(self, assistant: str) -> AsyncIterator[IngestProgress]:
        """Bring the assistant's own documents in line with its folder; nothing for one without a folder."""
        definition = self.assistant(assistant)
        folder = definition.knowledge_folder
        if folder is not None and folder.is_dir():
            async for progress in self.knowledge.ingest(folder, definition.collections[0]):
                yield progress

    async def create_session(
        self, assistant: str = DOCUMENTS, *, principal: Principal = LOCAL, title: str = "", session_id: str = ""
    ) -> Session:
        """A new empty conversation with an assistant."""
        self._desk(assistant)
        return await self.store.create_session(principal, assistant, title=title, session_id=session_id)

    async def ask(
        self,
        question: str,
        *,
        session: str | None = None,
        assistant: str | None = None,
        principal: Principal = LOCAL,
        options: TurnOptions | None = None,
        key: str = "",
    ) -> Answer:
        """The answer to a question: `stream`, drained. Raises the error that a failed turn ended with."""
        run = await self.start(
            question, session=session, assistant=assistant, principal=principal, options=options, key=key
        )
        async for event in run.follow():
            if isinstance(event, Done):
                return event.answer
        assert run.error is not None, "a log ends with Done or Failed"
        raise run.error

    async def stream(
        self,
        question: str,
        *,
        session: str | None = None,
        assistant: str | None = None,
        principal: Principal = LOCAL,
        options: TurnOptions | None = None,
        key: str = "",
    ) -> AsyncIterator[Event]:
        """The events of a turn, numbered from 1; leaving early does not stop the turn."""
        run = await self.start(
            question, session=session, assistant=assistant, principal=principal, options=options, key=key
        )
        async for event in run.follow():
            yield event

    async def start(
        self,
        question: str,
        *,
        session: str | None = None,
        assistant: str | None = None,
        principal: Principal = LOCAL,
        options: TurnOptions | None = None,
        key: str = "",
    ) -> Run:
        """A turn at work in the background; its question is stored when this returns.

        Without a `session` nothing is stored and the turn stands alone. The assistant is the session's own; the
        argument counts only without a session. A `key` makes a repeat of the call give back the same turn. Raises
        BadInput, NotFound, Conflict or StorageFailed; what goes wrong later is in the log.
        """
        desk = await self._desk_for(session, assistant, principal)
        options = options or TurnOptions()
        check_question(question, desk.assistant)
        check_options(options)
        if session is None:
            begun = Begun(self._unstored_turn(question), fence=0)
        else:
            body = repr((question, options, desk.assistant.name)).encode()
            body_hash = hashlib.sha256(body).hexdigest() if key else ""
            begun = await self.store.begin(
                principal, session, question, key=key, body_hash=body_hash, lease_s=self.settings.lease_s
            )
        run = Run(begun.turn.id, session)
        number = begun.turn.number if session else None
        await run.add(Accepted(0, begun.turn.id, number, session))
        if begun.replayed:
            await run.add(Done(0, answer_of(begun.turn)))
            return run
        state = TurnState(begun=begun, principal=principal, stored=session is not None, options=options)
        self._runs[run.turn_id] = run
        task = asyncio.create_task(self._work(run, desk, state), name=f"turn {run.turn_id}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        run.work(task)
        return run

    def run(self, turn_id: str) -> Run:
        """A run of this process that has not been forgotten yet. Raises NotFound."""
        if turn_id not in self._runs:
            raise NotFound(f"No running turn {turn_id!r}", code="turn_not_running", hint="It may have ended: read it.")
        return self._runs[turn_id]

    async def _work(self, run: Run, desk: Desk, state: TurnState) -> None:
        """Walk the graph until it ends, breaks, or somebody asks to stop; then make the turn final and say so."""
        drive = asyncio.create_task(self._drive(run, desk, state))
        stop = asyncio.create_task(run.stop_asked.wait())
        heart = asyncio.create_task(self._beat(run, state)) if state.stored else None
        try:
            await asyncio.wait({drive, stop}, return_when=asyncio.FIRST_COMPLETED)
            if not drive.done():
                drive.cancel()
                await asyncio.wait({drive})
            await run.add(await self._outcome(run, desk, state, drive))
        finally:
            for task in (stop, heart):
                if task is not None:
                    task.cancel()
            self._runs.pop(run.turn_id, None)

    async def _drive(self, run: Run, desk: Desk, state: TurnState) -> TurnState:
        """The state at the end of the graph; events go into the log as they come."""
        values: Mapping[str, Any] = {}
        walk = desk.graph.astream(state, context=desk.services, stream_mode=["custom", "values"])
        async for mode, piece in cast("AsyncIterator[tuple[str, Any]]", walk):
            if mode == "custom":
                await run.add(piece)
            else:
                values = piece
        return TurnState(**values)

    async def _outcome(self, run: Run, desk: Desk, state: TurnState, drive: asyncio.Task[TurnState]) -> Event:
        """The last event of a turn whose graph has come to an end in whatever way."""
        if drive.cancelled():
            turn = await self._close(run, desk, state, run.end_as)
            return Done(0, answer_of(turn) if state.stored else _partial_answer(turn))
        error = drive.exception()
        if error is None:
            return Done(0, _answer(drive.result(), desk, self._parts))
        if not isinstance(error, AskwellError):
            LOG.error("turn %s failed unforeseen", run.turn_id, exc_info=error)
            error = AskwellError(
                f"Something unforeseen went wrong ({type(error).__name__}).",
                code="internal",
                hint="The log of the process has the details. The question is stored; ask again.",
            )
        run.error = error
        with suppress(StorageFailed):  # the lease runs out and the sweep ends the turn
            await self._close(run, desk, state, "failed")
        return Failed(
            0,
            code=error.code,
            message=error.message,
            hint=error.hint,
            status=error.http_status,
            partial=run.partial,
            turn_id=run.turn_id,
            turn_number=state.begun.turn.number if state.stored else None,
            session_id=run.session_id,
        )

    async def _close(self, run: Run, desk: Desk, state: TurnState, status: Status) -> Turn:
        """Store a turn that broke off, with what its log tells of it."""
        resolution = run.resolution
        reached = replace(
            state.begun.turn,
            status=status,
            standalone_question=resolution.question if resolution else "",
            kind=resolution.kind if resolution else "standalone",
            answer=run.partial,
            sources=run.sources,
            decisions=run.decisions,
            model=desk.services.writer.name,
            error_code=run.error.code if run.error else "",
        )
        return await close(self.store if state.stored else None, self._parts.clock, state.begun, reached)

    async def _beat(self, run: Run, state: TurnState) -> None:
        """Renew the lease and keep the partial answer, until cancelled; stop the run when another took it over."""
        while True:
            await asyncio.sleep(min(2.0, self.settings.lease_s / 6))
            try:
                mine = await self.store.heartbeat(state.begun, partial=run.partial, lease_s=self.settings.lease_s)
            except StorageFailed as error:
                LOG.warning("turn %s: no heartbeat: %s", run.turn_id, error)
                continue
            if not mine:
                run.end_as = "interrupted"
                run.stop_asked.set()
                return

    async def _desk_for(self, session: str | None, assistant: str | None, principal: Principal) -> Desk:
        if session is None:
            return self._desk(assistant or DOCUMENTS)
        return self._desk((await self.store.session(principal, session)).assistant)

    def _desk(self, name: str) -> Desk:
        if name not in self._parts.desks:
            known = ", ".join(sorted(self._parts.desks))
            raise NotFound(f"No assistant {name!r}; known: {known}", code="assistant_not_found", hint="Check the name.")
        return self._parts.desks[name]

    def _unstored_turn(self, question: str) -> Turn:
        turn_id, now = self._parts.ids.new(), self._parts.clock.now()
        return Turn(turn_id, "", 0, None, "running", question, now)


def answer_of(turn: Turn) -> Answer:
    """A stored turn as the answer it was."""
    return Answer(
        answer=turn.answer,
        sources=turn.sources,
        standalone_question=turn.standalone_question or turn.question,
        kind=turn.kind,
        way=turn.way,
        ending=turn.ending or "answered",
        turn_number=turn.number,
        session_id=turn.session_id,
        turn_id=turn.id,
        language=turn.language,
        decisions=turn.decisions,
        status=turn.status,
        marks=tuple(find_marks(turn.answer)),
        model=turn.model,
        usage=turn.usage,
        took_ms=turn.took_ms,
        resolution=Resolution(turn.kind, turn.standalone_question or turn.question),
    )


def _partial_answer(turn: Turn) -> Answer:
    return replace(answer_of(turn), turn_number=None, session_id=None)


def _answer(state: TurnState, desk: Desk, parts: Parts) -> Answer:
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
        model=desk.services.writer.name,
        usage=state.usage,
        took_ms=(parts.clock.now() - turn.created_at).total_seconds() * 1000,
    )
