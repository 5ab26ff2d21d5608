"""Converts another system's memory (summary and index of exchanges) to ours, and back."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from askwell.stores.common import validation
from askwell.text.words import content_words
from askwell.types import CarriedMemory, Session, Summary, Topic, Turn

MEMORY = "memory"
"""Metadata key for the rest of the index: turn id to its entry, without the fields of a topic."""

LINE_CHARS = 200
_TOPICS = 5
_OURS = ("summary", "topics", "source_ids", "answer")


def topic_of(turn: Turn) -> Topic:
    """A turn's entry derived from the turn alone."""
    line = _cut(turn.standalone_question or turn.question or turn.answer)
    topics = tuple(dict.fromkeys(content_words(line, turn.language)))[:_TOPICS]
    return Topic(turn.id, turn.number, line, topics, tuple(source.document_id for source in turn.sources))


def indexed_memory(summary: str, index: Mapping[str, Mapping[str, Any]], turns: Sequence[Turn]) -> CarriedMemory:
    """The memory of a conversation with one branch; `index` maps turn id to entry.

    All its answers count as digested, including those missing in the index: their entries are derived from the turns.
    """
    if not summary and not index:
        return CarriedMemory()
    topics = [_topic(turn, index.get(turn.id, {})) for turn in turns if turn.answer]
    said = Summary(0, validation.storable(summary), "model", turns[-1].number if turns else 0)
    return CarriedMemory((said,), tuple(topic for topic in topics if topic.line))


def left_over(index: Mapping[str, Mapping[str, Any]]) -> dict[str, object]:
    """The part of an index that is kept in a session's metadata."""
    kept = {key: {name: each[name] for name in each if name not in _OURS} for key, each in index.items()}
    return {MEMORY: {"index": kept}} if kept else {}


def noted(session: Session) -> tuple[str, Mapping[str, Mapping[str, Any]]]:
    """Summary and index from a session's metadata."""
    memory = session.metadata.get(MEMORY)
    known: Mapping[str, Any] = memory if isinstance(memory, dict) else {}
    index = known.get("index")
    entries = index.items() if isinstance(index, dict) else ()
    return str(known.get("summary") or ""), {key: each for key, each in entries if isinstance(each, dict)}


def _topic(turn: Turn, entry: Mapping[str, Any]) -> Topic:
    own = topic_of(turn)
    said = entry.get("summary")
    line = _cut(said) if isinstance(said, str) else ""
    return Topic(
        turn.id,
        turn.number,
        line or own.line,
        _texts(entry["topics"]) if "topics" in entry else own.topics,
        _texts(entry["source_ids"]) if "source_ids" in entry else own.source_ids,
    )


def _texts(value: object) -> tuple[str, ...]:
    listed: Iterable[object] = value if isinstance(value, list) else ()
    return tuple(str(each) for each in listed)


def _cut(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= LINE_CHARS else line[: LINE_CHARS - 1] + "…"
