"""Converts another system's memory (summary and index of exchanges) to ours, and back."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from askwell.stores.common import validation
from askwell.text.words import content_words
from askwell.types import CarriedMemory, Session, Summary, Topic, Turn

MEMORY = "memory"
"""Metadata key for the fields of the other system's index that a topic does not have, by turn id."""

LINE_CHARS = 200
_TOPICS = 5
_CONVERTED = ("summary", "topics", "source_ids", "answer")
"""Fields of an index entry that are stored in the topic or the turn."""


def topic_of(turn: Turn) -> Topic:
    """A topic index entry derived from the turn alone."""
    line = _cut(turn.standalone_question or turn.question or turn.answer)
    topics = tuple(dict.fromkeys(content_words(line, turn.language)))[:_TOPICS]
    return Topic(turn.id, turn.number, line, topics, tuple(source.document_id for source in turn.sources))


def indexed_memory(summary: str, index: Mapping[str, Mapping[str, Any]], turns: Sequence[Turn]) -> CarriedMemory:
    """The memory of a conversation with one branch. `index` maps turn id to the other system's entry.

    All turns count as digested. Entries of answered turns that the index lacks are derived from the turns.
    """
    if not summary and not index:
        return CarriedMemory()
    topics = [_topic(turn, index.get(turn.id, {})) for turn in turns if turn.answer]
    last_number = turns[-1].number if turns else 0
    imported = Summary(0, validation.storable(summary), "model", last_number)
    return CarriedMemory((imported,), tuple(topic for topic in topics if topic.line))


def unconverted_index(index: Mapping[str, Mapping[str, Any]]) -> dict[str, object]:
    """Session metadata with the fields of an index that a topic does not have."""
    rest = {key: {name: each[name] for name in each if name not in _CONVERTED} for key, each in index.items()}
    return {MEMORY: {"index": rest}} if rest else {}


def memory_in_metadata(session: Session) -> tuple[str, Mapping[str, Mapping[str, Any]]]:
    """Summary and index of another system in a session's metadata; empty if there are none."""
    value = session.metadata.get(MEMORY)
    memory: Mapping[str, Any] = value if isinstance(value, dict) else {}
    index = memory.get("index")
    entries = index.items() if isinstance(index, dict) else ()
    return str(memory.get("summary") or ""), {key: each for key, each in entries if isinstance(each, dict)}


def _topic(turn: Turn, entry: Mapping[str, Any]) -> Topic:
    derived = topic_of(turn)
    summary = entry.get("summary")
    line = _cut(summary) if isinstance(summary, str) else ""
    return Topic(
        turn.id,
        turn.number,
        line or derived.line,
        _texts(entry["topics"]) if "topics" in entry else derived.topics,
        _texts(entry["source_ids"]) if "source_ids" in entry else derived.source_ids,
    )


def _texts(value: object) -> tuple[str, ...]:
    listed: Iterable[object] = value if isinstance(value, list) else ()
    return tuple(str(each) for each in listed)


def _cut(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= LINE_CHARS else line[: LINE_CHARS - 1] + "…"
