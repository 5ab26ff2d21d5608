import pytest
from bench.question_pairs import learn, pairs

from askwell.text.same_question import BY_WORDS, Likeness, compare, evidence
from askwell.types import Language


@pytest.mark.parametrize(
    ("expected", "resolved", "typed", "language"),
    [
        ("How long is the bridge of Ostmarn?", "How long is the Ostmarn bridge?", "How long is it?", "en"),
        ("Hoe lang is de brug van Ostmarn?", "Hoe lang is de brug Ostmarn?", "Hoe lang is die?", "nl"),
        ("Quanto è lungo il ponte di Ostmarn?", "Il ponte di Ostmarn quanto è lungo?", "Quanto è lungo?", "it"),
    ],
)
def test_other_forms_of_a_question_ask_the_same(expected: str, resolved: str, typed: str, language: Language) -> None:
    assert compare(expected, resolved, typed, language) == (True, ())


@pytest.mark.parametrize(
    "resolved", ["How long is it?", "How long is the tunnel of Brenn?", "Who built the bridge of Ostmarn?"]
)
def test_another_subject_or_another_property_is_another_question(resolved: str) -> None:
    assert not compare("How long is the bridge of Ostmarn?", resolved, "How long is it?", "en").is_same


@pytest.mark.parametrize(
    ("expected", "resolved", "typed", "language"),
    [
        ("Which lamps of Ostmarn are not dimmable?", "Which lamps of Ostmarn are dimmable?", "and which aren't?", "en"),
        ("Is the Ostmarn bridge closed?", "Is the Ostmarn bridge open?", "closed?", "en"),
        ("Mag het na de start in Ostmarn?", "Mag het voor de start in Ostmarn?", "en erna?", "nl"),
        ("Si entra a Ostmarn senza biglietto?", "Si entra a Ostmarn con biglietto?", "e senza?", "it"),
    ],
)
def test_a_lost_negation_or_an_opposite_is_another_question(
    expected: str, resolved: str, typed: str, language: Language
) -> None:
    assert not compare(expected, resolved, typed, language, answer=expected).is_same
    assert compare(expected, expected, typed, language).is_same


def test_the_answer_tells_which_reading_was_meant() -> None:
    expected, resolved = "How long is the viaduct of Ostmarn?", "How long is the Ostmarn crossing?"
    assert not compare(expected, resolved, "How long is it?", "en", answer="The crossing takes 8 minutes.").is_same
    assert compare(expected, resolved, "How long is it?", "en", answer="The viaduct is 800 metres long.").is_same


def test_a_question_as_typed_is_not_understood_by_what_its_answer_has() -> None:
    """S4-B4: a good answer does not make a question understood."""
    expected, typed = "How long is the bridge of Ostmarn?", "How long is it?"
    answer = "The bridge of Ostmarn is 800 metres long."
    assert not compare(expected, typed, typed, "en", answer=answer, answered=1.0).is_same


def test_an_answer_with_what_is_expected_speaks_for_the_same_question() -> None:
    expected, resolved = "Is the bridge open to bicycles?", "May I cycle over the bridge?"
    assert not compare(expected, resolved, "and by bike?", "en").is_same
    assert compare(expected, resolved, "and by bike?", "en", answered=1.0).is_same


def test_what_only_the_answered_reading_has_counts_against_it() -> None:
    built, long = "Who built the bridge?", "How long is the bridge?"
    answer = "It was built in 1931."
    found = evidence(long, built, "and the bridge?", "en", answer=answer, answered=0.5)
    assert found.answered == 0.5
    assert found.other_words > 0
    assert evidence(built, long, "and the bridge?", "en", answer=answer).other_words == -found.other_words


@pytest.mark.parametrize(
    ("expected", "resolved", "other"),
    [
        ("How much is the Ostmarn pass?", "How long is the Ostmarn pass valid?", 1.0),
        ("Who runs the Ostmarn lift?", "Where is the Ostmarn lift?", 1.0),
        ("How much is the Ostmarn pass?", "How many euros does the Ostmarn pass cost?", 0.0),
    ],
)
def test_the_form_of_a_question_tells_what_it_asks_for(expected: str, resolved: str, other: float) -> None:
    assert evidence(expected, resolved, "and the pass?", "en").other_form == other


