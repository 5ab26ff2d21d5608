"""Sixty dialogues with a correction each: afterwards memory holds what is in force."""

from bench.memory_own import correction_outcomes, read_dialogues

WANTED = 0.95


async def test_what_is_in_force_after_a_dialogue_is_what_was_said_last() -> None:
    """S2-V6: measured over three languages, through the step that runs behind an answer and a real store."""
    outcomes = await correction_outcomes(read_dialogues()[::3])
    failed = [outcome.dialogue for outcome in outcomes if not outcome.holds]
    assert len(failed) <= (1 - WANTED) * len(outcomes), failed
