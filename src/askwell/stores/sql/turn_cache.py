"""A cache of final turns that this process has recently read or written."""

import threading
from collections import OrderedDict
from collections.abc import Iterable
from datetime import datetime

from askwell.types import Turn

KEPT = 1024
"""Maximum number of turns: about ten megabytes, or the windows of two hundred conversations."""

Stamp = tuple[str, datetime | None, datetime | None]
"""What a turn's content hangs on: its id, when it became final, and when feedback was given. A final turn changes in
nothing else."""


class TurnCache:
    """The turns last used, found by their stamp; another process's feedback or restoring makes another stamp."""

    def __init__(self, kept: int = KEPT) -> None:
        self._kept = kept
        self._turns: OrderedDict[Stamp, Turn] = OrderedDict()
        self._lock = threading.Lock()

    def find(self, stamps: Iterable[Stamp]) -> dict[str, Turn]:
        """Turn id to turn, of the cached ones."""
        with self._lock:
            for stamp in (known := [stamp for stamp in stamps if stamp in self._turns]):
                self._turns.move_to_end(stamp)
            return {stamp[0]: self._turns[stamp] for stamp in known}

    def add(self, turns: Iterable[Turn]) -> None:
        """Cache turns as read; turns that are not final are skipped."""
        with self._lock:
            for turn in turns:
                if turn.status != "running":
                    self._turns[_stamp(turn)] = turn
            while len(self._turns) > self._kept:
                self._turns.popitem(last=False)

    def clear(self) -> None:
        """Clear the cache."""
        with self._lock:
            self._turns.clear()


def _stamp(turn: Turn) -> Stamp:
    return turn.id, turn.finished_at, turn.feedback.given_at if turn.feedback else None
