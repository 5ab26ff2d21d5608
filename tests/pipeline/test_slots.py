"""Tokens are divided in whole numbers by composition, and never exceed the room."""

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from askwell.assistant import PackSection
from askwell.pipeline.slots import SLOTS, allocate, budget_of, fill
from askwell.types import Composition, SlotName

COMPOSITIONS: tuple[Composition, ...] = get_args(Composition)
NAMES: tuple[SlotName, ...] = tuple(slot.name for slot in SLOTS["hybrid"])
COSTS = st.dictionaries(st.sampled_from(NAMES), st.lists(st.integers(1, 3_000), max_size=12))
PLENTY: dict[SlotName, int] = dict.fromkeys(NAMES, 10_000)


@given(room=st.integers(-10, 9_000), costs=COSTS, composition=st.sampled_from(COMPOSITIONS))
def test_slots_never_get_more_than_the_room_or_than_they_want(
    room: int, costs: dict[SlotName, list[int]], composition: Composition
) -> None:
    wanted = {name: sum(tokens) for name, tokens in costs.items()}
    given_tokens = allocate(room, wanted, composition)
    assert sum(given_tokens.values()) == min(max(0, room), sum(wanted.values()))
    assert all(0 <= tokens <= wanted.get(name, 0) for name, tokens in given_tokens.items())
    kept = fill(room, costs, composition)
    assert sum(costs[name][at] for name, chosen in kept.items() for at in chosen) <= max(0, room)


@pytest.mark.parametrize(("results", "budget"), [(0, 3500), (1, 4000), (5, 6000), (9, 8000), (10, 8000)], ids=str)
def test_the_scaled_budget_grows_with_the_results(results: int, budget: int) -> None:
    """S3-16: 3,500 and 500 for each result, at most 8,000."""
    assert budget_of(PackSection(preset="scaled"), results, 1_000) == budget
    assert budget_of(PackSection(), results, 1_000) == 3_500


def test_the_answer_keeps_its_part_of_the_context_window() -> None:
    assert budget_of(PackSection(budget_tokens=8_000, window_tokens=4_096), 6, 1_000) == 3_096
    assert budget_of(PackSection(window_tokens=8_192), 6, 1_000) == 3_500


@pytest.mark.parametrize(
    ("composition", "order"),
    [("pure_kb", ["passages", "facts", "documents"]), ("pure_doc", ["documents", "facts", "passages"])],
)
def test_the_priority_is_that_of_the_composition(composition: Composition, order: list[SlotName]) -> None:
    """S3-17: collections, facts, attachments for one; attachments, facts, collections for the other."""
    ranked = [slot.name for slot in SLOTS[composition] if slot.name in order]
    assert ranked == order
    tokens = allocate(3_000, PLENTY, composition)
    assert tokens[order[0]] > tokens[order[2]]


def test_a_hybrid_prompt_is_balanced() -> None:
    """S3-17: both origins get the same, to the token."""
    tokens = allocate(3_001, PLENTY, "hybrid")
    assert abs(tokens["passages"] - tokens["documents"]) <= 1


@pytest.mark.parametrize("composition", COMPOSITIONS)
def test_history_counts_in_every_composition(composition: Composition) -> None:
    """S3-B2: it has tokens of its own everywhere, and takes none that are not its own."""
    assert allocate(3_000, PLENTY, composition)["history"] >= 450
    assert allocate(3_000, PLENTY, composition)["history"] < 2_000


def test_what_a_slot_does_not_want_goes_to_the_others() -> None:
    assert allocate(3_000, {"history": 5_000}, "pure_kb")["history"] == 3_000


def test_the_history_has_no_gaps() -> None:
    kept = fill(1_000, {"history": [300, 5_000, 10], "passages": [600, 5_000, 10]}, "pure_kb")
    assert (kept["history"], kept["passages"]) == ((0,), (0, 2))
