"""A scenario: a conversation with what is expected of each turn, and how it is read from YAML."""

import difflib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Self

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from askwell.errors import BadConfig, NotFound
from askwell.types import Ending, Kind


class Part(BaseModel):
    """Base of all parts of a scenario: frozen, and strict about keys."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Expectation(Part):
    """What the record of a turn must say; what is left out is not checked."""

    kind: Kind | None = None
    way: str | None = None
    ending: Ending | None = None


class ScenarioTurn(Part):
    """One question and what is expected of its answer."""

    turn: int = Field(ge=1)
    """Number, from 1, in order and without gaps."""
    user: str = Field(min_length=1)
    expected_topics: tuple[str, ...] = ()
    """For a judge; recorded, and not checked where there is none."""
    min_score: float = Field(70, ge=0, le=100)
    """Least judged score of the turn."""
    requires_context: bool = False
    """Whether the question can only be understood with the turns before it; then it must be resolved rightly."""
    expected_answer_contains: tuple[str, ...] = ()
    """Texts that all stand in the answer: taken literally, case ignored."""
    expected_question: str | None = None
    """A right wording of the resolved question; all its content words must stand in the one that came."""
    expected_sources: tuple[str, ...] = ()
    """Names of documents, at least one of which is cited."""
    expect: Expectation = Expectation()


class SuccessCriteria(Part):
    """What makes a conversation pass."""

    min_average_score: float = Field(75, ge=0, le=100)
    all_turns_pass: bool = True
    context_resolution_rate: float = Field(0.95, ge=0, le=1)
    """Least share of the turns with `requires_context` that are resolved rightly."""


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
            raise ValueError(f"turns are numbered {numbers}; they must count from 1 without gaps")
        return self


def load_scenario(file: Path) -> Scenario:
    """The scenario of a YAML file.

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
        said = "; ".join(_say(dict(problem)) for problem in error.errors(include_url=False))
        raise BadConfig(f"{file}: {said}", hint="Mend the file and run it again.") from error


def find_scenarios(folder: Path) -> list[Path]:
    """The scenario files of a folder, by name."""
    return sorted([*folder.glob("*.yaml"), *folder.glob("*.yml")])


def _say(problem: Mapping[str, Any]) -> str:
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
