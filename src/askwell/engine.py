"""The engine: takes questions, returns numbered event logs, and loses no turn."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from typing import Literal, Self

from askwell.access.credentials import Access
from askwell.assistant import Assistant
from askwell.composition.container import Container, build_container
from askwell.composition.models import DOCUMENTS
from askwell.composition.registry import Given, PluginRegistry
from askwell.errors import Fault
from askwell.events import Event, Place
from askwell.pipeline.outcome import answer_of
from askwell.ports import Knowledge, Store
from askwell.runtime.asking import Asking
from askwell.runtime.assistant_lookup import AssistantLookup
from askwell.runtime.attachments import SessionAttachments
from askwell.runtime.branches import siblings_of
from askwell.runtime.confirmations import Confirmations
from askwell.runtime.deletions import Deletions
from askwell.runtime.follow import Follower, PlacedEvents
from askwell.runtime.health import HealthMonitor
from askwell.runtime.memory_editor import MemoryEditor
from askwell.runtime.preparation import Preparation, sync
from askwell.runtime.retention import Retention
from askwell.runtime.run import Run
from askwell.runtime.scheduler import Scheduler
from askwell.runtime.shown_store import ShownStore
from askwell.runtime.subject_export import export_subject
from askwell.settings import Settings, load_settings
from askwell.types import (
    OPERATOR,
    Answer,
    Attachment,
    BusyPolicy,
    IngestProgress,
    Principal,
    Session,
    Turn,
    TurnOptions,
)

__all__ = ["LOCAL", "Engine", "answer_of"]

LOCAL = OPERATOR


class Engine:
    """Answers questions over many turns. Open it with `async with Engine.open()`; one engine serves a whole process."""

    def __init__(self, container: Container, settings: Settings) -> None:
        self.settings = settings
        self.container = container
        """The engine's components. A host or a test may replace the services of an assistant here."""
        self._lookup = AssistantLookup(container)
        self.preparation = Preparation(self.assistants, self.prepare, container.knowledge)
        """Reads the assistants' own documents in the background, once started."""
        self.attachments = SessionAttachments(container, self._lookup.first_collection)
        """The files of conversations."""
        self.confirmations = Confirmations(container)
        """The calls of tools that write, which may wait for the user."""
        self.health = HealthMonitor(container, settings)
        """Checks whether questions can be answered."""
        self._shown_store = ShownStore(container.store, container.personal)
        self._scheduler = Scheduler(container, settings, self.preparation)
        self.counts = self._scheduler.counts
        """Figures of the turns of this process."""
        self.deletions = Deletions(container, self._scheduler, settings.chat_history)
        """Removes conversations and all data of a person; repeats what was interrupted."""
        self.retention = Retention(self.deletions, settings.retention_days)
        """Removes conversations by age in the background, once started."""
        self._asking = Asking(container, settings, self._scheduler, self._lookup)

    @classmethod
    async def open(cls, settings: Settings | None = None, *, plug_ins: Given | None = None) -> Self:
        """Open an engine over the data folder. Raises BadConfig or StorageFailed.

        `plug_ins` adds to the plug-ins of installed packages. It maps kind to name to object, for example
        `{"steps": {"greeting": greeting}}`; settings and assistants can then use these names.
        """
        settings = settings or load_settings().settings
        engine = cls(await build_container(settings, PluginRegistry(plug_ins or {})), settings)
        engine.container.personal.watch_log()
        try:
            await engine.container.store.turns.sweep()
            await engine.deletions.repeat()
        except BaseException:
            await engine.container.close()
            raise
        engine._scheduler.start_sweeping()
        return engine

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Interrupt running turns, keep their partial answers, and release all resources."""
        await self.drain(0)
        await self._asking.close()
        await self.health.stop()
        await self._scheduler.stop_sweeping()
        await self.container.close()

    async def load(self) -> None:
        """Load what the first turns would wait for (about 1.5 s). A server calls this before it is ready."""
        await asyncio.to_thread(self.container.load)

    async def drain(self, seconds: float | None = None) -> int:
        """Refuse new questions and wait for running turns, for `drain_s` by default.

        The remaining turns are interrupted and keep their partial answers. Returns how many.
        """
        return await self._scheduler.drain(self.settings.drain_s if seconds is None else seconds)

    @property
    def is_draining(self) -> bool:
        """Whether new questions are refused because of shutdown."""
        return self._scheduler.is_draining

    @property
    def turns_at_work(self) -> int:
        """Number of turns running in this process."""
        return len(self._scheduler.runs.at_work)

    @property
    def assistants(self) -> Mapping[str, Assistant]:
        """Assistants by name, including `documents` (which answers from what `askwell add` read)."""
        return {name: runtime.assistant for name, runtime in self.container.runtimes.items()}

    @property
    def store(self) -> Store:
        """The conversations, as their owners see them."""
        return self._shown_store

    @property
    def exported(self) -> Store:
        """The conversations as they are exported, by the policy of their assistants."""
        return ShownStore(self.container.store, self.container.personal, is_export=True)

    @property
    def access(self) -> Access:
        """The API keys, and what finds callers by their credentials."""
        assert self.container.access is not None, "`build_container` makes it"
        return self.container.access

    @property
    def knowledge(self) -> Knowledge:
        """The documents."""
        return self.container.knowledge

    @property
    def model_name(self) -> str:
        """Name of the configured chat model; empty if there is none."""
        return self.container.model_name

    @property
    def faults(self) -> list[Fault]:
        """Faults of assistants, readers and tables that cannot be used; all others work."""
        of_assistants = [fault for runtime in self.container.runtimes.values() for fault in runtime.faults]
        return [*self.container.faults, *of_assistants]

    def assistant(self, name: str) -> Assistant:
        """An assistant. Raises NotFound, which lists the known names, and BrokenPlugin or MissingModel."""
        return self._lookup.named(name).assistant

    async def prepare(self, assistant: str) -> AsyncGenerator[IngestProgress, None]:
        """Sync the assistant's own documents with its folder; no progress for one without a folder."""
        definition = self.assistant(assistant)
        self.preparation.note(assistant)
        async for progress in sync(definition, self.knowledge):
            yield progress

    async def create_session(
        self, assistant: str = DOCUMENTS, *, principal: Principal = LOCAL, title: str = "", session_id: str = ""
    ) -> Session:
        """A new empty conversation with an assistant."""
        self._lookup.named(assistant)
        session = await self.store.sessions.create(principal, assistant, title=title, session_id=session_id)
        self._lookup.keep(principal, session)
        return session

    async def delete_session(self, session: str, *, principal: Principal = LOCAL) -> None:
        """Remove a conversation with all its turns, including one that runs in this process. Raises NotFound."""
        await self.deletions.conversation(principal, session)

    def export_subject(self, principal: Principal) -> AsyncIterator[str]:
        """All data of a person as pieces of one JSON object, with the values of placeholders."""
        return export_subject(self.container, self.store, principal)

    async def attach(self, session: str, name: str, data: bytes, *, principal: Principal = LOCAL) -> Attachment:
        """Give a file to a conversation; it is read in the background. See `attachments`, which has all methods."""
        return await self.attachments.add(session, name, data, principal=principal)

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
        """Ask a question and wait for its answer. Raises the error of a failed turn."""
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
        """The events of a turn, numbered from 1. The turn continues if the reader leaves."""
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
        """Start a turn in the background; its question is stored when this returns.

        Without a `session` nothing is stored and no earlier turn is used. With `options.store` off nothing is stored
        either, but the session is recalled. The assistant is the session's own; the argument applies only without a
        session. A repeated call with the same `key` returns the same turn. `busy` is the policy while another turn of
        the session runs; None uses that of the assistant or the settings. Raises BadInput, NotFound, Conflict
        (`session_busy`, `queue_full`, `queue_timeout`, `turn_in_progress`), ShuttingDown or StorageFailed; later errors
        appear in the log of the run.
        """
        return await self._asking.start(
            question, session=session, assistant=assistant, principal=principal, options=options, key=key, busy=busy
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
        """Answer the question of a turn again, with the same options, in a sibling turn; see `start`."""
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
        """Ask another question instead of a turn's, in a new branch that becomes the active one; see `start`."""
        return await self._asking.edit(
            session, number, question, principal=principal, options=options, key=key, busy=busy
        )

    async def siblings(self, session: str, number: int, *, principal: Principal = LOCAL) -> list[Turn]:
        """The siblings of a turn, including itself, in the order they were asked. Raises NotFound."""
        return await siblings_of(self.store.turns, principal, session, number)

    async def choose(self, session: str, number: int, *, principal: Principal = LOCAL) -> Session:
        """Activate the branch through a turn; returns the session. Raises NotFound, Conflict (`session_busy`)."""
        return await self.store.sessions.choose_branch(principal, session, number)

    async def give_feedback(
        self, session: str, number: int, rating: Literal[-1, 0, 1], comment: str = "", *, principal: Principal = LOCAL
    ) -> Turn:
        """Rate an answer; a rating of 0 removes the feedback. Returns the turn. Raises NotFound."""
        return await self.store.turns.give_feedback(principal, session, number, rating, comment)

    async def memory_of(self, session: str, *, principal: Principal = LOCAL) -> MemoryEditor:
        """The memory of a session, to read and edit. Raises NotFound."""
        found = await self.store.sessions.get(principal, session)
        # Also if its assistant is gone or broken: a person's data can always be removed.
        runtime = self.container.runtimes.get(found.assistant) or self.container.runtimes[DOCUMENTS]
        return MemoryEditor(runtime.services, principal, session, self._scheduler.digesting, self.store)

    async def stop(self, session: str, *, principal: Principal = LOCAL) -> Turn:
        """Stop the session's running turn, in whatever process it runs; the partial answer is kept. Returns the turn.

        Raises NotFound (`session_not_found`, `turn_not_running`). Another process stops within two seconds. If its
        owner is gone, the turn is returned as running until its lease expires.
        """
        turn = await self._scheduler.stop(principal, session)
        shown: Turn = (await self.container.personal.show_of(principal, session))(turn)
        return shown

    async def digested(self, session: str = "") -> None:
        """Wait until memory includes the answers so far, of one session or of all sessions in this process."""
        await self._scheduler.digesting.wait(session)

    def run(self, turn_id: str) -> Run:
        """A run of this process that is still kept. Raises NotFound."""
        return self._scheduler.runs.get(turn_id)

    async def follow(
        self, session: str, number: int, after: Place | None = None, *, principal: Principal = LOCAL
    ) -> PlacedEvents:
        """The events of a stored turn after a position, each with the position after it, whichever process runs it.

        Raises NotFound (`turn_not_found`), BadInput (`bad_event_id`).
        """
        turn = await self.container.store.turns.get(principal, session, number)
        return self._follower(principal).turn(turn, after or Place(number))

    async def follow_session(
        self, session: str, after: Place | None = None, *, principal: Principal = LOCAL, live: bool = True
    ) -> PlacedEvents:
        """The events of a session's turns after a position, each with the position after it, and those of new turns.

        Without a position it starts with the running turn. If not `live`, it ends when no further turn exists. Raises
        NotFound.
        """
        await self.store.sessions.get(principal, session)
        return self._follower(principal).session(session, after, live=live)

    def _follower(self, principal: Principal) -> Follower:
        return Follower(self._scheduler, self.container.store, principal, self.container.personal)
