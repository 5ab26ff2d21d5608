"""Tools that a model may call while it writes: what they are, how they were called, what they gave."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from askwell.types.documents import Passage
from askwell.types.turns import Source


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """A tool as a model is told of it."""

    name: str
    """Letters, digits, `_` and `-`, at most 64."""
    description: str
    parameters: Mapping[str, object]
    """JSON Schema of an object."""


@dataclass(frozen=True, slots=True)
class ToolCall:
    """What a model, or a rule, wants of a tool."""

    id: str
    name: str
    """As the caller spells it; there need not be such a tool."""
    arguments: Mapping[str, object] = field(default_factory=dict)
    unread: str = ""
    """What stood in the place of the arguments, where it was no JSON object, shortened; else empty."""


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What a tool gave."""

    text: str = ""
    """For the caller to read. Marks in it, `[3]`, are numbers of `sources`; all others are taken out."""
    passages: tuple[Passage, ...] = ()
    """What an answer may cite, best first."""
    sources: tuple[Source, ...] = ()
    """Sources of earlier answers, each with the number it has in the conversation; they may be cited too."""
    ok: bool = True
    """False where the text says what went wrong."""


@dataclass(frozen=True, slots=True)
class ToolAnswer:
    """A call with what came of it, as it goes into a prompt."""

    call: ToolCall
    text: str
    """With the labels of this prompt as marks."""
    passages: tuple[Passage, ...] = ()
    """Those that no passage before them says already."""
    labels: tuple[int, ...] = ()
    """Label of each passage."""
    ok: bool = True
    took_ms: float = 0.0
    tokens: int = 0
    """Of the call and all that came of it, in a prompt."""


@dataclass(frozen=True, slots=True)
class ToolRound:
    """Calls that were made at once, answered in their order."""

    answers: tuple[ToolAnswer, ...]
    said: str = ""
    """What the model wrote before it called."""
