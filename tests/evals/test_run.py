import pytest

from askwell.evals.checks import Check
from askwell.evals.results import ConversationResult, TurnResult
from askwell.evals.run import conclude, context_resolution_rate, judge_by_rules
from askwell.evals.scenario import Scenario, ScenarioTurn
from tests.evals.answers import an_answer


def scenario(**criteria: object) -> Scenario:
    turns = [{"turn": 1, "user": "a"}, {"turn": 2, "user": "b"}]
    return Scenario.model_validate({"name": "n", "conversation": turns, "success_criteria": criteria})


def result(number: int, *, passed: bool = True, score: float = 100.0, context: float | None = None) -> TurnResult:
    check = Check("x", passed, "a", "b")
    return TurnResult(number, "q", "q", "a", passed, score, (check,), context is not None, (), context)


def concluded(wanted: Scenario, *turns: TurnResult) -> ConversationResult:
    return conclude(wanted, "papers", "s", turns)


def test_a_turn_passes_only_when_all_checks_pass_and_scores_their_share() -> None:
    wants = ScenarioTurn(turn=1, user="q", expected_answer_contains=("limit", "$", "moon", "sun"))
    judged = judge_by_rules(wants, an_answer())
    assert (judged.passed, judged.score) == (False, 50.0)


def test_a_turn_without_checks_passes() -> None:
    judged = judge_by_rules(ScenarioTurn(turn=1, user="q"), an_answer())
    assert (judged.passed, judged.score) == (True, 100.0)


def test_judged_figures_are_none() -> None:
    judged = judge_by_rules(ScenarioTurn(turn=1, user="q", expected_topics=("limit",)), an_answer())
    assert (judged.factual_accuracy, judged.completeness, judged.coherence, judged.composite) == (None,) * 4
    assert judged.expected_topics == ("limit",)


def test_a_well_written_answer_to_the_wrong_question_fails() -> None:
    """S4-B4: a wrongly resolved turn fails however well it reads."""
    wants = ScenarioTurn(
        turn=1,
        user="And for two?",
        requires_context=True,
        expected_question="income limit for two",
        expected_answer_contains=("limit",),
        expected_sources=("income.md",),
    )
    judged = judge_by_rules(wants, an_answer(question="And for two?", kind="follow_up"))
    assert (judged.passed, judged.context_resolution) == (False, 0.0)


def test_the_rate_counts_only_turns_that_require_context() -> None:
    """S4-B10: only turns that require context count."""
    turns = [result(1), result(2, context=1.0), result(3, context=0.0)]
    assert context_resolution_rate(turns) == 0.5


def test_the_rate_is_not_applicable_when_no_turn_requires_context() -> None:
    assert context_resolution_rate([result(1)]) is None
    assert concluded(scenario(), result(1), result(2)).conversation_passed


@pytest.mark.parametrize(
    ("criteria", "turns", "missed"),
    [
        ({}, (result(1), result(2)), []),
        ({}, (result(1), result(2, passed=False, score=90)), ["turns 2 did not pass"]),
        ({"all_turns_pass": False}, (result(1), result(2, passed=False, score=90)), []),
        ({"all_turns_pass": False}, (result(1), result(2, passed=False, score=40)), ["average score 70.0, below 75"]),
        ({}, (result(1), result(2, context=0.0)), ["context resolved in 0%, below 95%"]),
        ({"context_resolution_rate": 0}, (result(1), result(2, context=0.0)), []),
    ],
)
def test_a_conversation_passes_by_its_criteria(
    criteria: dict[str, object], turns: tuple[TurnResult, ...], missed: list[str]
) -> None:
    ended = concluded(scenario(**criteria), *turns)
    assert list(ended.missed) == missed
    assert ended.conversation_passed == (not missed)
