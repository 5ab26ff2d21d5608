"""Tools that a model may call while it writes: specifications, calls and results."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from askwell.types.documents import Passage
from askwell.types.turns import Source

Effect = Literal["read", "write"]
"""What a tool does: it only reads, or it changes something or sends something to somebody."""

CallState = Literal["waiting", "running", "done", "failed", "refused", "unknown"]
"""State of a call of a tool that writes: it waits for the user, runs, has run, has refused its arguments, was refused
by the user, or nobody knows whether it took effect."""


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """A tool as described to a model."""

    name: str
    """Letters, digits, `_` and `-`, at most 64."""
    description: str
    parameters: Mapping[str, object]
    """JSON Schema of an object."""
    effect: Effect = "read"


@dataclass(frozen=True, slots=True)
class WriteCall:
    """A call of a tool that writes, as it is recorded before it runs."""

    id: str
    """Key of the call: the same call in the same turn has the same key, so that it never runs twice."""
    session_id: str
    turn_id: str
    turn_number: int
    tool: str
    arguments: str
    """The arguments as JSON, exactly as the tool gets them."""
    state: CallState
    created_at: datetime
    until: datetime | None = None
    """When a call that runs has ended at the latest; None for one that has not run."""
    result: str = ""
    """What the tool answered; empty before."""

    def seen_at(self, now: datetime) -> CallState:
        """The state as known at a time: what should have ended long ago was lost with its process."""
        return "unknown" if self.state == "running" and self.until is not None and now > self.until else self.state


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A call of a tool, by a model or by a rule."""

    id: str
    name: str
    """Name as given by the caller; the tool may not exist."""
    arguments: Mapping[str, object] = field(default_factory=dict)
    unread: str = ""
    """The start of the arguments if they were not a JSON object; else empty."""


@dataclass(frozen=True, slots=True)
class ToolResult:
    """The result of a tool."""

    text: str = ""
    """Text for the caller. Marks such as `[3]` are numbers of `sources`; other marks are removed."""
    passages: tuple[Passage, ...] = ()
    """Passages that an answer may cite, best first."""
    sources: tuple[Source, ...] = ()
    """Sources of earlier answers with their numbers in the conversation; an answer may cite them too."""
    ok: bool = True
    """False if the text is an error message."""


@dataclass(frozen=True, slots=True)
class ToolAnswer:
    """A call and its result, as used in a prompt."""

    call: ToolCall
    text: str
    """Text with the labels of this prompt as marks."""
    passages: tuple[Passage, ...] = ()
    """Passages that do not repeat an earlier one."""
    labels: tuple[int, ...] = ()
    """Label of each passage."""
    ok: bool = True
    took_ms: float = 0.0
    tokens: int = 0
    """Tokens of the call and its result in a prompt."""


@dataclass(frozen=True, slots=True)
class ToolRound:
    """Calls that were made together, with answers in the same order."""

    answers: tuple[ToolAnswer, ...]
    text: str = ""
    """Text that the model wrote before the calls."""
