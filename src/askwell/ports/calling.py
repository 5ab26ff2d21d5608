"""What may be called while an answer is written."""

from collections.abc import Mapping
from typing import Protocol

from askwell.types import ToolContext, ToolResult, ToolSpec


class Tool(Protocol):
    """Does one thing for whoever writes an answer. Shared by all conversations: whose it is comes with each call."""

    @property
    def spec(self) -> ToolSpec:
        """How a model is shown the tool."""
        ...

    async def run(self, arguments: Mapping[str, object], context: ToolContext) -> ToolResult:
        """What it gives for arguments that a model made. Raises BadInput (`bad_arguments`) when they do not fit."""
        ...
