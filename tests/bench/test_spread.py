"""A sample is the same on every run, and even over conversations and over how deep in them a turn stands."""

from collections import Counter
from dataclasses import dataclass

import pytest
from bench.spread import spread
from hypothesis import given
from hypothesis import strategies as st


@dataclass(frozen=True)
class Said:
    conversation: str
    exchanges: tuple[tuple[str, str], ...]


def talks(*lengths: int) -> list[Said]:
    """Conversations of these lengths, turn by turn."""
    return [Said(f"c{name}", (("q", "a"),) * depth) for name, length in enumerate(lengths) for depth in range(length)]


def test_a_sample_is_the_same_on_every_run_and_in_the_order_of_the_data() -> None:
    turns = talks(*[8] * 20)
    sample = spread(turns, 13)
    assert sample == spread(turns, 13)
    assert sample == sorted(sample, key=turns.index)


@pytest.mark.parametrize("n", [7, 20, 33, 60])
def test_every_conversation_gives_one_before_any_gives_two(n: int) -> None:
    counts = Counter(each.conversation for each in spread(talks(*[9] * 20), n))
    assert sum(counts.values()) == n
    assert max(counts.values()) - min(counts.get(f"c{name}", 0) for name in range(20)) <= 1


def test_every_depth_is_taken_as_often_where_conversations_are_as_long() -> None:
    depths = Counter(len(each.exchanges) for each in spread(talks(*[6] * 30), 36))
    assert set(depths.values()) == {6}


def test_without_a_number_all_are_taken() -> None:
    turns = talks(3, 2)
    assert spread(turns, None) == spread(turns, 50) == turns


@given(st.lists(st.integers(1, 12), min_size=1, max_size=12), st.integers(0, 60))
def test_a_sample_has_its_size_and_no_turn_twice(lengths: list[int], n: int) -> None:
    turns = talks(*lengths)
    sample = spread(turns, n)
    assert len(sample) == len(set(sample)) == min(n, len(turns))
    assert set(sample) <= set(turns)
