import pytest

from askwell.evals.checks import Check, check_turn, unchecked
from askwell.evals.observation import Observation, observe
from askwell.evals.scenario import Expectation, ScenarioTurn
from askwell.types import Answer
from tests.evals.answers import an_answer


def turn(**expected: object) -> ScenarioTurn:
    return ScenarioTurn.model_validate({"turn": 1, "user": "What is the income limit?"} | expected)


def checks(expected: ScenarioTurn, answer: Answer) -> list[Check]:
    return check_turn(expected, observe(answer))


def only(expected: ScenarioTurn, answer: Answer) -> Check:
    (check,) = checks(expected, answer)
    return check


def test_a_dollar_sign_is_a_dollar_sign() -> None:
    """S4-B6: an expected text is literal."""
    wants = turn(expected_answer_contains=("$",))
    assert only(wants, an_answer("It is $5. [1]")).passed
    assert not only(wants, an_answer("It is 5 euro. [1]")).passed


def test_case_and_line_ends_do_not_count_in_the_answer() -> None:
    assert only(turn(expected_answer_contains=("under 13",)), an_answer("Children UNDER\n13. [1]")).passed


def test_every_expected_text_is_a_check_of_its_own() -> None:
    made = checks(turn(expected_answer_contains=("limit", "moon")), an_answer())
    assert [check.passed for check in made] == [True, False]


def test_one_of_the_alternatives_of_a_text_is_enough() -> None:
    assert only(turn(expected_answer_contains=(("moon", "limit"),)), an_answer()).passed
    assert not only(turn(expected_answer_contains=(("moon", "sun"),)), an_answer()).passed


def test_a_forbidden_text_must_not_occur() -> None:
    missed = only(turn(forbidden=("LIMIT",)), an_answer())
    assert (missed.name, missed.passed, missed.expected) == ("forbidden", False, "no 'LIMIT'")
    assert only(turn(forbidden=("moon",)), an_answer()).passed


def test_one_of_the_expected_sources_is_enough_whatever_its_folder() -> None:
    wants = turn(expected_sources=("other.md", "income.md"))
    assert only(wants, an_answer(cited=("money/income.md", "x.md"))).passed
    missed = only(wants, an_answer(cited=("x.md",)))
    assert (missed.passed, missed.came) == (False, "x.md")
    assert only(wants, an_answer(cited=())).came == "nothing cited"


@pytest.mark.parametrize("kind", ["standalone", "topic_switch"])
def test_a_complete_question_must_come_back_byte_for_byte(kind: str) -> None:
    wants = turn(expect={"kind": kind})
    kept = an_answer(kind=kind)  # type: ignore[arg-type]  # parametrised with both kinds
    changed = an_answer(kind=kind, question="What is the income limit")  # type: ignore[arg-type]
    assert all(check.passed for check in checks(wants, kept))
    assert [check.name for check in checks(wants, changed) if not check.passed] == ["as typed"]


@pytest.mark.parametrize(
    ("expectation", "failed"),
    [
        (Expectation(kind="follow_up"), "kind"),
        (Expectation(way="chat"), "way"),
        (Expectation(ending="not_found"), "ending"),
    ],
)
def test_kind_way_and_ending_must_be_the_expected_ones(expectation: Expectation, failed: str) -> None:
    made = checks(turn(expect=expectation), an_answer())
    assert [check.name for check in made if not check.passed] == [failed]


def test_kind_way_and_ending_pass_when_they_are_as_expected() -> None:
    made = checks(turn(expect={"kind": "standalone", "way": "search", "ending": "answered"}), an_answer())
    assert [check.name for check in made if check.passed] == ["as typed", "kind", "way", "ending"]


def test_one_of_the_alternatives_of_a_record_is_enough() -> None:
    assert all(check.passed for check in checks(turn(expect={"ending": ["not_found", "answered"]}), an_answer()))
    assert not only(turn(expect={"ending": ["not_found", "passages"]}), an_answer()).passed


def test_the_called_tool_and_the_composition_are_compared() -> None:
    wants = turn(expect={"tool": "add", "composition": "hybrid"})
    seen = Observation("It is 5.", "en", tools=("add", "search"), composition="hybrid")
    assert all(check.passed for check in check_turn(wants, seen))
    others = Observation("It is 5.", "en", tools=("search",), composition="pure_kb")
    assert [check.passed for check in check_turn(wants, others)] == [False, False]
    none = Observation("It is 5.", "en", tools=(), composition="hybrid")
    assert [check.came for check in check_turn(wants, none) if not check.passed] == ["none"]


def test_what_a_system_does_not_report_is_listed_and_not_checked() -> None:
    wants = turn(expect={"kind": "standalone", "way": "search"}, expected_sources=("income.md",))
    seen = Observation("It is $5.", "en", way="search")
    assert [check.name for check in check_turn(wants, seen)] == ["way", "sources"]
    assert unchecked(wants, seen) == ("kind",)


def test_the_language_of_a_turn_is_compared() -> None:
    assert only(turn(language="en"), an_answer()).passed
    assert only(turn(language="nl"), an_answer()).came == "en"


def test_a_forbidden_text_is_found_across_marks() -> None:
    assert not only(turn(forbidden=("One. Two",)), an_answer("One. [1] Two. [2]")).passed


def test_a_forbidden_wording_must_not_be_what_was_resolved() -> None:
    wants = turn(forbidden_question=("What is the INCOME limit?",))
    assert not only(wants, an_answer()).passed
    assert only(wants, an_answer(question="What is the age limit?")).passed
    assert unchecked(wants, Observation("x", language="en")) == ("forbidden question",)
