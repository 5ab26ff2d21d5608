"""Reads a definition from its folder. Errors name file, path and value."""

import difflib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, get_origin

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
    _check_ways(assistant, file)
    return assistant


def find_assistants(folders: Iterable[Path]) -> dict[str, Path]:
    """Name to folder of every assistant in these folders. If a name repeats, the first folder wins."""
    found: dict[str, Path] = {}
    for folder in folders:
        for file in sorted(folder.glob("*/assistant.yaml")):
            found.setdefault(file.parent.name, file.parent)
    return found


def _read_prompts(folder: Path) -> dict[str, str]:
    return {file.stem: file.read_text(encoding="utf-8").strip() for file in sorted(folder.glob("prompts/*.md"))}


def _check_ways(assistant: Assistant, file: Path) -> None:
    route = assistant.route or RouteSection()
    used = [rule.way for rule in route.keywords] + [intent.way for intent in route.intents]
    used += [*route.named, route.otherwise]
    known = (*BUILT_IN_WAYS, *assistant.own_ways)
    for way in used:
        if way not in known:
            raise BadConfig(
                f"{file}: `route` names the unknown way {way!r}",
                hint=f"Known ways: {', '.join(known)}.{_nearest(way, known)}",
            )
    for way in assistant.own_ways:
        if way in BUILT_IN_WAYS:
            raise BadConfig(f"{file}: `ways.{way}` has the name of a built-in way", hint="Choose another name.")
        if way not in used:
            raise BadConfig(f"{file}: `route` never uses `ways.{way}`", hint="Add an intent or keywords for it.")


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
