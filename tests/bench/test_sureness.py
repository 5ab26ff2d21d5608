"""The bench of sureness: its area under the curve, and its fit."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from bench.blind import Replied
from bench.blind_questions import Asked
from bench.ranked import area
from bench.sureness import READ, SIGNS, fit, left_out
from bench.sureness_examples import Sample

from askwell.rules.sureness import WEIGHTS, Signs
from askwell.types import Answer


def test_the_area_is_the_share_of_pairs_in_the_right_order() -> None:
    right = np.array([1.0, 1.0, 0.0, 0.0])
    assert area(np.array([0.9, 0.8, 0.2, 0.1]), right) == 1.0
    assert area(np.array([0.1, 0.2, 0.8, 0.9]), right) == 0.0
    assert area(np.array([0.5, 0.5, 0.5, 0.5]), right) == 0.5


def test_the_fit_finds_the_weights_and_gives_none_to_a_sign_of_the_other_direction() -> None:
    truth = WEIGHTS._replace(held=3.0, apart=-1.0, meant=2.0, listing=-2.0, lacks=-1.5)
    weights = dict(zip((*READ, "constant"), fit(_samples(truth, "a", 12_000), READ), strict=True))
    assert weights["apart"] == 0.0, "it can only raise the chance"
    assert abs(weights["reading"]) < 0.1, "it tells nothing here"
    for name in ("held", "meant", "listing", "lacks"):
        assert weights[name] == pytest.approx(getattr(truth, name), abs=0.4), name


def test_a_collection_is_judged_without_its_own_questions() -> None:
    rising = Signs(*([0.0] * len(Signs._fields)))._replace(held=6.0)
    own, others = _samples(rising, "own", 300), _samples(rising._replace(held=-6.0), "others", 300)
    right = np.array([each.sure.is_right for each in own], dtype=np.float64)
    weights = np.zeros(len(Signs._fields) + 1)
    assert area(left_out([*own, *others], weights, SIGNS)[:300], right) < 0.6
    assert area(left_out([*own, *_samples(rising, "others", 300)], weights, SIGNS)[:300], right) > 0.75


def test_the_eighth_set_is_judged_by_weights_that_are_fitted_without_it() -> None:
    samples = [replace(each, set="eighth") for each in _samples(WEIGHTS, "own", 5)]
    weights = np.array([*WEIGHTS, -1.0])
    signs = np.array([each.signs for each in samples])
    assert left_out(samples, weights, SIGNS) == pytest.approx(1 / (1 + np.exp(-(signs @ weights[:-1] - 1.0))))


def _samples(truth: Signs, collection: str, number: int) -> list[Sample]:
    draw = np.random.default_rng(3)
    samples = []
    for row in draw.random((number, len(Signs._fields))):
        replied = _replied(draw.random() < 1 / (1 + np.exp(1 - row @ np.array(truth))))
        samples.append(Sample("first", collection, Signs(*row), draw.random(), replied, replied, replied))
    return samples


def _replied(is_right: Any) -> Replied:
    asked = Asked("c", 1, "when open?", frozenset({"hours.md"}), (("nine",),), is_answerable=True)
    text = "From nine on. [1]" if is_right else "It has a roof. [1]"
    return Replied(asked, Answer(text, (), "when open?", "standalone", "search", "answered", 1, None, "t", "en", ()))
