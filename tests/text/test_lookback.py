"""Which part of the conversation a question about it wants."""

import pytest

from askwell.text.lookback import look_back, question_number


@pytest.mark.parametrize(
    ("question", "language", "number"),
    [
        ("What was my second question?", "en", 2),
        ("Wat was mijn derde vraag?", "nl", 3),
        ("Qual era la mia prima domanda?", "it", 1),
        ("What was my last question?", "en", None),
        ("Tell me more about the second one.", "en", None),
    ],
)
def test_a_question_is_asked_for_by_its_number(question: str, language: str, number: int | None) -> None:
    assert question_number(question, language) == number


@pytest.mark.parametrize(
    ("question", "language", "part"),
    [
        ("What did I ask first?", "en", "first_question"),
        ("Wat hadden we eerder besproken?", "nl", "discussed"),
        ("Di cosa abbiamo parlato?", "it", "discussed"),
        ("What did you just say?", "en", "last_answer"),
        ("What does the fee cover?", "en", ""),
    ],
)
def test_the_part_that_is_wanted_is_told(question: str, language: str, part: str) -> None:
    assert look_back(question, language) == part
