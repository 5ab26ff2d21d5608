"""Fusion of scorings."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from askwell.text.fuse import FAR, by_best, by_spread, weighted_mean

scorings = st.dictionaries(st.sampled_from("abcdef"), st.floats(0, 1))


def test_best_of_a_scoring_becomes_one() -> None:
    assert by_best({"a": 8.0, "b": 2.0}) == {"a": 1.0, "b": 0.25}


def test_scoring_without_anything_above_zero_becomes_zeros() -> None:
    assert by_best({"a": 0.0, "b": -1.0}) == {"a": 0.0, "b": 0.0}


def test_spread_counts_from_the_mean_of_everything() -> None:
    scores = {"far": 0.1 + FAR * 0.05, "half": 0.1 + FAR * 0.025, "mean": 0.1, "below": -0.4, "beyond": 0.9}
    assert by_spread(scores, 0.1, 0.05) == pytest.approx({"far": 1, "half": 0.5, "mean": 0, "below": 0, "beyond": 1})


def test_without_a_spread_nothing_stands_out() -> None:
    assert by_spread({"a": 0.4, "b": 0.4}, 0.4, 0.0) == {"a": 0.0, "b": 0.0}


def test_empty_scorings_stay_empty() -> None:
    assert by_best({}) == by_spread({}, 0.1, 0.2) == weighted_mean([{}], [1.0]) == {}


def test_mean_counts_what_is_missing_as_nothing_and_sorts() -> None:
    fused = weighted_mean([{"a": 1.0, "b": 0.5}, {"b": 1.0}], [0.3, 1.0])
    assert list(fused) == ["b", "a"]
    assert fused["a"] == pytest.approx(0.3 / 1.3)
    assert fused["b"] == pytest.approx(1.15 / 1.3)


def test_ties_keep_first_appearance() -> None:
    assert list(weighted_mean([{"b": 0.5, "a": 0.5}, {"c": 0.5}], [1.0, 1.0])) == ["b", "a", "c"]


def test_weights_that_add_up_to_nothing_are_refused() -> None:
    with pytest.raises(ValueError, match="positive sum"):
        weighted_mean([{"a": 1.0}], [0.0])


@given(st.lists(scorings, min_size=1, max_size=4), st.data())
def test_mean_of_normalised_scores_stays_within_zero_and_one(
    given_scorings: list[dict[str, float]], data: st.DataObject
) -> None:
    size = len(given_scorings)
    weights = data.draw(st.lists(st.floats(0.1, 2), min_size=size, max_size=size))
    fused = weighted_mean(given_scorings, weights)
    assert set(fused) == {key for scoring in given_scorings for key in scoring}
    assert all(0 <= score <= 1 + 1e-9 for score in fused.values())
    assert list(fused.values()) == sorted(fused.values(), reverse=True)
