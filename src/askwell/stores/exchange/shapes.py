"""Exports a conversation in the formats of other systems: messages, or summary, index and full answers."""

from collections.abc import Mapping
from typing import Any, Literal

from askwell.projections import Json, source_json, time_json
from askwell.stores.exchange.foreign_memory import memory_in_metadata, topic_of
from askwell.stores.inmemory.conversation import Conversation
from askwell.types import Memory, Topic, Turn

Shape = Literal["s1", "s2"]
"""`s1`: `session_id, created_at, updated_at, messages`. `s2`: `session_id, summary, qa_index, full_answers,
recent_messages, metadata`."""

RECENT_MESSAGES = 10
"""Number of messages in `recent_messages` of the second format: five questions with their answers."""


def shaped(conversation: Conversation, shape: Shape) -> Json:
    """The active branch of the conversation in the given format."""
    return _as_messages(conversation) if shape == "s1" else _as_memory(conversation)


def messages_of(conversation: Conversation) -> list[dict[str, str]]:
    """Questions and answers of the active branch, oldest first, each with `role`, `content` and `timestamp`."""
    return [message for turn in _active_turns(conversation) for message in _messages(turn)]


def _as_messages(conversation: Conversation) -> Json:
    session = conversation.session
    return {
        "session_id": session.id,
        "created_at": time_json(session.created_at),
        "updated_at": time_json(session.updated_at),
        "messages": messages_of(conversation),
    }


def _as_memory(conversation: Conversation) -> Json:
    session, turns = conversation.session, _active_turns(conversation)
    _, index = memory_in_metadata(session)
    memory = conversation.memory_before(0)
    answered = [turn for turn in turns if turn.answer and turn.status != "running"]
    return {
        "session_id": session.id,
        "summary": memory.summary,
        "qa_index": [
            {**_entry(turn), **index.get(turn.id, {}), **_indexed(topic)}
            for turn in answered
            if (topic := _topic(conversation, turn, memory)) is not None
        ],
        "full_answers": {
            _exchange_id(turn, index): {"text": turn.answer, "sources": [_reference(each) for each in turn.sources]}
            for turn in answered
        },
        "recent_messages": messages_of(conversation)[-RECENT_MESSAGES:],
        "metadata": {
            "assistant": session.assistant,
            "title": session.title,
            "created_at": time_json(session.created_at),
            "updated_at": time_json(session.updated_at),
            "turns": len(turns),
        },
    }


def _active_turns(conversation: Conversation) -> list[Turn]:
    return list(conversation.path(conversation.tip))[::-1]


def _messages(turn: Turn) -> list[dict[str, str]]:
    question = {"role": "user", "content": turn.question, "timestamp": time_json(turn.created_at)}
    answered_at = turn.finished_at or turn.created_at
    answer = {"role": "assistant", "content": turn.answer, "timestamp": time_json(answered_at)}
    has_answer = bool(turn.answer) and turn.status != "running"
    return [question] * bool(turn.question) + [answer] * has_answer


def _topic(conversation: Conversation, turn: Turn, memory: Memory) -> Topic | None:
    """The turn's topic index entry; None if it was removed. If the turn is not digested yet, it is derived from it."""
    topic = conversation.memory.topics.get(turn.number)
    if topic is None:
        return None if turn.number <= memory.up_to else topic_of(turn)
    return topic if topic.line else None


def _entry(turn: Turn) -> dict[str, object]:
    return {"exchange_id": turn.id, "question": turn.question, "timestamp": time_json(turn.created_at)}


def _indexed(topic: Topic) -> dict[str, object]:
    return {"summary": topic.line, "topics": list(topic.topics), "source_ids": list(topic.source_ids)}


def _exchange_id(turn: Turn, index: Mapping[str, Any]) -> str:
    return str(index.get(turn.id, {}).get("exchange_id", turn.id))


def _reference(source: Any) -> Json:
    return {key: value for key, value in source_json(source).items() if key != "passages"}
