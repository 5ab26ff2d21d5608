"""The time and new ids, so that tests can hold them."""

from datetime import datetime
from typing import Protocol


class Clock(Protocol):
    """The time, so that tests can hold it."""

    def now(self) -> datetime:
        """Now in UTC, to the microsecond."""
        ...


class Ids(Protocol):
    """New ids, so that tests can foresee them."""

    def new(self) -> str:
        """A fresh UUIDv7 as 36 characters."""
        ...
