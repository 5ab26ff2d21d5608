"""In a conversation with files, their passages have places among those of a large collection."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from askwell.pipeline.attachments import with_attached
from askwell.pipeline.state import TurnState
from askwell.types import ATTACHED, Attachment, Begun, Passage, Recalled, Turn
from tests.prompting import passage, turn

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
RANKED = "ccccccaca"
"""Origins of the passages by rank: `c` for the collection, `a` for an attachment."""


def ranked(origins: str) -> list[Passage]:
    found = [passage(f"Text {place}.", name=f"{origin}{place}.md") for place, origin in enumerate(origins)]
    return [
        replace(each, collection=f"{ATTACHED}s") if origin == "a" else each
        for each, origin in zip(found, origins, strict=True)
    ]


def state(added_at: datetime, *earlier: Turn) -> TurnState:
    offer = Attachment("i", "s", 1, "offer.md", "text/markdown", 9, "h", "ready", added_at, document_id="d")
    begun = Begun(replace(turn(len(earlier) + 1, "How many days?", ""), answer=""), 1)
    return TurnState(begun, recalled=Recalled(earlier), attachments=(offer,))


def order(state: TurnState, origins: str) -> str:
    return "".join("a" if each.is_attached else "c" for each in with_attached(state, ranked(origins)))


def before(at: datetime) -> Turn:
    return replace(turn(1, "Hello?", "Hello."), created_at=at)


def test_a_question_that_comes_with_a_file_gets_its_passages_first() -> None:
    assert order(state(NOON), RANKED) == "aaccccccc"
    assert order(state(NOON, before(NOON - timedelta(minutes=1))), RANKED) == "aaccccccc"


def test_later_every_second_passage_is_of_a_file_while_there_are_any() -> None:
    assert order(state(NOON, before(NOON + timedelta(minutes=1))), RANKED) == "cacaccccc"


def test_files_that_rank_higher_keep_their_places() -> None:
    assert order(state(NOON, before(NOON + timedelta(minutes=1))), "aaacccc") == "aaacccc"


def test_passages_of_one_origin_keep_their_order() -> None:
    found = ranked("ccc")
    assert with_attached(state(NOON), found) == tuple(found)
