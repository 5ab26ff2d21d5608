"""Problems in the files of an assistant, each with its place."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

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
