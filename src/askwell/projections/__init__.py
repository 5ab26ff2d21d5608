"""Values as JSON: answers, turns, events, sessions, documents, passages and problems.

Pure functions that return JSON-serialisable `dict`s. HTTP and the command line show the same objects.
"""

from askwell.projections.agent import ARXIV_IDS, agent_json, agent_session_id
from askwell.projections.calls import write_call_json
from askwell.projections.common import Json, problem_json, time_json
from askwell.projections.decisions import choice_and_reason, composition_score, guard_score, reason_text
from askwell.projections.documents import attachment_json, boxes_json, document_json, passage_json
from askwell.projections.ledger import explained
from askwell.projections.marks import NUMBERED, ShownEvents, id_of, shown
from askwell.projections.memory import carried_json, item_json, memory_json
from askwell.projections.subjects import api_key_json, receipt_json
from askwell.projections.turns import (
    answer_json,
    decision_json,
    event_json,
    session_json,
    source_json,
    turn_json,
)

__all__ = [
    "ARXIV_IDS",
    "NUMBERED",
    "Json",
    "ShownEvents",
    "agent_json",
    "agent_session_id",
    "answer_json",
    "api_key_json",
    "attachment_json",
    "boxes_json",
    "carried_json",
    "choice_and_reason",
    "composition_score",
    "decision_json",
    "document_json",
    "event_json",
    "explained",
    "guard_score",
    "id_of",
    "item_json",
    "memory_json",
    "passage_json",
    "problem_json",
    "reason_text",
    "receipt_json",
    "session_json",
    "shown",
    "source_json",
    "time_json",
    "turn_json",
    "write_call_json",
]
