"""Scenarios that are built from another format, with a list of what has no equivalent."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml
from pydantic import ValidationError

from askwell.errors import BadInput, NotFound
from askwell.evals.scenario import Scenario

NO_CHECK = {"ending": "answered"}
"""What is expected of a turn for which the file has no check that can be mapped; a scenario needs one."""


@dataclass(frozen=True, slots=True)
class Note:
    """Something that was left out or changed."""

    place: str
    """Path in the file, such as `tests[2].assert[0]`."""
    text: str


@dataclass(slots=True)
class Turn:
    """A question of a scenario in the making."""

    user: str
    place: str
    contains: list[str | list[str]] = field(default_factory=list)
    forbidden: list[str] = field(default_factory=list)
    topics: list[str] = field(default_factory=list)
    tool: str | None = None


@dataclass(slots=True)
class Draft:
    """A conversation in the making."""

    name: str
    description: str = ""
    domain: str = ""
    turns: list[Turn] = field(default_factory=list)


class Notes:
    """Collects notes while a file is read."""

    def __init__(self) -> None:
        self.notes: list[Note] = []

    def add(self, place: str, text: str) -> None:
        """Note something about a place."""
        self.notes.append(Note(place, text))

    def unknown(self, place: str, found: dict[str, Any], known: Sequence[str]) -> None:
        """Note each key that is not known, and has a value."""
        for key, value in found.items():
            if key not in known and value not in (None, [], {}, ""):
                self.add(f"{place}.{key}" if place else str(key), "has no equivalent")


@dataclass(frozen=True, slots=True)
class Imported:
    """Scenarios as YAML, and notes on what was left out or changed."""

    scenarios: tuple[tuple[str, str], ...]
    """Name and YAML of each."""
    notes: tuple[Note, ...]


def finish(drafts: Sequence[Draft], notes: Notes) -> Imported:
    """The scenarios of these drafts, each of which is valid. Raises BadInput if there are none."""
    written = []
    for draft in drafts:
        if draft.turns:
            mapping = {
                "name": draft.name,
                **({"description": draft.description} if draft.description else {}),
                **({"domain": draft.domain} if draft.domain else {}),
                "conversation": [_turn(number, turn, notes) for number, turn in enumerate(draft.turns, 1)],
            }
            try:
                Scenario.model_validate(mapping)
            except ValidationError as error:
                first = error.errors(include_url=False)[0]
                place = ".".join(str(part) for part in first["loc"])
                raise _bad(f"{draft.name!r} makes no valid scenario: {place}: {first['msg']}") from error
            written.append((draft.name, yaml.safe_dump(mapping, sort_keys=False, allow_unicode=True, width=120)))
    if not written:
        reasons = "; ".join(f"{note.place} {note.text}" for note in notes.notes[:3])
        raise _bad(f"The file has no conversation with a question{f': {reasons}' if reasons else ''}")
    return Imported(tuple(written), tuple(notes.notes))


def _turn(number: int, turn: Turn, notes: Notes) -> dict[str, object]:
    checks: dict[str, object] = {
        "expected_topics": turn.topics,
        "expected_answer_contains": turn.contains,
        "forbidden": turn.forbidden,
        "expect": {"tool": turn.tool} if turn.tool else {},
    }
    checks = {name: value for name, value in checks.items() if value}
    if not checks:
        notes.add(turn.place, "has no check that can be mapped; `expect: {ending: answered}` was written")
        checks = {"expect": dict(NO_CHECK)}
    return {"turn": number, "user": turn.user, **checks}


def read_yaml(file: Path) -> Any:
    """The content of a YAML or JSON file. Raises NotFound (`import_not_found`) and BadInput (`bad_import`)."""
    try:
        return yaml.safe_load(_read(file))
    except yaml.YAMLError as error:
        raise _bad(f"{file} is not YAML: {error}") from error


def read_json(file: Path) -> Any:
    """The content of a JSON file, or the lines of a JSONL file as a list. Raises as `read_yaml`."""
    text = _read(file)
    try:
        if file.suffix == ".jsonl":
            return [json.loads(line) for line in text.splitlines() if line.strip()]
        return json.loads(text)
    except ValueError as error:
        raise _bad(f"{file} is not JSON: {error}") from error


def mappings(found: Any, place: str, notes: Notes) -> Iterator[tuple[str, dict[str, Any]]]:
    """Place and content of each mapping in a list; anything else is noted."""
    if found is None:
        return
    if not isinstance(found, list):
        notes.add(place, f"is {type(found).__name__}, not a list of mappings")
        return
    for at, each in enumerate(found):
        if isinstance(each, dict):
            yield f"{place}[{at}]", each
        else:
            notes.add(f"{place}[{at}]", f"is {str(each)!r}, not a mapping; files that it names are not read")


def wrong_shape(file: Path, wanted: str) -> BadInput:
    """The error for a file of another form."""
    return _bad(f"{file} is not {wanted}")


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise NotFound(f"No file {str(file)!r}: {error.strerror}", code="import_not_found") from error
    except UnicodeDecodeError as error:
        raise _bad(f"{file} is not UTF-8: {error}") from error


def _bad(message: str) -> BadInput:
    return BadInput(message, code="bad_import", hint="docs/evaluate.md says what is read of each format.")
