"""Values to messages: the only place where prompts are assembled.

Three rules hold everywhere. Earlier turns go to a writer as real messages of their roles, so a text cannot pretend to
be one. What is quoted as data (passages, summaries, a conversation to be understood) stands in elements whose content
is escaped, so it cannot close its element. Nothing from a document, a conversation or a question becomes system text.
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
