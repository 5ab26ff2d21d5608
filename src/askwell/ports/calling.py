"""Tools that can be called while an answer is written."""

from collections.abc import Mapping
from typing import Protocol

from askwell.types import ToolContext, ToolResult, ToolSpec


class Tool(Protocol):
    """A tool for the writer of an answer. It is shared by all conversations; each call has its own context."""

    @property
    def spec(self) -> ToolSpec:
        """How the tool is described to a model."""
        ...

    async def run(self, arguments: Mapping[str, object], context: ToolContext) -> ToolResult:
        """The result for arguments that a model generated. Raises BadInput (`bad_arguments`) if they do not fit."""
        ...
