"""Writes scenarios as YAML, with notes for the person who completes them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import yaml

_WIDTH = 118


@dataclass(frozen=True, slots=True)
class DraftTurn:
    """A turn of a scenario to be written."""

    user: str
    fields: Mapping[str, object] = field(default_factory=dict)
    """Keys of the turn other than `turn` and `user`; those with an empty value are left out."""
    notes: tuple[str, ...] = ()
    """Comments before the turn."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A scenario to be written."""

    name: str
    description: str
    assistant: str
    turns: tuple[DraftTurn, ...]
    notes: tuple[str, ...] = ()
    """Comments at the top of the file."""
    criteria: Mapping[str, object] = field(default_factory=dict)


def scenario_yaml(draft: Draft) -> str:
    """The scenario as YAML; its turns are numbered from 1."""
    lines = [f"# {_one_line(note)}" for note in draft.notes]
    head = {"name": draft.name, "description": draft.description, "assistant": draft.assistant}
    lines += _dumped({key: value for key, value in head.items() if value})
    lines.append("conversation:")
    for number, turn in enumerate(draft.turns, 1):
        lines += [f"  # {_one_line(note)}" for note in turn.notes]
        kept = {key: value for key, value in turn.fields.items() if value not in ("", None, [], {}, ())}
        lines += [f"  {line}" for line in _dumped([{"turn": number, "user": turn.user, **kept}])]
    if draft.criteria:
        lines += _dumped({"success_criteria": dict(draft.criteria)})
    return "\n".join(lines) + "\n"


def _dumped(value: Mapping[str, object] | Sequence[object]) -> list[str]:
    written = yaml.safe_dump(value, allow_unicode=True, sort_keys=False, width=_WIDTH, default_flow_style=False)
    return str(written).splitlines()


def _one_line(note: str) -> str:
    return " ".join(note.split())
