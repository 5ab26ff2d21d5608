"""A conversation store with the interface of another system: blocking calls, single messages, a folder of JSON files.

The files are those of `askwell.stores.files.store` in the format `s1`. An engine with `store = "files"` over the same
folder continues the same conversations, and the other system's own files are read unchanged.
"""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal, cast

from pydantic_settings import BaseSettings

from askwell.composition.models import DOCUMENTS
from askwell.composition.system import SystemClock, Uuid7Ids
from askwell.errors import AskwellError, NotFound
from askwell.models.chat import langchain_messages
from askwell.stores.common import validation
from askwell.stores.common.defaults import new_session
from askwell.stores.exchange import messages
from askwell.stores.exchange.format import StoredConversation
from askwell.stores.exchange.shapes import messages_of, shaped
from askwell.stores.files.directory import BrokenFile, SessionFolder
from askwell.stores.inmemory.conversation import Conversation
from askwell.types import Message as ChatMessage
from askwell.types import Principal

if TYPE_CHECKING:
    from askwell.models.messages import BaseMessage

Role = Literal["user", "assistant"]
ROLES: tuple[Role, ...] = ("user", "assistant")


class SessionError(AskwellError):
    """A session does not exist, is busy, or could not be read or written."""

    default_code = "session_failed"


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a conversation."""

    role: Role
    content: str
    timestamp: str
    """ISO 8601 in UTC, with `Z`."""


@dataclass(frozen=True, slots=True)
class Session:
    """One conversation as stored in its file."""

    session_id: str
    created_at: str
    updated_at: str
    messages: list[Message] = field(default_factory=list)


class ConversationConfig(BaseSettings):
    """The folder and the history length, also from the environment; use as `ConversationStore(**...)`."""

    storage_dir: str = "data/sessions"
    max_history_length: int = 10


class ConversationStore:
    """Conversations in a folder. Every call reads from disk; a write is on disk before the call returns."""

    def __init__(
        self,
        storage_dir: str | Path = "data/sessions",
        max_history_length: int = 10,
        *,
        assistant: str = DOCUMENTS,
        principal: Principal = Principal(),
    ) -> None:
        """`assistant` is the assistant of new conversations, for an engine that continues them."""
        if max_history_length < 0:
            raise ValueError(f"max_history_length is {max_history_length}; it counts messages, from 0")
        self.max_history_length = max_history_length
        self._clock, self._ids = SystemClock(), Uuid7Ids()
        self._assistant, self._principal = assistant, principal
        with self._errors():
            self._folder = SessionFolder(Path(storage_dir), self._clock, assistant=assistant)

    def create_session(self) -> Session:
        """Create an empty session, `sess_YYYYMMDD_HHMMSS_<8 hex>`. Raises SessionError."""
        with self._errors():
            while True:
                now = self._clock.now()
                session_id = f"sess_{now:%Y%m%d_%H%M%S}_{secrets.token_hex(4)}"
                with self._folder.locked(session_id):
                    if self._folder.exists(session_id):
                        continue
                    made = new_session(
                        self._principal, session_id, now, assistant=self._assistant, title="", metadata={}
                    )
                    conversation = Conversation(made)
                    self._folder.save(StoredConversation(conversation))
                    return _session(conversation)

    def get_session(self, session_id: str) -> Session | None:
        """A session from disk; None if it does not exist or belongs to another principal. Raises SessionError."""
        with self._errors():
            conversation = self._conversation(session_id)
            return None if conversation is None else _session(conversation)

    def list_sessions(self) -> list[Session]:
        """All sessions, the most recently active first. Raises SessionError."""
        with self._errors():
            own = [
                each.session
                for each in self._folder.headers()
                if Principal(each.session.tenant, each.session.user) == self._principal
            ]
            own.sort(key=lambda session: (session.updated_at, session.id), reverse=True)
            found = (self._conversation(session.id) for session in own)
            return [_session(conversation) for conversation in found if conversation is not None]

    def delete_session(self, session_id: str) -> bool:
        """Remove a session; False if it did not exist. Raises SessionError."""
        with self._errors():
            if self._conversation(session_id) is None:
                return False
            with self._folder.locked(session_id):
                stored = None if self._conversation(session_id) is None else self._folder.load(session_id)
                if stored is not None:
                    self._folder.remove(stored)
                return stored is not None

    def add_message(self, session_id: str, role: str, content: str) -> Session:
        """Append a message and return the session.

        An answer belongs to the question before it. Raises ValueError for another role or empty content, SessionError
        if the session does not exist, a turn of it is running, or it cannot be written.
        """
        if role not in ROLES:
            raise ValueError(f"The role is {role!r}; it must be 'user' or 'assistant'")
        if not content:
            raise ValueError("The content is empty")
        with self._errors():
            if not self._folder.exists(session_id):
                raise validation.no_session(session_id)
            with self._folder.locked(session_id):
                stored = self._own_conversation(session_id)
                if stored is None:
                    raise validation.no_session(session_id)
                conversation = stored.conversation
                add = messages.ask if role == "user" else messages.answer
                turn = add(conversation, content, self._clock.now(), self._ids.new())
                self._folder.id_index.add_turns(session_id, [turn.id])
                self._folder.save(stored)
                return _session(conversation)

    def get_history(self, session_id: str, limit: int | None = None) -> list[Message]:
        """The last messages, oldest first; empty for an unknown session.

        `limit` counts messages; the default is `max_history_length`, and 0 returns none. An answer whose question is
        outside the limit is left out. Raises ValueError for a negative limit, SessionError.
        """
        most = self.max_history_length if limit is None else limit
        if most < 0:
            raise ValueError(f"limit is {limit}; it counts messages, from 0")
        session = self.get_session(session_id)
        last = session.messages[-most:] if session and most else []
        return last[1:] if last and last[0].role == "assistant" else last

    def get_langchain_messages(self, session_id: str, limit: int | None = None) -> "list[BaseMessage]":
        """`get_history` as `HumanMessage` and `AIMessage`."""
        history = self.get_history(session_id, limit)
        return langchain_messages([ChatMessage(each.role, each.content) for each in history])

    @contextmanager
    def _errors(self) -> Iterator[None]:
        """Translate errors to SessionError; a broken file is set aside."""
        try:
            yield
        except BrokenFile as error:
            self._folder.quarantine(error.session_id)
            raise SessionError(error.message, code=error.code, hint=error.hint) from error
        except SessionError:
            raise
        except AskwellError as error:
            raise SessionError(error.message, code=error.code, hint=error.hint) from error

    def _conversation(self, session_id: str) -> Conversation | None:
        try:
            stored = self._own_conversation(session_id)
        except NotFound:
            return None
        return None if stored is None else stored.conversation

    def _own_conversation(self, session_id: str) -> StoredConversation | None:
        """A session of the principal. Raises NotFound for an invalid id."""
        stored = self._folder.load(session_id)
        return stored if stored is not None and stored.conversation.owner == self._principal else None


_current: ConversationStore | None = None


def set_conversation_store(store: ConversationStore | None) -> None:
    """Set the store that `get_conversation_store` returns; None removes it."""
    global _current  # noqa: PLW0603  # the other system's way of handing it around
    _current = store


def get_conversation_store() -> ConversationStore:
    """The store that was set. Raises SessionError (`no_conversation_store`)."""
    if _current is None:
        raise SessionError(
            "No conversation store is set", code="no_conversation_store", hint="Call `set_conversation_store` first."
        )
    return _current


def _session(conversation: Conversation) -> Session:
    head = shaped(conversation, "s1")
    messages = [
        Message(cast("Role", each["role"]), each["content"], each["timestamp"]) for each in messages_of(conversation)
    ]
    return Session(conversation.session.id, str(head["created_at"]), str(head["updated_at"]), messages)
