"""What of a conversation a search and its ranking may draw on, beside the question itself."""

from askwell.pipeline.state import TurnState
from askwell.text.words import content_words, words
from askwell.types import Earlier

LEANING = ("follow_up", "clarification")
"""Kinds of questions that say too little without what was said before."""

SHORT = 4
"""Words of the longest question that is taken for a bare subject, such as "filtering messages"."""

_LAST_QUESTIONS = 2


def earlier(state: TurnState) -> Earlier:
    """What was said before a question that says too little alone; nothing for one that stands alone."""
    turns = state.recalled.turns
    if not turns or not (_leans(state) or _is_bare(state)):
        return Earlier()
    return Earlier(turns[-1].question, _first(state), turns[-1].answer)


def questions_before(state: TurnState) -> tuple[str, ...]:
    """Questions whose words a passage may hold beside those of this one; none where the subject has changed.

    A talk mostly stays with its subject, also where a question needs nothing of what was said before it.
    """
    turns = state.recalled.turns
    switched = state.resolution is not None and state.resolution.kind == "topic_switch"
    if not turns or (switched and not _is_bare(state)):
        return ()
    return tuple(dict.fromkeys((*(turn.question for turn in turns[-_LAST_QUESTIONS:]), _first(state))))


def _first(state: TurnState) -> str:
    return state.recalled.first_question or state.recalled.turns[0].question


def _leans(state: TurnState) -> bool:
    return state.resolution is not None and state.resolution.kind in LEANING


def _is_bare(state: TurnState) -> bool:
    """Whether it names a subject and asks nothing of it: "Support", "filtering messages"."""
    asked = words(state.asked)
    return len(asked) <= SHORT and len(asked) == len(content_words(state.asked, state.language))
