"""Results of scenarios: a turn, and a conversation."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from askwell.evals.checks import Check
from askwell.types import RESOLVED, Language, Usage

EXCELLENT = 85.0
"""Composite score from which on a turn is excellent."""


@dataclass(frozen=True, slots=True)
class TurnResult:
    """Result of one turn. Judged figures are None if the turn raised an error."""

    turn_number: int
    user_query: str
    reformulated_query: str
    """The resolved question."""
    response: str
    passed: bool
    """All checks passed; one of them is that the score is at least the turn's `min_score`."""
    score: float
    """0 to 100: the composite; 0 if the turn raised an error."""
    checks: tuple[Check, ...]
    requires_context: bool
    expected_topics: tuple[str, ...]
    context_resolution: float | None
    """0 to 1; None if the question neither depends on its conversation nor was changed."""
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
    """Name of the judge: `rules`, or `llm:` and its model; empty if the turn raised an error."""
    judge_prompt: str = ""
    """Short hash of the judge's prompt; empty for rules."""
    judge_tokens: Usage = Usage()
    votes: int = 0
    """Number of judgements that the figures are means of."""
    spread: Mapping[str, float] = field(default_factory=dict)
    """Score to the difference of its highest and lowest vote, on the score's own scale; empty for one vote."""
    known_fault: str = ""
    """Why the turn is known to fail; it then does not count for its conversation. Empty for all others."""
    unchecked: tuple[str, ...] = ()
    """Names of checks that could not be made, because the system does not report what they compare."""
    why: Mapping[str, str] = field(default_factory=dict)
    """Score (`factual_accuracy`, `completeness`, `context_resolution`, `coherence`) to the reason for it."""
    judge_error: str = ""
    """Code and message of the judge's failure, which says nothing about the answer; empty for all others."""

    @property
    def is_resolved(self) -> bool | None:
        """Whether required context was resolved; None if the turn needs none."""
        if not self.requires_context or self.context_resolution is None:
            return None
        return self.context_resolution >= RESOLVED

    @property
    def is_excellent(self) -> bool:
        """Whether the turn passed with at least `EXCELLENT`."""
        return self.passed and self.score >= EXCELLENT


@dataclass(frozen=True, slots=True)
class ConversationResult:
    """Result of a scenario."""

    name: str
    assistant: str
    thread_id: str
    """Id of its session."""
    turns: tuple[TurnResult, ...]
    average_score: float
    """Mean of all turns, also of those that are known to fail."""
    context_resolution_rate: float | None
    """Of all turns that require context, also of those that are known to fail; None (not applicable) without any."""
    conversation_passed: bool
    missed: tuple[str, ...]
    """Success criteria that were not met, as text."""
    judge: str = ""
    """Name of the judge; empty if no judge ran."""
    description: str = ""
    """What the scenario tests."""
    domain: str = ""
    """Subject, to group reports by."""
