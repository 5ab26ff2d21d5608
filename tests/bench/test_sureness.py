"""The bench of sureness: its area under the curve, and its fit."""

import numpy as np
import pytest
from bench.sureness import Answered, area, fit


def test_the_area_is_the_share_of_pairs_in_the_right_order() -> None:
    right = np.array([1.0, 1.0, 0.0, 0.0])
    assert area(np.array([0.9, 0.8, 0.2, 0.1]), right) == 1.0
    assert area(np.array([0.1, 0.2, 0.8, 0.9]), right) == 0.0
    assert area(np.array([0.5, 0.5, 0.5, 0.5]), right) == 0.5


def test_the_fit_finds_the_weights_and_ignores_the_level_of_a_set() -> None:
    draw = np.random.default_rng(3)
    answered = []
    for name, level in (("easy", 1.0), ("hard", -3.0)):
        for near, coverage in draw.random((4_000, 2)):
            chance = 1 / (1 + np.exp(-(level + 4 * near - 2 * coverage)))
            answered.append(Answered(name, (near, coverage, 0.0), 0.0, bool(draw.random() < chance)))
    near_weight, coverage_weight, missing_weight = fit(answered)
    assert near_weight == pytest.approx(4, abs=0.5)
    assert coverage_weight == pytest.approx(-2, abs=0.5)
    assert missing_weight == pytest.approx(0, abs=1e-6)
