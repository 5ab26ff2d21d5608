"""Reads scenarios from YAML files, with errors that name line and column."""

import difflib
import types
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, get_args

from pydantic import BaseModel, ValidationError

from askwell.errors import BadConfig, NotFound
from askwell.evals.scenario import Scenario
from askwell.text.yaml_places import Places, read_places

SUFFIX = ".conv.yaml"
"""Suffix of a scenario's file, which the plug-in of pytest collects."""
ENDINGS = (".yaml", ".yml")
DEFINITION = "assistant.yaml"
_CASES = frozenset({"str", "tuple", "constrained-str"})


def load_scenario(file: Path) -> Scenario:
    """Read a scenario from a YAML file.

    Raises NotFound (`scenario_not_found`), and BadConfig with file, line, column, path, value and the nearest known
    key.
    """
    try:
        text = file.read_text(encoding="utf-8")
    except OSError as error:
        raise NotFound(f"No scenario in {str(file)!r}: {error.strerror}", code="scenario_not_found") from error
    except UnicodeDecodeError as error:
        raise BadConfig(f"{file} is not UTF-8: {error}", hint="Save the file as UTF-8.") from error
    return _with_paths(parse_scenario(text, str(file)), file.parent)


def parse_scenario(text: str, name: str) -> Scenario:
    """The scenario of a YAML text, with paths as they are written; `name` is the file's name in errors.

    Raises BadConfig, like `load_scenario`.
    """
    written, places = read_places(text, name)
    if not isinstance(written, dict):
        raise BadConfig(f"{name} must hold a mapping, not {written!r}", hint="Begin with `name:` and `conversation:`.")
    try:
        return Scenario.model_validate(written)
    except ValidationError as error:
        problems = _described(error, places, name)
        raise BadConfig("\n".join(problems), hint="Correct the file and run it again.") from error


def find_scenarios(folder: Path) -> list[Path]:
    """The scenario files of a folder, sorted by path: any YAML file in it, and `*.conv.yaml` in its subfolders.

    Other YAML files in subfolders may be files that scenarios attach.
    """
    own = (file for ending in ENDINGS for file in folder.glob(f"*{ending}"))
    below = (file for ending in ENDINGS for file in folder.rglob(f"*.conv{ending}"))
    return sorted({*own, *below})


def home_of(file: Path) -> Path | None:
    """The nearest folder around a file that is an assistant's; None for a file outside of all of them."""
    return next((each for each in file.resolve().parents if (each / DEFINITION).is_file()), None)


def _with_paths(scenario: Scenario, folder: Path) -> Scenario:
    """The scenario with the paths of its files from a folder."""

    def located(files: Sequence[str]) -> tuple[str, ...]:
        return tuple(str(folder / file) for file in files)

    setup = scenario.setup.model_copy(update={"documents": located(scenario.setup.documents)})
    turns = [turn.model_copy(update={"attach": located(turn.attach)}) for turn in scenario.conversation]
    return scenario.model_copy(update={"setup": setup, "conversation": tuple(turns)})


def _described(error: ValidationError, places: Places, name: str) -> list[str]:
    """A line for each problem, in the order of the file.

    For a value that fits no case of a union pydantic reports each case, and for a list with a wrong item that the list
    is too short; one problem of a value is enough, and none of what contains it.
    """
    found: dict[tuple[str | int, ...], Mapping[str, Any]] = {}
    for problem in error.errors(include_url=False):
        found.setdefault(_without_cases(problem["loc"]), dict(problem))
    inner = [where for where in found if not any(other != where and other[: len(where)] == where for other in found)]
    lines = []
    for where in inner:
        place = places.of(where, is_key=found[where]["type"] == "extra_forbidden")
        lines.append((place, f"{name}:{place.line}:{place.column}: {_problem(found[where], where)}"))
    return [line for _, line in sorted(lines)]


def _problem(problem: Mapping[str, Any], where: Sequence[str | int]) -> str:
    path = ".".join(str(part) for part in where)
    value = repr(problem["input"])
    shown = value if len(value) <= 80 else value[:77] + "..."
    if problem["type"] == "extra_forbidden":
        near = difflib.get_close_matches(str(where[-1]), _keys_at(where[:-1]), n=1, cutoff=0.4)
        guess = f" Did you mean `{near[0]}`?" if near else ""
        return f"unknown key `{path}` with value {shown}.{guess}"
    if problem["type"] == "missing":
        return f"`{path}` is missing"
    if problem["type"] == "value_error":
        return str(problem["ctx"]["error"])
    wanted = str(problem["msg"]).replace("a valid tuple", "a list")
    return f"`{path}` is {shown}: {wanted}"


def _without_cases(where: Sequence[str | int]) -> tuple[str | int, ...]:
    """A location without the parts that name a case of a union, which the file does not have."""
    kept: list[str | int] = []
    model: type[BaseModel] | None = Scenario
    for part in where:
        if isinstance(part, str) and (model is None or (part not in model.model_fields and _is_case(part))):
            continue
        kept.append(part)
        if isinstance(part, str) and model is not None:
            field = model.model_fields.get(part)
            model = _model_in(field.annotation) if field else None
    return tuple(kept)


def _is_case(part: str) -> bool:
    return part in _CASES or part.startswith(("tuple[", "literal[", "constrained-str", "function-"))


def _keys_at(path: Sequence[str | int]) -> list[str]:
    """Keys of the part at a path of field names and list indexes."""
    model: type[BaseModel] | None = Scenario
    for part in path:
        if isinstance(part, str):
            field = model.model_fields.get(part) if model else None
            model = _model_in(field.annotation) if field else None
    return list(model.model_fields) if model else []


def _model_in(annotation: Any) -> type[BaseModel] | None:
    """The schema of a field's value, or of its items."""
    if isinstance(annotation, type) and not isinstance(annotation, types.GenericAlias):
        return annotation if issubclass(annotation, BaseModel) else None
    return next((found for each in get_args(annotation) if (found := _model_in(each))), None)
