"""What memory takes of a prompt: the same at turn 40 and at turn 10,000."""

from datetime import UTC, datetime

import pytest

from askwell.pipeline.memory import RECALLED_TOKENS, SUMMARY_TOKENS, cited_passages, memory_for
from askwell.pipeline.state import TurnState
from askwell.types import Begun, CitedPassage, Item, Memory, Purpose, Recalled, Source, Topic, Turn

NOW = datetime(2026, 1, 1, tzinfo=UTC)
CITED = CitedPassage("c1", "It costs 90 euros.", (), None, 0, 18, 1.0)


def turn(number: int, answer: str = "It costs 90 euros. [3]") -> Turn:
    source = Source(3, "d3", "pass.md", "Pass", "", (CITED,))
    return Turn(
        f"t{number}", "s", number, None, "completed", "What does it cost?", NOW, answer=answer, sources=(source,)
    )


def state(length: int, long: str = "Said. ") -> TurnState:
    """A turn behind so many, each with as much to say as can be."""
    topics = tuple(Topic(f"t{n}", n, (long * 40)[:200], (), ()) for n in range(1, length + 1))
    items = tuple(Item(f"i{n}", f"t{n}", n, long * 20) for n in range(1, length + 1))
    memory = Memory("word " * 200, items=items)
    older = tuple(turn(n, long * 5_000) for n in range(1, 4))
    return TurnState(
        Begun(turn(length + 1), 1),
        recalled=Recalled(older=older, memory=memory),
        answering_turns=older,
        corrections=items,
        topics=topics,
    )


def tokens(state: TurnState, purpose: Purpose) -> dict[str, int]:
    return {slot: sum(costs) for slot, costs in memory_for(state, purpose, ()).costs.items()}


@pytest.mark.parametrize("purpose", ["answer", "recall", "chat"])
def test_memory_takes_no_more_of_a_prompt_however_long_the_talk(purpose: Purpose) -> None:
    short, long = (tokens(state(length), purpose) for length in (40, 10_000))
    assert short == long
    assert short.get("summary", 0) <= SUMMARY_TOKENS
    assert short.get("recalled", 0) <= RECALLED_TOKENS


def test_a_refusal_is_told_nothing_of_the_talk() -> None:
    assert tokens(state(40), "decline") == {}


def test_sources_of_a_recalled_answer_keep_their_numbers() -> None:
    passages, labels = cited_passages((turn(1), turn(2)))
    assert labels == (3,)
    assert (passages[0].chunk.document_id, passages[0].chunk.text) == ("d3", "It costs 90 euros.")
