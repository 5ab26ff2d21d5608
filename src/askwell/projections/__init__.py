"""Values as the JSON that every face shows: an answer, a turn, an event, a session, a document, a passage, a problem.

Pure functions to `dict`s that `json.dumps` takes as they are. HTTP and the command line print the same objects.
"""

from askwell.projections.memory import carried_json, item_json, memory_json
from askwell.projections.turns import (
    Json,
    answer_json,
    decision_json,
    document_json,
    event_json,
    passage_json,
    problem_json,
    resolution_of,
    session_json,
    source_json,
    time_json,
    turn_json,
)

__all__ = [
    "Json",
    "answer_json",
    "carried_json",
    "decision_json",
    "document_json",
    "event_json",
    "item_json",
    "memory_json",
    "passage_json",
    "problem_json",
    "resolution_of",
    "session_json",
    "source_json",
    "time_json",
    "turn_json",
]
