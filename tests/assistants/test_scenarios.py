"""Every scenario of every bundled assistant, with its embedder and no model; a third of them in each other place."""

import json
from collections.abc import AsyncIterator, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest

from askwell.cli.import_export import read_conversation
from askwell.composition.judges import turn_judge
from askwell.composition.models import make_judge_embedder
from askwell.engine import LOCAL, Engine
from askwell.evals.load import load_scenario
from askwell.evals.observation import Observation
from askwell.evals.reports.report import report_of
from askwell.evals.reports.terminal import report_lines
from askwell.evals.run import run_on, run_scenario
from askwell.evals.scenario import Scenario, ScenarioTurn
from askwell.evals.targets import Conversation, EngineTarget
from askwell.ports import TurnJudge
from askwell.projections.export import export
from askwell.settings import Settings
from askwell.stores.exchange.importers import read_conversations
from askwell.types import JudgedTurn, TurnVerdict
from tests.conftest import REPOSITORY, WEIGHTS
from tests.vectors import embedded_once

FILES = sorted(REPOSITORY.glob("assistants/*/scenarios/**/*.conv.yaml"))

# The first of each assistant takes in its documents, which is work for a minute on a busy machine.
pytestmark = pytest.mark.timeout(600)


def played(files: Sequence[Path]) -> pytest.MarkDecorator:
    """A test for each of these scenarios."""
    return pytest.mark.parametrize(
        "file", files, ids=[f"{file.parents[1].name}-{file.name.partition('.')[0]}" for file in files]
    )


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    """One event loop for the module, since its engines serve all its scenarios."""
    return "asyncio"


@pytest.fixture(scope="module")
def settings_of_all(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """One data folder for all engines of the module, so that documents are read and embedded once."""
    return Settings(home=tmp_path_factory.mktemp("scenarios"), models=str(WEIGHTS))


@pytest.fixture(scope="module")
def vectors() -> Iterator[None]:
    """Scenarios are played more than once; their texts are embedded once."""
    with embedded_once():
        yield


@pytest.fixture(scope="module")
def ready() -> set[str]:
    """Assistants whose documents have been taken in."""
    return set()


class RememberingJudge:
    """Judges a turn once: the same question, answer, sources and expectations have the same scores."""

    name = "rules"

    def __init__(self, judge: TurnJudge) -> None:
        self.judge = judge
        self.known: dict[str, TurnVerdict] = {}

    async def score_turn(self, turn: JudgedTurn) -> TurnVerdict:
        key = repr(turn)
        if key not in self.known:
            self.known[key] = await self.judge.score_turn(turn)
        return self.known[key]


@pytest.fixture(scope="module")
def judge(settings_of_all: Settings) -> TurnJudge:
    """Judging takes as long as answering; a turn that is the same wherever it is kept is judged once."""
    return RememberingJudge(turn_judge("rules", None, embedder=make_judge_embedder(settings_of_all)))


@pytest.fixture(scope="module")
async def engine(settings_of_all: Settings, vectors: None) -> AsyncIterator[Engine]:
    """Keeps conversations in SQLite."""
    async with await Engine.open(settings_of_all) as opened:
        yield opened


@pytest.fixture(scope="module")
async def engine_on_files(settings_of_all: Settings, engine: Engine) -> AsyncIterator[Engine]:
    """Keeps conversations in JSON files, over the documents of `engine`."""
    async with await Engine.open(settings_of_all.model_copy(update={"store": "files"})) as opened:
        yield opened


@played(FILES)
async def test_scenario_passes(engine: Engine, judge: TurnJudge, ready: set[str], file: Path) -> None:
    """S4-16: the conversations of the assistants come out as their files expect."""
    await _passes(engine, judge, await _assistant(engine, ready, file), load_scenario(file))


@played(FILES[::3])
async def test_scenario_passes_on_files(
    engine: Engine, engine_on_files: Engine, judge: TurnJudge, ready: set[str], file: Path
) -> None:
    """S1-03 S2-12: what a follow-up needs is in the session's file."""
    await _passes(engine_on_files, judge, await _assistant(engine, ready, file), load_scenario(file))


@played(FILES[1::3])
async def test_scenario_passes_after_an_export_and_import(
    engine: Engine, judge: TurnJudge, ready: set[str], file: Path
) -> None:
    """Exported in the middle, deleted, and imported from the JSON, the conversation goes on as before."""
    assistant, scenario = await _assistant(engine, ready, file), load_scenario(file)
    result = await run_on(scenario, CarriedTarget(engine, assistant), judge, assistant=assistant)
    assert result.conversation_passed, "\n".join(report_lines(report_of([result])))


class CarriedTarget(EngineTarget):
    """An assistant whose conversation is exported and imported before the turn in its middle."""

    def __init__(self, engine: Engine, assistant: str) -> None:
        super().__init__(engine, assistant)
        self.engine = engine

    async def begin(self, scenario: Scenario) -> Conversation:
        return CarriedConversation(self.engine, await super().begin(scenario), len(scenario.conversation) // 2 + 1)


class CarriedConversation:
    def __init__(self, engine: Engine, conversation: Conversation, middle: int) -> None:
        self.id = conversation.id
        self.engine = engine
        self.conversation = conversation
        self.middle = middle

    async def ask(self, turn: ScenarioTurn, question: str) -> Observation:
        if turn.turn == self.middle:
            await _carry(self.engine, self.id)
        return await self.conversation.ask(turn, question)


async def _passes(engine: Engine, judge: TurnJudge, assistant: str, scenario: Scenario) -> None:
    result = await run_scenario(scenario, engine, assistant, judge=judge)
    assert result.conversation_passed, "\n".join(report_lines(report_of([result])))


async def _carry(engine: Engine, session: str) -> None:
    """Export a conversation as JSON, delete it, and import it."""
    await engine.digested(session)
    written = export([await read_conversation(engine, session)], "json")
    await engine.delete_session(session)
    [found] = read_conversations(json.loads(written), name="export", assistant="", at=datetime.now(UTC))
    await engine.store.sessions.restore(LOCAL, found.session, found.turns, found.memory)


async def _assistant(engine: Engine, ready: set[str], file: Path) -> str:
    """The assistant of a scenario, with its documents taken in."""
    assistant = file.parents[1].name
    if assistant not in ready:
        async for _ in engine.prepare(assistant):
            pass
        ready.add(assistant)
    return assistant
