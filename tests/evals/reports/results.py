"""Results of scenarios to report on."""

from collections.abc import Mapping
from dataclasses import replace

from askwell.evals.checks import Check
from askwell.evals.reports.report import Report, report_of
from askwell.evals.results import ConversationResult, TurnResult
from askwell.types import Usage


def turn(number: int, *, passed: bool = True, needs_context: bool = False) -> TurnResult:
    """A turn with one check that passed or failed."""
    return TurnResult(
        turn_number=number,
        user_query=f"question {number}",
        reformulated_query=f"full question {number}",
        response=f"answer {number}. [1]",
        passed=passed,
        score=100.0 if passed else 0.0,
        checks=(Check("sources", passed, "income.md", "other.md"),),
        requires_context=needs_context,
        expected_topics=(),
        context_resolution=float(passed) if needs_context else None,
        sources=("other.md", "rates.md"),
        took_ms=12.0 * number,
    )


def judged(number: int, *, passed: bool = True) -> TurnResult:
    """A turn that needs context, with scores, reasons and tokens."""
    return replace(
        turn(number, passed=passed, needs_context=True),
        score=88.5 if passed else 20.0,
        composite=88.5 if passed else 20.0,
        factual_accuracy=4.5 if passed else 1.5,
        completeness=4.0,
        coherence=3.0,
        judge="llm:m",
        votes=3,
        spread={"factual_accuracy": 1.0},
        why={"factual_accuracy": "The limit is in passage 1."},
        tokens=Usage(900, 80, 1),
        language="en",
    )


UNJUDGED = replace(turn(2, passed=False), score=100.0, judge_error="upstream_timeout: too slow")
"""A turn whose judge failed."""


def conversation(name: str, *turns: TurnResult, assistant: str = "papers") -> ConversationResult:
    """A conversation of these turns that passes if they do."""
    failed = [str(each.turn_number) for each in turns if not each.passed and not each.known_fault]
    context = [each.context_resolution for each in turns if each.context_resolution is not None]
    return ConversationResult(
        name=name,
        assistant=assistant,
        thread_id=f"session of {name}",
        turns=turns,
        average_score=sum(each.score for each in turns) / len(turns),
        context_resolution_rate=sum(context) / len(context) if context else None,
        conversation_passed=not failed,
        missed=(f"turns {', '.join(failed)} did not pass",) if failed else (),
        judge=turns[0].judge,
    )


def report(**conversations: tuple[TurnResult, ...]) -> Report:
    """A report of conversations by name."""
    return report_of([conversation(name, *turns) for name, turns in conversations.items()])


def marks(passed: Mapping[str, str]) -> Report:
    """A report from strips: name to a character for each turn, `+` passed or `-` failed."""
    return report(
        **{
            name: tuple(turn(number, passed=mark == "+") for number, mark in enumerate(strip, 1))
            for name, strip in passed.items()
        }
    )
