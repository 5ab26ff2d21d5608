"""Members of a list that are meant by their number, in three languages."""

import pytest

from askwell.types import Language
from tests.understanding.grammar.test_resolve import ask

CLASSES = "What classes are there? -> - Sprint, 45 km\n- Classic, 90 km\n- Epic, 160 km"
KLASSEN = "Welke klassen zijn er? -> 1. Sprint, 45 km\n2. Klassiek, 90 km\n3. Ultra, 160 km"
CLASSI = "Che classi ci sono? -> - Breve, 45 km\n- Media, 90 km\n- Lunga, 160 km"


@pytest.mark.parametrize(
    ("language", "exchange", "question", "expected"),
    [
        (
            "en",
            CLASSES,
            "how old do you have to be for the last two",
            "How old do you have to be for Classic and Epic?",
        ),
        ("en", CLASSES, "is the middle one hilly", "Is Classic hilly?"),
        ("en", CLASSES, "can number 3 be done by bus", "Can Epic be done by bus?"),
        ("nl", KLASSEN, "moet ik voor die tweede trainen", "Moet ik voor Klassiek trainen?"),
        ("nl", KLASSEN, "hoe lang duurt de middelste", "Hoe lang duurt Klassiek?"),
        ("it", CLASSI, "il secondo quanto costa?", "Media quanto costa?"),
        ("it", CLASSI, "quanto dura l'ultima?", "Quanto dura Lunga?"),
    ],
)
def test_a_number_stands_for_the_member_of_the_last_list(
    language: Language, exchange: str, question: str, expected: str
) -> None:
    found = ask(question, exchange, language=language)
    assert (found.question, found.reason_code) == (expected, "resolve.ordinal")


def test_etc_is_no_member_of_a_list() -> None:
    fees = "Which fees are there? -> The fees are rent, heating, water, etc."
    assert ask("is the last one monthly?", fees).question == "Is water monthly?"


@pytest.mark.parametrize(
    "question",
    [
        "Who was the first woman in parliament?",
        "When is the last day to enrol?",
        "When was the pier built and where is the second?",
    ],
)
def test_an_ordinal_of_something_else_is_no_member(question: str) -> None:
    assert ask(question, CLASSES).reason_code != "resolve.ordinal"


@pytest.mark.parametrize(
    ("language", "exchange", "question", "expected"),
    [
        ("en", "Which huts are there? -> 1. Hain hut 2. Brack hut", "the second one", "Brack hut?"),
        ("nl", "Welke hutten zijn er? -> 1. Hain 2. Brack", "de tweede", "Brack?"),
        ("it", "Quali rifugi ci sono? -> 1. Hain 2. Brack", "il secondo", "Brack?"),
    ],
)
def test_an_item_that_answers_which_ones_there_are_does_not_go_into_that_question(
    language: Language, exchange: str, question: str, expected: str
) -> None:
    assert ask(question, exchange, language=language).question == expected
