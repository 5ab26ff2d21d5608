"""The bench of sureness: its area under the curve, and its fit."""

import numpy as np
import pytest
from bench.ranked import area
from bench.sureness import FITTED, fit
from bench.sureness_examples import Sample

from askwell.rules.sureness import WEIGHTS, Signs


def test_the_area_is_the_share_of_pairs_in_the_right_order() -> None:
    right = np.array([1.0, 1.0, 0.0, 0.0])
    assert area(np.array([0.9, 0.8, 0.2, 0.1]), right) == 1.0
    assert area(np.array([0.1, 0.2, 0.8, 0.9]), right) == 0.0
    assert area(np.array([0.5, 0.5, 0.5, 0.5]), right) == 0.5


def test_the_fit_finds_the_weights_and_keeps_those_that_are_given() -> None:
    draw = np.random.default_rng(3)
    truth = WEIGHTS._replace(standing=1.0, lead=-1.0, titled=3.0, terms=-2.0)
    samples = []
    for row in draw.random((12_000, len(Signs._fields))):
        right = draw.random() < 1 / (1 + np.exp(1 - row @ np.array(truth)))
        samples.append(Sample("all", "all", Signs(*row), bool(right)))
    weights = dict(zip((*Signs._fields, "constant"), fit(samples), strict=True))
    assert all(weights[name] == getattr(WEIGHTS, name) for name in Signs._fields if name not in FITTED)
    assert weights["lead"] == 0.0, "it can only raise the chance"
    for name in ("standing", "titled", "terms"):
        assert weights[name] == pytest.approx(getattr(truth, name), abs=0.4), name
