"""The report of a run as a value, which all outputs show and which is stored as JSON."""

import json
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from askwell.errors import BadInput, NotFound
from askwell.evals.reports.statistics import wilson
from askwell.evals.results import EXCELLENT, ConversationResult, TurnResult
from askwell.types import RESOLVED, Language

FORMAT = 3
"""Version of the JSON. It changes when a field is removed or changes its meaning, not when one is added."""

READ = (2, 3)
"""Formats that can be read."""

Interval = tuple[float, float]
"""Lower and upper end of a 95 % interval (Wilson)."""


class Part(BaseModel):
    """Base of all parts of a report: frozen; fields of a newer version are ignored."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class ReportCheck(Part):
    """One check of a turn."""

    name: str
    passed: bool
    expected: str
    got: str


class ReportTurn(Part):
    """One turn. Scores are None if nothing judged them."""

    turn_number: int = Field(ge=1)
    user_query: str
    reformulated_query: str
    """The resolved question; empty if the turn raised an error."""
    response: str
    sources: tuple[str, ...]
    """Names of the documents cited, in the order of their numbers."""
    expected_question: str | None
    expected_topics: tuple[str, ...]
    requires_context: bool
    factual_accuracy: float | None
    """1 to 5."""
    completeness: float | None
    """1 to 5."""
    context_resolution: float | None
    """0 to 1; None if the question neither depends on its conversation nor was changed."""
    coherence: float | None
    """1 to 3."""
    composite_score: float
    """0 to 100; the share of passed checks if no judge scored the turn."""
    passed: bool
    checks: tuple[ReportCheck, ...]
    votes: int = 0
    """Judgements that the scores are means of."""
    spread: dict[str, float] = Field(default_factory=dict)
    """Score to the difference of its highest and lowest vote, on the score's own scale."""
    why: dict[str, str] = Field(default_factory=dict)
    """Score to the reason for it."""
    known_fault: str = ""
    """Why the turn is known to fail, so that it does not count for its conversation; empty for all others."""
    unchecked: tuple[str, ...] = ()
    """Names of checks that could not be made, because the system does not report what they compare, and of what the
    scenario sets and the system could not be given."""
    judge_error: str = ""
    """Code and message of the judge's failure, which says nothing about the answer; empty for all others."""
    language: Language | None = None
    """None if the turn raised an error."""
    input_tokens: int = 0
    """Of the models that answered, without those of the judge."""
    output_tokens: int = 0
    judge_tokens: int = 0
    """Input and output of the judge."""
    took_ms: float = 0.0

    @property
    def is_known_fault(self) -> bool:
        """Whether the turn failed as it is known to."""
        return bool(self.known_fault) and not self.passed

    @property
    def is_resolved(self) -> bool | None:
        """Whether required context was resolved; None if the turn needs none or was not judged."""
        if not self.requires_context or self.context_resolution is None:
            return None
        return self.context_resolution >= RESOLVED


class ReportConversation(Part):
    """One conversation."""

    name: str
    description: str = ""
    domain: str = ""
    """Subject by which reports group conversations; may be empty."""
    assistant: str
    turns: tuple[ReportTurn, ...]
    average_score: float
    context_resolution_rate: float | None
    """Of the turns that require context; None if none does."""
    conversation_passed: bool
    missed: tuple[str, ...]
    """Success criteria that were not met."""


class Summary(Part):
    """Totals over all conversations."""

    conversations: int
    turns: int
    average_score: float | None
    """Mean composite score of all turns; None without turns."""
    context_resolution_rate: float | None
    passed: bool
    """Whether every conversation passed."""
    conversations_passed: int
    turns_passed: int
    turns_excellent: int
    """Turns with a composite score of 85 or more that passed."""
    turns_with_context: int
    """Turns that require context."""
    turns_known_faults: int = 0
    """Turns that failed as they are known to."""
    turns_unjudged: int = 0
    """Turns whose judge failed."""
    conversations_interval: Interval | None
    turns_interval: Interval | None
    context_interval: Interval | None


class Report(Part):
    """A run of scenarios."""

    format: Literal[2, 3]
    """2: `context_resolution` is only of turns that require context."""
    askwell: str
    """Version of askwell that ran it."""
    judge: str
    """Name of the judge; empty if none ran, and scores are shares of passed checks."""
    judge_prompt: str = ""
    """Short hash of the judge's prompt; empty for rules."""
    summary: Summary
    conversations: tuple[ReportConversation, ...]


