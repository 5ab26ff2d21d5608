"""The parts of a conversation that search and ranking use in addition to the question."""

from askwell.pipeline.operate import asked_about
from askwell.pipeline.state import TurnState
from askwell.text.bounds import analysed
from askwell.text.words import content_words, words
from askwell.types import Earlier

MAX_SUBJECT_WORDS = 4
"""Maximum words of a question that names only a subject, such as "filtering messages"."""

_LAST_QUESTIONS = 2


def earlier(state: TurnState) -> Earlier:
    """The last and first question and the last answer, for a question that depends on them; empty for others."""
    turns = asked_about(state.recalled.turns)
    if not turns or not (_is_dependent(state) or _is_subject_only(state)):
        return Earlier()
    return Earlier(analysed(turns[-1].question), _first_question(state), turns[-1].answer)


def questions_before(state: TurnState) -> tuple[str, ...]:
    """Earlier questions whose words may also occur in a relevant passage; empty if the subject has changed.

    Most conversations keep their subject, even if a question does not depend on earlier turns.
    """
    turns = asked_about(state.recalled.turns)
    switched = state.resolution is not None and state.resolution.kind == "topic_switch"
    if not turns or (switched and not _is_subject_only(state)):
        return ()
    return tuple(
        dict.fromkeys((*(analysed(turn.question) for turn in turns[-_LAST_QUESTIONS:]), _first_question(state)))
    )


def _first_question(state: TurnState) -> str:
    return analysed(state.recalled.first_question or state.recalled.turns[0].question)


def _is_dependent(state: TurnState) -> bool:
    return state.resolution is not None and state.resolution.is_dependent


def _is_subject_only(state: TurnState) -> bool:
    """Whether the question only names a subject: "Support", "filtering messages"."""
    asked = words(state.analysed_asked)
    return len(asked) <= MAX_SUBJECT_WORDS and len(asked) == len(content_words(state.analysed_asked, state.language))
