"""Which sentence defines what a question asks for."""

import pytest

from askwell.rules.form import form_bonus, read_question
from askwell.rules.units import units
from askwell.types import Language
from tests.passages import passage


def bonus(question: str, text: str, language: Language = "en") -> float:
    """What the one sentence of a text gains; it is not the first of its document."""
    source = passage(f"Other things come first here. {text}", ordinal=3, language=language)
    return form_bonus(read_question(question, language), units([source])[1], source)


@pytest.mark.parametrize(
    ("question", "tells", "says_less", "language"),
    [
        ("what is a TFB?", "The board is known as the Town Ferry Board (TFB).", "The TFB met in May.", "en"),
        ("wat is een NVS?", "Dat heet een Nieuwe Veilige Steiger (NVS).", "De NVS werd gisteren gemeld.", "nl"),
        ("cos'è il PAV?", "Si parla allora di Piano Acque Vive (PAV).", "Il PAV è stato rinviato.", "it"),
    ],
)
def test_the_full_name_of_an_abbreviation_defines_it(
    question: str, tells: str, says_less: str, language: Language
) -> None:
    assert bonus(question, tells, language) >= 0.4 > bonus(question, says_less, language)


@pytest.mark.parametrize(
    ("question", "about_it", "about_a_part", "language"),
    [
        ("what is a quoin?", "A quoin is a stone at a corner.", "The name of a quoin is a matter of taste.", "en"),
        (
            "cos'è un concio?",
            "Un concio è una pietra squadrata.",
            "Il nome di un concio è una questione di gusti.",
            "it",
        ),
    ],
)
def test_a_sentence_about_the_name_of_a_thing_does_not_define_the_thing(
    question: str, about_it: str, about_a_part: str, language: Language
) -> None:
    assert bonus(question, about_it, language) > 0.4
    assert bonus(question, about_a_part, language) <= 0.1


def test_what_is_asked_for_may_hold_a_preposition() -> None:
    assert bonus("what is a right of way?", "A right of way is a path over the land of somebody else.") >= 0.3
