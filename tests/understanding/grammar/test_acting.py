"""A correction that names an action asks the last question about it. The conversations are made up."""

import pytest

from askwell.types import Language
from askwell.understanding.grammar.actions import action_of, infinitive_of
from tests.understanding.grammar.test_resolve import ask


@pytest.mark.parametrize(
    ("language", "exchange", "question", "expected"),
    [
        ("en", "How do I tune a harp? -> With a key.", "I mean restringing it", "How do I restring a harp?"),
        ("en", "Where can I hire a tent? -> At the gate.", "no, to return one", "Where can I return one?"),
        ("en", "How do I resize a table in Kalda? -> Drag it.", "i meant deleting rows",
         "How do I delete rows in Kalda?"),
        ("en", "How can I mute a channel? -> Press M.", "no, how to hide it", "How to hide a channel?"),
        ("en", "What is the best way to dry herbs? -> In the dark.", "I mean freezing them",
         "What is the best way to freeze herbs?"),
        ("nl", "Hoe stem ik een harp? -> Met een sleutel.", "ik bedoel snaren vervangen",
         "Hoe kan ik snaren vervangen?"),
        ("nl", "Waar kun je een tent huren? -> Bij de poort.", "nee, een tent terugbrengen",
         "Waar kun je een tent terugbrengen?"),
        ("nl", "Wat is de beste manier om kruiden te drogen? -> In het donker.", "ik bedoel azijn toevoegen",
         "Wat is de beste manier om azijn toe te voegen?"),
        ("nl", "Hoe kan ik een kanaal dempen? -> Druk op M.", "nee, hoe ik het verberg", "Hoe ik een kanaal verberg?"),
        ("it", "Come accordo un'arpa? -> Con una chiave.", "intendo cambiare le corde", "Come cambiare le corde?"),
        ("it", "Dove posso noleggiare una tenda? -> All'ingresso.", "no, restituire una tenda",
         "Dove posso restituire una tenda?"),
        ("it", "Come posso silenziare un canale? -> Premi M.", "no, come nasconderlo", "Come nascondere un canale?"),
    ],
)  # fmt: skip
def test_an_action_takes_the_place_of_that_of_the_last_question(
    language: Language, exchange: str, question: str, expected: str
) -> None:
    assert ask(question, exchange, language=language).question == expected


@pytest.mark.parametrize(
    ("language", "phrase"),
    [
        ("en", "riding boots"),
        ("en", "parking tickets"),
        ("en", "to the harbour"),
        ("en", "the wiring"),
        ("nl", "gele truien"),
        ("nl", "houten planken"),
        ("nl", "prijzen van tenten"),
        ("nl", "de snaren"),
        ("it", "camere doppie"),
        ("it", "il quartiere"),
        ("it", "orari"),
    ],
)
def test_a_thing_is_no_action(language: Language, phrase: str) -> None:
    assert action_of(phrase, language) is None


def test_an_action_without_a_question_to_put_it_in_is_searched_as_typed() -> None:
    found = ask("I mean restringing it", "Why is this harp so loud? -> It is new.")
    assert found.question == "I mean restringing it"
    assert {term.text for term in found.terms} == {"harp", "loud"}


def test_what_is_not_replaced_is_searched_without_the_verb_of_the_question() -> None:
    found = ask("no, hiding and showing them both", "How do I mute the old channel? -> Press M.")
    assert "mute" not in found.question.split()


@pytest.mark.parametrize(
    ("gerund", "infinitive"),
    [
        ("adding", "add"), ("making", "make"), ("planning", "plan"), ("fixing", "fix"), ("tying", "tie"),
        ("controlling", "control"), ("filling", "fill"), ("king", ""), ("removing", "remove"), ("caring", "care"),
    ],
)  # fmt: skip
def test_an_english_gerund_has_an_infinitive(gerund: str, infinitive: str) -> None:
    assert infinitive_of(gerund) == infinitive
