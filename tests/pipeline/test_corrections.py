"""Which items correct the turns that an answer shows again."""

import pytest

from askwell.pipeline.answer_from_history import _corrections
from askwell.pipeline.state import TurnState
from askwell.types import Begun, Item, Memory, Recalled
from tests.prompting import turn

SHOWN = turn(2, "What does a berth in the harbour cost?", "A berth costs 18 euros a night.")


def corrections(item: Item) -> list[str]:
    """The texts of the corrections of turn 2, if a conversation has one item."""
    state = TurnState(Begun(turn(5, "And now?", ""), 1), recalled=Recalled(memory=Memory(items=(item,))))
    return [each.text for each in _corrections(state, (SHOWN,))]


@pytest.mark.parametrize(
    ("item", "is_shown"),
    [
        (Item("i", "t4", 4, "A berth costs 21 euros", "correction"), True),
        (Item("i", "t4", 4, "A berth costs 21 euros", "fact", supersedes_id="h"), True),
        (Item("i", "t4", 4, "A berth costs 21 euros", "fact"), False),
        (Item("i", "t4", 4, "The crane opens at seven", "correction"), False),
        (Item("i", "t1", 1, "A berth costs 21 euros", "correction"), False),
        (Item("i", "t4", 4, "The crane opens at seven", "correction", corrects=(2,)), True),
    ],
)
def test_a_later_item_about_the_same_corrects_a_turn(item: Item, is_shown: bool) -> None:
    assert bool(corrections(item)) == is_shown
