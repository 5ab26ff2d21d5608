"""The engine: takes a question in, gives a numbered log of events out, and loses no turn on the way."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from types import TracebackType
from typing import Literal, Self

from askwell.assistant import Assistant
from askwell.composition.container import AssistantRuntime, Container, build_container
from askwell.composition.models import DOCUMENTS
from askwell.composition.registry import Given, PluginRegistry
from askwell.errors import Fault, NotFound
from askwell.events import Event, Place
from askwell.pipeline.outcome import answer_of
from askwell.pipeline.screen import check_options, check_question
from askwell.ports import Knowledge, Store
from askwell.runtime.follow import Follower, PlacedEvents
from askwell.runtime.memory_editor import MemoryEditor
from askwell.runtime.preparation import Preparation
from askwell.runtime.run import Run
from askwell.runtime.scheduler import Scheduler, TurnRequest
from askwell.settings import Settings, load_settings
from askwell.types import Answer, BusyPolicy, IngestProgress, Principal, Session, Turn, TurnOptions

__all__ = ["LOCAL", "Engine", "answer_of"]

LOCAL = Principal()

SESSIONS_KNOWN = 10_000
"""Sessions whose assistant need not be read again."""


class Engine:
    """Answers questions over many turns. Open it with `async with Engine.open()`; one engine serves a whole process."""

    def __init__(self, container: Container, settings: Settings) -> None:
        self.settings = settings
        self.container = container
        """The objects that it calls: a host or a test may replace the services of an assistant in it."""
        self.preparation = Preparation(self.assistants, self.prepare)
        """Reads the assistants' own documents in the background, once it is started."""
        self._scheduler = Scheduler(container, settings, self.preparation)
        self._sweeper: asyncio.Task[None] | None = None
        self._assistant_of: dict[tuple[Principal, str], str] = {}
        """Of sessions that were asked in lately; a session keeps its assistant."""

    @classmethod
    async def open(cls, settings: Settings | None = None, *, plug_ins: Given | None = None) -> Self:
        """An engine over the data folder. Raises BadConfig or StorageFailed.

        `plug_ins` hands over what settings and assistants may name besides what packages offer: kind to name to thing,
        `{"steps": {"greeting": greeting}}`.
        """
        settings = settings or load_settings().settings
        engine = cls(await build_container(settings, PluginRegistry(plug_ins or {})), settings)
        await engine.container.store.turns.sweep()
        engine._sweeper = asyncio.create_task(engine._scheduler.sweep_regularly(), name="sweep")
        return engine

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Mark running turns as interrupted with their partial answers, then let go of everything."""
        await self.drain(0)
        if self._sweeper is not None:
            self._sweeper.cancel()
            with suppress(asyncio.CancelledError):
                await self._sweeper
        await self.container.close()

    async def load(self) -> None:
        """Load what the first turns would wait for, a second and a half of it; a server does before it is ready."""
        await asyncio.to_thread(self.container.load)

    async def drain(self, seconds: float | None = None) -> int:
        """Take no new questions and let running turns end, for `drain_s` unless said otherwise.

        The rest is marked as interrupted, with the partial answers; how many those were.
        """
        return await self._scheduler.drain(self.settings.drain_s if seconds is None else seconds)

    @property
    def is_draining(self) -> bool:
        """Whether new questions are refused because the process is about to end."""
        return self._scheduler.is_draining

    @property
    def turns_at_work(self) -> int:
        """Turns that run in this process."""
        return len(self._scheduler.runs.at_work)

    @property
    def assistants(self) -> Mapping[str, Assistant]:
        """Assistants by name, `documents` (what `askwell add` takes in) among them."""
        return {name: runtime.assistant for name, runtime in self.container.runtimes.items()}

    @property
    def store(self) -> Store:
        """The conversations."""
        return self.container.store

    @property
    def knowledge(self) -> Knowledge:
        """The documents."""
        return self.container.knowledge

    @property
    def model_name(self) -> str:
        """Name of the configured chat model; empty for none."""
        return self.container.model_name

    @property
    def faults(self) -> list[Fault]:
        """What keeps assistants and readers from working; the others work."""
        at_desks = [runtime.fault for runtime in self.container.runtimes.values() if runtime.fault is not None]
        return [*self.container.faults, *at_desks]

    def assistant(self, name: str) -> Assistant:
        """An assistant. Raises NotFound, which names the known ones, and BrokenPlugin or MissingModel."""
        return self._runtime(name).assistant

    async def prepare(self, assistant: str) -> AsyncIterator[IngestProgress]:
        """Bring the assistant's own documents in line with its folder; nothing for one without a folder.

        They are known by the assistant's name, not by the folder's path: it may be installed elsewhere the next time.
        """
        definition = self.assistant(assistant)
        folder = definition.knowledge_folder
        if folder is None:
            return
        root = f"assistant:{definition.name}"
        try:
            async for progress in self.knowledge.ingest(folder, definition.collections[0], root=root):
                yield progress
        except NotFound as error:
            if error.code != "folder_not_found":
                raise

    async def create_session(
        self, assistant: str = DOCUMENTS, *, principal: Principal = LOCAL, title: str = "", session_id: str = ""
    ) -> Session:
        """A new empty conversation with an assistant."""
        self._runtime(assistant)
        session = await self.store.sessions.create(principal, assistant, title=title, session_id=session_id)
        self._know(principal, session)
        return session

    async def delete_session(self, session: str, *, principal: Principal = LOCAL) -> None:
        """Remove a conversation with all its turns, the one that runs in this process among them. Raises NotFound."""
        await self.store.sessions.get(principal, session)
        run = self._scheduler.runs.of_session(session)
        if run is not None:
            await run.stop()
        await self._scheduler.digesting.forget(session)
        await self.store.sessions.delete(principal, session)
        self._scheduler.runs.forget(session)

    async def ask(
        self,
        question: str,
        *,
        session: str | None = None,
        assistant: str | None = None,
        principal: Principal = LOCAL,
        options: TurnOptions | None = None,
        key: str = "",
        busy: BusyPolicy | None = None,
    ) -> Answer:
        """Ask a question and wait for its answer: `stream`, drained. Raises the error that a failed turn ended with."""
        run = await self.start(
            question, session=session, assistant=assistant, principal=principal, options=options, key=key, busy=busy
        )
        return await run.answer()

    async def stream(
        self,
        question: str,
        *,
        session: str | None = None,
        assistant: str | None = None,
        principal: Principal = LOCAL,
        options: TurnOptions | None = None,
        key: str = "",
        busy: BusyPolicy | None = None,
    ) -> AsyncIterator[Event]:
        """The events of a turn, numbered from 1; leaving early does not stop the turn."""
        run = await self.start(
            question, session=session, assistant=assistant, principal=principal, options=options, key=key, busy=busy
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
        busy: BusyPolicy | None = None,
    ) -> Run:
        """A turn at work in the background; its question is stored when this returns.

        Without a `session` nothing is stored and the turn stands alone; with `options.store` off nothing is stored
        either, but the session is recalled. The assistant is the session's own; the argument counts only without one. A
        `key` makes a repeat of the call give back the same turn. `busy` says what to do while another turn of the
        session runs; None takes the assistant's or the setting. Raises BadInput, NotFound, Conflict (`session_busy`,
        `queue_full`, `queue_timeout`, `turn_in_progress`), ShuttingDown or StorageFailed; what goes wrong later is in
        the log.
        """
        runtime = await self._runtime_for(session, assistant, principal)
        return await self._begin(
            TurnRequest(question, session, runtime, principal, options or TurnOptions(), key), busy
        )

    async def regenerate(
        self,
        session: str,
        number: int,
        *,
        principal: Principal = LOCAL,
        key: str = "",
        busy: BusyPolicy | None = None,
    ) -> Run:
        """Another answer to the question of a turn, with the same options, as its sibling; see `start`."""
        turn = await self.store.turns.get(principal, session, number)
        return await self.edit(
            session, number, turn.question, principal=principal, options=turn.options, key=key, busy=busy
        )

    async def edit(
        self,
        session: str,
        number: int,
        question: str,
        *,
        principal: Principal = LOCAL,
        options: TurnOptions | None = None,
        key: str = "",
        busy: BusyPolicy | None = None,
    ) -> Run:
        """Another question in the place of a turn: a branch that becomes the active one; see `start`."""
        runtime = await self._runtime_for(session, None, principal)
        if number < 1:
            raise NotFound(f"No turn {number} in {session!r}", code="turn_not_found", hint="Turns count from 1.")
        request = TurnRequest(question, session, runtime, principal, options or TurnOptions(), key, instead_of=number)
        return await self._begin(request, busy)

    async def siblings(self, session: str, number: int, *, principal: Principal = LOCAL) -> list[Turn]:
        """The siblings of a turn, itself included, in the order they were asked. Raises NotFound."""
        turn = await self.store.turns.get(principal, session, number)
        return [
            turn if each == number else await self.store.turns.get(principal, session, each)
            for each in turn.siblings or (number,)
        ]

    async def choose(self, session: str, number: int, *, principal: Principal = LOCAL) -> Session:
        """The session with the line through a turn as the active one. Raises NotFound, Conflict (`session_busy`)."""
        return await self.store.sessions.choose_branch(principal, session, number)

    async def give_feedback(
        self, session: str, number: int, rating: Literal[-1, 0, 1], comment: str = "", *, principal: Principal = LOCAL
    ) -> Turn:
        """The turn with what a reader thought of its answer; a rating of 0 takes it back. Raises NotFound."""
        return await self.store.turns.give_feedback(principal, session, number, rating, comment)

    async def memory_of(self, session: str, *, principal: Principal = LOCAL) -> MemoryEditor:
        """The memory of a session, to read and edit. Raises NotFound."""
        found = await self.store.sessions.get(principal, session)
        # Also where its assistant is gone or cannot work: what was learnt of somebody can always be removed.
        runtime = self.container.runtimes.get(found.assistant) or self.container.runtimes[DOCUMENTS]
        return MemoryEditor(runtime.services, principal, session, self._scheduler.digesting)

    async def stop(self, session: str, *, principal: Principal = LOCAL) -> Turn:
        """The session's running turn, stopped with what was written, in whatever process it runs.

        Raises NotFound (`session_not_found`, `turn_not_running`). Another process stops within two seconds; from one
        that is gone the turn comes back still running, until its lease has run out.
        """
        return await self._scheduler.stop(principal, session)

    async def digested(self, session: str = "") -> None:
        """Until what was answered so far in a session, or in all of this process, has been taken into memory."""
        await self._scheduler.digesting.wait(session)

    def run(self, turn_id: str) -> Run:
        """A run of this process that has not been forgotten yet. Raises NotFound."""
        run = self._scheduler.runs.find(turn_id)
        if run is None:
            raise NotFound(f"No running turn {turn_id!r}", code="turn_not_running", hint="It may have ended: read it.")
        return run

    async def follow(
        self, session: str, number: int, after: Place | None = None, *, principal: Principal = LOCAL
    ) -> PlacedEvents:
        """The events of a stored turn after a position, each with the position after it, whichever process runs it.

        Raises NotFound (`turn_not_found`), BadInput (`bad_event_id`).
        """
        turn = await self.store.turns.get(principal, session, number)
        return self._follower(principal).turn(turn, after or Place(number))

    async def follow_session(
        self, session: str, after: Place | None = None, *, principal: Principal = LOCAL, live: bool = True
    ) -> PlacedEvents:
        """The events of a session's turns after a position, each with the position after it, and of new turns.

        Without a place: from the turn that runs now on. Not `live`: ends where no turn follows yet. Raises NotFound.
        """
        await self.store.sessions.get(principal, session)
        return self._follower(principal).session(session, after, live=live)

    async def _begin(self, request: TurnRequest, busy: BusyPolicy | None) -> Run:
        assistant = request.runtime.assistant
        check_question(request.question, assistant)
        check_options(request.options)
        return await self._scheduler.begin(request, busy or assistant.limits.busy or self.settings.busy)

    def _follower(self, principal: Principal) -> Follower:
        return Follower(self._scheduler, self.store, principal)

    async def _runtime_for(self, session: str | None, assistant: str | None, principal: Principal) -> AssistantRuntime:
        if session is None:
            return self._runtime(assistant or DOCUMENTS)
        known = self._assistant_of.get((principal, session))
        return self._runtime(known or self._know(principal, await self.store.sessions.get(principal, session)))

    def _know(self, principal: Principal, session: Session) -> str:
        """The session's assistant, which need not be read again."""
        if len(self._assistant_of) >= SESSIONS_KNOWN:
            self._assistant_of.clear()
        self._assistant_of[principal, session.id] = session.assistant
        return session.assistant

    def _runtime(self, name: str) -> AssistantRuntime:
        if name not in self.container.runtimes:
            known = ", ".join(sorted(self.container.runtimes))
            raise NotFound(f"No assistant {name!r}; known: {known}", code="assistant_not_found", hint="Check the name.")
        runtime = self.container.runtimes[name]
        if runtime.fault is not None:
            raise runtime.fault
        return runtime
