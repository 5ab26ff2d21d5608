"""Runs scenarios, each in its own conversation, and judges their turns."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from askwell.errors import AskwellError
from askwell.evals.checks import Check, check_turn, unchecked
from askwell.evals.observation import Observation
from askwell.evals.reports.statistics import wilson
from askwell.evals.results import ConversationResult, TurnResult
from askwell.evals.scenario import Scenario, ScenarioTurn, choices
from askwell.evals.scores import PASSED, composite
from askwell.evals.targets import Conversation, EngineTarget, Target
from askwell.ports import TurnJudge
from askwell.rules.turn_judge import RulesTurnJudge
from askwell.types import RESOLVED, EarlierTurn, JudgedTurn, Language, Outcome, TurnVerdict

if TYPE_CHECKING:
    from askwell.engine import Engine


async def run_scenario(
    scenario: Scenario, engine: "Engine", assistant: str, *, judge: TurnJudge | None = None
) -> ConversationResult:
    """Run a scenario on an assistant of an engine, judged by rules if no judge is given; see `run_on`."""
    return await run_on(scenario, EngineTarget(engine, assistant), judge or RulesTurnJudge(), assistant=assistant)


async def run_on(scenario: Scenario, target: Target, judge: TurnJudge, *, assistant: str = "") -> ConversationResult:
    """Run a scenario turn by turn in a new conversation.

    A turn that raises an error counts as failed; the run continues. Raises AskwellError if the conversation cannot
    begin.
    """
    run = ScenarioRun(scenario, target, judge)
    turns = [await run.result(turn.turn) for turn in scenario.conversation]
    return conclude(scenario, assistant, run.thread_id, turns, judge=judge.name)


class ScenarioRun:
    """A conversation that is run as far as its results are asked for."""

    def __init__(self, scenario: Scenario, target: Target, judge: TurnJudge) -> None:
        self.scenario = scenario
        self._target = target
        self._judge = judge
        self._conversation: Conversation | None = None
        self._earlier: list[EarlierTurn] = []
        self._results: list[TurnResult] = []

    @property
    def thread_id(self) -> str:
        """Id of the session; empty before the first turn, and for a stateless run."""
        return self._conversation.id if self._conversation else ""

    async def result(self, number: int) -> TurnResult:
        """The result of a turn, counted from 1. Turns before it are run first, each once."""
        while len(self._results) < number:
            self._results.append(await self._run_next())
        return self._results[number - 1]

    async def _run_next(self) -> TurnResult:
        expected = self.scenario.conversation[len(self._results)]
        stateless = self.scenario.setup.session.stateless
        question = asked_alone(expected) if stateless else expected.user
        earlier = tuple(self._earlier)
        try:
            if self._conversation is None:
                self._conversation = await self._target.begin(self.scenario)
            observed = await self._conversation.ask(expected, question)
        except AskwellError as error:
            return failed_turn(expected, error)
        if not stateless:
            self._earlier.append(EarlierTurn(question, observed.answer, observed.resolved or ""))
        try:
            result = await evaluate_turn(
                expected,
                observed,
                self._judge,
                earlier=earlier,
                question=question,
                language=self.scenario.language,
            )
        except AskwellError as error:
            result = unjudged_turn(expected, observed, error, question=question, language=self.scenario.language)
        return replace(result, unchecked=(*result.unchecked, *self._target.ignored(self.scenario)))


def asked_alone(expected: ScenarioTurn) -> str:
    """The question of a turn for a stateless run: in its expected wording if it requires context."""
    wordings = choices(expected.expected_question)
    return wordings[0] if expected.requires_context and wordings else expected.user


async def evaluate_turn(
    expected: ScenarioTurn,
    observed: Observation,
    judge: TurnJudge,
    *,
    earlier: Sequence[EarlierTurn] = (),
    question: str = "",
    language: Language | None = None,
) -> TurnResult:
    """The result of an answered turn.

    `question` is what was asked, if it is not the question of the turn. It passes if all checks pass, its composite is
    at least `min_score`, no fact is wrong, and a question that requires context was understood. Raises what the judge
    raises.
    """
    asked = question or expected.user
    needs_context = expected.requires_context and asked == expected.user
    verdict = await judge.score_turn(_judged(expected, observed, tuple(earlier), asked, needs_context))
    score = composite(verdict)
    checks = (*check_turn(expected, observed, language), *_judged_checks(expected, observed, verdict, score))
    return replace(
        _observed_turn(expected, observed, checks, asked, language),
        passed=all(check.passed for check in checks),
        score=score,
        context_resolution=verdict.context_resolution,
        factual_accuracy=verdict.factual_accuracy,
        completeness=verdict.completeness,
        coherence=verdict.coherence,
        composite=score,
        judge=verdict.judge,
        judge_prompt=verdict.prompt,
        judge_tokens=verdict.usage,
        votes=verdict.votes,
        spread=verdict.spread,
        why=verdict.why,
    )


def unjudged_turn(
    expected: ScenarioTurn,
    observed: Observation,
    error: AskwellError,
    *,
    question: str = "",
    language: Language | None = None,
) -> TurnResult:
    """The result of an answered turn whose judge failed: its checks, and as a score the share of them that passed."""
    checks = tuple(check_turn(expected, observed, language))
    share = sum(check.passed for check in checks) / len(checks) if checks else 0.0
    result = _observed_turn(expected, observed, checks, question or expected.user, language)
    return replace(result, score=100 * share, judge_error=f"{error.code}: {error.message}")


def _observed_turn(
    expected: ScenarioTurn, observed: Observation, checks: tuple[Check, ...], asked: str, language: Language | None
) -> TurnResult:
    """The result of an answered turn before it is judged, which has not passed."""
    return TurnResult(
        turn_number=expected.turn,
        user_query=asked,
        reformulated_query=observed.resolved or "",
        response=observed.answer,
        passed=False,
        score=0.0,
        checks=checks,
        requires_context=expected.requires_context and asked == expected.user,
        expected_topics=tuple(" or ".join(choices(topic)) for topic in expected.expected_topics),
        context_resolution=None,
        sources=observed.cited,
        took_ms=observed.took_ms,
        expected_question=" or ".join(choices(expected.expected_question)) or None,
        language=observed.language,
        tokens=observed.tokens,
        known_fault=expected.known_fault,
        unchecked=unchecked(expected, observed, language),
    )


def passes(verdict: TurnVerdict, *, min_score: float = PASSED) -> bool:
    """Whether a verdict alone lets a turn pass: its score, its facts, and its question."""
    is_resolved = verdict.context_resolution is None or verdict.context_resolution >= RESOLVED
    return not verdict.faults and is_resolved and composite(verdict) >= min_score


def conclude(
    scenario: Scenario, assistant: str, thread_id: str, turns: Sequence[TurnResult], *, judge: str = ""
) -> ConversationResult:
    """The result of a conversation by its success criteria, which turns with a known fault do not count for."""
    wanted = scenario.success_criteria
    counted = [turn for turn in turns if not turn.known_fault]
    missed = []
    judged = [turn for turn in counted if not turn.judge_error]
    if judged and (average := _mean_score(judged)) < wanted.min_average_score:
        missed.append(f"average score {average:.1f}, below {wanted.min_average_score:g}")
    failed = [turn.turn_number for turn in counted if not turn.passed and not turn.judge_error]
    if wanted.all_turns_pass and failed:
        missed.append(f"turns {', '.join(map(str, failed))} did not pass")
    if unjudged := [turn.turn_number for turn in counted if turn.judge_error]:
        missed.append(f"turns {', '.join(map(str, unjudged))} were not judged")
    rate = context_resolution_rate(counted)
    if rate is not None and rate < wanted.context_resolution_rate:
        needing = sum(turn.is_resolved is not None for turn in counted)
        low, high = wilson(rate * needing, needing)
        interval = f"95 % interval {low:.0%} to {high:.0%}"
        missed.append(f"context resolved in {rate:.0%} ({interval}), below {wanted.context_resolution_rate:.0%}")
    return ConversationResult(
        name=scenario.name,
        assistant=assistant,
        thread_id=thread_id,
        turns=tuple(turns),
        average_score=_mean_score(turns),
        context_resolution_rate=context_resolution_rate(turns),
        conversation_passed=not missed,
        missed=tuple(missed),
        judge=judge,
        description=scenario.description,
        domain=scenario.domain,
    )


def _mean_score(turns: Sequence[TurnResult]) -> float:
    """The mean of the turns that were judged; of all if none was."""
    judged = [turn for turn in turns if not turn.judge_error] or turns
    return sum(turn.score for turn in judged) / len(judged)


def context_resolution_rate(turns: Sequence[TurnResult]) -> float | None:
    """Share of turns requiring context that were resolved correctly; None if no turn requires it."""
    resolved = [turn.is_resolved for turn in turns if turn.is_resolved is not None]
    return sum(resolved) / len(resolved) if resolved else None


def failed_turn(expected: ScenarioTurn, error: AskwellError) -> TurnResult:
    """The result of a turn that raised an error."""
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
        expected_topics=tuple(" or ".join(choices(topic)) for topic in expected.expected_topics),
        context_resolution=0.0 if expected.requires_context else None,
        expected_question=" or ".join(choices(expected.expected_question)) or None,
        known_fault=expected.known_fault,
    )


def _judged(
    expected: ScenarioTurn, observed: Observation, earlier: tuple[EarlierTurn, ...], asked: str, needs_context: bool
) -> JudgedTurn:
    return JudgedTurn(
        question=asked,
        answer=observed.answer,
        resolved=observed.resolved,
        language=observed.language,
        sources=observed.sources,
        earlier=earlier,
        requires_context=needs_context,
        expected_questions=choices(expected.expected_question),
        expected_topics=tuple(choices(topic) for topic in expected.expected_topics),
        expected_texts=tuple(choices(text) for text in expected.expected_answer_contains),
        outcome=observed.ending,
        expected_outcomes=cast("tuple[Outcome, ...]", choices(expected.expect.ending)),
    )


def _judged_checks(
    expected: ScenarioTurn, observed: Observation, verdict: TurnVerdict, score: float
) -> Iterator[Check]:
    """The checks of what the judge found: facts, understood question and score."""
    if verdict.faults:
        yield Check("facts", False, "what its sources or earlier turns say", "; ".join(verdict.faults))
    if verdict.context_resolution is not None:
        wordings = choices(expected.expected_question) or (() if expected.requires_context else (expected.user,))
        wanted = " or ".join(map(repr, wordings)) or "an `expected_question` to compare with"
        why = verdict.why.get("context_resolution", "")
        resolved = verdict.context_resolution >= RESOLVED
        yield Check("question", resolved, wanted, f"{observed.resolved!r} ({why})")
    yield Check("score", score >= expected.min_score, f"at least {expected.min_score:g}", f"{score:.1f}")
