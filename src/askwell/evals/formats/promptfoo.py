"""Tests of promptfoo as scenarios.

Read: `tests` with `vars`, `assert` and `metadata.conversationId`, and `defaultTest`. Sources of the format: promptfoo's
documentation of its configuration, of assertions and of chat conversations.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from askwell.evals.formats.imported import Draft, Imported, Notes, Turn, finish, mappings, read_yaml, wrong_shape

QUESTIONS = ("question", "query", "input", "message", "user_input", "prompt")
"""Variables that hold the question, if the prompts do not name a single one."""

_VARIABLE = re.compile(r"{{\s*([\w.]+)\s*(?:\|[^}]*)?}}")


def import_promptfoo(file: Path) -> Imported:
    """The scenarios of a configuration or of a list of tests. Raises NotFound and BadInput."""
    written = read_yaml(file)
    config = {"tests": written} if isinstance(written, list) else written
    if not isinstance(config, dict) or "tests" not in config:
        raise wrong_shape(file, "a promptfoo configuration: it has no `tests`")
    notes = Notes()
    notes.unknown("", config, ("description", "prompts", "providers", "targets", "tests", "defaultTest"))
    for key in ("providers", "targets"):
        if config.get(key):
            notes.add(key, "is left out: an assistant answers")
    prompts = " ".join(each for each in _texts(config.get("prompts")))
    base = config.get("defaultTest") or {}
    if not isinstance(base, dict):
        notes.add("defaultTest", "is in another file, which is not read")
        base = {}
    return finish(list(_conversations(config, base, prompts, file.stem, notes)), notes)


def _conversations(
    config: dict[str, Any], base: dict[str, Any], prompts: str, name: str, notes: Notes
) -> Iterator[Draft]:
    """Tests with the same `conversationId` are one conversation.

    Without an id they share one if a prompt uses `_conversation`; else each is a conversation of its own.
    """
    drafts: dict[str, Draft] = {}
    for at, (place, test) in enumerate(mappings(config["tests"], "tests", notes), 1):
        metadata = {**_mapping(base.get("metadata")), **_mapping(test.get("metadata"))}
        shared = str(metadata.pop("conversationId", "") or ("all" if "_conversation" in prompts else ""))
        notes.unknown(f"{place}.metadata", metadata, ())
        notes.unknown(place, test, ("description", "vars", "assert", "metadata"))
        title = str(test.get("description") or f"{name} {at}")
        draft = drafts.setdefault(shared or place, Draft(title if shared in ("", "all") else f"{name} {shared}"))
        draft.description = draft.description or str(config.get("description") or "")
        draft.turns += _turns(place, test, base, prompts, notes)
    notes.unknown("defaultTest", base, ("vars", "assert", "metadata"))
    yield from drafts.values()


def _turns(place: str, test: dict[str, Any], base: dict[str, Any], prompts: str, notes: Notes) -> list[Turn]:
    """The questions of a test; its assertions are for the last one."""
    variables = {**_mapping(base.get("vars")), **_mapping(test.get("vars"))}
    asked, used = _questions(f"{place}.vars", variables, prompts, notes)
    if not asked:
        notes.add(place, f"is left out: none of its variables is a question ({', '.join(variables) or 'none'})")
        return []
    for name in variables:
        if name != used and not _is_used(name, test, base):
            notes.add(f"{place}.vars.{name}", "has no equivalent")
    turns = [Turn(question, place) for question in asked]
    for where, source in (("defaultTest", base), (place, test)):
        for inner, assertion in mappings(source.get("assert"), f"{where}.assert", notes):
            _assertion(inner, assertion, turns[-1], variables, notes)
    return turns


def _questions(place: str, variables: dict[str, Any], prompts: str, notes: Notes) -> tuple[list[str], str]:
    """The questions, and the variable that holds them."""
    messages = variables.get("messages")
    if isinstance(messages, list):
        asked = []
        for where, message in mappings(messages, f"{place}.messages", notes):
            if message.get("role") == "user":
                asked.append(str(message.get("content", "")))
            else:
                notes.add(where, f"is a message of {message.get('role')!r}, and only those of the user are replayed")
        return asked, "messages"
    named = [name for name in dict.fromkeys(_VARIABLE.findall(prompts)) if name in variables]
    texts = [name for name, value in variables.items() if isinstance(value, str)]
    found = named if len(named) == 1 else [name for name in QUESTIONS if name in texts] or texts[: len(texts) == 1]
    value = variables.get(found[0]) if found else None
    if isinstance(value, list):
        notes.add(f"{place}.{found[0]}", f"has {len(value)} values; only the first is asked")
        value = value[0] if value else None
    return ([value], found[0]) if isinstance(value, str) and value.strip() else ([], "")


def _assertion(place: str, found: dict[str, Any], turn: Turn, variables: dict[str, Any], notes: Notes) -> None:
    kind = str(found.get("type", ""))
    if kind == "assert-set" and "threshold" not in found:
        for inner, each in mappings(found.get("assert"), f"{place}.assert", notes):
            _assertion(inner, each, turn, variables, notes)
        return
    notes.unknown(place, found, ("type", "value"))
    values = [_filled(each, variables) for each in _values(kind, found.get("value"))]
    if kind and not _is_known(kind):
        notes.add(place, f"`{kind}` has no equivalent")
    elif not values or any(each.startswith("file://") or "{{" in each for each in values):
        notes.add(place, f"`{kind or found}` has no value that can be read")
    else:
        _map(kind, values, turn)
        if kind in _CHANGED:
            notes.add(place, f"`{kind}` {_CHANGED[kind]}")


_CHANGED = {
    "contains": "ignores case here",
    "contains-all": "ignores case here",
    "contains-any": "ignores case here",
    "not-contains": "ignores case here",
    "not-contains-any": "ignores case here",
    "equals": "became `expected_answer_contains`, which more may stand next to",
    "starts-with": "became `expected_answer_contains`, at any place",
    "llm-rubric": "became a topic, which the judge looks for in the answer",
    "similar": "became a topic, which the judge looks for in the answer",
}
"""Assertions whose meaning is not quite kept, with the difference."""


_ALL = ("contains", "contains-all", "equals", "starts-with")
_ANY = ("contains-any",)
_NONE = ("not-contains", "not-contains-any")
_TOPICS = ("llm-rubric", "similar")
"""Assertions by what they became, each also in a form that ignores case."""


def _is_known(kind: str) -> bool:
    return _with_case(kind) in (*_ALL, *_ANY, *_NONE, *_TOPICS)


def _map(kind: str, values: list[str], turn: Turn) -> None:
    """Add a known assertion to the turn."""
    name = _with_case(kind)
    if name in _ALL:
        turn.contains += values
    elif name in _ANY:
        turn.contains.append(values if len(values) > 1 else values[0])
    elif name in _NONE:
        turn.forbidden += values
    else:
        turn.topics += values


def _with_case(kind: str) -> str:
    return kind.replace("icontains", "contains")


def _values(kind: str, value: Any) -> list[str]:
    """The texts of an assertion; those for several texts may be separated by commas."""
    if isinstance(value, str) and kind.endswith(("-all", "-any")):
        return [part for each in value.split(",") if (part := each.strip())]
    return [text for each in (value if isinstance(value, list) else [value]) if (text := _scalar(each))]


def _scalar(value: Any) -> str:
    return str(value).strip() if isinstance(value, str | int | float) and not isinstance(value, bool) else ""


def _filled(text: str, variables: dict[str, Any]) -> str:
    """The text with the values of plain variables."""
    return _VARIABLE.sub(lambda found: _scalar(variables.get(found[1])) or found[0], text)


def _is_used(name: str, *tests: dict[str, Any]) -> bool:
    """Whether an assertion names the variable."""
    return any(name in _VARIABLE.findall(str(test.get("assert"))) for test in tests)


def _texts(prompts: Any) -> Iterator[str]:
    for each in prompts if isinstance(prompts, list) else [prompts]:
        yield str(each.get("raw", "") if isinstance(each, dict) else each)


def _mapping(found: Any) -> dict[str, Any]:
    return dict(found) if isinstance(found, dict) else {}
