"""The branches that were searched last, in memory."""

from collections import OrderedDict

from askwell.history_search.branch_index import Line

MAX_TURNS = 8_192
"""Latest turns of a branch that are searched."""
MAX_BRANCHES = 256
MAX_BYTES = 32_000_000
"""Of all cached branches together. A turn takes about 0.9 kB with a vector of MiniLM."""

_SLACK = 1_024
"""Turns by which a cached branch may exceed `MAX_TURNS` before it is reloaded without its oldest turns."""

Key = tuple[str, str, str, int]
"""Tenant, user, session and branch."""


class BranchCache:
    """The least recently used branches are dropped beyond a number of branches or bytes; they are read again."""

    def __init__(self, max_branches: int = MAX_BRANCHES, max_bytes: int = MAX_BYTES) -> None:
        self._max_branches = max_branches
        self._max_bytes = max_bytes
        self._branches: OrderedDict[Key, tuple[Line, int]] = OrderedDict()
        """Each with its bytes when it was last kept."""
        self.nbytes = 0
        """Bytes of all branches when they were last kept."""

    def __len__(self) -> int:
        return len(self._branches)

    def get(self, key: Key, number: int) -> Line:
        """The branch for a search before turn `number`; an empty one, to be filled, if it is not cached."""
        line, _ = self._branches.get(key, (None, 0))
        return (
            line
            if line is not None and line.units.count <= MAX_TURNS + _SLACK
            else Line(max(0, number - 1 - MAX_TURNS))
        )

    def keep(self, key: Key, line: Line) -> None:
        """Cache a branch after turns were added to it. It is kept even if it alone exceeds the bound."""
        _, before = self._branches.pop(key, (None, 0))
        size = line.nbytes
        self._branches[key] = line, size
        self.nbytes += size - before
        while len(self._branches) > 1 and (len(self) > self._max_branches or self.nbytes > self._max_bytes):
            _, (_, dropped) = self._branches.popitem(last=False)
            self.nbytes -= dropped
