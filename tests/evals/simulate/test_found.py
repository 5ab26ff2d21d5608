"""Findings as scenarios: a scenario fails as long as the weakness that it records is there."""

from dataclasses import replace

import pytest

from askwell.evals.checks import check_turn
from askwell.evals.load import parse_scenario
from askwell.evals.observation import observe
from askwell.evals.simulate.personas import Message
from askwell.evals.simulate.promises import Broken, Exchange, Observed, Promise
from askwell.evals.simulate.report import found_scenarios
from askwell.evals.simulate.run import Simulated
from askwell.types import Answer
from tests.evals.answers import an_answer

MESSAGE = Message("Not more than 12?", "en")
ANSWER = replace(an_answer("The gate closes at seven. [1] It opens at nine. [1]", kind="follow_up"), turn_number=2)


def failed(promise: Promise, answer: Answer) -> list[str]:
    """Names of the checks of the saved scenario that the same answer fails."""
    exchanges = (Exchange(Message("What is open?", "en"), an_answer()), Exchange(MESSAGE, answer))
    broken = (Broken(promise, 2, "seen"),)
    [(name, text)] = found_scenarios([Simulated(7, "vague", Observed(exchanges, ()), broken)], assistant="shop", seed=1)
    scenario = parse_scenario(text, name)
    assert all(check.passed for check in check_turn(scenario.conversation[0], observe(an_answer())))
    return [check.name for check in check_turn(scenario.conversation[1], observe(answer)) if not check.passed]


@pytest.mark.parametrize("promise", ["words_kept", "wording_invents_nothing", "own_text_is_no_subject"])
def test_a_wrong_wording_must_not_come_again(promise: Promise) -> None:
    worded = replace(ANSWER, standalone_question="What is open for 12?")
    assert failed(promise, worded) == ["forbidden question"]


def test_a_complete_question_must_be_kept_and_its_wrong_wording_not_come_again() -> None:
    worded = replace(ANSWER, standalone_question="What is open for 12?")
    assert failed("complete_question_kept", worded) == ["as typed", "forbidden question", "kind"]


@pytest.mark.parametrize(
    "promise",
    ["answers_differ", "answer_has_marks", "marks_have_sources", "source_numbers_stay", "unsure_stays_unsure"],
)
def test_a_wrong_answer_must_not_come_again(promise: Promise) -> None:
    assert failed(promise, ANSWER) == ["forbidden"]


def test_an_empty_answer_must_become_one() -> None:
    assert failed("has_an_answer", replace(ANSWER, answer="", outcome="not_found")) == ["ending"]


def test_a_message_must_be_recognised_in_its_language() -> None:
    assert failed("language_followed", replace(ANSWER, language="nl")) == ["language"]
