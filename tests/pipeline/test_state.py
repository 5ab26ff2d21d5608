"""What a turn searches for and judges."""

from datetime import UTC, datetime

import pytest

from askwell.pipeline.state import TurnState
from askwell.types import Begun, Resolution, SearchTerm, Turn

TERMS = (SearchTerm("ferry", 0.7), SearchTerm("Texel", 0.4))
TYPED = "and with a bike?"


def state(resolution: Resolution | None) -> TurnState:
    turn = Turn("t", "", 0, None, "running", TYPED, datetime.now(UTC))
    return TurnState(begun=Begun(turn, fence=0), resolution=resolution)


@pytest.mark.parametrize(
    ("resolution", "searched"),
    [
        (None, TYPED),
        (Resolution("follow_up", TYPED), TYPED),
        (Resolution("follow_up", TYPED, terms=TERMS), f"{TYPED} ferry Texel"),
        (Resolution("clarification", TYPED, terms=TERMS), f"{TYPED} ferry Texel"),
        (Resolution("standalone", TYPED, terms=TERMS), TYPED),
        (Resolution("follow_up", "When does it leave?", terms=TERMS), "When does it leave? ferry Texel"),
        (Resolution("follow_up", "When does the ferry leave?"), "When does the ferry leave?"),
    ],
)
def test_only_a_question_that_is_incomplete_is_searched_with_terms(
    resolution: Resolution | None, searched: str
) -> None:
    assert state(resolution).analysed_question == searched
    assert state(resolution).question == (resolution.question if resolution else TYPED)
