"""Random prompts never exceed their budget and never lose their question; a quick part of `python -m bench budget`."""

import random
from dataclasses import replace

import pytest
from bench.budget import random_inputs
from bench.budget_inputs import RandomTurns

from askwell.errors import ContextTooSmall
from askwell.pipeline.pack import pack
from bench import budget


async def test_random_prompts_keep_to_their_budget_and_keep_the_question() -> None:
    """S0-37 S3-09 S3-B2: counted as they are sent; what has no room is refused."""
    overflows, lost, refused = await random_inputs(200, seed=11)
    assert (overflows, lost) == (0, 0)
    assert refused < 50


async def test_random_inputs_have_files_tools_parts_and_neighbours() -> None:
    """Else a slot that exceeds the budget would not be noticed."""
    source = RandomTurns(random.Random(3))
    seen: set[str] = set()
    for _ in range(60):
        runtime, state = source.turn()
        try:
            state = replace(state, **await pack(state, runtime))
        except ContextTooSmall:
            continue
        brief, ledger = state.brief, state.ledger
        assert brief is not None
        assert ledger is not None
        found = {each.chunk.text for each in state.kept}
        is_wider = any(each.chunk.text not in found for each in brief.passages)
        seen |= {*ledger.tokens, ledger.trust, *(["wider passages"] if is_wider else ())}
    assert {"documents", "passages", "parts", "tools", "summary", "recalled", "low", "wider passages"} <= seen


async def test_the_timed_prompt_is_packed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "ROUNDS", 1)
    assert await budget.timed() > 0
