"""Plug-in of pytest: files `*.conv.yaml` are scenarios, and each turn of one is a test.

It is loaded in every run of pytest where askwell is installed, so it imports nothing of askwell before it finds such a
file. One engine serves all tests of a process; it is opened with the settings of the environment at the first one.
"""

import asyncio
import threading
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import pytest

if TYPE_CHECKING:
    from askwell.engine import Engine
    from askwell.evals.results import TurnResult
    from askwell.evals.run import ScenarioRun
    from askwell.evals.scenario import Scenario, ScenarioTurn
    from askwell.ports import TurnJudge

SUFFIXES = (".conv.yaml", ".conv.yml")
SHOWN_CHARS = 60
"""Characters of a question in the name of its test."""

T = TypeVar("T")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Options for conversations."""
    group = parser.getgroup("askwell", "conversations (*.conv.yaml)")
    group.addoption("--conv-assistant", default="", metavar="NAME", help="assistant for files that name none")
    group.addoption("--conv-judge", default="rules", choices=("rules", "llm"), help="who judges the turns")
    group.addoption("--conv-votes", type=int, default=3, metavar="N", help="votes of a model for each turn")
    group.addoption("--conv-url", default="", metavar="URL", help="ask the server at this URL instead")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> "ConversationFile | None":
    """A collector for a file of a conversation; None for all others."""
    if file_path.name.endswith(SUFFIXES):
        return ConversationFile.from_parent(parent, path=file_path)
    return None


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Close the engine, if one was opened."""
    runner = session.config.stash.get(_RUNNER, None)
    if runner is not None:
        runner.close()


class ConversationFile(pytest.File):
    """The turns of a scenario as tests."""

    def collect(self) -> Iterator["TurnItem"]:
        """One test for each turn. An invalid file is an error with line and column."""
        from askwell.errors import AskwellError
        from askwell.evals.load import load_scenario

        try:
            scenario = load_scenario(self.path)
        except AskwellError as error:
            raise self.CollectError(f"{error.message}\n{error.hint}") from error
        conversation = _Conversation(self.config, self.path, scenario)
        for turn in scenario.conversation:
            shown = " ".join(turn.user.split())[:SHOWN_CHARS]
            item = TurnItem.from_parent(self, name=f"turn {turn.turn}: {shown}")
            item.conversation, item.turn = conversation, turn
            if self.config.pluginmanager.hasplugin("xdist"):
                # With `--dist loadgroup`; otherwise a process runs the turns before its own once more.
                item.add_marker(pytest.mark.xdist_group(str(self.path)))
            yield item


class TurnItem(pytest.Item):
    """A turn. The turns before it are run first, whether they are selected or not."""

    conversation: "_Conversation"
    turn: "ScenarioTurn"

    def runtest(self) -> None:
        """Run the turn. Raises TurnFailed; a turn with a known fault is an expected failure."""
        result = self.conversation.result(self.turn.turn)
        if not result.passed:
            if result.known_fault:
                pytest.xfail(result.known_fault)
            raise TurnFailed(result)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """What was asked, understood, expected and answered, and from which sources."""
        from askwell.errors import AskwellError

        if isinstance(excinfo.value, TurnFailed):
            return "\n".join(failure_lines(excinfo.value.result))
        if isinstance(excinfo.value, AskwellError):
            return f"{excinfo.value.code}: {excinfo.value.message}\n{excinfo.value.hint}".rstrip()
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """File and name of the test."""
        return self.path, None, f"{self.conversation.scenario.name}, {self.name}"


class TurnFailed(Exception):
    """A turn did not pass."""

    def __init__(self, result: "TurnResult") -> None:
        super().__init__(f"turn {result.turn_number} did not pass")
        self.result = result


def failure_lines(result: "TurnResult") -> list[str]:
    """A failed turn as lines."""
    lines = [f"asked     {result.user_query}", f"resolved  {result.reformulated_query or '(not reported)'}"]
    if result.expected_question:
        lines.append(f"      as  {result.expected_question}")
    for check in result.checks:
        if not check.passed:
            lines += [f"expected  {check.name}: {check.expected}", f"     got  {check.came}"]
    lines.append(f"answer    {result.response}")
    lines.append(f"sources   {', '.join(result.sources) or 'none'}")
    lines += [f"{name}: {why}" for name, why in result.why.items()]
    return lines


class _Conversation:
    """A scenario that is run when its first test needs it."""

    def __init__(self, config: pytest.Config, file: Path, scenario: "Scenario") -> None:
        self.scenario = scenario
        self._config = config
        self._file = file
        self._run: ScenarioRun | None = None

    def result(self, number: int) -> "TurnResult":
        """The result of a turn."""
        runner = self._config.stash.setdefault(_RUNNER, _Runner(self._config))
        if self._run is None:
            self._run = runner.begin(self._file, self.scenario)
        return runner.wait(self._run.result(number))


class _Runner:
    """An event loop in a thread of its own, with one engine: tests may themselves run in a loop."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None
        self._engine: Engine | None = None
        self._ready: set[str] = set()

    def wait(self, work: Coroutine[Any, Any, T]) -> T:
        """The result of work in the loop."""
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
            self._thread = threading.Thread(target=self._loop.run_forever, name="conversations", daemon=True)
            self._thread.start()
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    def begin(self, file: Path, scenario: "Scenario") -> "ScenarioRun":
        """A run of a scenario, with the judge and the target of the options."""
        from askwell.evals.run import ScenarioRun

        option = self._config.getoption
        if url := option("--conv-url"):
            from askwell.evals.over_url.target import UrlTarget

            target = UrlTarget(url, scenario.assistant or option("--conv-assistant"))
            self.wait(target.check())
            return ScenarioRun(scenario, target, self._judge())
        from askwell.evals.targets import EngineTarget, assistant_of

        engine = self.wait(self._opened())
        assistant = scenario.assistant or option("--conv-assistant") or assistant_of(engine, file)
        self.wait(self._prepare(engine, assistant))
        return ScenarioRun(scenario, EngineTarget(engine, assistant), self._judge())

    def close(self) -> None:
        """Close the engine and end the thread."""
        if self._engine is not None:
            self.wait(self._engine.aclose())
        if self._loop is not None and self._thread is not None:
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
            self._loop.close()

    def _judge(self) -> "TurnJudge":
        from askwell.composition.judges import turn_judge

        by, votes = self._config.getoption("--conv-judge"), self._config.getoption("--conv-votes")
        from askwell.composition.models import make_judge_embedder, make_model
        from askwell.settings import load_settings

        settings = load_settings().settings
        if by == "rules":
            return turn_judge("rules", None, embedder=make_judge_embedder(settings))
        return turn_judge("llm", make_model(settings), votes=votes)

    async def _opened(self) -> "Engine":
        from askwell.engine import Engine

        if self._engine is None:
            self._engine = await Engine.open()
        return self._engine

    async def _prepare(self, engine: "Engine", assistant: str) -> None:
        if assistant not in self._ready:
            async for _ in engine.prepare(assistant):
                pass
            self._ready.add(assistant)


_RUNNER = pytest.StashKey[_Runner]()
