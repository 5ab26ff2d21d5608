"""Systems that scenarios are run on."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from askwell.composition.models import DOCUMENTS
from askwell.errors import AskwellError, BadInput, NotFound
from askwell.evals.load import home_of
from askwell.evals.observation import Observation, observe
from askwell.evals.scenario import Scenario, ScenarioTurn
from askwell.types import TurnOptions

if TYPE_CHECKING:
    from askwell.engine import Engine


class Conversation(Protocol):
    """One conversation with a system."""

    id: str
    """Id of its session; empty if nothing is stored."""

    async def ask(self, turn: ScenarioTurn, question: str) -> Observation:
        """The answer to a question, after the turn's files were attached. Raises AskwellError."""
        ...


class Target(Protocol):
    """A system that answers."""

    async def check(self) -> None:
        """Return if it can be asked at all; raises AskwellError before anything is asked if not."""
        ...

    def ignored(self, scenario: Scenario) -> tuple[str, ...]:
        """Names of what a scenario sets and the system cannot be given; it is asked without."""
        ...

    async def begin(self, scenario: Scenario) -> Conversation:
        """A new conversation with the scenario's setup. Raises AskwellError."""
        ...


class EngineTarget:
    """An assistant of an engine in this process."""

    def __init__(self, engine: "Engine", assistant: str) -> None:
        self._engine = engine
        self._assistant = assistant

    async def check(self) -> None:
        """Nothing is known before a question is asked."""

    def ignored(self, scenario: Scenario) -> tuple[str, ...]:  # noqa: ARG002
        """Nothing."""
        return ()

    async def begin(self, scenario: Scenario) -> Conversation:
        """A new session, or none for a stateless run."""
        setup = scenario.setup
        options = TurnOptions(
            window_turns=setup.session.window_turns,
            use_memory=setup.session.use_memory,
            about_user=tuple(setup.user_context.items()),
        )
        if setup.session.stateless:
            return _EngineConversation(self._engine, self._assistant, "", options)
        session = await self._engine.create_session(self._assistant, title=scenario.name)
        try:
            await _attach(self._engine, session.id, setup.documents)
        except AskwellError:
            await self._engine.delete_session(session.id)
            raise
        return _EngineConversation(self._engine, self._assistant, session.id, options)


class _EngineConversation:
    def __init__(self, engine: "Engine", assistant: str, session: str, options: TurnOptions) -> None:
        self.id = session
        self._engine = engine
        self._assistant = assistant
        self._options = options

    async def ask(self, turn: ScenarioTurn, question: str) -> Observation:
        if not self.id:
            return observe(await self._engine.ask(question, assistant=self._assistant, options=self._options))
        await _attach(self._engine, self.id, turn.attach)
        # So that memory has all earlier turns at each run, however fast the questions follow each other.
        await self._engine.digested(self.id)
        return observe(await self._engine.ask(question, session=self.id, options=self._options))


def assistant_of(engine: "Engine", file: Path) -> str:
    """The assistant whose folder has a scenario's file; `documents` if there is none."""
    home = home_of(file)
    owned = (name for name, each in engine.assistants.items() if each.folder and each.folder.resolve() == home)
    return next(owned, DOCUMENTS)


async def _attach(engine: "Engine", session: str, files: Sequence[str]) -> None:
    """Attach files and wait until they are read. Raises NotFound, and BadInput for a file that cannot be read."""
    if not files:
        return
    numbers = [(await engine.attach(session, Path(file).name, await read_file(file))).number for file in files]
    for each in await engine.attachments.settled(session):
        if each.number in numbers and each.state == "failed":
            raise BadInput(f"{each.name} cannot be read: {each.error}", code=each.error_code or "unreadable_file")


async def read_file(file: str) -> bytes:
    """The bytes of a file of a scenario. Raises NotFound."""
    try:
        return await asyncio.to_thread(Path(file).read_bytes)
    except OSError as error:
        raise NotFound(
            f"No file {file!r}: {error.strerror}",
            code="file_not_found",
            hint="Paths are relative to the scenario's file.",
        ) from error
