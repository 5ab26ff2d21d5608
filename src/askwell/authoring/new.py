"""Creates an assistant: a copy of another one, or a small one to begin with."""

import json
import os
import re
import shutil
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from askwell.assistant import Name
from askwell.authoring.definition import assistant_schema
from askwell.errors import BadInput, Conflict
from askwell.evals.load import find_scenarios
from askwell.evals.scenario import scenario_schema

SCHEMA_FILE = "assistant.schema.json"
SCENARIO_SCHEMA_FILE = "scenario.schema.json"
_NAMES_SCHEMA = "# yaml-language-server: $schema="
EDITOR_LINE = f"{_NAMES_SCHEMA}{SCHEMA_FILE}\n"

_TEMPLATE = """\
name: {name}
title: {title}
description: Answers questions about the documents in knowledge/.
languages: [en]

starters:
  - What is this assistant for?

# Each section adds a step; docs/assistants.md has all keys.
resolve: {{}}
route: {{}}
rank: {{}}
grade: {{keep: 6, attempts: 2}}
pack: {{budget_tokens: 3500}}
"""
_DOCUMENT = """\
# About this assistant

This assistant is for questions about the documents in its folder. Replace this file with your own documents.
"""
_SCENARIO = """\
name: First question
description: Replace it with the questions that your users ask.
conversation:
  - turn: 1
    user: What is this assistant for?
    expected_sources: [about.md]
    expect: {kind: standalone, way: search}
"""


def create(name: str, parent: Path, source: Path | None) -> Path:
    """Create the folder of an assistant in `parent`; `source` is the folder of the one to copy.

    Raises BadInput for an unusable name, Conflict (`assistant_exists`) if the folder exists.
    """
    try:
        TypeAdapter(Name).validate_python(name)
    except ValidationError:
        raise BadInput(
            f"{name!r} cannot be the name of an assistant",
            code="usage",
            hint="Use small letters, digits, `-` and `_`, beginning with a letter; at most 64.",
        ) from None
    folder = parent / name
    if folder.exists():
        raise Conflict(f"{str(folder)!r} already exists", code="assistant_exists", hint="Choose another name.")
    if source is None:
        _write_template(folder, name)
    else:
        shutil.copytree(source, folder, ignore=shutil.ignore_patterns(".*", "__pycache__"))
        file = folder / "assistant.yaml"
        file.write_text(EDITOR_LINE + _renamed(file.read_text(encoding="utf-8"), name), encoding="utf-8")
    for name_of_file, schema in ((SCHEMA_FILE, assistant_schema()), (SCENARIO_SCHEMA_FILE, scenario_schema())):
        written = json.dumps(schema, ensure_ascii=False, indent=2)
        (folder / name_of_file).write_text(written + "\n", encoding="utf-8")
    for scenario in find_scenarios(folder / "scenarios"):
        _point_editors(scenario, folder / SCENARIO_SCHEMA_FILE)
    return folder


def _point_editors(scenario: Path, schema: Path) -> None:
    """Write where the schema is at the top of a scenario, unless it names one."""
    text = scenario.read_text(encoding="utf-8")
    if not text.startswith(_NAMES_SCHEMA):
        path = Path(os.path.relpath(schema, scenario.parent)).as_posix()
        scenario.write_text(f"{_NAMES_SCHEMA}{path}\n{text}", encoding="utf-8")


def _renamed(text: str, name: str) -> str:
    """The definition with another name, which is a key at the beginning of a line."""
    lines = text.removeprefix(EDITOR_LINE).splitlines(keepends=True)
    return "".join(f"name: {name}\n" if re.match(r"name\s*:", line) else line for line in lines)


def _write_template(folder: Path, name: str) -> None:
    title = name.replace("-", " ").replace("_", " ").capitalize()
    files = {
        "assistant.yaml": EDITOR_LINE + _TEMPLATE.format(name=name, title=title),
        "knowledge/about.md": _DOCUMENT,
        "scenarios/first-question.conv.yaml": _SCENARIO,
    }
    for path, text in files.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
