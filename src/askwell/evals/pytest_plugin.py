"""Plug-in of pytest: files `*.conv.yaml` are scenarios, and each turn of one is a test.

A last test of each file are its success criteria. The plug-in is loaded in every run of pytest where askwell is
installed, so it imports nothing of askwell before it finds such a file. One engine serves all tests of a process; it is
opened with the settings of the environment at the first one.
"""

import asyncio
import threading
import warnings
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import pytest

if TYPE_CHECKING:
    from askwell.engine import Engine
    from askwell.evals.results import ConversationResult, TurnResult
    from askwell.evals.run import ScenarioRun
    from askwell.evals.scenario import Scenario, ScenarioTurn
    from askwell.ports import TurnJudge

SUFFIXES = (".conv.yaml", ".conv.yml")
CRITERIA = "success criteria"
"""Name of the test that a conversation meets its criteria."""
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
    group.addoption("--conv-url-model", default="", metavar="NAME", help="model to ask an OpenAI-compatible server for")
    group.addoption("--conv-url-as", default="", metavar="INTERFACE", help="interface of the URL, as for askwell eval")


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
    """The turns of a scenario as tests, and its success criteria as the last one."""

    conversation: "_Conversation | None" = None

    def collect(self) -> Iterator["ConversationItem"]:
        """One test for each turn, and one for the criteria. An invalid file is an error with line and column."""
        from askwell.errors import AskwellError
        from askwell.evals.load import load_scenario

        try:
            scenario = load_scenario(self.path)
        except AskwellError as error:
            raise self.CollectError(f"{error.message}\n{error.hint}") from error
        self.conversation = _Conversation(self.config, self.path, scenario)
        for turn in scenario.conversation:
            shown = " ".join(turn.user.split())[:SHOWN_CHARS]
            item = TurnItem.from_parent(self, name=f"turn {turn.turn}: {shown}")
            item.turn = turn
            if turn.known_fault:
                item.add_marker(pytest.mark.xfail(reason=turn.known_fault, raises=TurnFailed))
            yield self._of_conversation(item, self.conversation)
        yield self._of_conversation(CriteriaItem.from_parent(self, name=CRITERIA), self.conversation)

    def teardown(self) -> None:
        """Delete the conversation that the tests had, after the last of them."""
        if self.conversation is not None:
            self.conversation.end()

    def _of_conversation(self, item: "ConversationItem", conversation: "_Conversation") -> "ConversationItem":
        item.conversation = conversation
        if self.config.pluginmanager.hasplugin("xdist"):
            # With `--dist loadgroup`; otherwise a process runs the turns before its own once more.
            item.add_marker(pytest.mark.xdist_group(str(self.path)))
        return item


class ConversationItem(pytest.Item):
    """A test of a conversation."""

    conversation: "_Conversation"

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """A failure in the words of askwell, without a traceback."""
        from askwell.errors import AskwellError

        if isinstance(excinfo.value, TurnFailed):
            return "\n".join(failure_lines(excinfo.value.result))
        if isinstance(excinfo.value, NotJudged):
            return str(excinfo.value)
        if isinstance(excinfo.value, CriteriaMissed):
            return "\n".join(f"missed: {each}" for each in excinfo.value.result.missed)
        if isinstance(excinfo.value, AskwellError):
            return f"{excinfo.value.code}: {excinfo.value.message}\n{excinfo.value.hint}".rstrip()
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """File and name of the test."""
        return self.path, None, f"{self.conversation.scenario.name}, {self.name}"


class TurnItem(ConversationItem):
    """A turn. The turns before it are run first, whether they are selected or not."""

    turn: "ScenarioTurn"

    def runtest(self) -> None:
        """Run the turn. Raises TurnFailed; a turn with a known fault is an expected failure.

        So is a turn that may fail by the criteria of its conversation (`all_turns_pass: false`).
        """
        result = self.conversation.result(self.turn.turn)
        if result.judge_error:
            raise NotJudged(f"the judge failed: {result.judge_error}")
        if result.passed:
            if result.known_fault:
                message = f"{self.name} passes: its `known_fault` can be removed"
                warnings.warn(KnownFaultPasses(message), stacklevel=1)
            return
        if not result.known_fault and not self.conversation.scenario.success_criteria.all_turns_pass:
            pytest.xfail("it may fail: `all_turns_pass` is false")
        raise TurnFailed(result)


class CriteriaItem(ConversationItem):
    """The success criteria of a conversation. Turns that did not run yet are run first."""

    def runtest(self) -> None:
        """Raises CriteriaMissed."""
        result = self.conversation.concluded()
        if not result.conversation_passed:
            raise CriteriaMissed(result)


class KnownFaultPasses(pytest.PytestWarning):
    """A turn with a known fault passes."""


class NotChecked(pytest.PytestWarning):
    """A scenario sets what the server cannot be given."""


class NotJudged(Exception):
    """The judge failed, which says nothing about the turn."""


class TurnFailed(Exception):
    """A turn did not pass."""

    def __init__(self, result: "TurnResult") -> None:
        super().__init__(f"turn {result.turn_number} did not pass")
        self.result = result


class CriteriaMissed(Exception):
    """A conversation missed its success criteria."""

    def __init__(self, result: "ConversationResult") -> None:
        super().__init__("; ".join(result.missed))
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

    def concluded(self) -> "ConversationResult":
        """The result of all turns by the success criteria."""
        from askwell.evals.run import conclude

        turns = [self.result(turn.turn) for turn in self.scenario.conversation]
        return conclude(self.scenario, "", "", turns)

    def end(self) -> None:
        """Delete the conversation, if it was run; a later test would run it again."""
        if self._run is not None:
            self._config.stash[_RUNNER].delete(self._run.thread_id)
            self._run = None


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

            assistant = scenario.assistant or option("--conv-assistant")
            model, interface = option("--conv-url-model"), option("--conv-url-as")
            target = UrlTarget(url, assistant, model=model, interface=interface)
            self.wait(target.check())
            if ignored := target.ignored(scenario):
                message = f"{scenario.name}: the interface takes no {', '.join(ignored)}, so that is not checked"
                warnings.warn(NotChecked(message), stacklevel=1)
            return ScenarioRun(scenario, target, self._judge())
        from askwell.evals.targets import EngineTarget, assistant_of

        engine = self.wait(self._opened())
        assistant = scenario.assistant or option("--conv-assistant") or assistant_of(engine, file)
        self.wait(self._prepare(engine, assistant))
        return ScenarioRun(scenario, EngineTarget(engine, assistant), self._judge())

    def delete(self, session: str) -> None:
        """Delete a conversation with this engine; those on a server are kept."""
        if self._engine is not None and session:
            self.wait(self._engine.delete_session(session))

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
