"""What a conversation remembers: how it is made, kept and found again."""

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
    """Says what a finished turn adds to what its conversation remembers."""

    async def digest(self, turn: Turn, memory: Memory, topics: Sequence[Topic], language: Language) -> Digest:
        """The turn's line, topics, new items, and the summary with the turn taken in.

        `topics` are the latest entries of the line, oldest first. Never fails on any text; what went wrong with a model
        is in `refused`, and then the summary is what the rules make of it.
        """
        ...

    def render(self, memory: Memory, topics: Sequence[Topic], language: Language) -> str:
        """The summary, rendered by rules from the items in force and the latest topics."""
        ...


class HistorySearcher(Protocol):
    """Finds the older turns of a conversation that matter for a question."""

    async def index_entry(self, turn: Turn) -> bytes:
        """What search needs of a finished turn, to be stored with it; empty for nothing."""
        ...

    async def find(
        self, principal: Principal, turn: Turn, question: str, *, oldest_in_window: int, k: int
    ) -> list[Recollection]:
        """At most `k` turns on the line that leads to `turn`, older than the window, best first.

        Work is bounded however long the conversation is. What was forgotten a moment ago may be among them, and is not
        in what `Memories.recollected` gives of them.
        """
        ...


class Memories(Protocol):
    """The memory of conversations; a part of `Store`, with the same rules.

    A line's memory is what was learnt on its own turns: items and topics of turns that another branch holds are not in
    it. An item is in force on a line unless one on the same line supersedes it.
    """

    async def read(self, principal: Principal, session_id: str, *, before: int = 0) -> Memory:
        """What the line that leads to turn `before` remembers; without such a turn the active line. Bounded."""
        ...

    async def topics(
        self, principal: Principal, session_id: str, *, before: int = 0, below: int = 0, limit: int = 50
    ) -> list[Topic]:
        """Entries of the topic index on the line that leads to `before`, newest first; `below` a number, if not 0."""
        ...

    async def index_entries(
        self, principal: Principal, session_id: str, *, before: int = 0, after: int = 0, limit: int = 500
    ) -> list[TurnIndexEntry]:
        """What search needs of the turns above number `after` on the line that leads to `before`, in order."""
        ...

    async def recollected(self, principal: Principal, session_id: str, found: Sequence[Recollection]) -> list[Turn]:
        """The turns that a `HistorySearcher` found, in its order; those that were forgotten since are left out."""
        ...

    async def undigested(
        self, principal: Principal, session_id: str, *, limit: int = 2, topics: int = 50
    ) -> Undigested:
        """What the active line remembers, its latest topics, and the first turns after it, final or not."""
        ...

    async def learn(self, principal: Principal, session_id: str, learnt: Learnt) -> TakenIn | None:
        """Take in what one turn adds, in one transaction; None, and nothing stored, when memory has changed meanwhile.

        Raises NotFound when the session or the turn is gone.
        """
        ...

    async def amend_summary(
        self, principal: Principal, session_id: str, text: str, *, by: RememberedBy = "user"
    ) -> Memory:
        """The memory with the summary of the active line as a person words it, or whoever `by` names."""
        ...

    async def amend_item(self, principal: Principal, session_id: str, item_id: str, text: str) -> Item:
        """An item as a person words it. Raises NotFound (`memory_item_not_found`)."""
        ...

    async def forget_item(self, principal: Principal, session_id: str, item_id: str) -> None:
        """Remove an item; what it superseded is in force again. Raises NotFound (`memory_item_not_found`)."""
        ...

    async def forget_topic(self, principal: Principal, session_id: str, number: int) -> None:
        """Remove a turn's line, topics, index entry and items; the turn itself stays, and is not learnt again.

        Raises NotFound (`topic_not_found`).
        """
        ...

    async def carried(self, principal: Principal, session_id: str) -> CarriedMemory:
        """All of it, on every line, for `Sessions.restore` elsewhere; as large as the conversation is long."""
        ...

    async def forget(self, principal: Principal, session_id: str) -> None:
        """Remove the memory of a session, on every branch; its turns stay and are not learnt again."""
        ...
