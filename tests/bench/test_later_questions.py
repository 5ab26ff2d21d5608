"""Later questions of blind conversations: where their fact was found, and what is counted."""

import pytest
from bench.blind import SETS, Replied
from bench.blind_questions import Asked, collections, conversations
from bench.later_questions import COMPLETE, METRICS, Later, is_place, row

from askwell.types import Answer

PRICE = Asked("c-1", 2, "and the boat?", frozenset({"boats.md"}), (("12 euros", "twelve"),), is_answerable=True)
NOWHERE = Asked("c-1", 3, "who owns it?", frozenset(), (), is_answerable=False)


def later(asked: Asked, text: str, place: int) -> Later:
    return Later(
        Replied(asked, Answer(text, (), text, "follow_up", "search", "answered", 1, None, "t", "en", ())), place
    )


@pytest.mark.parametrize(
    ("document", "text", "expected"),
    [
        ("docs/boats.md", "A boat costs TWELVE [1] a day.", True),
        ("docs/boats.md", "A boat costs 112 euros.", False),
        ("docs/hours.md", "A boat costs 12 euros.", False),
    ],
)
def test_a_place_has_a_fact_and_is_of_a_right_document(document: str, text: str, expected: bool) -> None:
    assert is_place(PRICE, document, text) is expected


def test_places_are_shares_of_the_questions_with_an_answer() -> None:
    found = [later(PRICE, "It costs 12 euros.", 1), later(PRICE, "It is blue.", 3), later(NOWHERE, "The town.", 0)]
    counted = row("third", COMPLETE, found)
    assert counted["n"] == 3
    assert [counted[name] for name in METRICS] == [0.5, 0.5, 0.6667, 0.5, 1.0]


def test_every_later_question_has_a_complete_wording() -> None:
    for questions in SETS.values():
        for name in collections(questions):
            asked = [each for turns in conversations(name, questions) for each in turns[1:]]
            assert asked
            assert all(each.complete for each in asked)
