"""Layers in eight bits, next to the same arithmetic in whole numbers that hold everything."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from askwell.models.e5 import FILE, E5Layer, E5Model, load_e5, norm, run_layer
from askwell.models.e5_session import MATRICES, MIDDLE, E5Session, layer_weights, pair_weights
from askwell.models.quantised_weights import Floats
from askwell.models.read_e5 import GRAPH, TUNED
from tests.models.test_embed_e5 import PULLED

Given = dict[str, Any]

real = pytest.mark.skipif(not (PULLED / FILE).is_file(), reason="make setup installs the weights")


def product(state: Floats, given: Given, name: str) -> Floats:
    """A product whose sums are exact, each row of its input in eight bits."""
    step = np.abs(state).max(axis=-1, keepdims=True) / np.float32(MIDDLE - 1)
    whole = np.round(state / step).astype(np.int64)
    sums = whole @ (given[f"{name}.w"].astype(np.int64) - MIDDLE)
    return np.asarray(sums * step * given[f"{name}.s"] + given[f"{name}.b"], dtype=np.float32)


def layer(state: Floats, given: Given, number: int, heads: int, epsilon: float) -> Floats:
    """What the graph computes for one layer."""
    pair = {name: (given[f"{number}.{name}.w"], given[f"{number}.{name}.b"]) for name in ("first_norm", "second_norm")}
    mixed = product(state, given, f"{number}.heads").reshape(len(state), 3, heads, -1).transpose(1, 2, 0, 3)
    queries, keys, values = mixed
    scores: Floats = np.exp(queries @ keys.swapaxes(-1, -2) * keys.shape[-1] ** -0.5)
    seen = (scores / scores.sum(axis=-1, keepdims=True) @ values).swapaxes(0, 1).reshape(len(state), -1)
    state = norm(state + product(seen, given, f"{number}.joined"), pair["first_norm"], epsilon)
    inner: Any = product(state, given, f"{number}.inner")
    inner = inner * (0.5 + 0.5 * np.tanh(0.7978846 * (inner + 0.044715 * inner**3)))
    return norm(state + product(inner, given, f"{number}.outer"), pair["second_norm"], epsilon)


TEXTS = [
    "query: who mends the lift? passage: If the lift stops, ring the caretaker. Rent is due on Friday.",
    "query: wat kost een kaartje? passage: Zwembad Een kaartje kost vier euro. Honden mogen niet naar binnen.",
    "query: a che ora chiude la biblioteca? passage: La tessera è gratuita. La sala chiude alle otto di sera.",
    "query: how long may the hall be let? passage: Rules of the hall It may be let for three days at most, by members.",
]


def given_weights(model: E5Model, tuned: Given) -> list[tuple[str, Any]]:
    """The weights of the reader of answers by the names that its graph has for them."""
    layers = [each for number, one in enumerate(model.layers) for each in layer_weights(number, one, tuned)]
    return [*layers, *pair_weights("norm", model.norm), *pair_weights("head", (tuned["head"], tuned["head_bias"]))]


def whole_layer(number: int, layer: E5Layer, tuned: Given) -> E5Layer:
    """A layer with what was tuned of it, before anything is rounded."""
    added = {}
    for part in MATRICES:
        name, matrix = f"{number}.{part}", getattr(layer, part)
        if f"{name}.down" in tuned:
            matrix = matrix + tuned[f"{name}.down"].astype(np.float32) @ tuned[f"{name}.up"].astype(np.float32)
        added[part] = matrix
    return replace(layer, **added)


@real
def test_no_processor_cuts_the_sums_of_products_short() -> None:
    model = load_e5(PULLED)
    shape = model.weights.shape
    with np.load(TUNED, allow_pickle=False) as tuned:
        weights = given_weights(model, tuned)
    given: Given = dict(weights)
    ids = model.ids("query: who mends the lift? passage: If the lift stops, ring the caretaker. Rent is due on Friday.")
    found = E5Session.open(model, GRAPH, weights).run(ids)[:, 0]
    state = norm(model.placed(ids), model.norm, shape.epsilon)
    for number in range(shape.layers):
        state = layer(state, given, number, shape.heads, shape.epsilon)
    wanted = (state @ given["head.w"] + given["head.b"])[:, 0]
    assert np.abs(found - wanted).mean() < 0.15


@real
def test_eight_bits_give_nearly_the_odds_of_the_whole_model() -> None:
    model = load_e5(PULLED)
    shape = model.weights.shape
    with np.load(TUNED, allow_pickle=False) as tuned:
        weights = given_weights(model, tuned)
        layers = [whole_layer(number, one, tuned) for number, one in enumerate(model.layers)]
        head = tuned["head"].astype(np.float32), tuned["head_bias"].astype(np.float32)
    session = E5Session.open(model, GRAPH, weights)
    apart = []
    for text in TEXTS:
        ids = model.ids(text)
        state = norm(model.placed(ids), model.norm, shape.epsilon)
        for one in layers:
            state = run_layer(state, one, [slice(0, len(ids))], shape.heads, shape.epsilon)
        apart.append(np.abs(session.run(ids) - (state @ head[0].reshape(-1, 1) + head[1])).mean())
    assert np.mean(apart) < 0.15


@real
def test_a_matrix_has_unsigned_bits_about_a_middle_and_a_scale_for_each_column() -> None:
    one = load_e5(PULLED).layers[0]
    given = dict(layer_weights(0, one))
    assert given["0.inner.w"].dtype == np.uint8
    near = (given["0.inner.w"].astype(np.float32) - MIDDLE) * given["0.inner.s"]
    assert np.abs(near - one.inner).max() <= given["0.inner.s"].max() / 2 + 1e-6
