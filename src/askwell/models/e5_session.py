"""Layers of multilingual-e5-small in eight bits with onnxruntime: a graph without weights, which are given to it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from askwell.models.e5 import E5Layer, E5Model
from askwell.models.quantised_weights import Floats

MATRICES = ("heads", "joined", "inner", "outer")
MIDDLE = 128
"""What stands for 0 in a matrix of unsigned eight bits. With signed ones, processors without VNNI add pairs of products
in sixteen bits, which do not hold two of 255 x 127: the odds would differ from those on other machines."""
Weights = Iterator[tuple[str, npt.NDArray[Any]]]


@dataclass(frozen=True, slots=True)
class E5Session:
    """A graph that is ready to run on the pieces of one text."""

    model: E5Model
    session: Any
    values: Mapping[str, Any]
    """The weights of the session, which has no copy of them."""

    @classmethod
    def open(cls, model: E5Model, graph: Path, weights: Iterable[tuple[str, npt.NDArray[Any]]]) -> "E5Session":
        """A session of one thread."""
        import onnxruntime

        values = {
            name: onnxruntime.OrtValue.ortvalue_from_numpy(np.ascontiguousarray(value)) for name, value in weights
        }
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.add_external_initializers(list(values), list(values.values()))
        return cls(
            model,
            onnxruntime.InferenceSession(graph.read_bytes(), options, providers=["CPUExecutionProvider"]),
            values,
        )

    def run(self, ids: list[int]) -> Floats:
        """The graph's output: a row for each piece."""
        given = {"x": self.model.placed(ids)[None], "mask": np.zeros((1, 1, 1, len(ids)), dtype=np.float32)}
        return np.asarray(self.session.run(None, given)[0][0], dtype=np.float32)


def layer_weights(number: int, layer: E5Layer, products: Mapping[str, npt.NDArray[Any]] | None = None) -> Weights:
    """The weights of a layer by the names that the graph has for them.

    Matrices get eight bits with a scale for each column, after the products of narrow matrices that there are for them
    have been added.
    """
    for part in MATRICES:
        name, matrix = f"{number}.{part}", getattr(layer, part)
        if products is not None and f"{name}.down" in products:
            matrix = matrix + products[f"{name}.down"].astype(np.float32) @ products[f"{name}.up"].astype(np.float32)
        scale = np.abs(matrix).max(axis=0) / np.float32(MIDDLE - 1)
        yield f"{name}.w", (np.round(matrix / scale) + MIDDLE).astype(np.uint8)
        yield f"{name}.s", scale
        yield f"{name}.b", getattr(layer, f"{part}_bias")
    yield from pair_weights(f"{number}.first_norm", layer.first_norm)
    yield from pair_weights(f"{number}.second_norm", layer.second_norm)


def pair_weights(name: str, values: tuple[Floats, Floats]) -> Weights:
    """Weights and bias by their names."""
    yield f"{name}.w", values[0]
    yield f"{name}.b", values[1]
