"""How well the grades of the rules tell whether an answer cites a relevant passage: `bench sureness --data DIR`.

For each question of `answer_examples`, without a model: `cites_gold`, whether a sentence of the answer is from a
relevant passage; `area`, the area under the curve of the best grade against that; `sure`, the share of questions that
are answered and not only shown; `sure_gold`, what share of those cites a relevant passage. The row `fit` has the
weights that a logistic curve with a constant for each set gets from the same values; each set counts the same.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from askwell.rules.choose import choose
from askwell.rules.form import read_question
from askwell.rules.grade import SURE, evidence, score_of
from askwell.rules.units import units
from askwell.rules.weigh import weigh
from bench.answer_examples import Example, load_examples
from bench.options import Options
from bench.report import Report, Row

METRICS = ("cites_gold", "area", "sure", "sure_gold", "near", "coverage", "names_missing")
KEPT = 8
"""Passages that the writer gets by default."""
_STEPS = 25
_RIDGE = 1e-3

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Answered:
    """A question with the values of the passage that its answer begins with."""

    set: str
    values: tuple[float, float, float]
    """Nearness, coverage, missing names."""
    score: float
    """Best grade of the kept passages."""
    cites_gold: bool


def run(options: Options) -> Report:
    """A row of each set, and the fit over all."""
    examples = asyncio.run(load_examples(options.data))
    answered = [one for each in examples if (one := _answered(each))]
    sets = sorted({one.set for one in answered})
    rows: list[Row] = [_row(name, [one for one in answered if one.set == name]) for name in sets]
    weights = dict(zip(METRICS[-3:], fit(answered).round(2).tolist(), strict=True))
    rows.append({"system": "fit", "set": "all", "n": len(answered), **weights})
    return Report("sureness", METRICS, tuple(rows))


def area(scores: Numbers, right: Numbers) -> float:
    """The area under the curve: chance that a right answer has a higher score than a wrong one; a tie counts half."""
    differences = scores[right > 0][:, None] - scores[right <= 0][None, :]
    return float(((differences > 0) + 0.5 * (differences == 0)).mean()) if differences.size else 0.0


def fit(answered: Sequence[Answered]) -> Numbers:
    """The weights of the three values in a logistic curve with a constant for each set, by Newton's method."""
    sets = sorted({one.set for one in answered})
    names = np.array([one.set for one in answered])
    rows = np.array([[*one.values, *(one.set == name for name in sets)] for one in answered], dtype=np.float64)
    right = np.array([one.cites_gold for one in answered], dtype=np.float64)
    counts = np.array([1 / float((names == one.set).mean()) for one in answered])
    weights = np.zeros(rows.shape[1])
    for _ in range(_STEPS):
        chance = 1 / (1 + np.exp(-(rows @ weights)))
        slope = rows.T @ (counts * (right - chance)) - _RIDGE * weights
        bend = (rows * (counts * chance * (1 - chance))[:, None]).T @ rows + _RIDGE * np.eye(rows.shape[1])
        weights += np.linalg.solve(bend, slope)
    return weights[:3]


def _answered(example: Example) -> Answered | None:
    """None if no passage has a sentence."""
    state, kept = example.state, example.state.found[:KEPT]
    question = read_question(state.analysed_wording, state.language, state.terms)
    paragraphs = choose(question, weigh(question, units(kept), kept, state.language), kept) if kept else []
    if not paragraphs:
        return None
    found = evidence(state.analysed_wording, kept, state.language, state.terms)
    first = found[paragraphs[0].units[0].passage]
    return Answered(
        example.task.set,
        (first.near or 0.0, first.coverage, first.names_missing),
        max(map(score_of, found)),
        any(example.relevant[unit.passage] for paragraph in paragraphs for unit in paragraph.units),
    )


def _row(name: str, answered: Sequence[Answered]) -> Row:
    right = np.array([one.cites_gold for one in answered], dtype=np.float64)
    scores = np.array([one.score for one in answered])
    is_sure = scores >= SURE
    return {
        "system": "askwell",
        "set": name,
        "n": len(answered),
        "cites_gold": round(float(right.mean()), 4),
        "area": round(area(scores, right), 4),
        "sure": round(float(is_sure.mean()), 4),
        "sure_gold": round(float(right[is_sure].mean()) if is_sure.any() else 0.0, 4),
    }
