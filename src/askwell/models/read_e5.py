"""Reader of answers: multilingual-e5-small, tuned to tell which sentence answers a question, with onnxruntime.

`reader.onnx` is the graph without weights. They are those of the embedder plus `reader.npz`, a product of two narrow
matrices for each matrix of the upper layers (LoRA, Hu et al. 2021), and are given to the session when it is made.
How the reader was trained, and on what, is in `reader.md`.
"""

import functools
import threading
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from askwell.models.e5 import MAX_PIECES, E5Model, load_e5
from askwell.models.quantised_weights import Floats

GRAPH = Path(__file__).with_name("reader.onnx")
TUNED = Path(__file__).with_name("reader.npz")

LOWEST = -12.0
"""Log-odds of a sentence that was not read; read ones have more than -11."""
_QUESTION_PIECES = 60
_HEADING_PIECES = 12
_SENTENCE_PIECES = 48
"""Pieces read of each part. Training had the same limits for question and heading."""
_MATRICES = ("heads", "joined", "inner", "outer")


class E5Reader:
    """Loaded on first use, once per process: .9 s, .1 s if the embedder is loaded."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def read(self, question: str, heading: str, sentences: Sequence[str]) -> list[float]:
        """For each sentence the log-odds that it answers; 14 ms of CPU for 100 word pieces. Raises BrokenWeights."""
        return _load(self._folder).read(question, heading, sentences)


@dataclass(frozen=True, slots=True)
class _Loaded:
    model: E5Model
    session: Any
    values: Mapping[str, Any]
    """The weights of the session, which has no copy of them."""

    def read(self, question: str, heading: str, sentences: Sequence[str]) -> list[float]:
        ids, spans = self._pieces(question, heading, sentences)
        given = {"x": self.model.placed(ids)[None], "mask": np.zeros((1, 1, 1, len(ids)), dtype=np.float32)}
        odds = self.session.run(None, given)[0][0, :, 0]
        found = [float(np.logaddexp.reduce(odds[start:end])) if end > start else LOWEST for start, end in spans]
        return [*found, *[LOWEST] * (len(sentences) - len(spans))]

    def _pieces(self, question: str, heading: str, sentences: Sequence[str]) -> tuple[list[int], list[tuple[int, int]]]:
        """The pieces in the order of training, `MAX_PIECES` at most, and those of each sentence that has a place."""
        known = self.model.weights.vocabulary
        ids = [known.start, *self.model.ids(f"query: {question}")[:_QUESTION_PIECES], known.end]
        ids += [*self.model.ids("passage: "), *self.model.ids(heading)[:_HEADING_PIECES]]
        spans = []
        for sentence in sentences:
            own = self.model.ids(sentence)[:_SENTENCE_PIECES]
            if len(ids) + len(own) >= min(MAX_PIECES, self.model.weights.shape.positions):
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
    import onnxruntime

    model = load_e5(folder)
    values = {
        name: onnxruntime.OrtValue.ortvalue_from_numpy(np.ascontiguousarray(weights)) for name, weights in _given(model)
    }
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.add_external_initializers(list(values), list(values.values()))
    session = onnxruntime.InferenceSession(GRAPH.read_bytes(), options, providers=["CPUExecutionProvider"])
    return _Loaded(model, session, values)


def _given(model: E5Model) -> Iterator[tuple[str, npt.NDArray[Any]]]:
    """The weights by the names that the graph has for them; matrices in eight bits with a scale for each column."""
    with np.load(TUNED, allow_pickle=False) as tuned:
        for number, layer in enumerate(model.layers):
            for part in _MATRICES:
                name, matrix = f"{number}.{part}", getattr(layer, part)
                if f"{name}.down" in tuned:
                    matrix = matrix + tuned[f"{name}.down"].astype(np.float32) @ tuned[f"{name}.up"].astype(np.float32)
                scale = np.abs(matrix).max(axis=0) / np.float32(127)
                yield f"{name}.w", np.round(matrix / scale).astype(np.int8)
                yield f"{name}.s", scale
                yield f"{name}.b", getattr(layer, f"{part}_bias")
            yield from _norms(f"{number}.first_norm", layer.first_norm)
            yield from _norms(f"{number}.second_norm", layer.second_norm)
        yield from _norms("norm", model.norm)
        yield from _norms("head", (tuned["head"], tuned["head_bias"]))


def _norms(name: str, values: tuple[Floats, Floats]) -> Iterator[tuple[str, Floats]]:
    yield f"{name}.w", values[0]
    yield f"{name}.b", values[1]
