"""Results of scenarios: a turn, and a conversation."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from askwell.evals.checks import Check
from askwell.types import Language, Usage

EXCELLENT = 85.0
"""Composite score from which on a turn is excellent."""


@dataclass(frozen=True, slots=True)
class TurnResult:
    """Result of one turn. Judged figures are None if no judge ran."""

    turn_number: int
    user_query: str
    reformulated_query: str
    """The resolved question."""
    response: str
    passed: bool
    """All checks passed, the score is at least the turn's `min_score`, and required context is resolved."""
    score: float
    """0 to 100: the composite; the share of passed checks if no judge ran."""
    checks: tuple[Check, ...]
    requires_context: bool
    expected_topics: tuple[str, ...]
    context_resolution: float | None
    """0 to 1; None if the turn needs no context."""
    factual_accuracy: float | None = None
    """1 to 5, judged."""
    completeness: float | None = None
    """1 to 5, judged."""
    coherence: float | None = None
    """1 to 3, judged."""
    composite: float | None = None
    """0 to 100, judged."""
    sources: tuple[str, ...] = ()
    """Names of the documents cited."""
    took_ms: float = 0.0
    expected_question: str | None = None
    """A correct resolved question."""
    language: Language | None = None
    """Language of the turn; None if it failed."""
    tokens: Usage = Usage()
    """Tokens of the models that answered, without those of the judge."""
    judge: str = ""
    """Name of the judge: `rules`, or `llm:` and its model; empty if no judge ran."""
    votes: int = 0
    """Number of judgements that the figures are means of."""
    spread: Mapping[str, float] = field(default_factory=dict)
    """Score to the difference of its highest and lowest vote, on the score's own scale; empty for one vote."""
    why: Mapping[str, str] = field(default_factory=dict)
    """Score (`factual_accuracy`, `completeness`, `context_resolution`, `coherence`) to the reason for it."""


@dataclass(frozen=True, slots=True)
class ConversationResult:
    """Result of a scenario."""

    name: str
    assistant: str
    thread_id: str
    """Id of its session."""
    turns: tuple[TurnResult, ...]
    average_score: float
    context_resolution_rate: float | None
    """None (not applicable) if no turn requires context."""
    conversation_passed: bool
    missed: tuple[str, ...]
    """Success criteria that were not met, as text."""
    judge: str = ""
    """Name of the judge; empty if no judge ran."""
