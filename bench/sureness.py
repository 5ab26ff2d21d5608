"""How well the chance of an answer by rules tells whether it cites a relevant passage: `bench sureness --data DIR`.

For each set of `sureness_examples`: `cites_gold`, whether the answer begins with a sentence of a relevant passage;
`area`, the area under the curve of the chance against that; `left_out`, the same with weights fitted to other folds;
`sure`, the share of questions that are answered and not only shown; `sure_gold`, what share of those begins right. The
row `fit` has the weights of the signs that are fitted. Each fold counts the same, questions over other collections
half.
"""

import asyncio
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from askwell.assistant import GradeSection
from askwell.rules.sureness import WEIGHTS, Signs, chance
from bench.options import Options
from bench.ranked import area
from bench.report import Report, Row
from bench.sureness_examples import OTHER, Sample, load_samples

FITTED = ("standing", "lead", "titled", "terms")
"""Signs with fitted weights. More `terms` lower the chance, all others raise it."""
METRICS = ("cites_gold", "area", "left_out", "sure", "sure_gold", *FITTED, "constant")
_STEPS = 25
_RIDGE = 3.0

Numbers = NDArray[np.float64]


def run(options: Options) -> Report:
    """A row of each set, and the fit over all."""
    samples = asyncio.run(load_samples(options.data))
    left_out = np.zeros(len(samples))
    for fold in sorted({each.fold for each in samples}):
        own = np.array([each.fold == fold for each in samples])
        weights = fit([each for each, is_own in zip(samples, own, strict=True) if not is_own])
        left_out[own] = (_signs(samples) @ weights[:-1] + weights[-1])[own]
    rows: list[Row] = []
    for name in dict.fromkeys(each.set for each in samples):
        own = np.array([each.set == name for each in samples])
        rows.append(_row(name, [each for each in samples if each.set == name], left_out[own]))
    weights = fit(samples)
    at = [Signs._fields.index(name) for name in FITTED]
    fitted = {name: round(float(weights[place]), 2) for name, place in zip(FITTED, at, strict=True)}
    rows.append({"system": "fit", "set": "all", "n": len(samples), **fitted, "constant": round(float(weights[-1]), 2)})
    return Report("sureness", METRICS, tuple(rows))


def fit(samples: Sequence[Sample]) -> Numbers:
    """The weights of all signs in a logistic curve, and the constant, by Newton's method.

    Those that are not fitted are as in `WEIGHTS`. A weight that would have the wrong sign is 0.
    """
    signs = _signs(samples)
    right = np.array([each.opens_right for each in samples], dtype=np.float64)
    folds = np.array([each.fold for each in samples])
    counts = np.array([(0.5 if fold == OTHER else 1.0) / float((folds == fold).sum()) for fold in folds])
    counts *= len(samples) / counts.sum()
    given = np.array([0.0 if name in FITTED else getattr(WEIGHTS, name) for name in Signs._fields])
    used = [place for place, name in enumerate(Signs._fields) if name in FITTED]
    while True:
        own = np.column_stack([signs[:, used], np.ones(len(samples))])
        spread = np.append(signs[:, used].std(axis=0) + 1e-9, 1.0)
        found = _newton(own / spread, right, counts, signs @ given) / spread
        wrong = [place for place, weight in zip(used, found, strict=False) if (weight < 0) != _lowers(place)]
        if not wrong:
            weights = np.append(given, found[-1])
            weights[used] = found[:-1]
            return weights
        used = [place for place in used if place not in wrong]


def _lowers(place: int) -> bool:
    return Signs._fields[place] == "terms"


def _newton(rows: Numbers, right: Numbers, counts: Numbers, given: Numbers) -> Numbers:
    """Weights of the columns, the last one being the constant, next to a given part of the sum."""
    ridge = np.append(np.full(rows.shape[1] - 1, _RIDGE), 1e-9)
    weights = np.zeros(rows.shape[1])
    weights[-1] = -given.mean()  # near the solution, since the method may step over it
    for _ in range(_STEPS):
        chances = 1 / (1 + np.exp(-(rows @ weights + given)))
        slope = rows.T @ (counts * (right - chances)) - ridge * weights
        bend = (rows * (counts * chances * (1 - chances))[:, None]).T @ rows + np.diag(ridge)
        weights += np.linalg.solve(bend, slope)
    return weights


def _signs(samples: Sequence[Sample]) -> Numbers:
    return np.array([each.signs for each in samples], dtype=np.float64)


def _row(name: str, samples: Sequence[Sample], left_out: Numbers) -> Row:
    right = np.array([each.opens_right for each in samples], dtype=np.float64)
    chances = np.array([chance(each.signs) for each in samples])
    is_sure = chances >= GradeSection().precision
    return {
        "system": "askwell",
        "set": name,
        "n": len(samples),
        "cites_gold": round(float(right.mean()), 4),
        "area": round(area(chances, right), 4),
        "left_out": round(area(left_out, right), 4),
        "sure": round(float(is_sure.mean()), 4),
        "sure_gold": round(float(right[is_sure].mean()) if is_sure.any() else 0.0, 4),
    }
