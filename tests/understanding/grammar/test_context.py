"""A turn that was read before is known again by all that it holds, not by its place alone."""

from dataclasses import replace

import pytest

from askwell.types import Turn
from askwell.understanding.grammar.context import survey
from tests.understanding.grammar.test_resolve import recalled

(TURN,) = recalled("How do I apply for a parking permit?").turns


@pytest.mark.parametrize(
    "other",
    [
        replace(TURN, answer="At the town hall. Do you live in Ghent?"),
        replace(TURN, question="And for my sister?"),
        replace(TURN, standalone_question="How do I apply for a library card?"),
        replace(TURN, things=("Galaxy S24",)),
        replace(TURN, among=("Galaxy S24", "Pixel 9")),
        replace(TURN, answer="Which town? It matters.", outcome="asked"),
    ],
)
def test_another_turn_with_the_same_number_is_read_anew(other: Turn) -> None:
    before, after = survey([TURN], "en"), survey([other], "en")
    assert before.last != after.last
    assert survey([TURN], "en").last == before.last


def test_what_an_answer_asks_back_is_read_with_how_it_ended() -> None:
    answer = "Which town? It matters."
    asking, telling = (replace(TURN, answer=answer, outcome=outcome) for outcome in ("asked", "answered"))
    assert [said.asks for turn in (telling, asking) for said in survey([turn], "en").turns] == ["", "Which town?"]
