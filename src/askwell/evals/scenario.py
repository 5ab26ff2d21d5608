"""The schema of scenarios: conversations with what is expected of each turn."""

from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, field_validator, model_validator

from askwell.evals.scores import PASSED
from askwell.types import Composition, Kind, Language, Outcome

Text = Annotated[str, StringConstraints(min_length=1, strip_whitespace=True)]

Choice = Text | Annotated[tuple[Text, ...], Field(min_length=1)]
"""A text, or a list of texts of which any is right."""


def choices(written: str | tuple[str, ...] | None) -> tuple[str, ...]:
    """The texts of a choice; empty for None."""
    if written is None:
        return ()
    return (written,) if isinstance(written, str) else written


class Part(BaseModel):
    """Base of all parts of a scenario: frozen, and unknown keys are errors."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)


class Expectation(Part):
    """Expected record of a turn; a field that is left out is not checked. A list has values of which any is right."""

    kind: Kind | Annotated[tuple[Kind, ...], Field(min_length=1)] | None = None
    """Relation of the question to its conversation."""
    way: Choice | None = None
    """Route of the turn: `search`, `chat`, or one that the assistant defines."""
    ending: Outcome | Annotated[tuple[Outcome, ...], Field(min_length=1)] | None = None
    """Outcome of the turn."""
    tool: Choice | None = None
    """Name of a tool that must be called."""
    composition: Composition | Annotated[tuple[Composition, ...], Field(min_length=1)] | None = None
    """Content of the prompt."""


class ScenarioTurn(Part):
    """One question and what is expected of its answer. A turn without any expectation is an error."""

    turn: int = Field(ge=1)
    """Number from 1, in order and without gaps."""
    user: str = Field(min_length=1)
    """The question as the user types it."""
    language: Language | None = None
    """Language that the turn must be recognised as."""
    expected_topics: tuple[Choice, ...] = ()
    """Topics that a complete answer is about; the judge scores how many it covers. A list has names of one topic."""
    min_score: float = Field(PASSED, ge=0, le=100)
    """Minimum composite score of the turn."""
    requires_context: bool = False
    """Whether the question depends on earlier turns. It then must be resolved as `expected_question`."""
    expected_answer_contains: tuple[Choice, ...] = ()
    """Texts that the answer must contain, all of them: literally, ignoring case. A list needs one of its texts."""
    expected_question: Choice | None = None
    """A correct wording of the question that can be read without its conversation, or several."""
    expected_sources: tuple[Text, ...] = ()
    """Names of documents; at least one must be cited."""
    forbidden: tuple[Text, ...] = ()
    """Texts that the answer must not contain: literally, ignoring case."""
    forbidden_question: tuple[Text, ...] = ()
    """Wordings that the question must not be resolved as, ignoring case: wrong ones that were seen."""
    expect: Expectation = Expectation()
    """Expected record of the turn."""
    attach: tuple[Text, ...] = ()
    """Files that are attached before the question, relative to the scenario's file."""
    known_fault: str = ""
    """Why the turn is known to fail. It is run, judged and reported, and does not count for the conversation."""

    @model_validator(mode="after")
    def _expects_something(self) -> Self:
        expects = (
            *(self.expected_topics, self.expected_answer_contains, self.expected_question, self.expected_sources),
            *(self.forbidden, self.forbidden_question, self.language, self.requires_context),
            self.expect != Expectation(),
        )
        if not any(expects):
            raise ValueError(f"turn {self.turn} expects nothing; add a check, for example `expected_answer_contains`")
        return self

    @model_validator(mode="after")
    def _is_resolved_as_another(self) -> Self:
        typed = " ".join(self.user.split()).casefold()
        if self.requires_context and typed in {
            " ".join(each.split()).casefold() for each in choices(self.expected_question)
        }:
            raise ValueError(
                f"turn {self.turn} requires context, and its `expected_question` is the question as typed; "
                "write it so that it can be read alone"
            )
        return self

    @field_validator("user")
    @classmethod
    def _says_something(cls, user: str) -> str:
        if not user.strip():
            raise ValueError("`user` is blank; write the question")
        return user


class SuccessCriteria(Part):
    """Conditions for a conversation to pass."""

    min_average_score: float = Field(75, ge=0, le=100)
    """Minimum mean of the turns' composite scores."""
    all_turns_pass: bool = True
    """Whether each turn must pass."""
    context_resolution_rate: float = Field(0.95, ge=0, le=1)
    """Minimum share of turns with `requires_context` that are resolved correctly."""


class SessionSetup(Part):
    """Options of the conversation, the same for all turns."""

    window_turns: int | None = Field(None, ge=1, le=10)
    """Number of recent turns to recall; None means the assistant's value."""
    use_memory: bool = True
    """False: nothing is recalled."""
    stateless: bool = False
    """True: each turn is asked alone, in its expected wording if it requires context, and nothing is stored."""


class Setup(Part):
    """What a conversation has before its first turn."""

    documents: tuple[Text, ...] = ()
    """Files that are attached to the conversation, relative to the scenario's file."""
    session: SessionSetup = SessionSetup()
    """Options of the conversation."""
    user_context: dict[str, str] = Field(default_factory=dict)
    """Information about the user, name to value, as a caller sends it."""


class Scenario(Part):
    """A whole conversation."""

    name: str = Field(min_length=1)
    """Name in reports."""
    description: str = ""
    """What the conversation tests."""
    domain: str = ""
    """Subject, to group reports by."""
    assistant: str | None = None
    """Assistant to run with; by default the one whose folder has the file."""
    language: Language | None = None
    """Language of all turns that do not say another."""
    setup: Setup = Setup()
    """What the conversation has before its first turn."""
    conversation: tuple[ScenarioTurn, ...] = Field(min_length=1)
    """The turns, in order."""
    success_criteria: SuccessCriteria = SuccessCriteria()
    """Conditions for the conversation to pass."""

    @model_validator(mode="after")
    def _turns_in_order(self) -> Self:
        numbers = [turn.turn for turn in self.conversation]
        if numbers != list(range(1, len(numbers) + 1)):
            raise ValueError(f"turns are numbered {numbers}; they must be numbered from 1 without gaps")
        return self

    @model_validator(mode="after")
    def _stateless_without_files(self) -> Self:
        has_files = self.setup.documents or any(turn.attach for turn in self.conversation)
        if self.setup.session.stateless and has_files:
            raise ValueError("a stateless run has no conversation for files: leave out `stateless`, or the files")
        return self


def scenario_schema() -> dict[str, object]:
    """The JSON Schema of a scenario, for editors."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema"} | Scenario.model_json_schema()
