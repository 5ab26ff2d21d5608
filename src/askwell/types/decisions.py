"""Decisions of a turn and their reasons, as codes with parameters; `projections.decisions` words them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from askwell.types.usage import Usage

Kind = Literal["standalone", "follow_up", "topic_switch", "clarification", "meta"]
"""Relation of a question to its conversation: complete, dependent on earlier turns, complete and on a new subject,
an answer to our question, or about the conversation."""

Detail = Mapping[str, object]
"""JSON-serialisable facts that explain a decision."""

Params = Mapping[str, object]
"""Parameter name to its value: a text, a number, a list of these, or a reason as `{"code": ..., "params": ...}`."""


@dataclass(frozen=True, slots=True)
class Reason:
    """The reason of a decision: a code, and the values for its sentence."""

    code: str
    """A reason of `languages/*/decisions.toml`, as `step.name`."""
    params: Params = field(default_factory=dict)


Why: TypeAlias = Reason | str
"""A reason that can be worded in every language, or text from a model or a plug-in, which is not translated."""


def as_param(why: Why) -> object:
    """A reason as a parameter of another one, or of a decision."""
    return why if isinstance(why, str) else {"code": why.code, "params": dict(why.params)}


@dataclass(frozen=True, slots=True)
class Decision:
    """The choice of a step and its reason; stored with the turn, shown by `/why`.

    A built-in step sets a code with parameters (`decided`); a plugged-in step sets `choice` and `reason` as text.
    """

    step: str
    choice: str = ""
    """Text of a plugged-in step, or of a turn that was stored without codes; empty with a code."""
    reason: str = ""
    """Text, like `choice`."""
    score: float | None = None
    took_ms: float = 0.0
    detail: Detail = field(default_factory=dict)
    code: str = ""
    """A decision of `languages/*/decisions.toml`, as `step.name`; empty if `choice` and `reason` are used."""
    params: Params = field(default_factory=dict)
    """Values for the sentences of the decision."""


def decided(
    code: str, params: Params | None = None, *, score: float | None = None, detail: Detail | None = None
) -> Decision:
    """A decision with this code; the part before the dot is the step."""
    return Decision(code.partition(".")[0], score=score, detail=detail or {}, code=code, params=params or {})


@dataclass(frozen=True, slots=True)
class Antecedent:
    """What an expression in a question refers to."""

    expression: str
    refers_to: str
    turn: int
    """Number of the turn that mentions it."""


DEPENDENT_KINDS: frozenset[Kind] = frozenset({"follow_up", "clarification"})
"""Kinds of questions that are incomplete without earlier turns."""


DECIDING_FEATURES = frozenset(
    {"about_the_conversation", "correction", "excludes", "names_from_tables", "pending_question", "returns"}
)
"""Features of a resolution that decide on their own, without a sum."""


@dataclass(frozen=True, slots=True)
class SearchTerm:
    """A word of the conversation that a question is searched with."""

    text: str
    weight: float
    """Chance that a complete wording of the question has it, 0 to 1."""


@dataclass(frozen=True, slots=True)
class RatedWording:
    """A complete wording that was considered."""

    question: str
    quality: float
    """Expected F1 of its words, measured against the wording that a person would choose; 0 to 1."""


@dataclass(frozen=True, slots=True)
class ConversationReading:
    """What a model that reads whole texts says of a question after earlier turns, as natural log-odds."""

    words: tuple[float, ...]
    """For each word of earlier turns that was asked for: that a complete wording of the question has it."""
    incomplete: float
    """That the question is incomplete without earlier turns."""


@dataclass(frozen=True, slots=True)
class Resolution:
    """A resolved question: its kind, a standalone wording, and the features that decided."""

    kind: Kind
    question: str
    """The question that is searched and answered; a standalone question is kept byte for byte."""
    score: float = 1.0
    """Confidence in the kind, 0 to 1."""
    reason: Why = ""
    features: Mapping[str, float] = field(default_factory=dict)
    """Feature name to its contribution; positive values indicate a dependence on earlier turns."""
    antecedents: tuple[Antecedent, ...] = ()
    by: str = "rules"
    usage: Usage = Usage()
    refused: str = ""
    """Stable code for why the result of a model was rejected; empty if it was accepted or no model was used."""
    terms: tuple[SearchTerm, ...] = ()
    """What the question, or its wording, leaves out and is searched with, most likely first."""

    considered: tuple[RatedWording, ...] = ()
    """The best wordings that were considered, best first; not stored with a turn, but as a decision."""

    @property
    def is_dependent(self) -> bool:
        """Whether the question is incomplete without earlier turns."""
        return self.kind in DEPENDENT_KINDS

    @property
    def reason_code(self) -> str:
        """The code of the reason; a text by a model or a plug-in is returned as it is."""
        return self.reason if isinstance(self.reason, str) else self.reason.code

    @property
    def searched(self) -> str:
        """The question with its search terms."""
        return " ".join([self.question, *[term.text for term in self.terms]])
