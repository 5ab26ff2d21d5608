"""Tool calls in the wire format of chat models."""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from askwell.text.characters import clean_json, clean_text
from askwell.types import ToolCall, ToolSpec

MAX_ARGUMENT_CHARS = 4000
"""Longer arguments are rejected, since every further prompt of the turn would repeat them."""
SHOWN_CHARS = 200

_FOREIGN = re.compile(r"[^A-Za-z0-9_-]")


@dataclass(frozen=True, slots=True)
class CallDelta:
    """A piece of a tool call. The pieces of one call arrive in order."""

    index: int | None = None
    """Index of the call in the answer; None if the model does not send one."""
    id: str = ""
    name: str = ""
    arguments: str = ""
    """A piece of the JSON text."""

    @property
    def chars(self) -> int:
        """Size in characters, at least 1."""
        return len(self.name) + len(self.arguments) + 1


def join_calls(deltas: Iterable[CallDelta]) -> tuple[ToolCall, ...]:
    """Join pieces to calls, in order. Each call gets a unique id."""
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
    """Parse the arguments of a call: the object and an empty string.

    For anything but a JSON object: an empty object, and the first characters of the text.
    """
    if not text.strip():
        return {}, ""
    try:
        found = json.loads(text) if len(text) <= MAX_ARGUMENT_CHARS else None
    except (ValueError, RecursionError):
        found = None
    return (clean_json(found), "") if isinstance(found, dict) else ({}, clean_text(text[:SHOWN_CHARS]))


def clean_name(name: str) -> str:
    """The name with only characters that every provider accepts in a prompt; at most 64 of them."""
    return _FOREIGN.sub("_", name)[:64] or "unnamed"


def openai_tools(tools: Sequence[ToolSpec]) -> list[dict[str, object]]:
    """The tools in OpenAI's format, which all LangChain models accept."""
    return [
        {
            "type": "function",
            "function": {"name": each.name, "description": each.description, "parameters": dict(each.parameters)},
        }
        for each in tools
    ]


def _place(delta: CallDelta, joined: Sequence[CallDelta]) -> int | None:
    """Index in `joined` of the call that a piece continues; None for a new call.

    Some servers send index 0 for all calls and distinguish them by id; others send no index.
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
