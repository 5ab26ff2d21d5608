"""Clock and ids, which tests can replace."""

from datetime import datetime
from typing import Protocol


class Clock(Protocol):
    """The time; tests can set it."""

    def now(self) -> datetime:
        """Now in UTC, to the microsecond."""
        ...


class Ids(Protocol):
    """New ids; tests can predict them."""

    def new(self) -> str:
        """A new UUIDv7, 36 characters."""
        ...
