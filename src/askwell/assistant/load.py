"""Reads a definition from its folder. Errors name file, path and value."""

import difflib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple, get_origin

import yaml
from pydantic import BaseModel, ValidationError

from askwell.assistant.definition import Assistant
from askwell.assistant.sections import RouteSection
from askwell.errors import BadConfig, NotFound

BUILT_IN_WAYS = ("search", "chat", "decline")
"""Routes of every assistant."""


def load_assistant(folder: Path) -> Assistant:
    """Read the assistant of a folder. Raises NotFound, and BadConfig with file, path, value and the nearest key."""
    file = folder / "assistant.yaml"
    try:
        written = yaml.safe_load(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise NotFound(f"No assistant in {str(folder)!r}: {error.strerror}", code="assistant_not_found") from error
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise BadConfig(f"{file} is not YAML: {error}", hint="Check the indentation and the quotes.") from error
    if not isinstance(written, dict):
        raise BadConfig(f"{file} must hold a mapping, not {written!r}", hint="Begin with `name:` and `title:`.")
    reserved = {"folder", "prompts"} & written.keys()
    if reserved:
        raise BadConfig(f"{file}: {sorted(reserved)} cannot be set", hint="Prompts are files in `prompts/`.")
    try:
        assistant = Assistant.model_validate(written | {"folder": folder, "prompts": _read_prompts(folder)})
    except ValidationError as error:
        raise BadConfig(f"{file}: {_describe(error)}") from error
    for problem in way_problems(assistant):
        raise BadConfig(f"{file}: {problem.message}", hint=problem.hint)
    return assistant


class DefinitionProblem(NamedTuple):
    """What is wrong in a definition, and where."""

    path: tuple[str | int, ...]
    """Keys and list indexes from the root to a value."""
    message: str
    hint: str = ""
    is_key: bool = False
    """Whether the key is wrong, not its value."""


def definition_problems(written: Mapping[str, object]) -> list[DefinitionProblem]:
    """What is wrong in the content of an `assistant.yaml`; empty if it can be used."""
    reserved = [name for name in written if name in {"folder", "prompts"}]
    if reserved:
        hint = "Prompts are files in `prompts/`."
        return [DefinitionProblem((name,), f"`{name}` cannot be set", hint, is_key=True) for name in reserved]
    try:
        return way_problems(Assistant.model_validate(written))
    except ValidationError as error:
        return [
            DefinitionProblem(each["loc"], _describe_one(dict(each)), is_key=each["type"] == "extra_forbidden")
            for each in error.errors(include_url=False)
        ]


def find_assistants(folders: Iterable[Path]) -> dict[str, Path]:
    """Name to folder of every assistant in these folders. If a name repeats, the first folder wins."""
    found: dict[str, Path] = {}
    for folder in folders:
        for file in sorted(folder.glob("*/assistant.yaml")):
            found.setdefault(file.parent.name, file.parent)
    return found


def _read_prompts(folder: Path) -> dict[str, str]:
    return {file.stem: file.read_text(encoding="utf-8").strip() for file in sorted(folder.glob("prompts/*.md"))}


def way_problems(assistant: Assistant) -> list[DefinitionProblem]:
    """Routes that are named and do not exist, or exist and are never used."""
    route = assistant.route or RouteSection()
    used: list[tuple[tuple[str | int, ...], str]] = [
        *((("route", "keywords", at, "way"), rule.way) for at, rule in enumerate(route.keywords)),
        *((("route", "intents", at, "way"), intent.way) for at, intent in enumerate(route.intents)),
        *((("route", "named", at), name) for at, name in enumerate(route.named)),
        (("route", "otherwise"), route.otherwise),
    ]
    known = (*BUILT_IN_WAYS, *assistant.own_ways)
    problems = [
        DefinitionProblem(
            path,
            f"`route` names the unknown way {way!r}",
            f"Known ways: {', '.join(known)}.{_nearest(way, known)}",
        )
        for path, way in used
        if way not in known
    ]
    names = {way for _, way in used}
    for way in assistant.own_ways:
        path = ("ways" if way in assistant.ways else "catalogues", way)
        if way in BUILT_IN_WAYS:
            problems.append(
                DefinitionProblem(
                    path, f"`ways.{way}` has the name of a built-in way", "Choose another name.", is_key=True
                )
            )
        elif way not in names:
            hint = "Add an intent or keywords for it."
            problems.append(DefinitionProblem(path, f"`route` never uses `ways.{way}`", hint, is_key=True))
    return problems


def _describe(error: ValidationError) -> str:
    return "; ".join(_describe_one(dict(problem)) for problem in error.errors(include_url=False))


def _describe_one(problem: Mapping[str, Any]) -> str:
    path = ".".join(str(part) for part in problem["loc"])
    value = repr(problem["input"])
    shown = value if len(value) <= 80 else value[:77] + "..."
    if problem["type"] == "extra_forbidden":
        known = _known_keys(problem["loc"][:-1])
        return f"unknown key `{path}` with value {shown}.{_nearest(str(problem['loc'][-1]), known)}"
    if problem["type"] == "missing":
        return f"`{path}` is missing"
    return f"`{path}` is {shown}: {problem['msg']}"


def _known_keys(path: tuple[str | int, ...]) -> list[str]:
    """Keys of the section at a path of field names and list indexes."""
    section: type[BaseModel] = Assistant
    within_mapping = False
    for part in path:
        if isinstance(part, int) or within_mapping:
            within_mapping = False
            continue
        annotation = section.model_fields[part].annotation if part in section.model_fields else None
        inner = _section_of(annotation)
        if inner is None:
            return []
        section, within_mapping = inner, get_origin(annotation) is Mapping
    return [name for name in section.model_fields if name not in {"folder", "prompts"}]


def _section_of(annotation: Any) -> type[BaseModel] | None:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    for inner in getattr(annotation, "__args__", ()):
        found = _section_of(inner)
        if found is not None:
            return found
    return None


def _nearest(key: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(key, list(known), n=1, cutoff=0.4)
    return f" Did you mean `{near[0]}`?" if near else ""
