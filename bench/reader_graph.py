"""The graph of the reader of answers as ONNX without its weights, which are given by name when a session is made."""

import importlib
from typing import Any

from askwell.models.e5_session import MIDDLE
from askwell.models.quantised_weights import Shape


def graph(shape: Shape) -> bytes:
    """The file for a model of this shape; its matrices have eight bits and a scale for each column.

    Inputs: `x`, embeddings of the pieces of texts with their places; `mask`, added to the scores of attention. Output:
    `y`, the log-odds of each piece.
    """
    onnx = importlib.import_module("onnx")
    draft = _Draft(onnx, shape)
    state = draft.norm("x", "norm")
    for number in range(shape.layers):
        state = draft.layer(str(number), state)
    weights = draft.given("head.w", [shape.width, 1], "FLOAT")
    odds = draft.node("MatMul", [state, weights], "head.product")
    draft.node("Add", [odds, draft.given("head.b", [1], "FLOAT")], "y")
    return bytes(draft.model().SerializeToString())


def lower_graph(shape: Shape, layers: int) -> bytes:
    """The same for the lower layers alone; `y` is the outputs of the last of them and the last but two, one row."""
    onnx = importlib.import_module("onnx")
    draft = _Draft(onnx, shape)
    state = draft.norm("x", "norm")
    kept = []
    for number in range(layers):
        state = draft.layer(str(number), state)
        kept += [state] if number in {layers - 3, layers - 1} else []
    draft.node("Concat", kept, "y", axis=-1)
    return bytes(draft.model(2 * shape.width).SerializeToString())


