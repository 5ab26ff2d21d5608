"""A cache of final turns that this process has recently read or written."""

import threading
from collections import OrderedDict
from collections.abc import Iterable
from datetime import datetime

from askwell.types import Turn

MAX_TURNS = 1024
"""Capacity: about ten megabytes, or the windows of two hundred conversations."""
MAX_CHARS = 4_000_000
"""Most characters of questions and answers; a question may have 64 KB. `MAX_TURNS` usual turns have one million."""

Version = tuple[str, datetime | None, datetime | None]
"""Identifies the content of a final turn: its id, when it became final, and when feedback was given."""


class TurnCache:
    """A least-recently-used cache by version, so that changes by other processes are cache misses."""

    def __init__(self, max_turns: int = MAX_TURNS, max_chars: int = MAX_CHARS) -> None:
        self.chars = 0
        """Characters of the texts of all turns."""
        self._max_turns = max_turns
        self._max_chars = max_chars
        self._turns: OrderedDict[Version, Turn] = OrderedDict()
        self._lock = threading.Lock()

    def find(self, versions: Iterable[Version]) -> dict[str, Turn]:
        """Turn id to turn, for the cached ones."""
        with self._lock:
            cached = [version for version in versions if version in self._turns]
            for version in cached:
                self._turns.move_to_end(version)
            return {version[0]: self._turns[version] for version in cached}

    def add(self, turns: Iterable[Turn]) -> None:
        """Add turns as they are read from the store. Turns that are not final are skipped."""
        with self._lock:
            for turn in turns:
                if turn.status != "running":
                    old = self._turns.pop(_version(turn), None)
                    self._turns[_version(turn)] = turn
                    self.chars += _chars(turn) - (_chars(old) if old else 0)
            while len(self._turns) > self._max_turns or self.chars > self._max_chars:
                _, dropped = self._turns.popitem(last=False)
                self.chars -= _chars(dropped)

    def clear(self) -> None:
        """Remove all turns."""
        with self._lock:
            self._turns.clear()
            self.chars = 0


def _version(turn: Turn) -> Version:
    return turn.id, turn.finished_at, turn.feedback.given_at if turn.feedback else None


def _chars(turn: Turn) -> int:
    return len(turn.question) + len(turn.standalone_question) + len(turn.answer)
