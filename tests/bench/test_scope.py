"""The bench of the scope guard, over a few made-up requests, and the fit of its weights."""

import gzip
import json
from pathlib import Path

import numpy as np
import pytest
from bench.options import parse
from bench.scope import Judged
from bench.train_scope import Examples, fit

from bench import scope

TRAIN = [
    ["paint the fence green", "paint"],
    ["which paint suits a fence", "paint"],
    ["sharpen the garden shears", "sharpen"],
    ["how do i sharpen shears", "sharpen"],
]
FOREIGN = [["who wrote this opera", "oos"]]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    parts = {
        "train": TRAIN,
        "oos_train": FOREIGN,
        "val": [["paint my fence", "paint"]] * 2 + [["sharpen my shears", "sharpen"]] * 2,
        "oos_val": [["who wrote the opera", "oos"], ["an opera that verdi wrote", "oos"]],
    }
    folder = tmp_path / "clinc150"
    folder.mkdir()
    (folder / "made.json.gz").write_bytes(gzip.compress(json.dumps(parts).encode()))
    return tmp_path


def test_intents_are_named_and_what_is_foreign_is_refused(data: Path) -> None:
    options = parse(["scope", "--data", str(data), "--set", "clinc150", "--embedder", "none"], ["scope"])
    ours, *baselines = scope.run(options).rows
    assert (ours["system"], ours["set"], ours["n"]) == ("askwell", "clinc150", 6)
    assert (ours["auroc"], ours["in_scope_accuracy"], ours["oos_recall"]) == (1.0, 1.0, 1.0)
    assert {"nearest-word", "nearest-meaning"} <= {str(row["system"]) for row in baselines}


def test_the_threshold_costs_little_and_is_that_of_the_other_half() -> None:
    chances = np.array([0.9] * 199 + [0.1] + [0.5] * 10)
    judged = Judged(chances, np.ones(200, dtype=np.bool_))
    assert judged.threshold() == 0.9
    assert judged.half(1).chances.tolist() == [0.9] * 99 + [0.1] + [0.5] * 5
    hits = judged.counts(0.9).sum(axis=0)
    assert hits.tolist() == [199, 200, 10, 10]


def test_the_interval_contains_the_figure() -> None:
    draw = np.random.default_rng(4)
    judged = Judged(np.concatenate([draw.random(80) + 0.3, draw.random(40)]), np.ones(80, dtype=np.bool_))
    low, high = judged.auroc_interval()
    assert low < judged.auroc < high


def test_the_fit_finds_the_weights() -> None:
    """Assistants count alike, and of each the given share is in scope, whatever the numbers of its questions."""
    draw = np.random.default_rng(5)
    signs = np.column_stack([draw.normal(0.5, 0.5, 20_000), draw.normal(0.0, 0.3, 20_000), np.ones(20_000)])
    chances = 1 / (1 + np.exp(-signs @ np.array([3.0, 2.0, -1.5])))
    is_inside = (draw.random(20_000) < chances).astype(np.float64)
    weights = fit([Examples("a", signs, is_inside)], float(is_inside.mean()))
    assert weights[:2].tolist() == pytest.approx([3.0, 2.0], abs=0.5)
    higher = fit([Examples("a", signs, is_inside)], 0.9)
    assert higher[2] > weights[2]
