"""Runs the scenarios of `askwell eval` and shows their strips."""

from collections.abc import Sequence
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


@dataclass(frozen=True, slots=True)
class How:
    """Who judges, and what answers."""

    by: By
    votes: int
    """Judgements of a model for each turn."""
    url: str | None
    """Server that answers; None for the assistants of this process."""


def how(by: str, votes: int, url: str | None) -> How:
    """The options, checked. Raises BadInput (`usage`)."""
    if by not in ("rules", "llm"):
        raise BadInput(f"`--judge` is {by!r}", code="usage", hint="One of rules, llm.")
    return How(cast("By", by), votes, url)


async def run_all(
    engine: "Engine", terminal: Terminal, chosen: "Sequence[tuple[str, Scenario]]", options: How
) -> "list[ConversationResult]":
    """The results of pairs of assistant and scenario, in order.

    Conversations in this process are deleted afterwards, those on a server are not. Raises ModelFailed and BadInput if
    the server cannot be used at all; an error of one turn is its result.
    """
    from askwell.engine import LOCAL
    from askwell.evals.run import ScenarioRun, conclude

    judge = _judge(engine, options)
    if options.url is not None:
        await _check_server(options.url)
    for name in dict.fromkeys(name for name, _ in chosen) if options.url is None else ():
        await prepare(engine, name, terminal)
    results = []
    with strips(terminal, [scenario for _, scenario in chosen]) as shown:
        for name, scenario in chosen:
            shown.begin(scenario.name, len(scenario.conversation))
            run = ScenarioRun(scenario, _target(engine, name, options.url), judge)
            turns = []
            for turn in scenario.conversation:
                turns.append(await run.result(turn.turn))
                shown.turned(turns[-1])
            results.append(conclude(scenario, name, run.thread_id, turns, judge=judge.name))
            if options.url is None and run.thread_id:
                await engine.store.sessions.delete(LOCAL, run.thread_id)
            shown.end(results[-1])
    return results


def _judge(engine: "Engine", options: How) -> "TurnJudge":
    from askwell.composition.judges import turn_judge
    from askwell.composition.models import make_judge_embedder, make_model

    model = make_model(engine.settings) if options.by == "llm" else None
    return turn_judge(options.by, model, votes=options.votes, embedder=make_judge_embedder(engine.settings))


async def _check_server(url: str) -> None:
    from askwell.evals.url_target import UrlTarget

    await UrlTarget(url).check()


def _target(engine: "Engine", assistant: str, url: str | None) -> "Target":
    """What answers: an assistant in this process, or a server, with its own default for `documents`."""
    if url is None:
        from askwell.evals.targets import EngineTarget

        return EngineTarget(engine, assistant)
    from askwell.evals.url_target import UrlTarget

    return UrlTarget(url, "" if assistant == DOCUMENTS else assistant)
