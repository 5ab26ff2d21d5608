"""Durations, amounts and percentages of an answer that are other ones than the question asks for."""

from dataclasses import replace

import pytest

from askwell.evals.observation import passage
from askwell.evals.run import passes
from askwell.rules.turn_judge import judge
from askwell.rules.turn_values import other_value
from askwell.types import EarlierTurn, JudgedTurn, Language

QUESTION = "What does a berth in Ostmarn harbour cost?"
RATES = passage(
    "harbour.md",
    "Ostmarn harbour",
    "A berth in the harbour costs 18 euros a night. The crane costs 45 euros.\n"
    "| Berth with water | 21 euros |\n| Berth with power | 24 euros |",
    "en",
)


def turn(question: str, answer: str, *, language: Language = "en", text: str = "") -> JudgedTurn:
    source = passage("x.md", "Ostmarn", text, language) if text else RATES
    return JudgedTurn(question, answer, question, language, {1: (source,)}, expected_questions=(question,))


@pytest.mark.parametrize(("answer", "found"), [("18 euros a night. [1]", 0.0), ("45 euros a night. [1]", 1.0)])
def test_the_value_of_another_sentence_is_another_value(answer: str, found: float) -> None:
    assert other_value(turn(QUESTION, answer), QUESTION) == found
    assert passes(judge(turn(QUESTION, answer))) == (not found)


def test_a_row_of_a_table_has_its_own_value() -> None:
    asked = "What does a berth with power cost?"
    assert other_value(turn(asked, "It is 24 euros."), asked) == 0.0
    assert other_value(turn(asked, "It is 21 euros."), asked) == 1.0


@pytest.mark.parametrize(
    ("expected", "answer", "language", "found"),
    [
        ("two weeks", "It is ready after 14 days.", "en", 0.0),
        ("two weeks", "It is ready after 12 days.", "en", 1.0),
        ("24 maanden", "Na 2 jaar is het klaar.", "nl", 0.0),
        ("24 maanden", "Na 3 jaar is het klaar.", "nl", 1.0),
        ("il 12%", "Si paga il 21%.", "it", 1.0),
        ("il 12%", "Si paga il 12%, cioè 30 euro.", "it", 0.0),
    ],
)
def test_an_expected_value_may_have_another_unit(expected: str, answer: str, language: Language, found: float) -> None:
    asked = replace(turn("Ostmarn?", answer, language=language, text="Brenn."), expected_topics=((expected,),))
    assert other_value(asked, "Ostmarn?") == found


def test_values_of_another_kind_are_not_compared() -> None:
    asked = replace(turn(QUESTION, "It is ready after 12 days."), expected_topics=(("18 euros",),))
    assert other_value(asked, QUESTION) == 0.0


def test_what_was_asked_about_or_follows_by_arithmetic_is_no_other_value() -> None:
    for_two = "What does a berth in Ostmarn harbour cost for 2 nights?"
    asked = replace(turn(for_two, "36 euros."), earlier=(EarlierTurn("One night?", "18 euros."),))
    assert other_value(asked, for_two) == 0.0
    assert other_value(replace(asked, answer="45 euros."), for_two) == 1.0
    why = "Why does a berth in Ostmarn harbour cost 18 euros?"
    assert other_value(turn(why, "It costs 18 euros because others pay 30 euros."), why) == 0.0
    budget = "Is a berth in Ostmarn harbour less than 45 euros?"
    assert other_value(turn(budget, "Yes, it is less than 45 euros."), budget) == 0.0


def test_the_fault_names_the_answer() -> None:
    assert judge(turn(QUESTION, "It is 45 euros. [1]")).faults == (
        "other_value: what answers the question has another value than 'It is 45 euros. [1]'",
    )
