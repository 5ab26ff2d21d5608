"""Known questions of an assistant with their answers, from a file in its folder."""

from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

import yaml
from pydantic import Field, TypeAdapter, ValidationError

from askwell.assistant.base import By, Section
from askwell.errors import BadConfig
from askwell.text.yaml_places import Place, Places, read_places


class GoldenSection(Section):
    """Questions that are answered word for word with a text of the author."""

    by: By = "auto"
    """What decides about a question that is near to a known one. Rules show the known one as a place that may answer;
    a model is asked whether both are the same question."""
    file: str
    """YAML or JSON file with a list of known questions, relative to the assistant's folder."""


class GoldenPair(Section):
    """A known question in several wordings, and its answer."""

    questions: tuple[str, ...] = Field(min_length=1)
    """Wordings, in one language. Two or more tell which words matter: those that all have."""
    answer: str = Field(min_length=1)
    """The answer, given word for word."""
    document: str = ""
    """Name of the document that the answer is based on; empty means the file itself."""
    title: str = ""
    """Title of the document; empty means its name."""
    url: str = ""
    """Address of the document."""
    time_bound: bool = False
    """Whether the answer holds for a certain time only: then a question must name the same one."""
    valid_until: date | None = None
    """Last day on which the answer may be given."""


class GoldenProblem(NamedTuple):
    """Something that is wrong in a file of known questions."""

    place: Place
    message: str


_PAIRS = TypeAdapter(tuple[GoldenPair, ...])
_MOST_SHOWN = 120
"""Characters of a wrong value in a message."""
_HINT = "It must be a list of mappings with `questions` and `answer`."


def load_golden(file: Path) -> tuple[GoldenPair, ...]:
    """The known questions of a file. Raises BadConfig with file, line, column and value of the first problem."""
    try:
        return _PAIRS.validate_python(yaml.safe_load(_text(file)))
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        for place, message in golden_problems(file):
            raise BadConfig(f"{file}:{place.line}:{place.column}: {message}", hint=_HINT) from error
        raise


def golden_problems(file: Path) -> list[GoldenProblem]:
    """What is wrong in a file of known questions, in its order. Raises BadConfig for one that is not YAML."""
    written, places = read_places(_text(file), str(file), yaml.SafeLoader)
    try:
        _PAIRS.validate_python(written)
    except ValidationError as error:
        found = error.errors(include_url=False)
        return sorted(GoldenProblem(_place(dict(each), places), _message(dict(each))) for each in found)
    return []


def _place(error: Mapping[str, Any], places: Places) -> Place:
    return places.of(error["loc"], is_key=error["type"] == "extra_forbidden")


def _message(error: Mapping[str, Any]) -> str:
    path = ".".join(str(part) for part in error["loc"])
    if error["type"] == "missing":
        return f"`{path}` is missing"
    return f"{f'`{path}`' if path else 'the file'} is {repr(error['input'])[:_MOST_SHOWN]}: {error['msg']}"


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except OSError as error:
        raise BadConfig(f"{file} cannot be read: {error.strerror}", hint="Check `golden.file`.") from error
    except UnicodeDecodeError as error:
        raise BadConfig(f"{file} is not UTF-8: {error.reason}", hint="Save the file as UTF-8.") from error
