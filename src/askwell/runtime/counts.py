"""Figures of a process since its start, as plain numbers: counting costs a turn microseconds, `/metrics` reads them."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from askwell.types import Usage

BOUNDS_S = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 120.0)
"""Upper bounds of the buckets of a histogram, seconds: from a step by rules to an answer of a slow model."""
MOST_NAMES = 64
"""Maximum number of different values of a label; further ones are counted as `other`."""
OTHER = "other"


@dataclass(slots=True)
class Histogram:
    """How often a duration was within each bound."""

    buckets: list[int] = field(default_factory=lambda: [0] * (len(BOUNDS_S) + 1))
    """Number of durations up to each bound and above the one before; the last are above all bounds."""
    total_s: float = 0.0

    def observe(self, seconds: float) -> None:
        """Add a duration."""
        self.buckets[bisect_left(BOUNDS_S, seconds)] += 1
        self.total_s += seconds


class Counts:
    """What turns of one process have done. Written and read on its event loop."""

    def __init__(self, waiting: Callable[[], int] = int) -> None:
        self.waiting = waiting
        """Number of questions that wait until their conversation is free."""
        self.turns: Counter[tuple[str, str]] = Counter()
        """Turns that ended, by status and outcome; of failed ones the outcome is empty."""
        self.errors: Counter[str] = Counter()
        """Failed turns by error code."""
        self.turn_s = Histogram()
        self.steps_s: dict[str, Histogram] = {}
        """Durations by the name of the step."""
        self.usage = Usage()
        """Tokens and calls of models, for answers."""
        self.lost_leases = 0
        """Turns that another process ended because their lease had expired."""
        self.open_streams = 0
        """Event streams that are being sent."""

    def step(self, name: str, seconds: float) -> None:
        """Count a step that has ended. Names are those of the assistants' steps."""
        found = self.steps_s.get(name)
        if found is None:
            name = name if len(self.steps_s) < MOST_NAMES else OTHER
            found = self.steps_s.setdefault(name, Histogram())
        found.observe(seconds)

    def turn(self, status: str, outcome: str, seconds: float, usage: Usage) -> None:
        """Count a turn that has ended."""
        self.turns[status, outcome] += 1
        self.turn_s.observe(seconds)
        self.usage += usage

    def failed(self, code: str, seconds: float) -> None:
        """Count a turn that failed. A code may come from a plug-in."""
        self.turns["failed", ""] += 1
        self.errors[code if code in self.errors or len(self.errors) < MOST_NAMES else OTHER] += 1
        self.turn_s.observe(seconds)
