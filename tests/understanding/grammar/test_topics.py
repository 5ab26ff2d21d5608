"""A fragment after a return to an earlier subject, in three languages. The conversations are made up."""

import pytest

from askwell.types import Language
from tests.understanding.grammar.test_resolve import ask

EARLIER: dict[Language, tuple[str, str]] = {
    "en": ("What does the bowling lane cost? -> 12 pounds.", "Where is the snack bar? -> By the door."),
    "nl": ("Wat kost de bowlingbaan? -> 12 euro.", "Verkopen jullie sokken? -> Ja, vijf euro."),
    "it": ("Quanto costa la pista da bowling? -> 12 euro.", "Dov'è il chiosco? -> Vicino alla porta."),
}


@pytest.mark.parametrize(
    ("language", "question", "expected"),
    [
        ("en", "back to the bowling lane, and the address?", "The address of the bowling lane?"),
        ("en", "back to the bowling lane, and on sunday?", "What does the bowling lane cost on sunday?"),
        ("nl", "terug naar de bowlingbaan, en het adres?", "Het adres van de bowlingbaan?"),
        ("nl", "terug naar de bowlingbaan, en op zondag?", "Wat kost de bowlingbaan op zondag?"),
        ("it", "torniamo alla pista da bowling, e l'indirizzo?", "L'indirizzo della pista da bowling?"),
        ("it", "torniamo alla pista da bowling, e per i bambini?", "Quanto costa la pista da bowling per i bambini?"),
    ],
)
def test_an_attribute_or_a_condition_is_asked_of_the_subject(language: Language, question: str, expected: str) -> None:
    assert ask(question, *EARLIER[language], language=language).question == expected


@pytest.mark.parametrize(
    ("language", "question", "words"),
    [
        ("en", "back to the bowling lane, and shoes?", {"bowling", "lane"}),
        ("en", "back to the bowling lane, and the snack bar?", {"bowling", "lane"}),
        ("nl", "terug naar de bowlingbaan, en schoenen?", {"bowlingbaan"}),
        ("it", "torniamo alla pista da bowling, e le scarpe?", {"pista", "bowling"}),
    ],
)
def test_where_it_is_not_clear_what_is_asked_the_question_is_searched_with_the_subject(
    language: Language, question: str, words: set[str]
) -> None:
    found = ask(question, *EARLIER[language], language=language)
    assert (found.question, found.kind, found.reason_code) == (question, "follow_up", "resolve.terms")
    assert {term.text for term in found.terms} == words
