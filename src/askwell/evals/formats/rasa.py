"""End-to-end tests and test stories of Rasa as scenarios.

Read: `test_cases` with `user` and `bot` steps and `assertions`, and `stories` with `user` steps. Source of the format:
Rasa's reference of test cases and assertions.
"""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from askwell.evals.formats.imported import Draft, Imported, Notes, Turn, finish, mappings, read_yaml, wrong_shape

JUDGED = {
    "generative_response_is_grounded": "every turn is judged for factual accuracy",
    "generative_response_is_relevant": "every turn is judged for completeness",
}
"""Assertions that need no equivalent, with the reason."""

_ENTITY = re.compile(r"\[([^\]]+)\](?:\([^)]*\)|\{[^}]*\})")
"""A word of a test story with its entity."""

_PLAIN = re.compile(r"(?:[^\\.^$*+?{}\[\]|()]|\\[^\w\s])*\Z")
"""A regular expression that is a literal text, with escapes."""


def import_rasa(file: Path) -> Imported:
    """The scenarios of a test file. Raises NotFound and BadInput."""
    written = read_yaml(file)
    if not isinstance(written, dict) or not {"test_cases", "stories"} & set(written):
        raise wrong_shape(file, "a Rasa test file: it has neither `test_cases` nor `stories`")
    notes = Notes()
    notes.unknown("", written, ("test_cases", "stories", "version"))
    drafts = []
    for place, case in mappings(written.get("test_cases"), "test_cases", notes):
        notes.unknown(place, case, ("test_case", "steps"))
        drafts.append(_draft(place, case, str(case.get("test_case") or place), _step, notes))
    for place, story in mappings(written.get("stories"), "stories", notes):
        notes.unknown(place, story, ("story", "steps"))
        drafts.append(_draft(place, story, str(story.get("story") or place), _story_step, notes))
    return finish(drafts, notes)


Step = Callable[[str, dict[str, Any], Draft, Notes], None]


def _draft(place: str, case: dict[str, Any], name: str, step: Step, notes: Notes) -> Draft:
    draft = Draft(name)
    for where, each in mappings(case.get("steps"), f"{place}.steps", notes):
        step(where, each, draft, notes)
    return draft


def _step(place: str, step: dict[str, Any], draft: Draft, notes: Notes) -> None:
    if isinstance(step.get("user"), str) and step["user"].strip():
        notes.unknown(place, step, ("user", "assertions"))
        turn = Turn(step["user"], place)
        draft.turns.append(turn)
        for where, assertion in mappings(step.get("assertions"), f"{place}.assertions", notes):
            for name, value in assertion.items():
                _assertion(f"{where}.{name}", str(name), value, turn, notes)
    elif isinstance(step.get("bot"), str) and draft.turns:
        draft.turns[-1].contains.append(step["bot"])
        notes.unknown(place, step, ("bot",))
        notes.add(f"{place}.bot", "became `expected_answer_contains`, which more may stand next to")
    else:
        notes.add(place, f"`{next(iter(step), '')}` has no equivalent")


def _story_step(place: str, step: dict[str, Any], draft: Draft, notes: Notes) -> None:
    text = _ENTITY.sub(r"\1", str(step.get("user") or "")).strip()
    if text:
        notes.unknown(place, step, ("user",))
        draft.turns.append(Turn(text, place))
    else:
        notes.add(place, f"`{next(iter(step), '')}` has no equivalent")


def _assertion(place: str, name: str, value: Any, turn: Turn, notes: Notes) -> None:
    if name in JUDGED:
        notes.add(place, f"is left out: {JUDGED[name]}")
        return
    mapped: dict[str, list[Any]] = {"bot_uttered": turn.contains, "bot_did_not_utter": turn.forbidden}
    texts = mapped.get(name)
    if texts is None or not isinstance(value, dict):
        notes.add(place, "has no equivalent")
        return
    notes.unknown(place, value, ("text_matches",))
    pattern = value.get("text_matches")
    if isinstance(pattern, str) and pattern.strip() and _PLAIN.match(pattern):
        texts.append(re.sub(r"\\(.)", r"\1", pattern))
    elif pattern is not None:
        notes.add(f"{place}.text_matches", f"{pattern!r} is a pattern, and a scenario has only literal texts")
