"""Reads conversations of other systems, and our own exports, from JSON.

Formats:

- messages in order: a list, or an object with `session_id, created_at, updated_at, messages`
- summary, index and full answers: `summary, qa_index, full_answers, recent_messages, metadata`; an answer may be plain
  text, and an entry may lack `source_ids`
- an export: `format, session, turns, memory`
- several of these in a list under `conversations`

Unknown keys are ignored. The result is validated when it is stored.
"""

import hashlib
import json
import re
import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from askwell.errors import BadInput
from askwell.stores.common import validation
from askwell.stores.common.restored import FittedMemory
from askwell.stores.exchange.foreign_memory import indexed_memory, unconverted_index
from askwell.stores.exchange.format import memory_from, stored_conversation_from, turn_from_json
from askwell.types import CarriedMemory, CitedPassage, Session, Source, Turn

OWN = "askwell"
"""Key for the complete conversation in our format, next to the fields of another format."""

_NAMES = uuid.UUID("6ce4f2d5-0d1c-5b47-9a3e-6f0a5f1c2b9d")
_SAFE = re.compile(r"[A-Za-z0-9_-]{1,128}\Z")
_ROLES = {"user": "user", "human": "user", "assistant": "assistant", "ai": "assistant"}
_SKIPPED_ROLES = {"system", "tool", "function", "developer"}


_MAX_DEPTH = 8
"""Maximum nesting of the parameters of a reason. Our own exports nest a reason in a reason of a decision."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """A question and its answer; either may be missing."""

    question: str = ""
    answer: str = ""
    asked_at: datetime | None = None
    answered_at: datetime | None = None
    sources: tuple[Mapping[str, Any], ...] = ()
    entry: Mapping[str, Any] | None = None
    """The entry of the exchange in the other system's index."""


@dataclass(frozen=True, slots=True)
class ImportedConversation:
    """A conversation as read from JSON, not validated yet."""

    session: Session
    turns: list[Turn]
    memory: CarriedMemory
    memory_fault: str = ""
    """Why its memory was dropped; empty if it was kept."""


def read_conversations(data: object, *, name: str = "", assistant: str, at: datetime) -> list[ImportedConversation]:
    """The conversations in a JSON value.

    `name` (a file name without suffix) replaces a missing id, `assistant` a missing assistant, and `at` missing times.
    Raises BadInput (`broken_session`).
    """
    try:
        data = _storable(data)
        if isinstance(data, dict) and isinstance(data.get("conversations"), list):
            return [_conversation(each, "", assistant, at) for each in data["conversations"]]
        return [_conversation(data, name, assistant, at)]
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        cause = f"{type(error).__name__}: {error}".partition("\n")[0]
        raise unreadable(name, cause) from error


def unreadable(name: str, why: str) -> BadInput:
    """The error for a file without a conversation."""
    return BadInput(
        f"{name[:160]!r} contains no conversation: {why[:200]}",
        code="broken_session",
        hint="Supported are exports, files of messages, and files with `full_answers`.",
    )


def _conversation(data: object, name: str, assistant: str, at: datetime) -> ImportedConversation:
    if isinstance(data, dict) and isinstance(data.get(OWN), dict):
        stored = stored_conversation_from(data[OWN], live=timedelta(0), now=at)
        conversation = stored.conversation
        carried = conversation.memory.carried(lambda number: conversation.turn(number).id)
        return ImportedConversation(conversation.session, conversation.turns, carried, stored.memory_fault)
    if isinstance(data, dict) and isinstance(data.get("session"), dict) and "turns" in data:
        return _exported(data["session"], data["turns"], data.get("memory"))
    if isinstance(data, list):
        data = {"messages": data}
    if not isinstance(data, dict) or not {"messages", "full_answers", "qa_index", "recent_messages"} & data.keys():
        raise ValueError("it has neither messages nor full answers")
    session_id = _id(data, name)
    exchanges = list(_exchanges(data))
    value = data.get("metadata")
    metadata: Mapping[str, Any] = value if isinstance(value, dict) else {}
    times = [time for each in exchanges for time in (each.asked_at, each.answered_at) if time is not None]
    created_at = _first_time(data, metadata, "created_at", "created") or min(times, default=at)
    updated_at = _first_time(data, metadata, "updated_at", "last_updated", "updated") or max(times, default=created_at)
    turns = _turns(session_id, exchanges, created_at)
    questions = (turn.question for turn in turns if turn.question)
    title = str(data.get("title") or metadata.get("title") or validation.title_of(next(questions, "")))
    index = {turn.id: each.entry for turn, each in zip(turns, exchanges, strict=True) if each.entry}
    summary = data.get("summary")
    session = Session(
        id=session_id,
        assistant=str(metadata.get("assistant") or assistant),
        title=title,
        created_at=created_at,
        updated_at=max(updated_at, created_at),
        head=len(turns),
        sources_count=max((source.number for turn in turns for source in turn.sources), default=0),
        metadata=unconverted_index(index),
    )
    return ImportedConversation(
        session, turns, indexed_memory(summary if isinstance(summary, str) else "", index, turns)
    )


