"""Tools that can be called while an answer is written."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Protocol, runtime_checkable

from askwell.types import CallState, Principal, ToolContext, ToolResult, ToolSpec, WriteCall


class Tool(Protocol):
    """A tool for the writer of an answer. It is shared by all conversations; each call has its own context."""

    @property
    def spec(self) -> ToolSpec:
        """How the tool is described to a model."""
        ...

    async def run(self, arguments: Mapping[str, object], context: ToolContext) -> ToolResult:
        """The result for arguments that a model generated. Raises BadInput (`bad_arguments`) if they do not fit."""
        ...


@runtime_checkable
class WriteTool(Tool, Protocol):
    """A tool that writes. Its arguments are checked before the user is asked to confirm the call."""

    def check(self, arguments: Mapping[str, object]) -> None:
        """Raise BadInput (`bad_arguments`) if the arguments do not fit. Changes nothing."""
        ...


class WriteCalls(Protocol):
    """The record of all calls of tools that write. A call is recorded before it runs."""

    async def add(self, principal: Principal, call: WriteCall) -> WriteCall | None:
        """Record a call. Returns the recorded one if there is one with this id, which is then not changed."""
        ...

    async def change(
        self,
        principal: Principal,
        call_id: str,
        before: CallState,
        after: CallState,
        *,
        result: str = "",
        until: datetime | None = None,
    ) -> bool:
        """Change the state of a call; whether it was in the state `before`. Of two callers only one succeeds."""
        ...

    async def of_session(self, principal: Principal, session_id: str) -> Sequence[WriteCall]:
        """The calls of a conversation, oldest first."""
        ...

    async def forget(self, principal: Principal, session_id: str) -> None:
        """Erase the calls of a conversation."""
        ...
