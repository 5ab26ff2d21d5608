"""Scenarios: conversations with the expected result of each turn, read from YAML."""

import difflib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Self

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from askwell.errors import BadConfig, NotFound
from askwell.types import Kind, Outcome


class Part(BaseModel):
    """Base of all parts of a scenario: frozen, and unknown keys are errors."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Expectation(Part):
    """Expected fields of a turn; None is not checked."""

    kind: Kind | None = None
    way: str | None = None
    ending: Outcome | None = None


class ScenarioTurn(Part):
    """One question and its expected answer."""

    turn: int = Field(ge=1)
    """Number from 1, in order and without gaps."""
    user: str = Field(min_length=1)
    expected_topics: tuple[str, ...] = ()
    """Topics for a judge; without one they are recorded and not checked."""
    min_score: float = Field(70, ge=0, le=100)
    """Minimum judged score of the turn."""
    requires_context: bool = False
    """Whether the question depends on earlier turns, and so must be resolved correctly."""
    expected_answer_contains: tuple[str, ...] = ()
    """Texts that the answer must contain, all of them: literally, ignoring case."""
    expected_question: str | None = None
    """A correct resolved question. The actual one must contain all its content words."""
    expected_sources: tuple[str, ...] = ()
    """Names of documents; at least one must be cited."""
    expect: Expectation = Expectation()


class SuccessCriteria(Part):
    """Conditions for a conversation to pass."""

    min_average_score: float = Field(75, ge=0, le=100)
    all_turns_pass: bool = True
    context_resolution_rate: float = Field(0.95, ge=0, le=1)
    """Minimum share of turns with `requires_context` that are resolved correctly."""


class Scenario(Part):
    """A whole conversation."""

    name: str = Field(min_length=1)
    description: str = ""
    domain: str = ""
    conversation: tuple[ScenarioTurn, ...] = Field(min_length=1)
    success_criteria: SuccessCriteria = SuccessCriteria()

    @model_validator(mode="after")
    def _turns_in_order(self) -> Self:
        numbers = [turn.turn for turn in self.conversation]
        if numbers != list(range(1, len(numbers) + 1)):
            raise ValueError(f"turns are numbered {numbers}; they must be numbered from 1 without gaps")
        return self


def load_scenario(file: Path) -> Scenario:
    """Read a scenario from a YAML file.

    Raises NotFound (`scenario_not_found`), and BadConfig with file, path, value and the nearest known key.
    """
    try:
        written = yaml.safe_load(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise NotFound(f"No scenario in {str(file)!r}: {error.strerror}", code="scenario_not_found") from error
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise BadConfig(f"{file} is not YAML: {error}", hint="Check the indentation and the quotes.") from error
    if not isinstance(written, dict):
        raise BadConfig(f"{file} must hold a mapping, not {written!r}", hint="Begin with `name:` and `conversation:`.")
    try:
        return Scenario.model_validate(written)
    except ValidationError as error:
        problems = "; ".join(_describe(dict(problem)) for problem in error.errors(include_url=False))
        raise BadConfig(f"{file}: {problems}", hint="Correct the file and run it again.") from error


def find_scenarios(folder: Path) -> list[Path]:
    """The scenario files of a folder, sorted by name."""
    return sorted([*folder.glob("*.yaml"), *folder.glob("*.yml")])


def _describe(problem: Mapping[str, Any]) -> str:
    where = problem["loc"]
    path = ".".join(str(part) for part in where)
    value = repr(problem["input"])
    shown = value if len(value) <= 80 else value[:77] + "..."
    if problem["type"] == "extra_forbidden":
        near = difflib.get_close_matches(str(where[-1]), _keys_at(where[:-1]), n=1, cutoff=0.4)
        guess = f" Did you mean `{near[0]}`?" if near else ""
        return f"unknown key `{path}` with value {shown}.{guess}"
    if problem["type"] == "missing":
        return f"`{path}` is missing"
    return f"`{path}` is {shown}: {problem['msg']}" if path else str(problem["msg"])


def _keys_at(path: Sequence[str | int]) -> list[str]:
    """Keys of the part at a path of field names and list indexes."""
    parts: Mapping[tuple[str, ...], type[BaseModel]] = {
        (): Scenario,
        ("conversation",): ScenarioTurn,
        ("conversation", "expect"): Expectation,
        ("success_criteria",): SuccessCriteria,
    }
    names = tuple(part for part in path if isinstance(part, str))
    return list(parts[names].model_fields) if names in parts else []
