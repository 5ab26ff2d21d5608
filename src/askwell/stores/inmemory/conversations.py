"""The conversations of an in-memory store, by session, turn and idempotency key."""

from dataclasses import dataclass, field
from datetime import datetime

from askwell.stores.common import validation
from askwell.stores.inmemory.conversation import Conversation
from askwell.types import Principal


@dataclass(frozen=True)
class Key:
    """An idempotency key that was used: its turn, and the fingerprint that a repeated request must match."""

    session_id: str
    number: int
    fingerprint: str
    made_at: datetime


@dataclass
class Conversations:
    """Shared by the parts of `InMemoryStore`."""

    by_id: dict[str, Conversation] = field(default_factory=dict)
    """Session id to conversation."""
    keys: dict[tuple[Principal, str], Key] = field(default_factory=dict)
    session_of: dict[str, str] = field(default_factory=dict)
    """Turn id to session id."""

    def own(self, principal: Principal, session_id: str) -> Conversation:
        """A conversation of the principal. Raises NotFound."""
        conversation = self.by_id.get(session_id)
        if conversation is None or conversation.owner != principal:
            raise validation.no_session(session_id)
        return conversation

    def of_turn(self, turn_id: str) -> Conversation | None:
        """The conversation of a turn, of any owner; None if the turn does not exist."""
        return self.by_id.get(self.session_of.get(turn_id, ""))

    def add(self, conversation: Conversation) -> None:
        """Add a conversation with its turns."""
        self.by_id[conversation.session.id] = conversation
        self.session_of |= {turn.id: conversation.session.id for turn in conversation.turns}

    def remove(self, session_id: str) -> None:
        """Remove a conversation with the ids of its turns and its keys."""
        for turn in self.by_id.pop(session_id).turns:
            del self.session_of[turn.id]
        self.keys = {name: key for name, key in self.keys.items() if key.session_id != session_id}

    def forget_keys(self, before: datetime) -> None:
        """Remove idempotency keys created before a time."""
        self.keys = {name: key for name, key in self.keys.items() if key.made_at >= before}

    def clear(self) -> None:
        """Remove all."""
        self.by_id.clear()
        self.keys.clear()
        self.session_of.clear()
