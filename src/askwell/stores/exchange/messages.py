"""Adds single messages to a conversation, for callers that do not use turns."""

from dataclasses import replace
from datetime import datetime

from askwell.stores.common import validation
from askwell.stores.common.defaults import new_turn
from askwell.stores.inmemory.conversation import Conversation
from askwell.types import Turn


def ask(conversation: Conversation, question: str, now: datetime, turn_id: str) -> Turn:
    """Add a question as an interrupted turn, which `answer` completes. Raises BadInput, Conflict (`session_busy`)."""
    validation.check_text(question, "question")
    conversation.take_over(now)
    title = conversation.session.title or validation.title_of(question)
    turn = _add_turn(conversation, question, now, turn_id)
    conversation.session = replace(conversation.session, title=title)
    return turn


def answer(conversation: Conversation, text: str, now: datetime, turn_id: str) -> Turn:
    """Add an answer to the last turn if that is unanswered, else to a new turn without a question.

    Raises Conflict (`session_busy`).
    """
    conversation.take_over(now)
    is_interrupted = (
        conversation.tip
        and conversation.tip == len(conversation.turns)
        and conversation.turns[-1].status == "interrupted"
    )
    if not is_interrupted or conversation.turns[-1].answer:
        _add_turn(conversation, "", now, turn_id)
    turn = replace(conversation.turns[-1], status="completed", outcome="answered", answer=text, finished_at=now)
    conversation.turns[-1] = conversation.storable(turn)
    conversation.session = replace(conversation.session, updated_at=now)
    return conversation.turns[-1]


def _add_turn(conversation: Conversation, question: str, now: datetime, turn_id: str) -> Turn:
    new = new_turn(turn_id, conversation.session.id, question, now)
    turn, parent = conversation.placed(replace(new, standalone_question=question), 0)
    conversation.add(replace(turn, status="interrupted", finished_at=now), parent)
    conversation.tip = turn.number
    conversation.fence += 1
    conversation.fences[turn.id] = conversation.fence
    conversation.session = replace(conversation.session, head=turn.number, updated_at=now)
    return conversation.turns[-1]
