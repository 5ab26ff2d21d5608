"""Sixty dialogues with a correction each: afterwards memory holds what is in force."""

from bench.memory_own import correction_outcomes, read_dialogues


async def test_what_is_in_force_after_a_dialogue_is_what_was_said_last() -> None:
    """S2-V6: over three languages, through the step that runs after an answer and a real store."""
    outcomes = await correction_outcomes(read_dialogues())
    assert len(outcomes) == 60
    assert [outcome.dialogue for outcome in outcomes if not outcome.holds] == []
