"""Values as the JSON that every face shows: an answer, a turn, an event, a session, a document, a passage, a problem.

Pure functions to `dict`s that `json.dumps` takes as they are. HTTP and the command line print the same objects.
"""

from askwell.projections.decisions import choice_and_reason, reason_text
from askwell.projections.memory import carried_json, item_json, memory_json
from askwell.projections.turns import (
    Json,
    answer_json,
    decision_json,
    document_json,
    event_json,
    passage_json,
    problem_json,
    session_json,
    source_json,
    time_json,
    turn_json,
)

__all__ = [
    "Json",
    "answer_json",
    "carried_json",
    "choice_and_reason",
    "decision_json",
    "document_json",
    "event_json",
    "item_json",
    "memory_json",
    "passage_json",
    "problem_json",
    "reason_text",
    "session_json",
    "source_json",
    "time_json",
    "turn_json",
]
