"""Runs scenarios with an engine, each in its own session."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from askwell.errors import AskwellError
from askwell.evals.checks import Check, check_turn, is_context_resolved
from askwell.evals.results import ConversationResult, TurnResult
from askwell.evals.scenario import Scenario, ScenarioTurn
from askwell.types import Answer

if TYPE_CHECKING:
    from askwell.engine import Engine


async def run_scenario(scenario: Scenario, engine: "Engine", assistant: str) -> ConversationResult:
    """Run a scenario turn by turn in a new session. A turn that raises an error counts as failed; the run continues."""
    session = await engine.create_session(assistant, title=scenario.name)
    turns = [await _run_turn(turn, engine, session.id) for turn in scenario.conversation]
    return conclude(scenario, assistant, session.id, turns)


def conclude(scenario: Scenario, assistant: str, thread_id: str, turns: Sequence[TurnResult]) -> ConversationResult:
    """The result of a conversation by its success criteria."""
    wanted = scenario.success_criteria
    average = sum(turn.score for turn in turns) / len(turns)
    rate = context_resolution_rate(turns)
    failed = [turn.turn_number for turn in turns if not turn.passed]
    missed = []
    if average < wanted.min_average_score:
        missed.append(f"average score {average:.1f}, below {wanted.min_average_score:g}")
    if wanted.all_turns_pass and failed:
        missed.append(f"turns {', '.join(map(str, failed))} did not pass")
    if rate is not None and rate < wanted.context_resolution_rate:
        missed.append(f"context resolved in {rate:.0%}, below {wanted.context_resolution_rate:.0%}")
    return ConversationResult(
        scenario.name, assistant, thread_id, tuple(turns), average, rate, not missed, tuple(missed)
    )


def context_resolution_rate(turns: Sequence[TurnResult]) -> float | None:
    """Share of turns requiring context that were resolved correctly; None if no turn requires it."""
    judged = [turn.context_resolution for turn in turns if turn.context_resolution is not None]
    return sum(judged) / len(judged) if judged else None


def judge_by_rules(expected: ScenarioTurn, answer: Answer) -> TurnResult:
    """The result of a turn by its checks, without a judge."""
    checks = tuple(check_turn(expected, answer))
    resolved = float(is_context_resolved(expected, answer)) if expected.requires_context else None
    return TurnResult(
        turn_number=expected.turn,
        user_query=expected.user,
        reformulated_query=answer.standalone_question,
        response=answer.answer,
        passed=all(check.passed for check in checks),
        score=_score(checks),
        checks=checks,
        requires_context=expected.requires_context,
        expected_topics=expected.expected_topics,
        context_resolution=resolved,
        sources=tuple(source.document for source in answer.sources),
        took_ms=answer.took_ms,
        expected_question=expected.expected_question,
        language=answer.language,
        tokens=answer.usage,
    )


async def _run_turn(expected: ScenarioTurn, engine: "Engine", session_id: str) -> TurnResult:
    try:
        return judge_by_rules(expected, await engine.ask(expected.user, session=session_id))
    except AskwellError as error:
        return _failed(expected, error)


def _failed(expected: ScenarioTurn, error: AskwellError) -> TurnResult:
    check = Check("turn", False, "an answer", f"{error.code}: {error.message}")
    return TurnResult(
        turn_number=expected.turn,
        user_query=expected.user,
        reformulated_query="",
        response="",
        passed=False,
        score=0.0,
        checks=(check,),
        requires_context=expected.requires_context,
        expected_topics=expected.expected_topics,
        context_resolution=0.0 if expected.requires_context else None,
        expected_question=expected.expected_question,
    )


def _score(checks: Sequence[Check]) -> float:
    return 100 * sum(check.passed for check in checks) / len(checks) if checks else 100.0
