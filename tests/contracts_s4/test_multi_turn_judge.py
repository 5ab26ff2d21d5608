"""The judge of conversations, called as the other system calls it."""

from askwell.compat import MultiTurnJudge
from tests.passages import passage

LOCKERS = passage("A locker of the swimming pool costs 2 euros a day. Lockers are emptied at 10 pm.", title="Lockers")
BEFORE = [{"user_query": "Does the swimming pool have lockers?", "response": "Yes, the swimming pool has lockers. [1]"}]


async def test_a_turn_is_scored_in_its_conversation() -> None:
    """S4-14: the six arguments by their names, scores on the scales of the document."""
    scores = await MultiTurnJudge().score_turn(
        query="How much are they?",
        reformulated_query="How much are the lockers of the swimming pool?",
        response="A locker of the swimming pool costs 2 euros a day. [1]",
        expected_topics=["2 euros"],
        requires_context=True,
        previous_turns=BEFORE,
        sources={1: [LOCKERS]},
        expected_question="How much are the swimming pool's lockers?",
    )
    assert 1 <= scores.factual_accuracy <= 5
    assert 1 <= scores.coherence <= 3
    assert scores.completeness > 4
    assert scores.context_resolution is not None
    assert scores.context_resolution >= 0.5
    assert scores.composite >= 70
    assert scores.passed


async def test_a_question_that_was_not_understood_does_not_pass() -> None:
    """S4-14 S4-B4: whatever the composite is."""
    scores = await MultiTurnJudge(min_score=0).score_turn(
        "How much are they?",
        None,
        "A locker of the swimming pool costs 2 euros a day. [1]",
        ["2 euros"],
        True,
        BEFORE,
        sources={1: [LOCKERS]},
    )
    assert scores.context_resolution is not None
    assert scores.context_resolution < 0.5
    assert not scores.passed
