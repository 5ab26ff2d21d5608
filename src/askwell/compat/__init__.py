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
from askwell.compat.multi_turn_judge import MultiTurnJudge, TurnScores
from askwell.compat.research_agent import (
    ANSWER_SYSTEM_PROMPT,
    OUT_OF_SCOPE_SYSTEM_PROMPT,
    ConversationFormatter,
    ConversationMessage,
    ConversationRepository,
    ConversationTurn,
    PromptBuilder,
    TurnData,
)
from askwell.compat.threads import MODE, ThreadedAnswer, ThreadedAssistant, threaded

__all__ = [
    "ANSWER_SYSTEM_PROMPT",
    "MODE",
    "OUT_OF_SCOPE_SYSTEM_PROMPT",
    "ConversationConfig",
    "ConversationFormatter",
    "ConversationMessage",
    "ConversationRepository",
    "ConversationStore",
    "ConversationTurn",
    "Message",
    "MultiTurnJudge",
    "PromptBuilder",
    "Session",
    "SessionError",
    "ThreadedAnswer",
    "ThreadedAssistant",
    "TurnData",
    "TurnScores",
    "get_conversation_store",
    "set_conversation_store",
    "threaded",
]
