"""A name in small letters takes the place of the name that it is set beside. The conversations are made up."""

import pytest
from bench.cast import turns_of

from askwell.types import Language
from askwell.understanding.candidates import candidates
from askwell.understanding.grammar.context import survey
from askwell.understanding.grammar.cues import read
from tests.understanding.grammar.test_resolve import ask


@pytest.mark.parametrize(
    ("language", "asked", "question", "expected"),
    [
        (
            "en",
            "How long does the filter of the Ravella last? -> A year. The Tolmar has two filters.",
            "and the tolmar?",
            "How long does the filter of the tolmar last?",
        ),
        (
            "nl",
            "Hoe lang gaat het filter van de Ravella mee? -> Een jaar. De Tolmar heeft er twee.",
            "en de tolmar?",
            "Hoe lang gaat het filter van de tolmar mee?",
        ),
        (
            "it",
            "Quanto dura il filtro della Ravella? -> Un anno. La Tolmar ne ha due.",
            "e la tolmar?",
            "Quanto dura il filtro della tolmar?",
        ),
    ],
)
def test_a_name_that_was_said_takes_the_place_of_a_name(
    language: Language, asked: str, question: str, expected: str
) -> None:
    assert ask(question, asked, language=language).question == expected
    exchange, _, answer = asked.partition(" -> ")
    context = survey(turns_of([(exchange, answer)]), language)
    assert expected.rstrip("?") in {
        each.question.rstrip("?").replace("di la ", "della ") for each in candidates(read(question, language), context)
    }


@pytest.mark.parametrize(
    ("language", "asked", "question", "expected"),
    [
        ("en", "How long does the filter of the Ravella last?", "and the hose?", "Ravella"),
        ("nl", "Hoe lang gaat het filter van de Ravella mee?", "en de slang?", "Ravella"),
        ("it", "Quanto dura il filtro della Ravella?", "e il tubo?", "Ravella"),
    ],
)
def test_a_common_noun_leaves_the_name(language: Language, asked: str, question: str, expected: str) -> None:
    assert expected in ask(question, f"{asked} -> A year.", language=language).question


def test_an_unknown_italian_verb_is_no_other_phrase_that_could_give_way() -> None:
    found = ask("e la tolmar?", "Quanto pesa la Ravella? -> 3 kg.", language="it")
    assert found.question == "Quanto pesa la tolmar?"
