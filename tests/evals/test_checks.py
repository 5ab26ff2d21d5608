import pytest

from askwell.evals.checks import Check, check_turn, is_context_resolved
from askwell.evals.scenario import Expectation, ScenarioTurn
from askwell.types import Answer
from tests.evals.answers import an_answer


def turn(**expected: object) -> ScenarioTurn:
    return ScenarioTurn.model_validate({"turn": 1, "user": "What is the income limit?"} | expected)


def only(expected: ScenarioTurn, answer: Answer) -> Check:
    (check,) = check_turn(expected, answer)
    return check


def test_a_turn_that_expects_nothing_has_no_checks() -> None:
    assert check_turn(turn(), an_answer()) == []


def test_a_dollar_sign_is_a_dollar_sign() -> None:
    """S4-B6: an expected text is literal."""
    wants = turn(expected_answer_contains=("$",))
    assert only(wants, an_answer("It is $5. [1]")).passed
    assert not only(wants, an_answer("It is 5 euro. [1]")).passed


def test_case_and_line_ends_do_not_count_in_the_answer() -> None:
    assert only(turn(expected_answer_contains=("under 13",)), an_answer("Children UNDER\n13. [1]")).passed


def test_every_expected_text_is_a_check_of_its_own() -> None:
    checks = check_turn(turn(expected_answer_contains=("limit", "moon")), an_answer())
    assert [check.passed for check in checks] == [True, False]


def test_one_of_the_expected_sources_is_enough_whatever_its_folder() -> None:
    wants = turn(expected_sources=("other.md", "income.md"))
    assert only(wants, an_answer(cited=("money/income.md", "x.md"))).passed
    missed = only(wants, an_answer(cited=("x.md",)))
    assert (missed.passed, missed.came) == (False, "x.md")
    assert only(wants, an_answer(cited=())).came == "nothing cited"


def test_the_resolved_question_must_hold_the_content_words_of_the_expected_one() -> None:
    wants = turn(user="And for two?", expected_question="What is the income limit for two people?")
    assert only(wants, an_answer(question="What are the income limits for two person or people?")).passed
    missed = only(wants, an_answer(question="What is the limit for two?"))
    assert not missed.passed
    assert "without incom, peopl" in missed.came


@pytest.mark.parametrize("kind", ["standalone", "topic_switch"])
def test_a_complete_question_must_come_back_byte_for_byte(kind: str) -> None:
    wants = turn(expect={"kind": kind})
    kept = an_answer(kind=kind)  # type: ignore[arg-type]  # parametrised with both kinds
    changed = an_answer(kind=kind, question="What is the income limit")  # type: ignore[arg-type]
    assert all(check.passed for check in check_turn(wants, kept))
    assert [check.name for check in check_turn(wants, changed) if not check.passed] == ["as typed"]


@pytest.mark.parametrize(
    ("expectation", "failed"),
    [
        (Expectation(kind="follow_up"), "kind"),
        (Expectation(way="chat"), "way"),
        (Expectation(ending="not_found"), "ending"),
    ],
)
def test_kind_way_and_ending_must_be_the_expected_ones(expectation: Expectation, failed: str) -> None:
    checks = check_turn(turn(expect=expectation), an_answer())
    assert [check.name for check in checks if not check.passed] == [failed]


def test_kind_way_and_ending_pass_when_they_are_as_expected() -> None:
    checks = check_turn(turn(expect={"kind": "standalone", "way": "search", "ending": "answered"}), an_answer())
    assert [check.name for check in checks if check.passed] == ["as typed", "kind", "way", "ending"]


def test_context_is_resolved_by_the_expected_question_first() -> None:
    wants = turn(user="And for two?", requires_context=True, expected_question="income limit for two")
    assert is_context_resolved(wants, an_answer(question="What is the income limit for two?"))
    assert not is_context_resolved(wants, an_answer(question="And for two?", kind="follow_up"))


def test_without_an_expected_question_the_kind_decides_whether_context_is_resolved() -> None:
    wants = turn(requires_context=True)
    assert is_context_resolved(wants, an_answer(kind="meta"))
    assert not is_context_resolved(wants, an_answer(kind="standalone"))
    assert [check.name for check in check_turn(wants, an_answer(kind="standalone")) if not check.passed] == ["context"]
