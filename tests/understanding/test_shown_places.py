"""A place that was shown as unsure is meant by its number."""

from dataclasses import replace

import pytest
from bench.cast import turns_of

from askwell.types import Recalled, Turn
from askwell.understanding.resolver import LearntResolver
from askwell.understanding.shown_places import place_meant

ANSWER = (
    "It may be here:\n\n"
    '- Keeping bees § Swarms: "Bees swarm in May, June or July." [1]\n'
    '- Keeping bees § Winter feed: "Sugar is fed in autumn." [1]\n'
    '- Tools: "A smoker calms them." [2]'
)


def shown(question: str = "what do bees need in autumn") -> Turn:
    [turn] = turns_of([(question, ANSWER)])
    return replace(turn, outcome="passages")


@pytest.mark.parametrize(
    ("message", "place"),
    [
        ("the second one, how much of it?", "Winter feed"),
        ("the first", "Swarms"),
        ("can you show the last one?", "Tools"),
        ("the fifth one?", ""),
        ("and in the second year?", ""),
        ("how much sugar?", ""),
        ("for the second hive, do I put it below the first?", ""),
    ],
)
def test_a_place_is_counted(message: str, place: str) -> None:
    assert place_meant(message, [shown()], "en") == place


def test_only_places_of_the_last_turn_are_counted() -> None:
    later = turns_of([("and wasps?", "They sting.")])[0]
    assert not place_meant("the second one?", [shown(), later], "en")
    assert not place_meant("the second one?", [replace(shown(), outcome="answered")], "en")
    assert not place_meant("the second one?", [], "en")


def test_what_the_question_set_side_by_side_comes_first() -> None:
    assert not place_meant("the first one?", [shown("is it the queen or the drone")], "en")
    assert place_meant("the third one?", [shown("is it the queen or the drone")], "en") == "Tools"


async def test_it_is_searched_with_the_words_of_the_place() -> None:
    found = await LearntResolver().resolve("the second one, how much of it?", Recalled((shown(),)), "en")
    assert found.question == "the second one, how much of it?"
    assert [term.text for term in found.terms] == ["Winter", "feed"]
