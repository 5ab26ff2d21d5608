"""A complete conversation as one JSON object, and back.

`format`, `session`, `turns` (by number, complete), `fences` (of each turn), `tip`, `fence`, `lease_until`,
`stop_asked`, `partial`, `memory` and `keys`. Derived data (parents, branches, first citations) is rebuilt on reading.
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
from askwell.stores.exchange.foreign_memory import MEMORY, indexed_memory, left_over, noted
from askwell.stores.inmemory.conversation import Conversation
from askwell.stores.inmemory.conversations import Key
from askwell.stores.inmemory.memory_state import MemoryState
from askwell.types import CarriedMemory, Session, Turn

FORMAT = 1

_FIELDS = {"way": "route", "ending": "outcome"}
"""Names of JSON to fields of `Turn`, where they differ."""


@dataclass
class Kept:
    """A conversation and the idempotency keys of its turns."""

    conversation: Conversation
    keys: dict[str, Key] = field(default_factory=dict)
    memory_fault: str = ""
    """Why its memory was dropped; empty if it was kept."""


class NewerFormatError(ValueError):
    """A valid file written by a later version, which this version cannot read."""


def kept_json(kept: Kept) -> dict[str, object]:
    """The object, with values that `json.dumps` accepts."""
    conversation = kept.conversation
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
        "memory": carried_json(conversation.notebook.carried(lambda number: conversation.turn(number).id)),
        "keys": [
            {"key": name, "number": key.number, "fingerprint": key.fingerprint, "made_at": key.made_at.isoformat()}
            for name, key in kept.keys.items()
        ],
    }


def kept_from(data: Mapping[str, Any], *, live: timedelta, now: datetime) -> Kept:
    """Read such an object, without keys older than `live`. Raises ValueError or KeyError if it is broken."""
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
    known = {turn.id: turn.number for turn in turns}
    fault = ""
    if "memory" in data:
        fitted = memory_from(data["memory"], turns)
        conversation.notebook, fault = MemoryState.of(fitted.memory), fitted.fault
    else:
        conversation.session, conversation.notebook = _from_metadata(session, turns)
    for turn, fence in zip(turns, fences, strict=True):
        conversation.add(turn, 0 if turn.parent_id is None else known[turn.parent_id])
        conversation.fences[turn.id] = fence
        for source in turn.sources:
            conversation.sources.setdefault(source.document_id, source)
    keys = {str(each["key"]): _key(session.id, each) for each in _list(data["keys"])}
    return Kept(conversation, {name: key for name, key in keys.items() if key.made_at >= now - live}, fault)


def turn_from_json(data: object) -> Turn:
    """A turn from its JSON, in which `way` is the route and `ending` the outcome. Raises ValueError."""
    if isinstance(data, dict):
        data = {_FIELDS.get(key, key): value for key, value in data.items()}
    return with_fields_of_trace(_turns().validate_python(data))


def memory_from(data: object, turns: Sequence[Turn]) -> FittedMemory:
    """Read the output of `carried_json`; it is dropped if it cannot be read or does not fit the turns."""
    try:
        carried = _carried_from(data)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        return without_memory(turns, f"it cannot be read: {type(error).__name__}: {error}".partition("\n")[0][:200])
    return fit_memory(carried, turns, max((turn.branch for turn in turns), default=0))


def _carried_from(data: object) -> CarriedMemory:
    """Raises ValueError, KeyError, TypeError, AttributeError."""
    if not isinstance(data, dict):
        raise TypeError(f"found {type(data).__name__} instead of memory")
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
    """A file without memory: the memory of another system, if any, is in the metadata."""
    summary, index = noted(session)
    bare = replace(session, metadata={key: each for key, each in session.metadata.items() if key != MEMORY})
    return replace(bare, metadata={**bare.metadata, **left_over(index)}), MemoryState.of(
        indexed_memory(summary, index, [turn for turn in turns if turn.branch == 0])
    )


def _check(conversation: Conversation, turns: Sequence[Turn], fences: Sequence[int]) -> None:
    numbers = list(range(1, len(turns) + 1))
    runs = bool(turns) and turns[-1].status == "running"
    known = {turn.id: turn.number for turn in turns}
    fits = (
        [turn.number for turn in turns] == numbers
        and conversation.session.head == len(turns) == len(fences) == len(known)
        and 0 <= conversation.tip <= len(turns)
        and runs == (conversation.lease_until is not None)
        and all(turn.status != "running" for turn in turns[:-1])
        and all(turn.session_id == conversation.session.id for turn in turns)
        and all(turn.parent_id is None or known.get(turn.parent_id, turn.number) < turn.number for turn in turns)
    )
    if not fits:
        raise ValueError("its turns do not fit together")


def _key(session_id: str, data: Mapping[str, Any]) -> Key:
    made_at = datetime.fromisoformat(data["made_at"])
    return Key(session_id, int(data["number"]), str(data["fingerprint"]), made_at)


def _list(value: object) -> list[Any]:
    if not isinstance(value, list):
        raise TypeError(f"found {type(value).__name__} instead of a list")
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
