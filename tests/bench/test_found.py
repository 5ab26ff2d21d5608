"""Where passages with a fact stand: what is asked, what is learnt, and what is counted."""

import numpy as np
import pytest
from bench.blind import SETS
from bench.blind_questions import collections
from bench.found import METRICS, Sought, _rows, learn, questions, scores
from bench.sureness import UNSEEN

DRAWN = np.random.default_rng(3)


def sought(fact_at: int, columns: dict[str, list[float]]) -> Sought:
    count = len(next(iter(columns.values())))
    has_fact = np.array([float(at == fact_at) for at in range(count)])
    order = np.arange(count, dtype=np.float64)
    return Sought("first", "own", "c", has_fact, order, {key: np.array(each) for key, each in columns.items()})


def test_later_questions_are_worded_by_people_and_those_of_unseen_sets_left_out() -> None:
    names = {name for folder in SETS.values() for name in collections(folder)}
    asked = [put for name in names for put in questions(name)]
    assert all(put[0].is_answerable and put[2].strip() for put in asked)
    later = [put for put in asked if put[0].number > 1]
    assert len(later) > 300
    assert not any(set_name in UNSEEN for _, set_name, _ in later)
    assert {set_name for _, set_name, _ in asked} >= {"first", *UNSEEN}


def test_a_feature_that_tells_the_fact_gets_the_weight() -> None:
    seen = []
    for _ in range(60):
        fact, telling, idle = int(DRAWN.integers(8)), DRAWN.normal(size=8), DRAWN.normal(size=8)
        telling[fact] += 2
        seen.append(sought(fact, {"telling": telling.tolist(), "idle": idle.tolist()}))
    weights = learn(seen)
    assert weights["telling"] > 1
    assert abs(weights["idle"]) < weights["telling"] / 3
    own = scores(seen[0], weights)
    assert own == pytest.approx(
        [
            weights["telling"] * a + weights["idle"] * b
            for a, b in zip(seen[0].columns["telling"], seen[0].columns["idle"], strict=True)
        ]
    )


def test_a_feature_that_some_questions_lack_counts_as_average() -> None:
    one = sought(0, {"telling": [1.0, -1.0]})
    assert scores(one, {"definition": 5.0, "telling": 2.0}).tolist() == [2.0, -2.0]


def test_without_other_collections_nothing_is_learnt() -> None:
    assert learn([]) == {}
    assert scores(sought(0, {"telling": [1.0, -1.0]}), {}).tolist() == [0.0, 0.0]


def test_shares_are_of_the_best_place_of_a_fact() -> None:
    pairs = [(sought(at, {"telling": [0.0] * 9}), -np.arange(9, dtype=np.float64)) for at in (0, 2, 8)]
    rows = {row["system"]: row for row in _rows("own", pairs)}
    assert [rows["search"][name] for name in METRICS] == [0.3333, 0.6667, 0.6667]
    assert rows["learnt"]["n"] == 3
    assert [rows["learnt"][name] for name in METRICS] == [0.3333, 0.6667, 0.6667]
