import pytest
from bench.question_pairs import learn, pairs

from askwell.text.same_question import _WEIGHTS, compare
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
    assert not compare(expected, resolved, typed, language, evidence=expected).is_same
    assert compare(expected, expected, typed, language).is_same


def test_the_answer_tells_which_of_two_names_was_meant() -> None:
    expected, resolved = "How long is the viaduct of Ostmarn?", "How long is the Ostmarn railway crossing?"
    assert not compare(expected, resolved, "How long is it?", "en").is_same
    assert compare(expected, resolved, "How long is it?", "en", evidence="The viaduct is 800 metres long.").is_same


def test_terms_that_a_question_is_searched_with_count() -> None:
    assert compare("How long is the bridge?", "How long?", "How long?", "en", terms=["bridge"]).is_same


def test_the_weights_are_what_our_dialogues_teach() -> None:
    learnt = learn(pairs())
    assert learnt.keys() == _WEIGHTS.keys()
    assert learnt == pytest.approx(_WEIGHTS, abs=0.02)
