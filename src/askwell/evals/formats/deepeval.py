"""Goldens and test cases of DeepEval as scenarios.

Read: JSON and JSONL with conversational goldens or test cases (`turns`), and single-turn ones (`input`), with keys in
snake case or camel case. Source of the format: DeepEval's documentation of datasets and test cases.
"""

import re
from pathlib import Path
from typing import Any

from askwell.evals.formats.imported import Draft, Imported, Notes, Turn, finish, mappings, read_json, wrong_shape

NAME_CHARS = 80
"""Maximum characters of a name that is cut from a scenario or a question."""

LISTS = ("goldens", "test_cases", "conversational_test_cases")
"""Keys of an object that hold the items."""


def import_deepeval(file: Path) -> Imported:
    """The scenarios of a dataset. Raises NotFound and BadInput."""
    written = read_json(file)
    if isinstance(written, dict):
        written = _snake(written)
        listed = [name for name in LISTS if name in written]
        items = [(name, written[name]) for name in listed] or [("", [written])]
    else:
        items = [("", written)]
    if not all(isinstance(found, list) for _, found in items):
        raise wrong_shape(file, "a list of goldens or test cases")
    notes = Notes()
    drafts: list[Draft] = []
    for name, found in items:
        for place, item in mappings(found, name, notes):
            drafts.append(_draft(place, _snake(item), f"{file.stem} {len(drafts) + 1}", notes))
    return finish(drafts, notes)


def _draft(place: str, item: dict[str, Any], name: str, notes: Notes) -> Draft:
    tags = [str(each) for each in item.get("tags") or ()]
    scenario = str(item.get("scenario") or "")
    first = str(item.get("name") or scenario or item.get("input") or name)
    draft = Draft(
        first if len(first) <= NAME_CHARS else first[: NAME_CHARS - 1] + "…", scenario, tags[0] if tags else ""
    )
    if len(tags) > 1:
        notes.add(f"{place}.tags", f"only the first of {len(tags)} is kept, as the domain")
    if item.get("turns"):
        _conversation(place, item, draft, notes)
    elif isinstance(item.get("input"), str) and item["input"].strip():
        _single(place, item, draft, notes)
    elif scenario:
        notes.add(place, "has no turns to replay; it describes a user to simulate")
    else:
        notes.add(place, "has neither `turns` nor `input`")
    return draft


def _conversation(place: str, item: dict[str, Any], draft: Draft, notes: Notes) -> None:
    notes.unknown(place, item, ("name", "scenario", "tags", "turns", "expected_outcome"))
    for where, turn in mappings(item["turns"], f"{place}.turns", notes):
        found = _snake(turn)
        if found.get("role") == "user" and str(found.get("content") or "").strip():
            draft.turns.append(Turn(str(found["content"]), where))
        else:
            notes.add(where, f"is a message of {found.get('role')!r}, which is a sample and not an expectation")
        notes.unknown(where, found, ("role", "content"))
    if not draft.turns:
        notes.add(place, "has no turn of the user to replay")
    elif item.get("expected_outcome"):
        draft.turns[-1].topics.append(str(item["expected_outcome"]))
        notes.add(f"{place}.expected_outcome", "became a topic of the last turn, which the judge looks for")


def _single(place: str, item: dict[str, Any], draft: Draft, notes: Notes) -> None:
    notes.unknown(place, item, ("name", "scenario", "tags", "input", "expected_output", "expected_tools"))
    turn = Turn(item["input"], place)
    if item.get("expected_output"):
        turn.topics.append(str(item["expected_output"]))
        notes.add(f"{place}.expected_output", "became a topic, which the judge looks for")
    tools = [
        str(each.get("name", "")) for _, each in mappings(item.get("expected_tools"), f"{place}.expected_tools", notes)
    ]
    if tools:
        turn.tool = tools[0]
        if len(tools) > 1:
            notes.add(f"{place}.expected_tools", f"only the first of {len(tools)} is kept")
    draft.turns.append(turn)


def _snake(found: dict[str, Any]) -> dict[str, Any]:
    """The mapping with its own keys in snake case."""
    return {re.sub(r"(?<=[a-z0-9])([A-Z])", r"_\1", str(key)).lower(): value for key, value in found.items()}
