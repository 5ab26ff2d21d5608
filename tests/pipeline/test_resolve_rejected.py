"""A question without what its message says is not meant."""

import pytest

from askwell.pipeline.resolve import without_rejections
from askwell.types import Language, Resolution, SearchTerm

ASKED = "no i mean the harbour ferry, not the night bus"
TERMS = (SearchTerm("bus", 0.6), SearchTerm("price", 0.5))


def test_what_is_rejected_is_neither_asked_nor_a_search_term() -> None:
    found = without_rejections(Resolution("clarification", ASKED, terms=TERMS), ASKED, "en")
    assert found.question == "no i mean the harbour ferry"
    assert found.terms == (SearchTerm("price", 0.5),)


def test_a_wording_of_the_question_is_kept() -> None:
    worded = Resolution("clarification", "What does the harbour ferry cost?", terms=TERMS)
    assert without_rejections(worded, ASKED, "en").question == "What does the harbour ferry cost?"


@pytest.mark.parametrize(
    ("asked", "language"), [("no, not that one", "en"), ("why not the bus?", "en"), ("nee, niet die", "nl")]
)
def test_a_message_without_another_subject_stays_as_typed(asked: str, language: Language) -> None:
    resolution = Resolution("follow_up", asked, terms=TERMS)
    assert without_rejections(resolution, asked, language) == resolution
