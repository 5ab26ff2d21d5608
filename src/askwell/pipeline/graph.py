"""Builds the LangGraph graph of an assistant's steps."""

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
    """The state of the graph: the turn as one value. With its 40 fields as channels, a turn takes 3 times as long."""

    turn: TurnState


TurnGraph = CompiledStateGraph[Carried, Services, Carried, Carried]


def build_graph(assistant: Assistant, plugged: Sequence[PluginStep] = ()) -> TurnGraph:
    """The compiled graph of an assistant's steps, with their forks.

    A node runs several steps in sequence, until a fork chooses another step than the next one, because a node costs
    LangGraph as much time as many of these steps. There is no checkpointer: the state ends with the turn, and the
    conversation is in the store.
    """
    steps, forks = line_of(assistant, plugged)
    graph = _empty_graph()
    entry_indexes = [
        at for at, step in enumerate(steps) if at == 0 or _is_fork_target(step.name, steps[at - 1].name, forks)
    ]
    names = {steps[at].name for at in entry_indexes}
    for at in entry_indexes:
        targets = {path for step in steps[at:] if step.name in forks for path in forks[step.name][1].values()}
        graph.add_node(steps[at].name, _node(steps[at:], forks), destinations=tuple(sorted(targets & names)))
    graph.add_edge(START, steps[0].name)
    return graph.compile()


async def walk(graph: TurnGraph, turn: TurnState, services: Services) -> None:
    """Run the steps for a turn; `services.end` receives the turn after the last one."""
    await graph.ainvoke(Carried(turn), context=services)


def draw(assistant: Assistant, plugged: Sequence[PluginStep] = ()) -> str:
    """The assistant's graph as a Mermaid diagram, one node per step."""
    steps, forks = line_of(assistant, plugged)
    graph = _empty_graph()
    graph.add_edge(START, steps[0].name)
    for step, successor in zip(steps, [*(each.name for each in steps[1:]), END], strict=True):
        destinations = (
            {path or successor: choice for choice, path in forks[step.name][1].items()} if step.name in forks else {}
        )
        graph.add_node(step.name, _node([step], forks), destinations=destinations)
        if not destinations:
            graph.add_edge(step.name, successor)
    return graph.compile().get_graph().draw_mermaid()


def _empty_graph() -> StateGraph[Carried, Services, Carried, Carried]:
    return StateGraph(Carried, context_schema=Services)


def _is_fork_target(name: str, before: str, forks: Mapping[str, Fork]) -> bool:
    """Whether a fork other than the one directly before a step leads to it."""
    return any(name in paths.values() for step, (_, paths) in forks.items() if step != before)


def _node(steps: Sequence[Step], forks: Mapping[str, Fork]) -> Callable[..., Awaitable[Any]]:
    """A node that runs the steps in sequence, until the last one or until a fork chooses another step.

    The node evaluates the fork itself: LangGraph runs the function of a conditional edge in a thread.
    """
    next_of = dict(zip((step.name for step in steps), [*(step.name for step in steps[1:]), ""], strict=True))

    async def run(carried: Carried, runtime: TurnRuntime) -> Any:
        turn = carried.turn
        for step in steps:
            turn = await _run_step(step, turn, runtime)
            if step.name not in forks:
                continue
            choose, paths = forks[step.name]
            path = paths[choose(turn)] or next_of[step.name]
            if path != next_of[step.name]:
                return Command(update={"turn": turn}, goto=path)
        # The answer is sent before LangGraph cleans up.
        runtime.context.end(turn)
        return {"turn": turn}

    run.__annotations__ = {"carried": Carried, "runtime": Runtime[Services], "return": dict | Command}
    return run


async def _run_step(step: Step, turn: TurnState, runtime: TurnRuntime) -> TurnState:
    """The turn after a step. Sets the time in the step's decisions and emits an event."""
    started = time.perf_counter()
    update = await step.run(turn, runtime)
    took_ms = (time.perf_counter() - started) * 1000
    decisions = tuple([_with_time(each, took_ms) for each in update.get("decisions", ())])
    emit(runtime, Stepped(0, step.name, took_ms, decisions))
    return turn.after({**update, "decisions": decisions})


def _with_time(decision: Decision, took_ms: float) -> Decision:
    """The decision with the time of its step in ms, and its score rounded to 6 places."""
    score = None if decision.score is None else round(decision.score, 6)
    return replace(decision, score=score, took_ms=round(took_ms, 2))
