"""The events of a turn: one typed, numbered log per turn.

The server-sent stream, a reconnect and the final `Answer` are projections of this log. `number` counts from 1 within
the turn. A log ends with exactly one `Done` or `Failed`.

A `Place` is the position of a reader in the logs of a conversation. It counts events and also characters and sources of
the answer, so a reader can resume from the stored turn when the log no longer exists.
"""

import re
from collections.abc import AsyncIterable, AsyncIterator
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from askwell.errors import AskwellError, BadInput
from askwell.types import Answer, Decision, Passage, Resolution, Source


@dataclass(frozen=True, slots=True)
class Accepted:
    """The question is stored and cannot be lost any more."""

    name: ClassVar[str] = "accepted"
    number: int
    turn_id: str
    turn_number: int | None
    session_id: str | None


@dataclass(frozen=True, slots=True)
class Stepped:
    """A step finished, with its decisions."""

    name: ClassVar[str] = "step"
    number: int
    step: str
    took_ms: float
    decisions: tuple[Decision, ...]


@dataclass(frozen=True, slots=True)
class Resolved:
    """The resolved question."""

    name: ClassVar[str] = "resolved"
    number: int
    question: str
    resolution: Resolution


@dataclass(frozen=True, slots=True)
class Packed:
    """The passages that the answer may cite; sent before the answer."""

    name: ClassVar[str] = "sources"
    number: int
    passages: tuple[Passage, ...]


@dataclass(frozen=True, slots=True)
class ToolUsed:
    """A tool was called for the writer."""

    name: ClassVar[str] = "tool"
    number: int
    tool: str
    """Name as given by the writer; the tool may not exist."""
    arguments: str
    """Arguments as JSON, shortened."""
    took_ms: float
    ok: bool
    """False if the call failed; the writer gets the reason."""


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of the answer. The joined pieces are the answer."""

    name: ClassVar[str] = "token"
    number: int
    text: str


@dataclass(frozen=True, slots=True)
class Cited:
    """A source is cited for the first time in this answer; its mark follows in a `Token`.

    The nearest sources of an answer that the documents do not support come after its last `Token` and have no marks.
    """

    name: ClassVar[str] = "citation"
    number: int
    source: Source


@dataclass(frozen=True, slots=True)
class Warned:
    """A warning for the user, with a stable code."""

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
    """The turn ended without a complete answer; `partial` is the text so far."""

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

    @classmethod
    def of(
        cls, error: AskwellError, *, partial: str, turn_id: str, turn_number: int | None, session_id: str | None
    ) -> Self:
        """The event of a turn that ended with an error."""
        return cls(
            0, error.code, error.message, error.hint, error.http_status, partial, turn_id, turn_number, session_id
        )


Event = Accepted | Stepped | Resolved | Packed | ToolUsed | Token | Cited | Warned | Done | Failed
"""Any entry of a turn's log."""


_PLACE = re.compile(r"(\d{1,9})\.(\d{1,9})\.(?:(end)|(\d{1,9})(?:\.(\d{1,9}))?)", re.ASCII)
_NUMBER = re.compile(r"\d{1,9}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Place:
    """Position of a reader, just after an event. As text it is the id of a server-sent event.

    `3.17.240.2` is the position after event 17 of turn 3, with 240 characters of the answer and 2 sources sent;
    `3.21.end` is the position after the last event of turn 3. A turn that is not stored has the number 0.
    """

    turn: int = 0
    event: int = 0
    """Number of the last event seen; 0 for none."""
    chars: int | None = 0
    """Characters of the answer seen; None if unknown."""
    sources: int | None = 0
    """Citations seen; None if unknown."""
    ended: bool = False
    """Whether the last event of the turn was seen."""

    @classmethod
    def parse(cls, text: str, *, turn: int = 0) -> Self:
        """Parse a position; a plain number is an event of `turn`. Raises BadInput (`bad_event_id`)."""
        if _NUMBER.fullmatch(text):
            return cls(turn, int(text), None, None) if int(text) else cls(turn)
        found = _PLACE.fullmatch(text)
        if found is None:
            raise BadInput(
                f"{text[:80]!r} is not an event id", code="bad_event_id", hint="Send the last `id:` of the stream."
            )
        number, event, end, chars, sources = found.groups()
        if end:
            return cls(int(number), int(event), None, None, ended=True)
        return cls(int(number), int(event), int(chars), None if sources is None else int(sources))

    def __str__(self) -> str:
        if self.ended:
            return f"{self.turn}.{self.event}.end"
        if self.chars is None:
            return str(self.event)
        seen = "" if self.sources is None else f".{self.sources}"
        return f"{self.turn}.{self.event}.{self.chars}{seen}"

    def after(self, event: Event) -> Self:
        """The position after the next event."""
        if isinstance(event, Accepted):
            return type(self)(event.turn_number or 0, event.number)
        if isinstance(event, Done | Failed):
            return type(self)(self.turn, event.number, None, None, ended=True)
        chars, sources = self.chars, self.sources
        if isinstance(event, Token) and chars is not None:
            chars += len(event.text)
        if isinstance(event, Cited) and sources is not None:
            sources += 1
        return replace(self, event=event.number, chars=chars, sources=sources, ended=False)


async def placed(events: AsyncIterable[Event], start: Place) -> AsyncIterator[tuple[Place, Event]]:
    """Pair each event that follows `start` with the position after it."""
    place = start
    async for event in events:
        place = place.after(event)
        yield place, event
