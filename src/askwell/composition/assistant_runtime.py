"""An assistant that can be asked: its services and its graph."""

import asyncio
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from askwell.assistant import Assistant
from askwell.errors import BrokenTable, Fault
from askwell.pipeline.plugin_steps import PluginStep
from askwell.pipeline.state import Services, TurnState
from askwell.tools.tables import Tables

if TYPE_CHECKING:
    from askwell.pipeline.graph import TurnGraph


class AssistantRuntime:
    """An assistant with its services; its graph is compiled at the first question."""

    def __init__(
        self,
        assistant: Assistant,
        services: Services,
        plugged: Sequence[PluginStep] = (),
        fault: Fault | None = None,
    ) -> None:
        self.assistant = assistant
        self.services = services
        self.fault = fault
        """Why it cannot be used, if so; the other assistants work."""
        self._plugged = plugged

    @property
    def faults(self) -> tuple[Fault, ...]:
        """Its fault, and those of its tables, which it works without."""
        return (*([self.fault] if self.fault else []), *broken_tables(self.services))

    @cached_property
    def graph(self) -> "TurnGraph":
        """The compiled graph of steps. Loads LangGraph, which takes a second and few commands need."""
        from askwell.pipeline.graph import build_graph

        return build_graph(self.assistant, self._plugged)

    async def walk(self, turn: TurnState, services: Services) -> None:
        """Run a turn through the graph. The first turn compiles it, in a thread."""
        if "graph" not in vars(self):
            await asyncio.to_thread(getattr, self, "graph")
        from askwell.pipeline.graph import walk

        await walk(self.graph, turn, services)


def broken_tables(services: Services) -> tuple[BrokenTable, ...]:
    """The tables of the assistant that cannot be read."""
    return services.tables.faults if isinstance(services.tables, Tables) else ()
