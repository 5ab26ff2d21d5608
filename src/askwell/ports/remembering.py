"""The memory of a conversation: how it is built, stored and searched."""

from collections.abc import Sequence
from typing import Protocol

from askwell.types import (
    CarriedMemory,
    Digest,
    Item,
    Language,
    Learnt,
    Memory,
    Principal,
    Recollection,
    RememberedBy,
    TakenIn,
    Topic,
    Turn,
    TurnIndexEntry,
    Undigested,
)


class Summariser(Protocol):
    """Derives what a finished turn adds to the memory of its conversation."""

    async def digest(self, turn: Turn, memory: Memory, topics: Sequence[Topic], language: Language) -> Digest:
        """The turn's topic line, topics, new items, and the summary including the turn.

        `topics` are the latest entries of the branch, oldest first. Never fails on any text. If a model fails, the
        error is in `refused` and the summary is that of the rules.
        """
        ...

    def render(self, memory: Memory, topics: Sequence[Topic], language: Language) -> str:
        """The summary, rendered by rules from the items in force and the latest topics."""
        ...


class HistorySearcher(Protocol):
    """Finds older turns of a conversation that are relevant to a question."""

    async def index_entry(self, turn: Turn) -> bytes:
        """The index entry of a finished turn, to be stored with it; empty for none."""
        ...

    async def find(
        self, principal: Principal, turn: Turn, question: str, *, oldest_in_window: int, k: int
    ) -> list[Recollection]:
        """At most `k` turns on the branch that leads to `turn`, older than the window, best first.

        Work is bounded for any length of conversation. Turns that were just deleted from memory may be included;
        `Memories.recollected` leaves them out.
        """
        ...


class Memories(Protocol):
    """The memory of conversations; a part of `Store`, with the same rules.

    A branch's memory is what was learnt on its own turns; items and topics of turns on other branches are excluded.
    An item is in force on a branch unless one on the same branch supersedes it.
    """

    async def read(self, principal: Principal, session_id: str, *, before: int = 0) -> Memory:
        """The memory of the branch that leads to turn `before`; without such a turn the active branch. Bounded."""
        ...

    async def topics(
        self, principal: Principal, session_id: str, *, before: int = 0, below: int = 0, limit: int = 50
    ) -> list[Topic]:
        """Entries of the topic index on the branch that leads to `before`, newest first; below `below`, if not 0."""
        ...

    async def index_entries(
        self, principal: Principal, session_id: str, *, before: int = 0, after: int = 0, limit: int = 500
    ) -> list[TurnIndexEntry]:
        """Index entries of the turns above number `after` on the branch that leads to `before`, in order."""
        ...

    async def recollected(self, principal: Principal, session_id: str, found: Sequence[Recollection]) -> list[Turn]:
        """The turns that a `HistorySearcher` found, in its order; those deleted from memory since are left out."""
        ...

    async def undigested(
        self, principal: Principal, session_id: str, *, limit: int = 2, topics: int = 50
    ) -> Undigested:
        """The memory of the active branch, its latest topics, and the first turns after it, final or not."""
        ...

    async def learn(self, principal: Principal, session_id: str, learnt: Learnt) -> TakenIn | None:
        """Add what one turn adds, in one transaction. None if memory has changed meanwhile; then nothing is stored.

        Raises NotFound if the session or the turn no longer exists.
        """
        ...

    async def amend_summary(
        self, principal: Principal, session_id: str, text: str, *, by: RememberedBy = "user"
    ) -> Memory:
        """Replace the summary of the active branch, written by a person or by the author `by`; returns the memory."""
        ...

    async def amend_item(self, principal: Principal, session_id: str, item_id: str, text: str) -> Item:
        """Replace the text of an item. Raises NotFound (`memory_item_not_found`)."""
        ...

    async def forget_item(self, principal: Principal, session_id: str, item_id: str) -> None:
        """Remove an item. The item that it superseded is in force again. Raises NotFound (`memory_item_not_found`)."""
        ...

    async def forget_topic(self, principal: Principal, session_id: str, number: int) -> None:
        """Remove a turn's topics, index entry and items. The turn itself stays, and is not learnt again.

        Raises NotFound (`topic_not_found`).
        """
        ...

    async def carried(self, principal: Principal, session_id: str) -> CarriedMemory:
        """The whole memory, of every branch, for `Sessions.restore` in another store. Its size is not bounded."""
        ...

    async def forget(self, principal: Principal, session_id: str) -> None:
        """Remove the memory of a session, on every branch. Its turns stay, and are not learnt again."""
        ...
