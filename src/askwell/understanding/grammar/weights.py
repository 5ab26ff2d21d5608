"""Learnt weights of the two logistic models of the resolver."""

import json
import math
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

Weights = Mapping[str, Mapping[str, float]]
"""Feature to weight, for the tables `lean` (does a question depend on earlier turns) and `salience` (which candidate
does it refer to)."""

FILE = Path(__file__).with_name("weights.json")


@cache
def learnt_weights() -> Weights:
    """The weights of the package, written by `bench train-followup`."""
    loaded: Weights = json.loads(FILE.read_text(encoding="utf-8"))
    return loaded


def score(values: Mapping[str, float], weights: Mapping[str, float]) -> tuple[float, dict[str, float]]:
    """Probability by a logistic model, and the contribution of each feature to its logit."""
    parts = {name: round(weights.get(name, 0.0) * value, 4) for name, value in values.items()}
    return 1 / (1 + math.exp(-(weights.get("bias", 0.0) + sum(parts.values())))), parts


def at_most(values: Mapping[str, float], weights: Mapping[str, float], features: Iterable[str]) -> float:
    """The highest possible probability while these features are unknown; their values are between 0 and 1."""
    known = weights.get("bias", 0.0) + sum(weights.get(name, 0.0) * value for name, value in values.items())
    return 1 / (1 + math.exp(-(known + sum(max(0.0, weights.get(name, 0.0)) for name in features))))
