"""The line of steps as data, and the graph that an assistant makes of it."""

import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Any

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from askwell.assistant import Assistant, GradeSection
from askwell.events import Stepped
from askwell.pipeline.cite import cite
from askwell.pipeline.grade import grade, wants_another_search
from askwell.pipeline.look_up import look_up
from askwell.pipeline.pack import pack
from askwell.pipeline.rank import rank
from askwell.pipeline.recall import recall
from askwell.pipeline.remember import remember
from askwell.pipeline.resolve import resolve
from askwell.pipeline.route import route
from askwell.pipeline.screen import screen
from askwell.pipeline.search import search
from askwell.pipeline.state import Services, TurnRuntime, TurnState, Update, emit
from askwell.pipeline.write import write
from askwell.types import Usage

StepFunction = Callable[[TurnState, TurnRuntime], Awaitable[Update]]
TurnGraph = CompiledStateGraph[TurnState, Services, TurnState, TurnState]
Fork = tuple[Callable[[TurnState], str], dict[str, str]]
"""How to choose, and each choice with the step it leads to."""


@dataclass(frozen=True)
class Step:
    """One step of the line."""

    name: str
    run: StepFunction
    wanted: Callable[[Assistant], bool] = lambda _: True
    """Whether an assistant has it."""


LINE = (
    Step("screen", screen),
    Step("recall", recall),
    Step("resolve", resolve, lambda assistant: assistant.resolve is not None),
    Step("route", route, lambda assistant: assistant.route is not None or assistant.scope is not None),
    Step("look_up", look_up, lambda assistant: bool(assistant.own_ways)),
    Step("search", search),
    Step("rank", rank, lambda assistant: assistant.rank is not None),
    Step("grade", grade, lambda assistant: assistant.grade is not None),
    Step("pack", pack),
    Step("write", write),
    Step("cite", cite),
    Step("remember", remember),
)


def build_graph(assistant: Assistant) -> TurnGraph:
    """The compiled graph of an assistant: the steps it wants, in line, with forks where the way parts.

    There is no checkpointer: a turn's state dies with the turn, and the conversation lives in the store.
    """
    steps = [step for step in LINE if step.wanted(assistant)]
    graph: StateGraph[TurnState, Services, TurnState, TurnState] = StateGraph(TurnState, context_schema=Services)
    for step in steps:
        graph.add_node(step.name, _timed(step))
    graph.add_edge(START, steps[0].name)
    forks = _forks(assistant)
    for step, following in zip(steps, [*(step.name for step in steps[1:]), END], strict=True):
        if step.name in forks:
            choose, paths = forks[step.name]
            graph.add_conditional_edges(step.name, choose, {key: path or following for key, path in paths.items()})
        else:
            graph.add_edge(step.name, following)
    return graph.compile()


def draw(assistant: Assistant) -> str:
    """The assistant's graph as Mermaid."""
    return build_graph(assistant).get_graph().draw_mermaid()


def _forks(assistant: Assistant) -> dict[str, Fork]:
    """Step to its fork; the empty path is the next step in line."""
    section = assistant.grade or GradeSection()
    tables = {"look up": "look_up"} if assistant.own_ways else {}

    def after_screen(state: TurnState) -> str:
        return "decline" if state.way == "decline" else "go on"

    def after_route(state: TurnState) -> str:
        if state.way in assistant.own_ways:
            return "look up"
        return {"decline": "decline", "chat": "pack"}.get(state.way, "search")

    def after_look_up(state: TurnState) -> str:
        return "pack" if state.kept or state.ask_back else "search"

    def after_grade(state: TurnState) -> str:
        return "search again" if wants_another_search(state, section) else "pack"

    return {
        "screen": (after_screen, {"go on": "", "decline": "write"}),
        "route": (after_route, {"search": "search", "pack": "pack", "decline": "write"} | tables),
        "look_up": (after_look_up, {"pack": "pack", "search": ""}),
        "grade": (after_grade, {"search again": "search", "pack": ""}),
    }


def _timed(step: Step) -> Callable[..., Awaitable[dict[str, Any]]]:
    """The step, its decisions stamped with the time it took, its end told to whoever watches."""

    async def run(state: TurnState, runtime: TurnRuntime) -> dict[str, Any]:
        started = time.perf_counter()
        update = dict(await step.run(state, runtime))
        took_ms = (time.perf_counter() - started) * 1000
        update["decisions"] = tuple(
            replace(decision, took_ms=round(took_ms, 2)) for decision in update.get("decisions", ())
        )
        update.setdefault("usage", Usage())
        emit(runtime, Stepped(0, step.name, took_ms, update["decisions"]))
        return update

    run.__annotations__ = {"state": TurnState, "runtime": TurnRuntime, "return": dict}
    return run
