"""Later questions of blind conversations: where their fact was found, and what is counted."""

from pathlib import Path

import pytest
from bench.blind import SETS, Replied
from bench.blind_questions import Asked, collections, conversations
from bench.later_questions import COMPLETE, METRICS, Later, _as_worded, is_place, row

from askwell.engine import Engine
from askwell.settings import Settings
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


async def test_people_have_their_wording_in_place_of_what_is_resolved(settings: Settings, tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "boats.md").write_text("# Boats\n\nThe rowing boat costs 12 euros a day.\n")
    (tmp_path / "docs" / "bikes.md").write_text("# Bikes\n\nThe bicycle costs 9 euros a day.\n")
    first = Asked("c-1", 1, "What does the bicycle cost?", frozenset({"bikes.md"}), (("9 euros",),), is_answerable=True)
    worded = ["", "What does the rowing boat cost?"]
    async with await Engine.open(settings) as engine:
        async for _ in engine.knowledge.ingest(tmp_path / "docs", "documents"):
            pass
        [found] = await _as_worded(engine, "documents", [first, PRICE], worded)
    assert found.replied.answer.standalone_question == worded[1]
    assert (found.replied.asked, found.place) == (PRICE, 1)
