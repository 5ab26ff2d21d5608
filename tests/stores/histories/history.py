"""What clients asked and what they were answered, each with the time of the call and of its reply.

Times are of one monotonic clock, in seconds. A call whose reply never came took place at any time after it was invoked,
or not at all.
"""

from dataclasses import dataclass
from math import inf
from typing import Literal

from askwell.types import Status

Outcome = Literal["answered", "failed", "in_progress", "refused", "unknown"]
"""Reply to a question: the stored turn; the problem of a failed turn; 409 since its turn runs; an error that promises
that no turn has begun; none, or an error that promises nothing."""

ANSWERED = frozenset({"completed", "declined"})
"""Statuses of turns with a complete answer."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A turn as a reply showed it."""

    id: str
    number: int
    status: Status
    question: str
    """Empty if the reply had none."""
    answer: str

    @property
    def is_final(self) -> bool:
        """Whether it must never change."""
        return self.status != "running"


@dataclass(frozen=True, slots=True)
class Ask:
    """One attempt to ask. A key belongs to one question; every attempt of it has the same text."""

    session: str
    key: str
    question: str
    invoked: float
    returned: float
    outcome: Outcome
    turn: Seen | None = None
    """The turn in the reply; only its question is known to be stored if the outcome is not `answered`."""
    accepted: float = inf
    """When the client learned that the question is stored."""
    code: str = ""
    """Code of the problem, or name of the error of the connection."""


@dataclass(frozen=True, slots=True)
class Read:
    """The turns of a session with numbers above `after` up to `until`."""

    session: str
    invoked: float
    returned: float
    turns: tuple[Seen, ...]
    after: int = 0
    until: float = inf
    code: str = ""


Call = Ask | Read
