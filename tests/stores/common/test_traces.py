"""Turns stored before they had the fields show them all the same."""

from datetime import UTC, datetime

from askwell.stores.common.traces import with_fields_of_trace
from askwell.types import Antecedent, Decision, Resolution, Turn, TurnOptions, decided

NOW = datetime(2026, 3, 2, tzinfo=UTC)
DETAIL = {
    "question": "Who pays for care?",
    "features": {"pronoun": 1.28},
    "antecedents": [{"expression": "it", "refers_to": "care", "turn": 1}],
    "by": "rules",
}
RESOLVED = Decision("resolve", "follow_up", "pronoun *it* refers to *care* (turn 1)", 0.87, detail=DETAIL)
LOOKED_UP = Decision("look_up", "2 rows", "phones", detail={"things": ["Pixel"], "among": ["Pixel", "Galaxy"]})
SET = {"labels": ["public"], "window_turns": 3, "use_memory": False, "standalone_question": "Who?"}
OPTIONS = Decision("options", "set", "as the caller asked", detail=SET)


def stored(*decisions: Decision) -> Turn:
    return Turn("t", "s", 2, None, "completed", "Who pays?", NOW, kind="follow_up", decisions=decisions)


def test_the_fields_of_a_turn_stored_before_are_read_from_its_decisions() -> None:
    turn = with_fields_of_trace(stored(RESOLVED, LOOKED_UP, OPTIONS))
    assert turn.resolution == Resolution(
        "follow_up",
        "Who pays for care?",
        0.87,
        "pronoun *it* refers to *care* (turn 1)",
        {"pronoun": 1.28},
        (Antecedent("it", "care", 1),),
    )
    assert turn.options == TurnOptions(("public",), 3, use_memory=False, standalone_question="Who?")
    assert (turn.things, turn.among) == (("Pixel",), ("Pixel", "Galaxy"))
    assert turn.decisions == (RESOLVED, LOOKED_UP)


def test_a_turn_stored_with_its_fields_is_left_as_it_is() -> None:
    turn = stored(decided("resolve.understood", {"kind": "follow_up", "reason": ""}), decided("route.otherwise"))
    assert with_fields_of_trace(turn) is turn
