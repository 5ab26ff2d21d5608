"""Signs that an answer does not answer, although its sources support its sentences."""

from dataclasses import replace

import pytest

from askwell.evals.observation import passage
from askwell.evals.run import passes
from askwell.rules.turn_chances import chances
from askwell.rules.turn_claims import claims
from askwell.rules.turn_judge import judge
from askwell.rules.turn_signs import signs
from askwell.types import EarlierTurn, JudgedTurn, Language

ORCHARD = passage(
    "orchard.md",
    "The Vellmar orchard",
    "Visitors may pick cherries in June. Picked plums must be paid at the gate. Ladders are not lent to visitors. "
    "A basket holds four kilos. The gate closes at seven, after the last bus has left.",
    "en",
)


def turn(question: str, answer: str, *, language: Language = "en", text: str = "") -> JudgedTurn:
    source = passage("x.md", "Vellmar", text, language) if text else ORCHARD
    return JudgedTurn(question, answer, question, language, {1: (source,)}, expected_questions=(question,))


def unanswered(asked: JudgedTurn) -> str:
    found = chances(asked, claims(asked))
    return found.lacks or found.differs


def test_an_answer_from_another_sentence_than_the_best_one_is_elsewhere() -> None:
    asked = "Where must picked plums be paid?"
    assert unanswered(turn(asked, "You pay picked plums at the gate.")) == ""
    wrong = turn(asked, "A basket holds four kilos.")
    assert unanswered(wrong) == "elsewhere"
    assert not passes(judge(wrong))
    assert judge(wrong).why["completeness"] == "other sentences of its sources answer the question"


def test_what_an_answer_lacks_speaks_against_it() -> None:
    asked = turn("What may visitors do in the orchard?", "Visitors may pick cherries in June.")
    full = signs(replace(asked, expected_topics=(("cherries",),)))
    lacking = signs(replace(asked, expected_topics=(("four kilos",), ("the last bus",))))
    assert full is not None
    assert lacking is not None
    assert full.missing == 0
    assert lacking.missing == pytest.approx(0.7)


def test_other_numbers_than_expected_speak_against_an_answer() -> None:
    asked = replace(turn("How much does a basket hold?", "It holds six kilos."), expected_topics=(("four kilos",),))
    found, right = signs(asked), signs(replace(asked, answer="It holds four kilos."))
    assert found is not None
    assert right is not None
    assert (found.other_number, right.other_number) == (1.0, 0.0)


def test_an_answer_about_something_else_is_unrelated() -> None:
    wrong = turn("How deep is the harbour of Brenn?", "Ladders are not lent to visitors.")
    assert unanswered(wrong) == "unrelated"
    assert not passes(judge(wrong))


@pytest.mark.parametrize(
    ("question", "text", "right", "wrong", "language"),
    [
        ("Are ladders lent to visitors?", "", "No, ladders are not lent.", "Yes, ladders are lent.", "en"),
        ("May visitors pick cherries in June?", "", "Yes, they may.", "No, they may not.", "en"),
        (
            "Mag je ladders lenen in de boomgaard?",
            "In de boomgaard is ladders lenen verboden. De poort sluit om zeven uur.",
            "Nee, dat mag niet.",
            "Ja, dat mag.",
            "nl",
        ),
        (
            "I cani entrano nel frutteto?",
            "I cani non entrano nel frutteto. Il cancello chiude alle sette.",
            "No, non entrano.",
            "Sì, entrano.",
            "it",
        ),
    ],
)
def test_yes_where_the_sources_deny_is_the_opposite(
    question: str, text: str, right: str, wrong: str, language: Language
) -> None:
    assert unanswered(turn(question, right, language=language, text=text)) == ""
    said = turn(question, wrong, language=language, text=text)
    assert unanswered(said) == "opposite"
    assert [fault.split(":")[0] for fault in judge(said).faults][-1] == "opposite"
    assert not passes(judge(said))


def test_the_opposite_of_a_word_of_the_source_is_found() -> None:
    asked = "When does the gate close?"
    assert unanswered(turn(asked, "The gate closes at seven, after the last bus has left.")) == ""
    assert unanswered(turn(asked, "The gate closes at seven, before the last bus has left.")) == "opposite"


def test_a_question_for_a_number_is_not_answered_without_one() -> None:
    asked = "How many kilos does a basket hold?"
    assert unanswered(turn(asked, "Four kilos.")) == ""
    assert unanswered(turn(asked, "A basket holds some kilos.")) == "no_value"
    assert unanswered(turn(asked, "A basket holds some kilos. [1]")) == "no_value"


def test_an_answer_from_an_earlier_turn_may_be_elsewhere() -> None:
    asked = "Where are picked plums paid, and how heavy is a bag?"
    earlier = (EarlierTurn("How heavy is a sack?", "A sack weighs nine pounds."),)
    assert unanswered(replace(turn(asked, "A sack weighs nine pounds."), earlier=earlier)) == ""


def test_expected_texts_show_that_an_answer_answers() -> None:
    wrong = turn("Where must picked plums be paid?", "A basket holds four kilos.")
    assert judge(wrong).completeness == 1
    assert judge(replace(wrong, expected_texts=(("four kilos",),))).completeness == 5


def test_without_sources_or_a_known_question_there_are_no_signs() -> None:
    known = turn("Where must picked plums be paid?", "At the gate.")
    assert signs(known) is not None
    assert signs(replace(known, sources={})) is None
    assert signs(replace(known, resolved=None, expected_questions=())) is None
    assert signs(replace(known, outcome="passages")) is None