def test_another_name_than_expected_and_typed_is_another_question() -> None:
    expected, resolved = "May a town be fined under Ostmarn law?", "May a town be fined under Brenn law?"
    answer = "Yes, Ostmarn lets towns be fined."
    assert not compare(expected, resolved, "may a town be?", "en", answer=answer, answered=1.0).is_same
    assert compare(expected, resolved, "may a town be, in Brenn?", "en", answer=answer, answered=1.0).is_same


@pytest.mark.parametrize(
    ("expected", "resolved", "typed", "before", "language"),
    [
        (
            "Is the kiln free for potters?",
            "Is the kiln free for weavers for potters?",
            "and for potters?",
            "Is the kiln free for weavers?",
            "en",
        ),
        ("Is de oven vrij in mei?", "Is de oven vrij in april in mei?", "en in mei?", "Is hij vrij in april?", "nl"),
        (
            "Chi accende il forno?",
            "Chi accende il forno con la pioggia?",
            "E chi?",
            "Il forno va con la pioggia?",
            "it",
        ),
        ("What is fired at 900 degrees?", "What is fired at 900 at 1200 degrees?", "at 900?", "What at 1200?", "en"),
    ],
)
def test_a_condition_of_an_earlier_question_makes_another_one(
    expected: str, resolved: str, typed: str, before: str, language: Language
) -> None:
    """S4-B4: what an earlier question was about is not added, however well the answer is written."""
    assert not compare(expected, resolved, typed, language, asked_before=[before]).is_same
    assert compare(expected, expected, typed, language, asked_before=[before]).is_same
    assert compare(resolved, resolved, typed, language, asked_before=[before]).is_same


def test_a_name_may_be_completed_from_an_earlier_question() -> None:
    expected, resolved = "Who lit the kiln?", "Who lit the kiln of the Ostmarn pottery?"
    assert compare(expected, resolved, "who lit it?", "en", asked_before=["Is the Ostmarn pottery open?"]).is_same


@pytest.mark.parametrize(
    ("expected", "resolved", "typed", "language"),
    [
        ("When does the kiln cool?", "How much does the kiln cool?", "and it cools?", "en"),
        ("Waar koelt de oven?", "Hoeveel koelt de oven?", "en koelen?", "nl"),
        ("Quanto si raffredda il forno?", "Quando si raffredda il forno?", "e si raffredda?", "it"),
    ],
)
def test_another_question_word_makes_another_question(
    expected: str, resolved: str, typed: str, language: Language
) -> None:
    assert not compare(expected, resolved, typed, language, answer="At noon. A mezzogiorno.", answered=1.0).is_same


@pytest.mark.parametrize(
    ("expected", "resolved", "typed"),
    [
        ("How do I glaze a vase at Ostmarn?", "How do I glaze a plate at Ostmarn?", "and a vase?"),
        ("How do I glaze a vase at Ostmarn?", "How do I break a vase at Ostmarn?", "how do I glaze it?"),
    ],
)
def test_another_word_in_the_place_of_a_known_one_makes_another_question(
    expected: str, resolved: str, typed: str
) -> None:
    near = Likeness(alike=0.99, typed_expected=0.5, typed_resolved=0.5, answer_expected=0.0)
    before = ["Where may I glaze the vase?"]
    found = compare(expected, resolved, typed, "en", asked_before=before, answered=1.0, likeness=near)
    assert not found.is_same


def test_an_own_word_of_the_expected_question_may_have_another_name() -> None:
    near = Likeness(alike=0.99, typed_expected=0.5, typed_resolved=0.5, answer_expected=0.0)
    expected, resolved = "What does a firing at Ostmarn weigh?", "What does a batch at Ostmarn weigh?"
    assert compare(expected, resolved, "how heavy?", "en", answered=1.0, likeness=near).is_same
    misspelt = "What does a baatch at Ostmarn weigh?"
    assert compare(misspelt, resolved, "a baatch?", "en", answered=1.0, likeness=near).is_same


def test_the_weights_are_what_dialogues_teach() -> None:
    assert learn(pairs()) == pytest.approx(BY_WORDS, abs=0.02)
