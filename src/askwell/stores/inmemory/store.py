"""Stores conversations in dictionaries, for tests and for hosts with their own storage. Nothing is persisted."""

from askwell.ports import Clock, Ids, Memories, Sessions, Turns
from askwell.stores.inmemory.conversations import Conversations
from askwell.stores.inmemory.memory import InMemoryMemories
from askwell.stores.inmemory.sessions import InMemorySessions
from askwell.stores.inmemory.turns import InMemoryTurns


class InMemoryStore:
    """The port `Store` in dictionaries. No call suspends, so each is one transaction."""

    def __init__(self, clock: Clock, ids: Ids, conversations: Conversations | None = None) -> None:
        """`conversations` are the initial ones; the default is none."""
        self.conversations = conversations or Conversations()
        self.sessions: Sessions = InMemorySessions(self.conversations, clock, ids)
        self.turns: Turns = InMemoryTurns(self.conversations, clock, ids)
        self.memory: Memories = InMemoryMemories(self.conversations, ids)

    async def close(self) -> None:
        self.conversations.clear()
