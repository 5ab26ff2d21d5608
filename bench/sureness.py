"""How well the chance of an answer by rules tells right answers from others: `bench sureness --data DIR`.

Collections and questions are those of `bench blind` and `bench natural`, with manuals from `DIR`. Weights are fitted to
all collections but one, and that one is judged with them: no row but `fit` has seen its collection. The eighth to the
eleventh set are never fitted to; their rows have the weights of the row `fit`.

For each collection: `if_sure`, the share of its questions that would be right if all were answered; `area`, the area
under the curve of the chance against being right. For pools of blind questions and each least chance `right`, `shown`,
`wrong` and `honest` as in `bench blind`. The row `fit` has the weights over all.

Everything is printed twice: by signs alone, and with the reader of answers, which also chooses what is said first (rows
`read, ...`).
"""

import asyncio
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from askwell.assistant import GradeSection
from askwell.rules.sureness import Signs
from bench.blind import Replied, row
from bench.options import Options
from bench.ranked import area
from bench.report import Report, Row
from bench.sureness_examples import NATURAL, Reader, Sample, load_samples

SIGNS = Signs._fields
READ = (*SIGNS, "reading")
METRICS = ("if_sure", "area", "right", "shown", "wrong", "honest", *READ, "constant")
BOUNDS = (0.6, 0.62, 0.64, 0.66, 0.7, 0.72, 0.74, GradeSection().precision, 0.78, 0.8)
"""Least chances that are compared."""
MANUALS = (
    "git",
    "gnuplot",
    "sqlite",
    "bash",
    "fish",
    "zsh",
    "ffmpeg",
    "debian-edu-nl",
    "debian-reference-it",
    "calc-nl",
    "writer-it",
    "homebank",
    "gnucash-en",
    "gnucash-it",
    "gimp-nl",
    "aptitude",
    "gnucash-help",
    "kicad-it",
    "writer-nl",
)
UNSEEN = ("eighth", "ninth", "tenth", "eleventh")
"""Sets that no weights are fitted to."""
_LOWERING = frozenset({"listing", "lacks", "formless", "pathless"})
_STEPS = 25
_RIDGE = 3.0
_STYLE_WEIGHT = 0.5
"""Weight of a question over documents in natural style, which is asked over the originals too."""

Numbers = NDArray[np.float64]
Columns = tuple[str, ...]


def run(options: Options) -> Report:
    """A row of each collection, of each pool and bound, and the fit over all, without and with a reader."""
    alone, read = (asyncio.run(load_samples(options.data, reader)) for reader in (None, Reader()))
    rows = [*_rows(alone, SIGNS), *[{**each, "system": f"read, {each['system']}"} for each in _rows(read, READ)]]
    return Report("sureness", METRICS, tuple(rows))


def _rows(samples: Sequence[Sample], columns: Columns) -> list[Row]:
    decided = [each for each in samples if each.signs is not None]
    weights = fit(_seen(decided), columns)
    chances = left_out(decided, weights, columns)
    rows: list[Row] = []
    for name, unseen in dict.fromkeys((each.collection, _unseen(each)) for each in decided):
        own = np.array([each.collection == name and _unseen(each) == unseen for each in decided])
        right = _right(decided)[own]
        figures = {"if_sure": round(float(right.mean()), 4), "area": round(area(chances[own], right), 4)}
        called = f"{unseen} {name}".strip()
        rows.append({"system": "left out", "set": called, "n": int(own.sum()), **figures})
    chance_of = {id(each): float(chance) for each, chance in zip(decided, chances, strict=True)}
    for least in BOUNDS:
        rows += [_pooled(pool, own, chance_of, least) for pool, own in _pools(samples).items() if own]
    fitted = {name: round(float(each), 2) for name, each in zip((*columns, "constant"), weights, strict=True)}
    return [*rows, {"system": "fit", "set": "all", "n": len(_seen(decided)), **fitted}]


