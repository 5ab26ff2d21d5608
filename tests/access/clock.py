"""A clock that a test sets."""

from datetime import UTC, datetime, timedelta


class TestClock:
    """The time, which passes only when told to."""

    __test__ = False

    def __init__(self) -> None:
        self.time = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)

    def now(self) -> datetime:
        """Now in UTC."""
        return self.time

    def monotonic(self) -> float:
        """The same time in seconds."""
        return self.time.timestamp()

    def pass_s(self, seconds: float) -> None:
        """Let time pass."""
        self.time += timedelta(seconds=seconds)
