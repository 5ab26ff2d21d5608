"""Calls of tools as chat models spell them on the wire."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from askwell.text.characters import clean_json, clean_text
from askwell.types import ToolCall, ToolSpec

MOST_ARGUMENT_CHARS = 4000
"""Longer arguments count as unread: they would come back into every further prompt of the turn."""
SHOWN_CHARS = 200

_FOREIGN = re.compile(r"[^A-Za-z0-9_-]")


@dataclass(frozen=True, slots=True)
class CallDelta:
    """A piece of a call; pieces of one call follow one another."""

    index: int | None = None
    """Which call of the answer; None where the model does not say."""
    id: str = ""
    name: str = ""
    arguments: str = ""
    """A piece of JSON."""

    @property
    def chars(self) -> int:
        """Its size, at least 1."""
        return len(self.name) + len(self.arguments) + 1


def join_calls(deltas: Iterable[CallDelta]) -> tuple[ToolCall, ...]:
    """The calls that pieces make, in order, each under an id of its own."""
    joined: list[CallDelta] = []
    for delta in deltas:
        at = _place(delta, joined)
        if at is None:
            joined.append(delta)
            continue
        begun = joined[at]
        joined[at] = CallDelta(
            begun.index, begun.id or delta.id, begun.name + delta.name, begun.arguments + delta.arguments
        )
    taken: set[str] = set()
    return tuple(_call(each, number, taken) for number, each in enumerate(joined, start=1))


def read_arguments(text: str) -> tuple[Mapping[str, object], str]:
    """The arguments of a call; where they are no JSON object, none, and the beginning of what they are."""
    if not text.strip():
        return {}, ""
    try:
        found = json.loads(text) if len(text) <= MOST_ARGUMENT_CHARS else None
    except (ValueError, RecursionError):
        found = None
    return (clean_json(found), "") if isinstance(found, dict) else ({}, clean_text(text[:SHOWN_CHARS]))


def clean_name(name: str) -> str:
    """The name with nothing in it that a provider refuses when it comes back in the next prompt."""
    return _FOREIGN.sub("_", name)[:64] or "unnamed"


def openai_tools(tools: Sequence[ToolSpec]) -> list[dict[str, object]]:
    """The tools in OpenAI's shape, which all of LangChain's models take."""
    return [
        {
            "type": "function",
            "function": {"name": each.name, "description": each.description, "parameters": dict(each.parameters)},
        }
        for each in tools
    ]


def _place(delta: CallDelta, joined: Sequence[CallDelta]) -> int | None:
    """Which of the calls so far a piece goes on; None for a new one.

    Some servers number all calls 0 and tell them apart by their ids, others give no number at all.
    """
    if delta.index is None:
        return None if delta.id or delta.name or not joined else len(joined) - 1
    for at in range(len(joined) - 1, -1, -1):
        if joined[at].index == delta.index:
            return None if delta.id and joined[at].id and delta.id != joined[at].id else at
    return None


def _call(delta: CallDelta, number: int, taken: set[str]) -> ToolCall:
    own = delta.id[:64] if delta.id and delta.id[:64] not in taken else f"call_{number}"
    taken.add(own)
    arguments, unread = read_arguments(delta.arguments)
    return ToolCall(own, clean_name(delta.name), arguments, unread)
