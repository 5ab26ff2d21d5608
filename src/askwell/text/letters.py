"""The letter model that identifies languages, in a compact form."""

import math
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from askwell.types import Language

_STATES_AT_ONCE = 4_096
"""States whose transitions are looked at together: 4 MB."""


@dataclass(frozen=True)
class LetterModel:
    """The naive Bayes model of py3langid over runs of one to six bytes, with 3 MB for our languages.

    py3langid keeps the transitions of an automaton, 42 MB, which finds at each byte the longest known run that ends
    there. The runs themselves take 1.3 MB, are found by bisection in all places at once, and give the same counts.
    """

    runs: Sequence[npt.NDArray[np.uint64]]
    """The known runs of each length from 1, sorted; the bytes of a run are those of the number."""
    features: Sequence[npt.NDArray[np.int32]]
    """The row of `scores` for each run; -1 for one that only begins a longer run."""
    scores: npt.NDArray[np.float16]
    """Logarithm of the likelihood of each feature, with a column for each of `labels`."""
    priors: npt.NDArray[np.float32]
    labels: Sequence[Language]
    """A language that is written in two scripts occurs twice."""

    def restricted(self, languages: Sequence[Language]) -> "LetterModel":
        """The model for these languages alone."""
        columns = [at for at, label in enumerate(self.labels) if label in languages]
        labels = [self.labels[at] for at in columns]
        scores = np.ascontiguousarray(self.scores[:, columns])
        return replace(self, scores=scores, priors=self.priors[columns], labels=labels)

    def classify(self, text: str) -> tuple[Language, float]:
        """The most likely language and its probability among all of the model."""
        text = unicodedata.normalize("NFC", text.lower() if text.isupper() else text)
        data = np.frombuffer(text.encode(errors="surrogatepass"), dtype=np.uint8)
        found, counts = np.unique(self._found_in(data), return_counts=True)
        logarithms = np.zeros(len(self.labels), dtype=np.float32)
        if len(found):
            logarithms = np.log1p(counts.astype(np.float32)) @ self.scores[found] + self.priors
        logarithms = logarithms / math.sqrt(len(data) or 1)  # keeps probabilities of short and long texts comparable
        likely = np.exp(logarithms - logarithms.max())
        probabilities = dict.fromkeys(self.labels, 0.0)
        for label, share in zip(self.labels, (likely / likely.sum()).tolist(), strict=True):
            probabilities[label] += share
        best = max(probabilities, key=probabilities.__getitem__)
        return best, probabilities[best]

    def _found_in(self, data: npt.NDArray[np.uint8]) -> npt.NDArray[np.int32]:
        """The feature of the longest known run that ends at each byte, where there is one."""
        found = np.full(len(data), -1, dtype=np.int32)
        ending = np.zeros(len(data) + 1, dtype=np.uint64)
        for length, (known, features) in enumerate(zip(self.runs, self.features, strict=True), 1):
            ending = (ending[:-1] << np.uint64(8)) | data[length - 1 :]
            at = np.minimum(np.searchsorted(known, ending), len(known) - 1)
            is_known = known[at] == ending
            found[length - 1 :][is_known] = features[at[is_known]]
        return found[found >= 0]


def load_letter_model() -> LetterModel:
    """The model of all languages: about a hundred, 30 MB. Takes half a second and needs 110 MB meanwhile."""
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    model = LanguageIdentifier.from_model_file(MODEL_FILE)
    runs, features = _runs(model)
    return LetterModel(runs, features, model.nb_ptc, model.nb_pc, model.nb_classes)


def _runs(model: Any) -> tuple[list[npt.NDArray[np.uint64]], list[npt.NDArray[np.int32]]]:
    """The runs of each length, sorted, and their features.

    The automaton is that of Aho and Corasick: the shortest way to a state spells its run, so states that are first
    reached after n bytes are the runs of length n.
    """
    moves = np.frombuffer(model.tk_nextmove, dtype=np.uint32).reshape(-1, 256)
    rows = np.frombuffer(model.tk_row, dtype=np.uint16)
    feature_of = np.array(model.tk_output, dtype=np.int32)
    is_seen = np.zeros(len(rows), dtype=np.bool_)
    is_seen[0] = True
    states, spelt = np.zeros(1, dtype=np.uint32), np.zeros(1, dtype=np.uint64)
    runs: list[npt.NDArray[np.uint64]] = []
    features: list[npt.NDArray[np.int32]] = []
    while len(states):
        longer, spelling = [], []
        for at in range(0, len(states), _STATES_AT_ONCE):
            targets = moves[rows[states[at : at + _STATES_AT_ONCE]]]
            row, byte = np.nonzero(~is_seen[targets])
            longer.append(targets[row, byte])
            spelling.append((spelt[at + row] << np.uint64(8)) | byte.astype(np.uint64))
            is_seen[longer[-1]] = True
        states, spelt = np.concatenate(longer), np.concatenate(spelling)
        if len(states):
            order = np.argsort(spelt)
            runs.append(spelt[order])
            features.append(feature_of[states[order]])
    return runs, features
