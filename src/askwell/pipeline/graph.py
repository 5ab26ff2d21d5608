"""The line of steps as data, and the graph that an assistant makes of it."""

import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
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
from askwell.pipeline.state import Services, TurnRuntime, TurnState, emit
from askwell.pipeline.use_tools import use_tools
from askwell.pipeline.write import write
from askwell.types import Decision


@dataclass(frozen=True)
class Carried:
    """What LangGraph carries from node to node: the turn, as one value; 40 of them took three times as long."""

    turn: TurnState


TurnGraph = CompiledStateGraph[Carried, Services, Carried, Carried]

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

    A node goes on from step to step until the way leads elsewhere than to the next one, for LangGraph takes as long for
    a node as many a step does. There is no checkpointer: a turn's state dies with the turn, and the conversation lives
    in the store.
    """
    steps, forks = with_plugged(_steps(assistant), _forks(assistant), plugged)
    graph = _empty_graph()
    entries = [at for at, step in enumerate(steps) if at == 0 or _is_led_to(step.name, steps[at - 1].name, forks)]
    names = {steps[at].name for at in entries}
    for at in entries:
        on_the_way = {path for step in steps[at:] if step.name in forks for path in forks[step.name][1].values()}
        graph.add_node(steps[at].name, _walk(steps[at:], forks), destinations=tuple(sorted(on_the_way & names)))
    graph.add_edge(START, steps[0].name)
    return graph.compile()


def draw(assistant: Assistant, plugged: Sequence[Plugged] = ()) -> str:
    """The assistant's graph as Mermaid, step by step."""
    steps, forks = with_plugged(_steps(assistant), _forks(assistant), plugged)
    graph = _empty_graph()
    graph.add_edge(START, steps[0].name)
    for step, following in zip(steps, [*(each.name for each in steps[1:]), END], strict=True):
        led_to = (
            {path or following: choice for choice, path in forks[step.name][1].items()} if step.name in forks else {}
        )
        graph.add_node(step.name, _walk([step], forks), destinations=led_to)
        if not led_to:
            graph.add_edge(step.name, following)
    return graph.compile().get_graph().draw_mermaid()


def check_plugged(assistant: Assistant, plugged: Sequence[Plugged]) -> None:
    """Raise BadConfig where steps of others do not fit into the assistant's line."""
    check_places(plugged, LINE, _steps(assistant))


def _steps(assistant: Assistant) -> list[Step]:
    return [step for step in LINE if step.wanted(assistant)]


def _empty_graph() -> StateGraph[Carried, Services, Carried, Carried]:
    return StateGraph(Carried, context_schema=Services)


def _is_led_to(name: str, before: str, forks: Mapping[str, Fork]) -> bool:
    """Whether a fork leads to a step from elsewhere than from right before it."""
    return any(name in paths.values() for step, (_, paths) in forks.items() if step != before)


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


def _walk(steps: Sequence[Step], forks: Mapping[str, Fork]) -> Callable[..., Awaitable[Any]]:
    """A node: the steps one after another, to the end of the line or to where the way leads elsewhere.

    It chooses where to go itself; an edge of LangGraph's that chooses would take a thread to do it.
    """
    following = dict(zip((step.name for step in steps), [*(step.name for step in steps[1:]), ""], strict=True))

    async def run(carried: Carried, runtime: TurnRuntime) -> Any:
        turn = carried.turn
        for step in steps:
            turn = await _taken(step, turn, runtime)
            if step.name not in forks:
                continue
            choose, paths = forks[step.name]
            path = paths[choose(turn)] or following[step.name]
            if path != following[step.name]:
                return Command(update={"turn": turn}, goto=path)
        # Whoever waits for the answer need not wait for LangGraph to clear up.
        runtime.context.end(turn)
        return {"turn": turn}

    run.__annotations__ = {"carried": Carried, "runtime": TurnRuntime, "return": dict | Command}
    return run


async def _taken(step: Step, turn: TurnState, runtime: TurnRuntime) -> TurnState:
    """The turn behind a step, its decisions stamped with the time it took, its end told to whoever watches."""
    started = time.perf_counter()
    update = await step.run(turn, runtime)
    took_ms = (time.perf_counter() - started) * 1000
    decisions = tuple([_stamped(each, took_ms) for each in update.get("decisions", ())])
    emit(runtime, Stepped(0, step.name, took_ms, decisions))
    return turn.after({**update, "decisions": decisions})


def _stamped(decision: Decision, took_ms: float) -> Decision:
    """The decision with the time it took; its figures are as fine as anybody needs them."""
    score = None if decision.score is None else round(decision.score, 6)
    return Decision(decision.step, decision.choice, decision.reason, score, round(took_ms, 2), decision.detail)
