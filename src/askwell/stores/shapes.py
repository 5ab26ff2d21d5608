"""A conversation in the shapes of other systems: as messages, or as summary, index and full answers."""

from collections.abc import Mapping
from typing import Any, Literal

from askwell.projections import Json, source_json, time_json
from askwell.stores.conversation import Conversation
from askwell.text.words import content_words
from askwell.types import Turn

Shape = Literal["s1", "s2"]
"""`s1`: `session_id, created_at, updated_at, messages`. `s2`: `session_id, summary, qa_index, full_answers,
recent_messages, metadata`."""

RECENT_MESSAGES = 10
"""Messages that the second shape repeats: five questions with their answers."""
MEMORY = "memory"
"""Key in a session's metadata for the summary and the index that another system made of it."""
_TOPICS = 5
_LINE_CHARS = 160


def shaped(told: Conversation, shape: Shape) -> Json:
    """The conversation's active line in a shape."""
    return _as_messages(told) if shape == "s1" else _as_memory(told)


def messages_of(told: Conversation) -> list[dict[str, str]]:
    """Questions and answers of the active line, oldest first, each with its role and its time."""
    return [message for turn in _line(told) for message in _messages(turn)]


def _as_messages(told: Conversation) -> Json:
    session = told.session
    return {
        "session_id": session.id,
        "created_at": time_json(session.created_at),
        "updated_at": time_json(session.updated_at),
        "messages": messages_of(told),
    }


def _as_memory(told: Conversation) -> Json:
    session, turns = told.session, _line(told)
    memory = session.metadata.get(MEMORY)
    known: Mapping[str, Any] = memory if isinstance(memory, dict) else {}
    index: Mapping[str, Any] = known.get("index", {})
    answered = [turn for turn in turns if turn.answer and turn.status != "running"]
    return {
        "session_id": session.id,
        "summary": known.get("summary", ""),
        "qa_index": [_entry(turn) | index.get(turn.id, {}) for turn in answered],
        "full_answers": {
            _exchange_id(turn, index): {"text": turn.answer, "sources": [_reference(each) for each in turn.sources]}
            for turn in answered
        },
        "recent_messages": messages_of(told)[-RECENT_MESSAGES:],
        "metadata": {
            "assistant": session.assistant,
            "title": session.title,
            "created_at": time_json(session.created_at),
            "updated_at": time_json(session.updated_at),
            "turns": len(turns),
        },
    }


def _line(told: Conversation) -> list[Turn]:
    return list(told.line(told.tip))[::-1]


def _messages(turn: Turn) -> list[dict[str, str]]:
    asked = {"role": "user", "content": turn.question, "timestamp": time_json(turn.created_at)}
    answered_at = turn.finished_at or turn.created_at
    answered = {"role": "assistant", "content": turn.answer, "timestamp": time_json(answered_at)}
    has_answer = bool(turn.answer) and turn.status != "running"
    return [asked] * bool(turn.question) + [answered] * has_answer


def _entry(turn: Turn) -> dict[str, object]:
    """A line of the index."""
    line = " ".join((turn.standalone_question or turn.question or turn.answer).split())
    topics = dict.fromkeys(content_words(line, turn.language))
    return {
        "exchange_id": turn.id,
        "question": turn.question,
        "summary": line if len(line) <= _LINE_CHARS else line[: _LINE_CHARS - 1] + "…",
        "topics": list(topics)[:_TOPICS],
        "source_ids": [source.document_id for source in turn.sources],
        "timestamp": time_json(turn.created_at),
    }


def _exchange_id(turn: Turn, index: Mapping[str, Any]) -> str:
    return str(index.get(turn.id, {}).get("exchange_id", turn.id))


def _reference(source: Any) -> Json:
    return {key: value for key, value in source_json(source).items() if key != "passages"}
