"""Builds the messages for models; prompts are assembled nowhere else.

Three rules apply to all prompts. Earlier turns are sent to a writer as separate messages with their roles, so a text
cannot imitate a turn. Quoted data (passages, summaries, a conversation to analyse) is escaped inside elements, so it
cannot close its element. Text from documents, conversations or questions is never part of the system message.
"""

from askwell.prompts.judgements import QuestionContext, grade_messages, intent_messages, scope_messages
from askwell.prompts.messages import (
    answer_messages,
    chat_messages,
    decline_messages,
    digest_messages,
    not_found_messages,
    operation_messages,
    recall_messages,
    resolve_messages,
)
from askwell.prompts.quoting import escape, shorten
from askwell.prompts.words import (
    ANSWER,
    CHAT,
    DATA_RULE,
    DECLINE,
    DIGEST,
    GRADE,
    HISTORY_RULE,
    INTENT,
    JUDGED_QUESTION,
    MOST_QUOTED_CHARS,
    MOST_TOLD_CHARS,
    NOT_FOUND,
    RECALL,
    RESOLVE,
    RESOLVE_DRAFT,
    RESOLVE_EXAMPLES,
    RESOLVE_FAULTS,
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
    "HISTORY_RULE",
    "INTENT",
    "JUDGED_QUESTION",
    "MOST_QUOTED_CHARS",
    "MOST_TOLD_CHARS",
    "NOT_FOUND",
    "RECALL",
    "RESOLVE",
    "RESOLVE_DRAFT",
    "RESOLVE_EXAMPLES",
    "RESOLVE_FAULTS",
    "SCOPE",
    "SCOPE_EXAMPLES",
    "TOOLS",
    "USER_RULE",
    "QuestionContext",
    "answer_messages",
    "chat_messages",
    "decline_messages",
    "digest_messages",
    "escape",
    "grade_messages",
    "intent_messages",
    "not_found_messages",
    "operation_messages",
    "recall_messages",
    "resolve_messages",
    "scope_messages",
    "shorten",
]
