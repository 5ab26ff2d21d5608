"""A question about a thing that a phrase for an operation names too."""

import pytest

from askwell.text.operations import asked_operation
from askwell.types import Language


@pytest.mark.parametrize(
    ("message", "language"),
    [
        ("and the song?", "en"),
        ("the poem?", "en"),
        ("en het gedicht?", "nl"),
        ("e la traduzione?", "it"),
        ("la tabella?", "it"),
    ],
)
def test_a_question_about_a_thing_is_no_order_to_make_one(message: str, language: Language) -> None:
    assert asked_operation(message, language) is None


@pytest.mark.parametrize(
    ("message", "language"),
    [
        ("make it a song", "en"),
        ("as a poem?", "en"),
        ("give me the diagram", "en"),
        ("maak er een gedicht van", "nl"),
        ("fammi la traduzione", "it"),
        ("in una canzone?", "it"),
    ],
)
def test_an_order_to_make_one_is(message: str, language: Language) -> None:
    assert asked_operation(message, language) == "transform"
