"""Builds the messages for models; prompts are assembled nowhere else.

Three rules apply to all prompts. Earlier turns are sent to a writer as separate messages with their roles, so a text
cannot imitate a turn. Quoted data (passages, summaries, a conversation to analyse) is escaped inside elements, so it
cannot close its element. Text from documents, conversations or questions is never part of the system message.
"""

from askwell.prompts.messages import (
    answer_messages,
    chat_messages,
    decline_messages,
    digest_messages,
    escape,
    grade_messages,
    intent_messages,
    not_found_messages,
    recall_messages,
    resolve_messages,
    scope_messages,
    shorten,
)
from askwell.prompts.words import (
    ANSWER,
    CHAT,
    DATA_RULE,
    DECLINE,
    DIGEST,
    GRADE,
    INTENT,
    MOST_QUOTED_CHARS,
    MOST_TOLD_CHARS,
    NOT_FOUND,
    RECALL,
    RESOLVE,
    RESOLVE_DRAFT,
    RESOLVE_EXAMPLES,
    SCOPE,
    SCOPE_EXAMPLES,
    TOOLS,
    USER_RULE,
)

__all__ = [
    "ANSWER",
    "CHAT",
    "DATA_RULE",
    "DECLINE",
    "DIGEST",
    "GRADE",
    "INTENT",
    "MOST_QUOTED_CHARS",
    "MOST_TOLD_CHARS",
    "NOT_FOUND",
    "RECALL",
    "RESOLVE",
    "RESOLVE_DRAFT",
    "RESOLVE_EXAMPLES",
    "SCOPE",
    "SCOPE_EXAMPLES",
    "TOOLS",
    "USER_RULE",
    "answer_messages",
    "chat_messages",
    "decline_messages",
    "digest_messages",
    "escape",
    "grade_messages",
    "intent_messages",
    "not_found_messages",
    "recall_messages",
    "resolve_messages",
    "scope_messages",
    "shorten",
]
