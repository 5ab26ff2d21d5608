"""Converts a complete conversation to one JSON object and back.

The keys are `format`, `session`, `turns` (complete, by number), `fences` (one per turn), `tip`, `fence`, `lease_until`,
`stop_asked`, `partial`, `memory` and `keys`. Derived data (parents, branches, first citations) is computed on reading.
"""

from base64 import b64decode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cache
from typing import Any

from pydantic import TypeAdapter

from askwell.projections import carried_json
from askwell.stores.common.restored import FittedMemory, fit_memory, without_memory
from askwell.stores.common.traces import with_fields_of_trace
from askwell.stores.exchange.foreign_memory import MEMORY, indexed_memory, memory_in_metadata, unconverted_index
from askwell.stores.inmemory.conversation import Conversation
from askwell.stores.inmemory.conversations import Key
from askwell.stores.inmemory.memory_state import MemoryState
from askwell.types import CarriedMemory, Session, Turn

FORMAT = 1

_FIELDS = {"way": "route", "ending": "outcome"}
"""JSON key to field of `Turn`, for those with different names."""


@dataclass
class StoredConversation:
    """A conversation and the idempotency keys of its turns."""

    conversation: Conversation
    keys: dict[str, Key] = field(default_factory=dict)
    memory_fault: str = ""
    """Why its memory was dropped; empty if it was kept."""


class NewerFormatError(ValueError):
    """A valid file written by a later version, which this version cannot read."""


def stored_conversation_json(stored: StoredConversation) -> dict[str, object]:
    """The JSON object of a conversation."""
    conversation = stored.conversation
    return {
        "format": FORMAT,
        "session": _sessions().dump_python(conversation.session, mode="json"),
        "turns": [_turns().dump_python(turn, mode="json") for turn in conversation.turns],
        "fences": [conversation.fences[turn.id] for turn in conversation.turns],
        "tip": conversation.tip,
        "fence": conversation.fence,
        "lease_until": None if conversation.lease_until is None else conversation.lease_until.isoformat(),
        "stop_asked": conversation.stop_asked,
        "partial": conversation.partial,
        "memory": carried_json(conversation.memory.carried(lambda number: conversation.turn(number).id)),
        "keys": [
            {"key": name, "number": key.number, "fingerprint": key.fingerprint, "made_at": key.made_at.isoformat()}
            for name, key in stored.keys.items()
        ],
    }


def stored_conversation_from(data: Mapping[str, Any], *, live: timedelta, now: datetime) -> StoredConversation:
    """The conversation of a JSON object, without idempotency keys older than `live`.

    Raises NewerFormatError, and ValueError, KeyError, TypeError or AttributeError if the object is invalid.
    """
    if data["format"] != FORMAT:
        raise NewerFormatError(f"format {data['format']!r:.40} is not {FORMAT}")
    session = _sessions().validate_python(data["session"])
    turns = [turn_from_json(each) for each in _list(data["turns"])]
    fences = [int(each) for each in _list(data["fences"])]
    lease = data["lease_until"]
    conversation = Conversation(
        session,
        tip=int(data["tip"]),
        fence=int(data["fence"]),
        lease_until=None if lease is None else datetime.fromisoformat(lease),
        stop_asked=bool(data["stop_asked"]),
        partial=str(data["partial"]),
    )
    _check(conversation, turns, fences)
    number_of = {turn.id: turn.number for turn in turns}
    fault = ""
    if "memory" in data:
        fitted = memory_from(data["memory"], turns)
        conversation.memory, fault = MemoryState.of(fitted.memory), fitted.fault
    else:
        conversation.session, conversation.memory = _from_metadata(session, turns)
    for turn, fence in zip(turns, fences, strict=True):
        conversation.add(turn, 0 if turn.parent_id is None else number_of[turn.parent_id])
        conversation.fences[turn.id] = fence
        for source in turn.sources:
            conversation.sources.setdefault(source.document_id, source)
    keys = {str(each["key"]): _key(session.id, each) for each in _list(data["keys"])}
    return StoredConversation(
        conversation, {name: key for name, key in keys.items() if key.made_at >= now - live}, fault
    )


def turn_from_json(data: object) -> Turn:
    """The turn of a JSON object, in which `way` is the route and `ending` is the outcome. Raises ValueError."""
    if isinstance(data, dict):
        data = {_FIELDS.get(key, key): value for key, value in data.items()}
    return with_fields_of_trace(_turns().validate_python(data))


def memory_from(data: object, turns: Sequence[Turn]) -> FittedMemory:
    """The memory from the output of `carried_json`. It is empty, with a fault, if it is invalid or does not fit."""
    try:
        carried = _carried_from(data)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        return without_memory(turns, f"it cannot be read: {type(error).__name__}: {error}".partition("\n")[0][:200])
    return fit_memory(carried, turns, max((turn.branch for turn in turns), default=0))


def _carried_from(data: object) -> CarriedMemory:
    """Raises ValueError, KeyError, TypeError or AttributeError."""
    if not isinstance(data, dict):
        raise TypeError(f"memory is {type(data).__name__}, not an object")
    topics = _list(data["topics"])
    return _memories().validate_python(
        {
            "summaries": _list(data["summaries"]),
            "topics": [{**each, "number": each["turn_number"]} for each in topics],
            "items": [{**each, "number": each["turn_number"]} for each in _list(data["items"])],
            "index_entries": [
                {**each, "number": each["turn_number"], "packed": b64decode(each["imprint"], validate=True)}
                for each in topics
                if each.get("imprint")
            ],
        }
    )


def _from_metadata(session: Session, turns: Sequence[Turn]) -> tuple[Session, MemoryState]:
    """Session and memory of a file without `memory`. Old files have the memory of another system in the metadata."""
    summary, index = memory_in_metadata(session)
    metadata = {key: each for key, each in session.metadata.items() if key != MEMORY} | unconverted_index(index)
    first_branch = [turn for turn in turns if turn.branch == 0]
    return replace(session, metadata=metadata), MemoryState.of(indexed_memory(summary, index, first_branch))


def _check(conversation: Conversation, turns: Sequence[Turn], fences: Sequence[int]) -> None:
    """Raise ValueError unless numbers, parents, fences and lease are consistent."""
    numbers = list(range(1, len(turns) + 1))
    is_running = bool(turns) and turns[-1].status == "running"
    number_of = {turn.id: turn.number for turn in turns}
    is_consistent = (
        [turn.number for turn in turns] == numbers
        and conversation.session.head == len(turns) == len(fences) == len(number_of)
        and 0 <= conversation.tip <= len(turns)
        and is_running == (conversation.lease_until is not None)
        and all(turn.status != "running" for turn in turns[:-1])
        and all(turn.session_id == conversation.session.id for turn in turns)
        and all(turn.parent_id is None or number_of.get(turn.parent_id, turn.number) < turn.number for turn in turns)
    )
    if not is_consistent:
        raise ValueError("its turns are inconsistent")


def _key(session_id: str, data: Mapping[str, Any]) -> Key:
    made_at = datetime.fromisoformat(data["made_at"])
    return Key(session_id, int(data["number"]), str(data["fingerprint"]), made_at)


def _list(value: object) -> list[Any]:
    if not isinstance(value, list):
        raise TypeError(f"expected a list, found {type(value).__name__}")
    return value


@cache
def _sessions() -> TypeAdapter[Session]:
    return TypeAdapter(Session)


@cache
def _memories() -> TypeAdapter[CarriedMemory]:
    return TypeAdapter(CarriedMemory)


@cache
def _turns() -> TypeAdapter[Turn]:
    return TypeAdapter(Turn)
