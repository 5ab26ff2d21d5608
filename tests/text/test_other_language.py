"""The last answer in another language is asked for as an operation on it, in three languages."""

import pytest

from askwell.text.operations import asked_operation
from askwell.types import Language


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "in another language please"),
        ("en", "English please"),
        ("en", "same in German?"),
        ("en", "could I get this in a different language"),
        ("en", "in my language, please"),
        ("nl", "in een andere taal graag"),
        ("nl", "Engels graag"),
        ("nl", "hetzelfde in het Spaans"),
        ("nl", "mag dat in mijn eigen taal"),
        ("nl", "Italiaans, alstublieft"),
        ("it", "in un'altra lingua per favore"),
        ("it", "inglese, per favore"),
        ("it", "lo stesso in tedesco?"),
        ("it", "puoi dirmelo in francese?"),
        ("it", "nella mia lingua, grazie"),
    ],
)
def test_the_answer_in_another_language_is_an_operation(language: Language, message: str) -> None:
    assert asked_operation(message, language) == "transform"


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "is the tour in another language?"),
        ("en", "do you teach English please?"),
        ("en", "which language is the tour in?"),
        ("en", "English"),
        ("nl", "is er een cursus in een andere taal?"),
        ("nl", "is de rondleiding ook in het Engels?"),
        ("nl", "Engels"),
        ("it", "c'è un corso in un'altra lingua?"),
        ("it", "la visita è anche in inglese?"),
        ("it", "insegnate inglese per favore?"),
    ],
)
def test_a_question_about_a_language_is_none(language: Language, message: str) -> None:
    assert asked_operation(message, language) is None