def _storable(value: Any) -> Any:
    """The JSON value with characters that no store accepts replaced by U+FFFD."""
    if isinstance(value, str):
        return validation.storable(value)
    if isinstance(value, list):
        return [_storable(each) for each in value]
    if isinstance(value, dict):
        return {validation.storable(key): _storable(each) for key, each in value.items()}
    return value


def _id(data: Mapping[str, Any], name: str) -> str:
    """The id in the data if it is valid, else the file name, else an id derived from the content."""
    for each in (data.get("session_id"), name):
        if isinstance(each, str) and _SAFE.match(each):
            return each
    content = json.dumps(data, sort_keys=True).encode(errors="surrogatepass")
    return str(uuid.uuid5(_NAMES, hashlib.sha256(content).hexdigest()))


def _exported(session: Mapping[str, Any], turns: Sequence[Mapping[str, Any]], memory: object) -> ImportedConversation:
    """The conversation of our own export (`session_json` and `turn_json`)."""
    read = [
        turn_from_json(
            {
                **each,
                "id": each["turn_id"],
                "number": each["turn_number"],
                "ledger": each.get("context"),
                "resolution": _resolution(each.get("resolution")),
                "decisions": [_decision(decision) for decision in each.get("decisions", ())],
            }
        )
        for each in turns
    ]
    fitted = FittedMemory(CarriedMemory()) if memory is None else memory_from(memory, read)
    exported = Session(
        id=str(session["id"]),
        assistant=str(session["assistant"]),
        title=str(session["title"]),
        created_at=datetime.fromisoformat(session["created_at"]),
        updated_at=datetime.fromisoformat(session["updated_at"]),
        head=len(read),
        sources_count=0,
        metadata=dict(session.get("metadata", {})),
        pinned=bool(session.get("pinned", False)),
        branch=int(session.get("branch", 0)),
    )
    return ImportedConversation(exported, read, fitted.memory, fitted.fault)


def _decision(data: Mapping[str, Any]) -> dict[str, Any]:
    """A decision of an export: either its code and parameters, or the texts of an older export."""
    if _is_typed(data):
        return {**data, "choice": "", "reason": ""}
    return {**data, "code": "", "params": {}}


def _resolution(data: Mapping[str, Any] | None) -> dict[str, Any] | None:
    if data is None:
        return None
    typed = {"code": data["code"], "params": data["params"]} if _is_typed(data) else data["reason"]
    return {**data, "question": data["standalone_question"], "reason": typed}


def _is_typed(data: Mapping[str, Any]) -> bool:
    """Whether the data has a code, with parameters that are not nested too deeply to be rendered."""
    return bool(data.get("code")) and _depth(data.get("params"), _MAX_DEPTH) <= _MAX_DEPTH


def _depth(value: object, limit: int) -> int:
    if not isinstance(value, dict | list) or limit < 0:
        return 0
    inner = value.values() if isinstance(value, dict) else value
    return 1 + max((_depth(each, limit - 1) for each in inner), default=0)


def _exchanges(data: Mapping[str, Any]) -> Iterator[Exchange]:
    """The exchanges of full answers and index, completed from the messages, then those that only the messages have."""
    unused = list(_paired(data.get("messages") or data.get("recent_messages") or []))
    answers = {str(key): _answer(value) for key, value in (data.get("full_answers") or {}).items()}
    if not answers and not data.get("qa_index"):
        yield from unused
        return
    index = {str(each.get("exchange_id") or each.get("id") or position): each for position, each in _entries(data)}
    for key in dict.fromkeys((*index, *answers)):
        entry = index.get(key, {})
        text, sources = answers.get(key, (str(entry.get("answer") or ""), ()))
        messages = next((each for each in unused if text and each.answer == text), None)
        if messages is not None:
            unused.remove(messages)
        question = entry.get("question") or (messages.question if messages else "") or entry.get("summary") or ""
        time = _time(entry.get("timestamp") or entry.get("created_at"))
        yield Exchange(
            str(question),
            text,
            time or (messages.asked_at if messages else None),
            messages.answered_at if messages else None,
            sources or tuple({"document_id": each} for each in entry.get("source_ids") or ()),
            {**entry, "exchange_id": key},
        )
    # A question of the index has been yielded already, with its full answer.
    questions = {str(each.get("question")) for each in index.values()}
    yield from (each for each in unused if each.question not in questions)


