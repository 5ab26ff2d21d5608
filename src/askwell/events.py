"""What a client sees while a turn runs: one typed, numbered log per turn.

The server-sent stream, a reconnect and the drained `Answer` are projections of this log. `number` counts from 1 within
the turn. A log ends with exactly one `Done` or `Failed`.
"""

from dataclasses import dataclass
from typing import ClassVar

from askwell.types import Answer, Decision, Passage, Resolution, Source


@dataclass(frozen=True, slots=True)
class Accepted:
    """The question is stored; whatever happens now, it is not lost."""

    name: ClassVar[str] = "accepted"
    number: int
    turn_id: str
    turn_number: int | None
    session_id: str | None


@dataclass(frozen=True, slots=True)
class Stepped:
    """A step ended, with what it decided."""

    name: ClassVar[str] = "step"
    number: int
    step: str
    took_ms: float
    decisions: tuple[Decision, ...]


@dataclass(frozen=True, slots=True)
class Resolved:
    """The question as understood."""

    name: ClassVar[str] = "resolved"
    number: int
    question: str
    resolution: Resolution


@dataclass(frozen=True, slots=True)
class Packed:
    """The passages the answer may cite, before any of it is written."""

    name: ClassVar[str] = "sources"
    number: int
    passages: tuple[Passage, ...]


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of the answer; the pieces joined are the answer."""

    name: ClassVar[str] = "token"
    number: int
    text: str


@dataclass(frozen=True, slots=True)
class Cited:
    """A source is cited for the first time in this answer; its mark follows in a `Token`."""

    name: ClassVar[str] = "citation"
    number: int
    source: Source


@dataclass(frozen=True, slots=True)
class Warned:
    """Something the reader should know, with a stable code."""

    name: ClassVar[str] = "warning"
    number: int
    code: str
    message: str


@dataclass(frozen=True, slots=True)
class Done:
    """The turn is stored and final."""

    name: ClassVar[str] = "done"
    number: int
    answer: Answer


@dataclass(frozen=True, slots=True)
class Failed:
    """The turn ended without a whole answer; `partial` is what had been written."""

    name: ClassVar[str] = "failed"
    number: int
    code: str
    message: str
    hint: str
    status: int
    partial: str
    turn_id: str
    turn_number: int | None
    session_id: str | None


Event = Accepted | Stepped | Resolved | Packed | Token | Cited | Warned | Done | Failed
"""Any entry of a turn's log."""
