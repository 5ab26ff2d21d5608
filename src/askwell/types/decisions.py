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
    """Why something was decided: a code, and what its sentence is filled with."""

    code: str
    """A reason of `languages/*/decisions.toml`, as `step.name`."""
    params: Params = field(default_factory=dict)


Why: TypeAlias = Reason | str
"""A reason that can be worded in every language, or the own words of a model or a plug-in, which stay as they are."""


def as_param(why: Why) -> object:
    """A reason as a parameter of another one, or of a decision."""
    return why if isinstance(why, str) else {"code": why.code, "params": dict(why.params)}


@dataclass(frozen=True, slots=True)
class Decision:
    """The choice of a step and its reason; stored with the turn, shown by `/why`.

    A step of ours gives a code with parameters (`decided`); a plugged-in step gives `choice` and `reason` in its own
    words.
    """

    step: str
    choice: str = ""
    """Words of a plugged-in step, and of turns stored without codes; empty with a code."""
    reason: str = ""
    """The same."""
    score: float | None = None
    took_ms: float = 0.0
    detail: Detail = field(default_factory=dict)
    code: str = ""
    """A decision of `languages/*/decisions.toml`, as `step.name`; empty where `choice` and `reason` say it."""
    params: Params = field(default_factory=dict)
    """What the decision's sentences are filled with."""


def decided(
    code: str, params: Params | None = None, *, score: float | None = None, detail: Detail | None = None
) -> Decision:
    """The decision of the step that the code begins with."""
    return Decision(code.partition(".")[0], score=score, detail=detail or {}, code=code, params=params or {})


@dataclass(frozen=True, slots=True)
class Antecedent:
    """What an expression in a question refers to."""

    expression: str
    refers_to: str
    turn: int
    """Number of the turn that mentions it."""


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