def left_out(samples: Sequence[Sample], weights: Numbers, columns: Columns) -> Numbers:
    """The chance of each sample by weights fitted without its collection; of later sets by these weights."""
    chances = _chances(samples, weights, columns)
    for name in sorted({each.collection for each in _seen(samples)}):
        own = np.array([each.collection == name and not _unseen(each) for each in samples])
        others = fit([each for each in _seen(samples) if each.collection != name], columns)
        chances[own] = _chances(samples, others, columns)[own]
    return chances


def _seen(samples: Sequence[Sample]) -> list[Sample]:
    return [each for each in samples if not _unseen(each)]


def _unseen(sample: Sample) -> str:
    """The set of a sample that no weights are fitted to; empty for others."""
    return sample.set if sample.set in UNSEEN else ""


def _chances(samples: Sequence[Sample], weights: Numbers, columns: Columns) -> Numbers:
    return np.asarray(1 / (1 + np.exp(-(_signs(samples, columns) @ weights[:-1] + weights[-1]))), dtype=np.float64)


def fit(samples: Sequence[Sample], columns: Columns) -> Numbers:
    """The weights of the columns in a logistic curve, and the constant, by Newton's method.

    A weight that would have the wrong sign is 0: only those of `_LOWERING` lower the chance.
    """
    signs, right = _signs(samples, columns), _right(samples)
    counts = np.array([_STYLE_WEIGHT if each.set in NATURAL else 1.0 for each in samples])
    used = list(range(len(columns)))
    while True:
        own = np.column_stack([signs[:, used], np.ones(len(samples))])
        spread = np.append(signs[:, used].std(axis=0) + 1e-9, 1.0)
        found = newton(own / spread, right, counts) / spread
        wrong = [place for place, weight in zip(used, found, strict=False) if (weight < 0) != _lowers(columns[place])]
        if not wrong:
            weights = np.zeros(len(columns) + 1)
            weights[[*used, -1]] = found
            return weights
        used = [place for place in used if place not in wrong]


def _lowers(column: str) -> bool:
    return column in _LOWERING


def newton(rows: Numbers, right: Numbers, counts: Numbers, ridge: float = _RIDGE) -> Numbers:
    """Weights of the columns in a logistic curve, the last one being the constant, by Newton's method."""
    ridges = np.append(np.full(rows.shape[1] - 1, ridge), 1e-9)
    weights = np.zeros(rows.shape[1])
    for _ in range(_STEPS):
        chances = 1 / (1 + np.exp(-(rows @ weights)))
        slope = rows.T @ (counts * (right - chances)) - ridges * weights
        bend = (rows * (counts * chances * (1 - chances))[:, None]).T @ rows + np.diag(ridges)
        weights += np.linalg.solve(bend, slope)
    return weights


def _signs(samples: Sequence[Sample], columns: Columns) -> Numbers:
    """A row of each sample, which has signs: these, and its reading if that is a column."""
    return np.array([(*(each.signs or ()), each.reading)[: len(columns)] for each in samples], dtype=np.float64)


def _right(samples: Sequence[Sample]) -> Numbers:
    return np.array([each.sure.is_right for each in samples], dtype=np.float64)


def _pools(samples: Sequence[Sample]) -> dict[str, list[Sample]]:
    blind = [each for each in _seen(samples) if each.set not in NATURAL]
    return {
        "bundled": [each for each in blind if each.collection not in MANUALS],
        "manuals": [each for each in blind if each.collection in MANUALS],
        "all": blind,
        **{
            f"{name} {pool}": [
                each for each in samples if each.set == name and (each.collection in MANUALS) == is_manual
            ]
            for name in UNSEEN
            for pool, is_manual in (("bundled", False), ("manuals", True))
        },
        **{style: [each for each in samples if each.set == style] for style in NATURAL},
    }


def _pooled(name: str, samples: Sequence[Sample], chance_of: dict[int, float], least: float) -> Row:
    replied = [_reply(each, chance_of, least) for each in samples]
    return {**row(name, replied), "system": f"from {least:.2f}"}


def _reply(sample: Sample, chance_of: dict[int, float], least: float) -> Replied:
    """What is replied if an answer needs this chance."""
    if sample.signs is None:
        return sample.given
    return sample.sure if chance_of[id(sample)] >= least else sample.unsure
