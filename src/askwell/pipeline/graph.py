"""The graph that an assistant makes of its line of steps."""

import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import Runtime
from langgraph.types import Command

from askwell.assistant import Assistant
from askwell.events import Stepped
from askwell.pipeline.plugin_steps import PluginStep
from askwell.pipeline.state import Services, TurnRuntime, TurnState, emit
from askwell.pipeline.step import Fork, Step
from askwell.pipeline.steps import line_of
from askwell.types import Decision


@dataclass(frozen=True)
class Carried:
    """What LangGraph carries from node to node: the turn, as one value; 40 of them took three times as long."""

    turn: TurnState


TurnGraph = CompiledStateGraph[Carried, Services, Carried, Carried]


def build_graph(assistant: Assistant, plugged: Sequence[PluginStep] = ()) -> TurnGraph:
    """The compiled graph of an assistant: the steps it wants, in line, with forks where the way parts.

    A node goes on from step to step until the way leads elsewhere than to the next one, for LangGraph takes as long for
    a node as many a step does. There is no checkpointer: a turn's state dies with the turn, and the conversation lives
    in the store.
    """
    steps, forks = line_of(assistant, plugged)
    graph = _empty_graph()
    entries = [at for at, step in enumerate(steps) if at == 0 or _is_led_to(step.name, steps[at - 1].name, forks)]
    names = {steps[at].name for at in entries}
    for at in entries:
        on_the_way = {path for step in steps[at:] if step.name in forks for path in forks[step.name][1].values()}
        graph.add_node(steps[at].name, _walk(steps[at:], forks), destinations=tuple(sorted(on_the_way & names)))
    graph.add_edge(START, steps[0].name)
    return graph.compile()


async def walk(graph: TurnGraph, turn: TurnState, services: Services) -> None:
    """Take a turn down the line; `services.end` is handed the turn as it comes out."""
    await graph.ainvoke(Carried(turn), context=services)


def draw(assistant: Assistant, plugged: Sequence[PluginStep] = ()) -> str:
    """The assistant's graph as Mermaid, step by step."""
    steps, forks = line_of(assistant, plugged)
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


def _empty_graph() -> StateGraph[Carried, Services, Carried, Carried]:
    return StateGraph(Carried, context_schema=Services)


def _is_led_to(name: str, before: str, forks: Mapping[str, Fork]) -> bool:
    """Whether a fork leads to a step from elsewhere than from right before it."""
    return any(name in paths.values() for step, (_, paths) in forks.items() if step != before)


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

    run.__annotations__ = {"carried": Carried, "runtime": Runtime[Services], "return": dict | Command}
    return run


async def _taken(step: Step, turn: TurnState, runtime: TurnRuntime) -> TurnState:
    """The turn after a step, its decisions stamped with the time it took, its end told to whoever watches."""
    started = time.perf_counter()
    update = await step.run(turn, runtime)
    took_ms = (time.perf_counter() - started) * 1000
    decisions = tuple([_stamped(each, took_ms) for each in update.get("decisions", ())])
    emit(runtime, Stepped(0, step.name, took_ms, decisions))
    return turn.after({**update, "decisions": decisions})


def _stamped(decision: Decision, took_ms: float) -> Decision:
    """The decision with the time it took; its figures are as fine as anybody needs them."""
    score = None if decision.score is None else round(decision.score, 6)
    return replace(decision, score=score, took_ms=round(took_ms, 2))
