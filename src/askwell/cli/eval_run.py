"""Runs the scenarios of `askwell eval` and shows their strips."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, cast

from askwell.cli.ask import DOCUMENTS
from askwell.cli.eval_strips import strips
from askwell.cli.prepare import prepare
from askwell.cli.terminal import Terminal
from askwell.errors import BadInput

if TYPE_CHECKING:
    from askwell.engine import Engine
    from askwell.evals.results import ConversationResult
    from askwell.evals.scenario import Scenario
    from askwell.evals.targets import Target
    from askwell.ports import TurnJudge

By = Literal["rules", "llm"]
INTERFACES = ("api", "openai", "chat", "chat-messages", "chat-stream", "chat-memory", "ask-agent")
"""Names of interfaces of a server; those of `askwell.evals.over_url`, which is not loaded for help."""


@dataclass(frozen=True, slots=True)
class How:
    """Who judges, and what answers."""

    by: By
    votes: int
    """Judgements of a model for each turn."""
    url: str | None
    """Server that answers; None for the assistants of this process."""
    url_model: str
    """Model to ask that server for; empty for the assistant's name."""
    url_as: str
    """Interface of that server; empty: the path of its URL tells."""


def how(by: str, votes: int, url: str | None, *, url_model: str = "", url_as: str = "") -> How:
    """The options, checked. Raises BadInput (`usage`)."""
    if by not in ("rules", "llm"):
        raise BadInput(f"`--judge` is {by!r}", code="usage", hint="One of rules, llm.")
    if url is None and (url_model or url_as):
        name = "--url-model" if url_model else "--url-as"
        raise BadInput(f"`{name}` without `--url`", code="usage", hint="Give the URL of a server.")
    return How(cast("By", by), votes, url, url_model, url_as)


async def run_all(
    engine: "Engine", terminal: Terminal, chosen: "Sequence[tuple[str, Scenario]]", options: How
) -> "list[ConversationResult]":
    """The results of pairs of assistant and scenario, in order.

    Conversations in this process are deleted afterwards, those on a server are not. Raises ModelFailed and BadInput if
    the server cannot be used at all; an error of one turn is its result.
    """
    from askwell.evals.run import ScenarioRun, conclude

    judge = _judge(engine, options)
    targets = {name: _target(engine, name, options) for name, _ in chosen}
    if options.url is not None:
        for target in targets.values():
            await target.check()
        _name_ignored(terminal, chosen, targets)
    for name in dict.fromkeys(name for name, _ in chosen) if options.url is None else ():
        await prepare(engine, name, terminal)
    results = []
    with strips(terminal, [scenario for _, scenario in chosen]) as shown:
        for name, scenario in chosen:
            shown.begin(scenario.name, len(scenario.conversation))
            run = ScenarioRun(scenario, targets[name], judge)
            turns = []
            try:
                for turn in scenario.conversation:
                    turns.append(await run.result(turn.turn))
                    shown.turned(turns[-1])
            finally:
                if options.url is None and run.thread_id:
                    await engine.delete_session(run.thread_id)
            results.append(conclude(scenario, name, run.thread_id, turns, judge=judge.name))
            shown.end(results[-1])
    return results


def _judge(engine: "Engine", options: How) -> "TurnJudge":
    from askwell.composition.judges import turn_judge
    from askwell.composition.models import make_judge_embedder, make_model

    model = make_model(engine.settings) if options.by == "llm" else None
    return turn_judge(options.by, model, votes=options.votes, embedder=make_judge_embedder(engine.settings))


def _name_ignored(
    terminal: Terminal, chosen: "Sequence[tuple[str, Scenario]]", targets: "Mapping[str, Target]"
) -> None:
    """Say what scenarios set and the server cannot be given; one line for all scenarios with the same names."""
    found: dict[tuple[str, ...], list[str]] = {}
    for name, scenario in chosen:
        if ignored := targets[name].ignored(scenario):
            found.setdefault(ignored, []).append(scenario.name)
    for ignored, names in found.items():
        shown = f"{', '.join(names[:3])}{f' and {len(names) - 3} more' if len(names) > 3 else ''}"
        terminal.warn(f"{shown}: the interface takes no {', '.join(ignored)}, so that is not checked")


def _target(engine: "Engine", assistant: str, options: How) -> "Target":
    """What answers: an assistant in this process, or a server, with its own default for `documents`."""
    if options.url is None:
        from askwell.evals.targets import EngineTarget

        return EngineTarget(engine, assistant)
    from askwell.evals.over_url.target import UrlTarget

    named = "" if assistant == DOCUMENTS else assistant
    return UrlTarget(options.url, named, model=options.url_model, interface=options.url_as)