def report_of(results: Sequence[ConversationResult]) -> Report:
    """The report of these results."""
    conversations = tuple(conversation_of(result) for result in results)
    return Report(
        format=FORMAT,
        askwell=version("askwell"),
        judge=next((result.judge for result in results), ""),
        judge_prompt=next((turn.judge_prompt for each in results for turn in each.turns if turn.judge_prompt), ""),
        summary=summarise(conversations),
        conversations=conversations,
    )


def summarise(conversations: Sequence[ReportConversation]) -> Summary:
    """Totals over these conversations."""
    turns = [turn for each in conversations for turn in each.turns]
    context = [turn.is_resolved for turn in turns if turn.is_resolved is not None]
    resolved = sum(context)
    judged = [turn for turn in turns if not turn.judge_error] or turns
    conversations_passed = sum(each.conversation_passed for each in conversations)
    turns_passed = sum(turn.passed for turn in turns)
    return Summary(
        conversations=len(conversations),
        turns=len(turns),
        average_score=sum(turn.composite_score for turn in judged) / len(judged) if judged else None,
        context_resolution_rate=resolved / len(context) if context else None,
        passed=conversations_passed == len(conversations),
        conversations_passed=conversations_passed,
        turns_passed=turns_passed,
        turns_excellent=sum(turn.passed and turn.composite_score >= EXCELLENT for turn in turns),
        turns_with_context=len(context),
        turns_unjudged=sum(bool(turn.judge_error) for turn in turns),
        turns_known_faults=sum(turn.is_known_fault for turn in turns),
        conversations_interval=_interval(conversations_passed, len(conversations)),
        turns_interval=_interval(turns_passed, len(turns)),
        context_interval=_interval(resolved, len(context)),
    )


def as_json(report: Report) -> str:
    """The report as JSON that ends with a line break."""
    return json.dumps(report.model_dump(mode="json"), ensure_ascii=False, indent=2) + "\n"


def read_report(file: Path) -> Report:
    """A report from a JSON file. Raises NotFound (`report_not_found`) and BadInput (`bad_report`)."""
    try:
        written = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise NotFound(f"No report in {str(file)!r}: {error.strerror}", code="report_not_found") from error
    except ValueError as error:
        raise _bad(file, f"is not JSON: {error}") from error
    if not isinstance(written, dict) or "conversations" not in written:
        raise _bad(file, "has no `conversations`")
    if written.get("format") not in READ:
        known = " and ".join(map(str, READ))
        raise _bad(file, f"has format {written.get('format')!r}, and this version reads {known}")
    try:
        return Report.model_validate(written)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        raise _bad(file, f"at `{place}`: {first['msg']}") from error


def _bad(file: Path, problem: str) -> BadInput:
    return BadInput(f"{file} {problem}", code="bad_report", hint="Write it again with `askwell eval --json FILE`.")


def _interval(hits: float, count: int) -> Interval | None:
    return wilson(hits, count) if count else None


def conversation_of(result: ConversationResult) -> ReportConversation:
    """A conversation of a report, of its result."""
    return ReportConversation(
        name=result.name,
        description=result.description,
        domain=result.domain,
        assistant=result.assistant,
        turns=tuple(_turn(turn) for turn in result.turns),
        average_score=result.average_score,
        context_resolution_rate=result.context_resolution_rate,
        conversation_passed=result.conversation_passed,
        missed=result.missed,
    )


def _turn(turn: TurnResult) -> ReportTurn:
    return ReportTurn(
        turn_number=turn.turn_number,
        user_query=turn.user_query,
        reformulated_query=turn.reformulated_query,
        response=turn.response,
        sources=turn.sources,
        expected_question=turn.expected_question,
        expected_topics=turn.expected_topics,
        requires_context=turn.requires_context,
        factual_accuracy=turn.factual_accuracy,
        completeness=turn.completeness,
        context_resolution=turn.context_resolution,
        coherence=turn.coherence,
        composite_score=turn.score,
        passed=turn.passed,
        checks=tuple(
            ReportCheck(name=each.name, passed=each.passed, expected=each.expected, got=each.came)
            for each in turn.checks
        ),
        votes=turn.votes,
        spread=dict(turn.spread),
        why=dict(turn.why),
        known_fault=turn.known_fault,
        unchecked=turn.unchecked,
        judge_error=turn.judge_error,
        language=turn.language,
        input_tokens=turn.tokens.input_tokens,
        output_tokens=turn.tokens.output_tokens,
        judge_tokens=turn.judge_tokens.input_tokens + turn.judge_tokens.output_tokens,
        took_ms=turn.took_ms,
    )
