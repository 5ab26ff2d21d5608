"""Interfaces compatible with other systems, each a thin adapter."""

from askwell.compat.conversation_store import (
    ConversationConfig,
    ConversationStore,
    Message,
    Session,
    SessionError,
    get_conversation_store,
    set_conversation_store,
)
from askwell.compat.threads import MODE, ThreadedAnswer, ThreadedAssistant, threaded

__all__ = [
    "MODE",
    "ConversationConfig",
    "ConversationStore",
    "Message",
    "Session",
    "SessionError",
    "ThreadedAnswer",
    "ThreadedAssistant",
    "get_conversation_store",
    "set_conversation_store",
    "threaded",
]
