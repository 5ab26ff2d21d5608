"""Random prompts never exceed their budget and never lose their question; a quick part of `python -m bench budget`."""

from bench.budget import random_inputs


async def test_random_prompts_keep_to_their_budget_and_keep_the_question() -> None:
    """S0-37 S3-09 S3-B2: counted as they are sent; what has no room is refused."""
    overflows, lost, refused = await random_inputs(400, seed=11)
    assert (overflows, lost) == (0, 0)
    assert refused < 100
