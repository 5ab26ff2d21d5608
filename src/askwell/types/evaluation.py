"""Arguments and results of judges of answered turns."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from askwell.types.documents import Language, Passage
from askwell.types.turns import Outcome
from askwell.types.usage import Usage

ScoreName = Literal["factual_accuracy", "completeness", "context_resolution", "coherence"]
"""Score of a turn. Factual accuracy and completeness are 1 to 5, context resolution 0 to 1, coherence 1 to 3."""

RESOLVED = 0.5
"""Least context resolution of a question that counts as understood."""


@dataclass(frozen=True, slots=True)
class EarlierTurn:
    """A turn before the one that is judged."""

    question: str
    answer: str
    resolved: str = ""
    """The question as understood; empty if it is not known."""


@dataclass(frozen=True, slots=True)
class JudgedTurn:
    """A turn with what is expected of it."""

    question: str
    """As typed."""
    answer: str
    resolved: str | None
    """The question as understood; None if it is not known."""
    language: Language
    sources: Mapping[int, tuple[Passage, ...]] = field(default_factory=dict)
    """Number of a source, as in the marks of the answer, to its passages."""
    earlier: tuple[EarlierTurn, ...] = ()
    """Oldest first."""
    requires_context: bool = False
    expected_questions: tuple[str, ...] = ()
    """Correct wordings of the question; any is right."""
    expected_topics: tuple[tuple[str, ...], ...] = ()
    """Topics of a complete answer, each with its names."""
    expected_texts: tuple[tuple[str, ...], ...] = ()
    """Texts of a right answer, each with its alternatives."""
    outcome: Outcome | None = None
    """None if it is not known."""
    expected_outcomes: tuple[Outcome, ...] = ()
    """Any is right; empty if nothing is expected."""


@dataclass(frozen=True, slots=True)
class TurnVerdict:
    """The scores of a turn, each with its reason."""

    factual_accuracy: float
    """1 to 5."""
    completeness: float
    """1 to 5."""
    context_resolution: float | None
    """0 to 1; None if the question neither depends on its conversation nor was changed."""
    coherence: float
    """1 to 3."""
    faults: tuple[str, ...] = ()
    """What makes the answer wrong whatever its scores: a fact that differs from its sources, or an invented one."""
    why: Mapping[str, str] = field(default_factory=dict)
    """`ScoreName` to the reason for the score."""
    judge: str = "rules"
    votes: int = 1
    spread: Mapping[str, float] = field(default_factory=dict)
    """`ScoreName` to the difference of its highest and lowest vote; empty for one vote."""
    prompt: str = ""
    """Short hash of the prompt that a model was asked with; empty for rules."""
    usage: Usage = Usage()
    """Tokens of the judge."""
