import json

import pytest

from askwell.evals.checks import Check
from askwell.evals.report import report_lines, results_json, wilson
from askwell.evals.results import ConversationResult, TurnResult


def turn(number: int, *, passed: bool, topics: tuple[str, ...] = ()) -> TurnResult:
    check = Check("sources", passed, "income.md", "other.md")
    score = 100.0 if passed else 0.0
    context = float(passed)
    return TurnResult(
        number, f"question {number}", "as understood", "text", passed, score, (check,), True, topics, context
    )


GOOD = ConversationResult("good", "papers", "s1", (turn(1, passed=True), turn(2, passed=True)), 100.0, 1.0, True, ())
BAD = ConversationResult(
    "bad one",
    "papers",
    "s2",
    (turn(1, passed=True), turn(2, passed=False)),
    50.0,
    0.5,
    False,
    ("turns 2 did not pass",),
)


def test_each_conversation_has_a_line_with_a_mark_a_turn() -> None:
    lines = report_lines([GOOD, BAD])
    assert lines[0] == "pass  good     ✓✓  100.0  context 2/2"
    assert lines[1] == "FAIL  bad one  ✓✗   50.0  context 1/2"


def test_failed_checks_show_expected_and_actual_values() -> None:
    output = "\n".join(report_lines([GOOD, BAD]))
    assert "✗ turn 2: question 2\n      asked as: as understood\n      sources: expected income.md\n" in output
    assert "came other.md" in output
    assert "missed: turns 2 did not pass" in output
    assert "question 1" not in output


def test_verbose_shows_every_turn() -> None:
    assert "✓ turn 1: question 1" in "\n".join(report_lines([GOOD], verbose=True))


def test_a_line_says_that_topics_are_not_judged() -> None:
    judged = ConversationResult("n", "a", "s", (turn(1, passed=True, topics=("limit", "sum")),), 100, 1.0, True, ())
    assert any("No judge" in line and "2 expected topics" in line for line in report_lines([judged]))


def test_no_conversations_have_no_rate() -> None:
    assert "conversations  n/a" in report_lines([])


def test_the_json_holds_every_turn_and_the_rate() -> None:
    written = json.loads(json.dumps(results_json([GOOD, BAD])))
    assert (written["passed"], written["turns"], written["turns_passed"]) == (False, 4, 3)
    assert written["context_resolution_rate"] == 0.75
    assert written["conversations"][1]["turns"][1]["checks"][0]["came"] == "other.md"
    assert written["conversations"][0]["turns"][0]["composite"] is None


def test_the_interval_is_that_of_wilson() -> None:
    # Newcombe 1998, table I, method 3: 81 of 263 and 0 of 20.
    assert wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=5e-4)
    assert wilson(0, 20) == pytest.approx((0.0, 0.1611), abs=5e-4)
