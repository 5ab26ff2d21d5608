"""Problems in the files of an assistant, each with its place."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from askwell.errors import AskwellError
from askwell.text.yaml_places import Place

_PLACED = re.compile(r"(?P<file>.+?):(?P<line>\d+)(?::(?P<column>\d+))?:? (?P<message>.*)")
_LINE_IN_YAML = re.compile(r"line (\d+), column (\d+)")

Weight = Literal["invalid", "broken"]
"""`invalid`: the definition or a scenario cannot be used; `broken`: the assistant works without it."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Something to correct in a file."""

    file: Path
    line: int
    """From 1."""
    column: int
    message: str
    """What is wrong, with the value."""
    hint: str = ""
    weight: Weight = "invalid"

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}: {self.message}"


@dataclass(frozen=True, slots=True)
class Checked:
    """What was checked, and what is wrong with it, in the order of the files."""

    problems: tuple[Problem, ...]
    files: int
    """Number of files that were checked."""


def problem_at(file: Path, place: Place, message: str, hint: str = "", *, broken: bool = False) -> Problem:
    """A problem at a place of a file."""
    return Problem(file, place.line, place.column, message, hint, "broken" if broken else "invalid")


def placed(error: AskwellError, file: Path) -> Problem:
    """An error whose message may begin with the file, its line and its column."""
    message = " ".join(error.message.split())
    if found := _PLACED.fullmatch(message):
        return Problem(file, int(found["line"]), int(found["column"] or 1), found["message"], error.hint)
    place = _LINE_IN_YAML.search(message)
    line, column = (int(place[1]), int(place[2])) if place else (1, 1)
    return Problem(file, line, column, message.removeprefix(f"{file}: ").removeprefix(f"{file} "), error.hint)
