"""Learning the score of support: weights of the signs that people's ratings and made mutations teach."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from askwell.text.support.reading import read, read_passage, read_question
from askwell.text.support.score import Table, signs
from askwell.text.support.signs import Clashes, Words
from askwell.text.support.statements import statements
from askwell.types import Language
from bench.grounding_data import MOST, Claim, Rated

FOLDS = 8
"""The conversations of the rated answers, each a fold; the other conversations are spread over them."""
_RIDGE = 10.0
_STEPS = 3_000
_LANGUAGE: Language = "en"

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Data:
    """Signs of all statements, with what they are learnt from."""

    answer_signs: list[Numbers]
    """A row for each statement of an answer: words, then clashes."""
    ratings: Numbers
    """0 to 1."""
    answer_folds: NDArray[np.int64]
    claim_signs: Numbers
    is_right: NDArray[np.bool_]
    """False for a statement that was made wrong."""
    kinds: NDArray[np.str_]
    sets: NDArray[np.str_]
    claim_folds: NDArray[np.int64]


def read_data(rated: Sequence[Rated], claims: Sequence[Claim]) -> Data:
    """The signs of answers and claims."""
    folds = _folds(rated, claims)
    return Data(
        answer_signs=[_of_answer(each) for each in rated],
        ratings=np.array([(each.faithfulness - 1) / (MOST - 1) for each in rated]),
        answer_folds=np.array([folds[each.conversation] for each in rated]),
        claim_signs=np.array([_of_claim(each) for each in claims]),
        is_right=np.array([not each.kind for each in claims]),
        kinds=np.array([each.kind for each in claims]),
        sets=np.array([each.set for each in claims]),
        claim_folds=np.array([folds[each.conversation] for each in claims]),
    )


def learn(data: Data, answers: NDArray[np.bool_], claims: NDArray[np.bool_]) -> dict[str, dict[str, float]]:
    """The tables `score` and `clash` from these answers and claims.

    The score is a logistic regression of the mean rating of an answer on the mean signs of its statements, the clash
    one of whether a statement was made wrong; both classes count the same in total. Words raise the score, clashes
    lower it and raise the clash: a weight that would have the other sign is 0. Names of the same passages (`moved`) are
    not learnt from.
    """
    turned = np.array([1.0] * len(Words._fields) + [-1.0] * len(Clashes._fields))
    means = np.array([rows.mean(axis=0) for rows in data.answer_signs])
    score = fit(means[answers] * turned, data.ratings[answers], np.ones(int(answers.sum())))
    used = claims & (data.kinds != "moved")
    wrong = ~data.is_right[used]
    counts = np.where(wrong, (~wrong).sum() / wrong.sum(), 1.0)
    differing = data.claim_signs[used][:, len(Words._fields) :]
    clash = fit(differing, wrong.astype(np.float64), counts)
    return {
        "score": _table((*Words._fields, *Clashes._fields), score * np.append(turned, 1.0)),
        "clash": _table(Clashes._fields, clash),
    }


def scores(tables: Mapping[str, Table], rows: Numbers) -> tuple[Numbers, Numbers]:
    """Score and clash of each row of signs."""
    known = (*Words._fields, *Clashes._fields)
    by_name = dict(zip(known, rows.T, strict=True))
    return _chances(tables["score"], by_name, len(rows)), _chances(tables["clash"], by_name, len(rows))


def _chances(table: Table, by_name: Mapping[str, Numbers], rows: int) -> Numbers:
    total = np.full(rows, table["constant"])
    for name, weight in table.items():
        if name != "constant":
            total += weight * by_name[name]
    chances: Numbers = 1 / (1 + np.exp(-total))
    return chances


def _folds(rated: Sequence[Rated], claims: Sequence[Claim]) -> dict[str, int]:
    own = sorted({each.conversation for each in rated})
    others = sorted({each.conversation for each in claims} - set(own))
    return {name: at % FOLDS for names in (own, others) for at, name in enumerate(names)}


def _of_answer(each: Rated) -> Numbers:
    held = [read_passage(passage) for passage in each.passages]
    asked = read_question(each.asked, _LANGUAGE)
    rows = [np.concatenate(signs(read(said.text, _LANGUAGE), held, asked)) for said in statements(each.answer)]
    return np.array(rows) if rows else np.zeros((1, len(Words._fields) + len(Clashes._fields)))


def _of_claim(each: Claim) -> Numbers:
    held = [read_passage(one) for one in each.passages]
    found: Numbers = np.concatenate(signs(read(each.text, _LANGUAGE), held, read_question(each.asked, _LANGUAGE)))
    return found


def fit(rows: Numbers, wanted: Numbers, counts: Numbers, *, ridge: float = _RIDGE) -> Numbers:
    """Weights at least 0, and a constant, of a logistic regression by accelerated projected gradients."""
    middle, spread = rows.mean(axis=0), rows.std(axis=0) + 1e-6
    inputs = np.column_stack([(rows - middle) / spread, np.ones(len(rows))])
    holding = np.append(np.full(rows.shape[1], ridge), 0.0)
    steepest = 0.25 * float(np.linalg.eigvalsh((inputs * counts[:, None]).T @ inputs)[-1]) + ridge
    weights = ahead = np.zeros(inputs.shape[1])
    for step in range(_STEPS):
        chances = 1 / (1 + np.exp(-(inputs @ ahead)))
        moved = ahead - (inputs.T @ (counts * (chances - wanted)) + holding * ahead) / steepest
        moved[:-1] = np.maximum(moved[:-1], 0.0)
        ahead = moved + step / (step + 3) * (moved - weights)
        weights = moved
    own = weights[:-1] / spread
    return np.append(own, weights[-1] - float(own @ middle))


def _table(names: Sequence[str], weights: Numbers) -> dict[str, float]:
    return {name: round(float(value), 3) + 0.0 for name, value in zip((*names, "constant"), weights, strict=True)}
