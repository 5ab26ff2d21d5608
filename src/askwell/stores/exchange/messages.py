"""Single messages added to a conversation, for callers that know no turns."""

from dataclasses import replace
from datetime import datetime

from askwell.stores.common import validation
from askwell.stores.common.defaults import new_turn
from askwell.stores.inmemory.conversation import Conversation
from askwell.types import Turn


def ask(told: Conversation, question: str, now: datetime, turn_id: str) -> Turn:
    """A question as the next turn, interrupted until its answer comes. Raises BadInput, Conflict (`session_busy`)."""
    validation.check_text(question, "question")
    told.take_over(now)
    title = told.session.title or validation.title_of(question)
    turn = _next(told, question, now, turn_id)
    told.session = replace(told.session, title=title)
    return turn


def answer(told: Conversation, text: str, now: datetime, turn_id: str) -> Turn:
    """The last turn with its answer, or a turn without a question where none waits. Raises Conflict."""
    told.take_over(now)
    waiting = told.tip and told.tip == len(told.turns) and told.turns[-1].status == "interrupted"
    if not waiting or told.turns[-1].answer:
        _next(told, "", now, turn_id)
    turn = replace(told.turns[-1], status="completed", ending="answered", answer=text, finished_at=now)
    told.turns[-1] = told.storable(turn)
    told.session = replace(told.session, updated_at=now)
    return told.turns[-1]


def _next(told: Conversation, question: str, now: datetime, turn_id: str) -> Turn:
    new = new_turn(turn_id, told.session.id, question, now)
    turn, parent = told.placed(replace(new, standalone_question=question), 0)
    told.add(replace(turn, status="interrupted", finished_at=now), parent)
    told.tip = turn.number
    told.fence += 1
    told.fences[turn.id] = told.fence
    told.session = replace(told.session, head=turn.number, updated_at=now)
    return told.turns[-1]