class _Draft:
    def __init__(self, onnx: Any, shape: Shape) -> None:
        self._make, self._tensor, self._kinds = onnx.helper, onnx.TensorProto, onnx.TensorProto
        self._shape = shape
        self._nodes: list[Any] = []
        self._values: list[Any] = []
        width, heads = shape.width, shape.heads
        self._constant("parts", "INT64", [width] * 3)
        self._constant("by_head", "INT64", [0, 0, heads, width // heads])
        self._constant("flat", "INT64", [0, 0, width])
        self._constant("scale", "FLOAT", [(width // heads) ** -0.5])
        self._constant("last", "INT64", [-1])
        self._constant("step", "FLOAT", [1 / (MIDDLE - 1)])
        self._constant("least", "FLOAT", [1e-12])
        self._constant("middle_step", "FLOAT", [MIDDLE])
        self._values.append(self._make.make_tensor("middle", self._kinds.UINT8, [], [MIDDLE]))

    def node(self, kind: str, inputs: list[str], *outputs: str, **settings: Any) -> str:
        """Add a node; the name of its first output."""
        self._nodes.append(self._make.make_node(kind, inputs, list(outputs), **settings))
        return outputs[0]

    def given(self, name: str, sizes: list[int], kind: str) -> str:
        """A value that is given with the session."""
        tensor = self._tensor(name=name, data_type=getattr(self._kinds, kind), data_location=self._tensor.EXTERNAL)
        tensor.dims.extend(sizes)
        where = tensor.external_data.add()
        where.key, where.value = "location", "given"
        self._values.append(tensor)
        return name

    def norm(self, state: str, name: str) -> str:
        """Layer normalisation."""
        weights = [self.given(f"{name}.{part}", [self._shape.width], "FLOAT") for part in "wb"]
        epsilon = self._shape.epsilon
        return self.node("LayerNormalization", [state, *weights], f"{name}.out", axis=-1, epsilon=epsilon)

    def layer(self, name: str, state: str) -> str:
        """One layer: attention, then two matrices with GELU between them."""
        width, inner = self._shape.width, self._shape.inner
        mixed = self._linear(f"{name}.heads", state, width, 3 * width)
        self.node("Split", [mixed, "parts"], *[f"{name}.{part}.flat" for part in "qkv"], axis=-1)
        queries, keys, values = [
            self.node("Transpose", [self._by_head(f"{name}.{part}")], f"{name}.{part}", perm=order)
            for part, order in (("q", [0, 2, 1, 3]), ("k", [0, 2, 3, 1]), ("v", [0, 2, 1, 3]))
        ]
        scaled = self.node("Mul", [queries, "scale"], f"{name}.scaled")
        scores = self.node("MatMul", [scaled, keys], f"{name}.scores")
        masked = self.node("Add", [scores, "mask"], f"{name}.masked")
        shares = self.node("Softmax", [masked], f"{name}.shares", axis=-1)
        seen = self.node("MatMul", [shares, values], f"{name}.seen")
        turned = self.node("Transpose", [seen], f"{name}.turned", perm=[0, 2, 1, 3])
        joined = self._linear(f"{name}.joined", self.node("Reshape", [turned, "flat"], f"{name}.flat"), width, width)
        state = self.norm(self.node("Add", [state, joined], f"{name}.first"), f"{name}.first_norm")
        wide = self._linear(f"{name}.inner", state, width, inner)
        narrow = self._linear(
            f"{name}.outer", self.node("Gelu", [wide], f"{name}.gelu", approximate="tanh"), inner, width
        )
        return self.norm(self.node("Add", [state, narrow], f"{name}.second"), f"{name}.second_norm")

    def model(self, outputs: int = 1) -> Any:
        """The graph as a model that gives each piece so many numbers."""
        number = self._kinds.FLOAT
        given = [
            self._make.make_tensor_value_info("x", number, ["texts", "pieces", self._shape.width]),
            self._make.make_tensor_value_info("mask", number, ["texts", 1, 1, "pieces"]),
        ]
        result = [self._make.make_tensor_value_info("y", number, ["texts", "pieces", outputs])]
        made = self._make.make_graph(self._nodes, "reader", given, result, self._values)
        return self._make.make_model(made, opset_imports=[self._make.make_opsetid("", 20)], ir_version=9)

    def _linear(self, name: str, state: str, inputs: int, outputs: int) -> str:
        """A product in eight bits; the input gets them as it comes, with a scale for each piece.

        With one scale for a whole text, a single large value leaves the other pieces few of the 255 steps: the odds of
        answers were then .46 from those of the model before rounding, with one for each piece they are .07 from them.
        """
        largest = self.node("ReduceMax", [self.node("Abs", [state], f"{name}.sizes"), "last"], f"{name}.largest")
        step = self.node("Mul", [self.node("Max", [largest, "least"], f"{name}.above_0"), "step"], f"{name}.step")
        steps = self.node("Round", [self.node("Div", [state, step], f"{name}.steps")], f"{name}.rounded")
        positive = self.node("Add", [steps, "middle_step"], f"{name}.positive")
        quantised = self.node("Cast", [positive], f"{name}.quantised", to=self._kinds.UINT8)
        weights = self.given(f"{name}.w", [inputs, outputs], "UINT8")
        product = self.node("MatMulInteger", [quantised, weights, "middle", "middle"], f"{name}.product")
        number = self.node("Cast", [product], f"{name}.number", to=self._kinds.FLOAT)
        by_piece = self.node("Mul", [number, step], f"{name}.by_piece")
        scaled = self.node("Mul", [by_piece, self.given(f"{name}.s", [outputs], "FLOAT")], f"{name}.scaled_product")
        return self.node("Add", [scaled, self.given(f"{name}.b", [outputs], "FLOAT")], f"{name}.out")

    def _by_head(self, name: str) -> str:
        return self.node("Reshape", [f"{name}.flat", "by_head"], f"{name}.rows")

    def _constant(self, name: str, kind: str, values: list[Any]) -> None:
        sizes = [] if kind == "FLOAT" else [len(values)]
        self._values.append(self._make.make_tensor(name, getattr(self._kinds, kind), sizes, values))
