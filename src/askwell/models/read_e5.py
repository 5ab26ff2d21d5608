"""Reader of answers: multilingual-e5-small, tuned to tell which sentence answers a question, with onnxruntime.

`reader.onnx` is the graph without weights. They are those of the embedder plus `reader.npz`, a product of two narrow
matrices for each matrix of the upper layers (LoRA, Hu et al. 2021), and are given to the session when it is made.
How the reader was trained, and on what, is in `reader.md`.
"""

import functools
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from askwell.models.e5 import MAX_PIECES, E5Model, load_e5
from askwell.models.e5_session import E5Session, Weights, layer_weights, pair_weights

GRAPH = Path(__file__).with_name("reader.onnx")
TUNED = Path(__file__).with_name("reader.npz")

LOWEST = -12.0
"""Log-odds of a sentence that was not read; read ones have more than -11."""
_QUESTION_PIECES = 60
_HEADING_PIECES = 12
SENTENCE_PIECES = 32
"""Pieces read of each part. Training had the same limits for question and heading; with 48 pieces of each sentence as
many of 1,272 answers to blind questions are right."""


class E5Reader:
    """Loaded on first use, once per process: .9 s, .1 s if the embedder is loaded."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def read(self, question: str, heading: str, sentences: Sequence[str]) -> list[float]:
        """For each sentence the log-odds that it answers; 14 ms of CPU for 100 word pieces. Raises BrokenWeights."""
        return _load(self._folder).read(question, heading, sentences)


@dataclass(frozen=True, slots=True)
class _Loaded:
    session: E5Session

    def read(self, question: str, heading: str, sentences: Sequence[str]) -> list[float]:
        ids, spans = self._pieces(question, heading, sentences)
        odds = self.session.run(ids)[:, 0]
        found = [float(np.logaddexp.reduce(odds[start:end])) if end > start else LOWEST for start, end in spans]
        return [*found, *[LOWEST] * (len(sentences) - len(spans))]

    def _pieces(self, question: str, heading: str, sentences: Sequence[str]) -> tuple[list[int], list[tuple[int, int]]]:
        """The pieces in the order of training, `MAX_PIECES` at most, and those of each sentence that has a place."""
        model = self.session.model
        known = model.weights.vocabulary
        ids = [known.start, *model.ids(f"query: {question}")[:_QUESTION_PIECES], known.end]
        ids += [*model.ids("passage: "), *model.ids(heading)[:_HEADING_PIECES]]
        spans = []
        for sentence in sentences:
            own = model.ids(sentence)[:SENTENCE_PIECES]
            if len(ids) + len(own) >= min(MAX_PIECES, model.weights.shape.positions):
                break
            spans.append((len(ids), len(ids) + len(own)))
            ids += own
        return [*ids, known.end], spans


_loading = threading.Lock()


def _load(folder: Path) -> _Loaded:
    with _loading:
        return _load_once(folder)


@functools.cache
def _load_once(folder: Path) -> _Loaded:
    model = load_e5(folder)
    return _Loaded(E5Session.open(model, GRAPH, _given(model)))


def _given(model: E5Model) -> Weights:
    """The weights by the names that the graph has for them."""
    with np.load(TUNED, allow_pickle=False) as tuned:
        for number, layer in enumerate(model.layers):
            yield from layer_weights(number, layer, tuned)
        yield from pair_weights("norm", model.norm)
        yield from pair_weights("head", (tuned["head"], tuned["head_bias"]))