def _entries(data: Mapping[str, Any]) -> Iterator[tuple[int, Mapping[str, Any]]]:
    index = data.get("qa_index") or []
    listed = [{"exchange_id": key, **each} for key, each in index.items()] if isinstance(index, dict) else index
    yield from enumerate(listed, 1)


def _answer(value: object) -> tuple[str, tuple[Mapping[str, Any], ...]]:
    """Text and sources of a full answer. In old files it is plain text."""
    if isinstance(value, str):
        return value, ()
    if not isinstance(value, dict):
        raise TypeError(f"an answer is {type(value).__name__}")
    text = value.get("text") if value.get("text") is not None else value.get("answer", "")
    sources = (each if isinstance(each, dict) else {"document_id": str(each)} for each in value.get("sources") or ())
    return str(text), tuple(sources)


def _paired(messages: Sequence[Mapping[str, Any]]) -> Iterator[Exchange]:
    """Messages as exchanges. A question that another question follows has no answer; an answer may lack a question."""
    unanswered: Exchange | None = None
    for message in messages:
        role = str(message.get("role") or message.get("type"))
        if role in _SKIPPED_ROLES:
            continue
        content, time = message["content"], _time(message.get("timestamp"))
        if not isinstance(content, str):
            raise TypeError(f"the content of a message is {type(content).__name__}")
        if _ROLES[role] == "user":
            if unanswered is not None:
                yield unanswered
            unanswered = Exchange(content, asked_at=time)
        else:
            sources = tuple(each for each in message.get("sources") or () if isinstance(each, dict))
            yield replace(unanswered or Exchange(asked_at=time), answer=content, answered_at=time, sources=sources)
            unanswered = None
    if unanswered is not None:
        yield unanswered


def _turns(session_id: str, exchanges: Sequence[Exchange], created_at: datetime) -> list[Turn]:
    turns: list[Turn] = []
    numbers: dict[str, int] = {}
    time = created_at
    for number, each in enumerate(exchanges, 1):
        asked_at = each.asked_at or time
        time = each.answered_at or asked_at
        turns.append(
            Turn(
                id=turn_id_of(session_id, number),
                session_id=session_id,
                number=number,
                parent_id=turns[-1].id if turns else None,
                status="completed" if each.answer else "interrupted",
                question=each.question,
                created_at=asked_at,
                standalone_question=each.question,
                outcome="answered" if each.answer else None,
                answer=each.answer,
                sources=_sources(each.sources, numbers),
                finished_at=time,
            )
        )
    return turns


def turn_id_of(session_id: str, number: int) -> str:
    """A deterministic id for an imported turn without one, so that it is the same whenever the file is read."""
    return str(uuid.uuid5(_NAMES, f"{session_id}/{number}"))


def _sources(references: Sequence[Mapping[str, Any]], numbers: dict[str, int]) -> tuple[Source, ...]:
    """The distinct documents of an answer. New ones are added to `numbers`, which maps document id to source number."""
    distinct: dict[str, Source] = {}
    for each in references:
        name = str(each.get("document") or each.get("title") or each.get("url") or "")
        document_id = str(each.get("document_id") or each.get("id") or name)
        if not document_id or document_id in distinct:
            continue
        number = numbers.setdefault(document_id, len(numbers) + 1)
        text = str(each.get("passage") or each.get("text") or each.get("snippet") or each.get("excerpt") or "")
        passage = CitedPassage(document_id, text, (), None, 0, len(text), 0.0)
        title = str(each.get("title") or name or document_id)
        url = str(each.get("url") or each.get("source_url") or "")
        day = str(each.get("date") or "")[:10]
        distinct[document_id] = Source(number, document_id, name or document_id, title, url, (passage,), day)
    return tuple(distinct.values())


def _first_time(data: Mapping[str, Any], metadata: Mapping[str, Any], *names: str) -> datetime | None:
    times = (_time(each.get(name)) for each in (data, metadata) for name in names)
    return next((time for time in times if time is not None), None)


def _time(value: object) -> datetime | None:
    """A time from ISO 8601 (UTC if it has no time zone) or from seconds since 1970; None for anything else."""
    try:
        if isinstance(value, str):
            time = datetime.fromisoformat(value)
            return (time if time.tzinfo else time.replace(tzinfo=UTC)).astimezone(UTC)
        if isinstance(value, int | float) and not isinstance(value, bool):
            return datetime.fromtimestamp(value, UTC)
    except (ValueError, OverflowError, OSError):
        return None
    return None
