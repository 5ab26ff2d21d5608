"""The line of steps as data, and the graph that an assistant makes of it."""

import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.types import Command

from askwell.assistant import Assistant, GradeSection
from askwell.events import Stepped
from askwell.pipeline.cite import cite
from askwell.pipeline.grade import grade, wants_another_search
from askwell.pipeline.line import Fork, Step
from askwell.pipeline.look_up import look_up
from askwell.pipeline.pack import pack
from askwell.pipeline.plugged import Plugged, check_places, with_plugged
from askwell.pipeline.rank import rank
from askwell.pipeline.recall import recall
from askwell.pipeline.remember import remember
from askwell.pipeline.remind import remind
from askwell.pipeline.resolve import resolve
from askwell.pipeline.route import route
from askwell.pipeline.screen import screen
from askwell.pipeline.search import search
from askwell.pipeline.state import ACCUMULATING, Services, TurnRuntime, TurnState, emit
from askwell.pipeline.use_tools import use_tools
from askwell.pipeline.write import write
from askwell.types import Usage

TurnGraph = CompiledStateGraph[TurnState, Services, TurnState, TurnState]
Stretch = tuple[Step, ...]
"""Steps between which no way parts."""

LINE = (
    Step("screen", screen),
    Step("recall", recall),
    Step("resolve", resolve, lambda assistant: assistant.resolve is not None),
    Step("route", route, lambda assistant: assistant.route is not None or assistant.scope is not None),
    Step("look_up", look_up, lambda assistant: bool(assistant.own_ways)),
    Step("search", search),
    Step("rank", rank, lambda assistant: assistant.rank is not None),
    Step("grade", grade, lambda assistant: assistant.grade is not None),
    Step("remind", remind),
    Step("pack", pack),
    Step("use_tools", use_tools, lambda assistant: assistant.tools is not None),
    Step("write", write),
    Step("cite", cite),
    Step("remember", remember),
)


def build_graph(assistant: Assistant, plugged: Sequence[Plugged] = ()) -> TurnGraph:
    """The compiled graph of an assistant: the steps it wants, in line, with forks where the way parts.

    Steps between which no way parts are one node, for LangGraph takes as long for a node as many a step does. There is
    no checkpointer: a turn's state dies with the turn, and the conversation lives in the store.
    """
    steps, forks = with_plugged(_steps(assistant), _forks(assistant), plugged)
    return _compiled(_stretches(steps, forks), forks)


def draw(assistant: Assistant, plugged: Sequence[Plugged] = ()) -> str:
    """The assistant's graph as Mermaid, step by step."""
    steps, forks = with_plugged(_steps(assistant), _forks(assistant), plugged)
    return _compiled([(step,) for step in steps], forks).get_graph().draw_mermaid()


def check_plugged(assistant: Assistant, plugged: Sequence[Plugged]) -> None:
    """Raise BadConfig where steps of others do not fit into the assistant's line."""
    check_places(plugged, LINE, _steps(assistant))


def _steps(assistant: Assistant) -> list[Step]:
    return [step for step in LINE if step.wanted(assistant)]


def _stretches(steps: Sequence[Step], forks: Mapping[str, Fork]) -> list[Stretch]:
    """The steps cut behind each fork and before each step that one leads to."""
    led_to = {name for _, paths in forks.values() for name in paths.values()}
    stretches: list[list[Step]] = []
    for before, step in zip([None, *steps], steps, strict=False):
        if before is None or before.name in forks or step.name in led_to:
            stretches.append([])
        stretches[-1].append(step)
    return [tuple(stretch) for stretch in stretches]


def _compiled(stretches: Sequence[Stretch], forks: Mapping[str, Fork]) -> TurnGraph:
    """A node a stretch, under the name of its first step."""
    graph: StateGraph[TurnState, Services, TurnState, TurnState] = StateGraph(TurnState, context_schema=Services)
    names = [stretch[0].name for stretch in stretches]
    graph.add_edge(START, names[0])
    for stretch, following in zip(stretches, [*names[1:], END], strict=True):
        name, last = stretch[0].name, stretch[-1].name
        if last in forks:
            choose, paths = forks[last]
            fork = choose, {key: path or following for key, path in paths.items()}
            graph.add_node(name, _walk(stretch, fork), destinations={path: key for key, path in fork[1].items()})
        else:
            graph.add_node(name, _walk(stretch))
            graph.add_edge(name, following)
    return graph.compile()


def _forks(assistant: Assistant) -> dict[str, Fork]:
    """Step to its fork; the empty path is the next step in line."""
    section = assistant.grade or GradeSection()
    tables = {"look up": "look_up"} if assistant.own_ways else {}
    understood = [step.name for step in _steps(assistant) if step.name in {"recall", "resolve", "route"}][-1]

    def after_route(state: TurnState) -> str:
        if state.way in assistant.own_ways:
            return "look up"
        return "remind" if state.way in {"decline", "recall", "chat"} else "search"

    def after_look_up(state: TurnState) -> str:
        return "remind" if state.kept or state.ask_back else "search"

    def after_grade(state: TurnState) -> str:
        return "search again" if wants_another_search(state, section) else "remind"

    def after_write(state: TurnState) -> str:
        return "use tools" if state.calls else "cite"

    calling: dict[str, Fork] = {
        "pack": (lambda _: "write", {"write": "write"}),
        "write": (after_write, {"use tools": "use_tools", "cite": ""}),
    }
    return {
        understood: (after_route, {"search": "search", "remind": "remind"} | tables),
        "look_up": (after_look_up, {"remind": "remind", "search": ""}),
        "grade": (after_grade, {"search again": "search", "remind": ""}),
        **(calling if assistant.tools is not None else {}),
    }


def _walk(stretch: Stretch, fork: Fork | None = None) -> Callable[..., Awaitable[Any]]:
    """The steps of a stretch one after another, as a node, which chooses where to go where the way parts behind it.

    An edge of LangGraph's that chooses would take a thread to do it.
    """

    async def run(state: TurnState, runtime: TurnRuntime) -> Any:
        changes: dict[str, Any] = {"usage": Usage()}
        for step in stretch:
            update = await _timed(step, state, runtime)
            adding = [field for field in ACCUMULATING if field in update]
            state = replace(state, **update | {field: getattr(state, field) + update[field] for field in adding})
            changes |= update | {field: changes[field] + update[field] for field in adding if field in changes}
        if fork is None:
            return changes
        choose, paths = fork
        return Command(update=changes, goto=paths[choose(state)])

    run.__annotations__ = {"state": TurnState, "runtime": TurnRuntime, "return": dict | Command}
    return run


async def _timed(step: Step, state: TurnState, runtime: TurnRuntime) -> dict[str, Any]:
    """What a step changes, its decisions stamped with the time it took, its end told to whoever watches."""
    started = time.perf_counter()
    update = dict(await step.run(state, runtime))
    took_ms = (time.perf_counter() - started) * 1000
    update["decisions"] = tuple(replace(each, took_ms=round(took_ms, 2)) for each in update.get("decisions", ()))
    emit(runtime, Stepped(0, step.name, took_ms, update["decisions"]))
    return update
