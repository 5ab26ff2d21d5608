"""The models of the learnt resolver, one learning from the predictions of another."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from zlib import crc32

import numpy as np
import numpy.typing as npt

from askwell.types import ConversationReading
from askwell.understanding.judging import Judged, dependence_row, with_reading, wording_rows
from askwell.understanding.models import Chances
from bench.resolver_examples import Example

SEED = 1
FOLDS = 4
"""Parts of the conversations; the predictions that a model learns from are made by models that did not see its part."""
_COMMON = {
    "extra_trees": True, "bagging_fraction": 0.8, "bagging_freq": 1, "max_bin": 63, "seed": SEED,
    "deterministic": True, "force_row_wise": True, "num_threads": 1, "verbose": -1,
}  # fmt: skip
_WORDS = {
    **_COMMON, "objective": "binary", "num_leaves": 31, "learning_rate": 0.05, "min_data_in_leaf": 50,
    "feature_fraction": 0.7,
}  # fmt: skip
_DEPENDENCE = {
    **_COMMON, "objective": "binary", "num_leaves": 15, "learning_rate": 0.05, "min_data_in_leaf": 40,
    "feature_fraction": 0.5, "lambda_l2": 5.0,
}  # fmt: skip
_WORDINGS = {
    **_COMMON, "objective": "regression", "num_leaves": 31, "learning_rate": 0.08, "min_data_in_leaf": 50,
    "feature_fraction": 0.6,
}  # fmt: skip
_TREES = {"words": 300, "dependence": 200, "wordings": 180}

Numbers = npt.NDArray[np.floating[Any]]


@dataclass(frozen=True, slots=True)
class Learnt:
    """The three models, LightGBM boosters."""

    words: Any
    dependence: Any
    wordings: Any

    def judge(self, one: Example, reading: ConversationReading | None = None) -> Judged:
        """What the models say of an example, with the reader of conversations if there is one."""
        chances = _chances(self.words, one)
        dependence = float(_predicted(self.dependence, dependence_row(one.compared, chances))[0])
        if reading is not None:
            chances, dependence = with_reading(chances, dependence, reading)
        rows = wording_rows(one.compared, one.wordings, chances, dependence)
        return Judged(one.compared.described, chances, dependence, one.wordings, _predicted(self.wordings, rows))


def learn(examples: Sequence[Example], readings: Sequence[ConversationReading]) -> Learnt:
    """Models learnt from the examples, each from predictions of models that did not see the example.

    `readings` are of readers that did not see the example either. Wordings are judged with and without them, and are
    learnt from both.
    """
    parts = [parts_of(examples) != part for part in range(FOLDS)]
    chances: dict[int, Chances] = {}
    for seen in parts:
        words = _fit_words([one for one, is_seen in zip(examples, seen, strict=True) if is_seen])
        chances |= {int(at): _chances(words, examples[int(at)]) for at in np.flatnonzero(~seen)}
    rows = np.vstack([dependence_row(one.compared, chances[at]) for at, one in enumerate(examples)])
    dependence = np.zeros(len(examples))
    for seen in parts:
        dependence[~seen] = _fit_dependence(examples, rows, seen).predict(rows[~seen])
    alone = [(chances[at], float(dependence[at])) for at in range(len(examples))]
    together = [with_reading(*found, reading) for found, reading in zip(alone, readings, strict=True)]
    return Learnt(
        _fit_words(examples),
        _fit_dependence(examples, rows, np.ones(len(examples), dtype=bool)),
        _fit_wordings([*examples, *examples], [*alone, *together]),
    )


def parts_of(examples: Sequence[Example]) -> npt.NDArray[np.int64]:
    """The part of each example: all turns of a conversation are in the same one."""
    return np.array([crc32(one.conversation.encode()) % FOLDS for one in examples])


def _fit_words(examples: Sequence[Example]) -> Any:
    """The chance of each word; a set counts by the root of its number of turns."""
    shares = _shares(examples)
    rows = np.vstack([one.compared.described.features for one in examples])
    labels = np.concatenate([one.wanted for one in examples])
    weights = np.concatenate([np.full(len(one.wanted), share) for one, share in zip(examples, shares, strict=True)])
    return _fit(_WORDS, rows, labels, weights, _TREES["words"])


def _fit_dependence(examples: Sequence[Example], rows: Numbers, seen: npt.NDArray[np.bool_]) -> Any:
    """The chance that a question is incomplete; in each set, complete and incomplete ones count the same."""
    labels = np.array([one.is_incomplete for one in examples], dtype=np.float64)
    sizes = Counter(one.set for one in examples)
    both = Counter((one.set, one.is_incomplete) for one in examples)
    evened = [sizes[one.set] / (2 * both[one.set, one.is_incomplete]) for one in examples]
    weights = _shares(examples) * np.array(evened)
    # A set with almost no complete question would make each of them count for hundreds.
    weights = np.minimum(weights, np.percentile(weights, 97))
    return _fit(_DEPENDENCE, rows[seen], labels[seen], weights[seen], _TREES["dependence"])


def _fit_wordings(examples: Sequence[Example], judged: Sequence[tuple[Chances, float]]) -> Any:
    """The quality of each wording; a question counts by the root of its number of wordings.

    `judged` are the chances of its words and that of being incomplete.
    """
    rows = np.vstack([
        wording_rows(one.compared, one.wordings, chances, dependence)
        for one, (chances, dependence) in zip(examples, judged, strict=True)
    ])  # fmt: skip
    labels = np.concatenate([one.qualities for one in examples])
    weights = np.concatenate([
        np.full(len(one.wordings), share * len(one.wordings) ** -0.5)
        for one, share in zip(examples, _shares(examples), strict=True)
    ])  # fmt: skip
    return _fit(_WORDINGS, rows, labels, weights, _TREES["wordings"])


def _shares(examples: Sequence[Example]) -> Numbers:
    sizes = Counter(one.set for one in examples)
    return np.array([sizes[one.set] ** -0.5 for one in examples])


def _fit(settings: dict[str, object], rows: Numbers, labels: Numbers, weights: Numbers, trees: int) -> Any:
    import lightgbm

    return lightgbm.train(settings, lightgbm.Dataset(rows, labels, weight=weights / weights.mean()), trees)


def _chances(words: Any, one: Example) -> Chances:
    return _predicted(words, one.compared.described.features)


def _predicted(model: Any, rows: npt.NDArray[np.float32]) -> Chances:
    return (
        np.asarray(model.predict(rows, num_threads=1), dtype=np.float32) if len(rows) else np.empty(0, dtype=np.float32)
    )
