"""Learn what speaks for an older turn: `python -m bench train-memory --data DIR`.

Writes `src/askwell/recollect/recollecting.json`, for each embedder and for none, for turns and for utterances: weights
of the order, and of how sure it is that a turn matters. The rows say what weights reach that were learnt on the other
conversations, which is the figure to believe.
"""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from askwell.history_search import score
from askwell.history_search.score import evidence, sure_features
from bench.library import embedder_named
from bench.locomo import Asked, Talk, stretches, talks
from bench.options import Options
from bench.report import Report, Row

Vector = NDArray[np.float64]

TARGET = Path(score.__file__).with_name("recollecting.json")
"""Where the weights go."""

EMBEDDERS = ("minilm", "e5-small", "none")

KINDS = ("turns", "utterances")
"""What a unit is: in talks with an assistant, and between people."""

METRICS = ("R@5", "R@10", "R@25", "R@50")

_DECAY, _STEPS = 0.001, 200
_CANDIDATES = 3
"""Best units of a question that the sureness is learnt from."""

LENGTHS = (20, 60, 180)
"""Units of the stretches that it is learnt from: conversations are of all lengths."""


@dataclass(frozen=True, slots=True)
class Example:
    """A question over the units of its talk."""

    talk: str
    values: Vector
    """One row a unit, one column a feature."""
    right: Vector
    """1 for the units that answer."""
    wanted: int
    """Pieces of evidence that the data names."""


def run(options: Options) -> Report:
    """Weights of every embedder; writes them and lists them below what they reach."""
    learnt: dict[str, dict[str, dict[str, float]]] = {}
    rows: list[Row] = []
    for name in (options.embedder,) if options.embedder else EMBEDDERS:
        embedder = None if name == "none" else embedder_named(name)
        for kind in KINDS:
            found = asyncio.run(talks(options.data, embedder, options.limit, as_turns=kind == "turns"))
            order, figures = _order(found, meant=embedder is not None, cut=kind == "turns")
            sure, apart = _sureness(found, order)
            learnt[f"{name} {kind}"] = {"order": order, "sure": sure}
            size = {"set": kind, "n": sum(len(talk.asked) for talk in found)}
            rows.append({"system": f"{name}: cross-validated", **size, **figures, **apart})
    rows += [
        {"system": each, "set": f"{name} {part}", "n": "", "weight": weight}
        for name, parts in learnt.items()
        for part, table in parts.items()
        for each, weight in table.items()
    ]
    known = json.loads(TARGET.read_text(encoding="utf-8")) if TARGET.is_file() else {}
    TARGET.write_text(json.dumps(known | learnt, indent=1) + "\n", encoding="utf-8")
    return Report("train-memory", (*METRICS, "auroc", "weight"), tuple(rows))


def _order(found: Sequence[Talk], *, meant: bool, cut: bool) -> tuple[dict[str, float], dict[str, float]]:
    """Weights of the order, and what those reach that were learnt on other talks; of whole talks, or of stretches."""
    parts = [part for talk in found for length in LENGTHS[:2] for part in stretches(talk, length)] if cut else found
    names, examples = _examples(parts)
    used = [place for place, each in enumerate(names) if meant or not each.startswith("dense")]
    examples = [replace(each, values=each.values[:, used]) for each in examples]
    if cut:
        examples = [replace(each, wanted=int(each.right.sum())) for each in examples if each.right.any()]
    weights = learn(examples)
    order = {names[place]: round(float(weight), 3) for place, weight in zip(used, weights, strict=True)}
    return order, cross_validated(examples)


def learn(examples: Sequence[Example]) -> Vector:
    """The weights that make answering units likeliest under a softmax over each talk.

    Listwise cross-entropy (ListNet with binary gains, Cao and others, ICML 2007) with weight decay, by Adam.
    """
    useful = [each for each in examples if each.right.any()]
    size = examples[0].values.shape[1]
    weights, mean, square = np.zeros(size), np.zeros(size), np.zeros(size)
    for step in range(1, _STEPS + 1):
        slope = _DECAY * weights
        for each in useful:
            level = each.values @ weights
            chance = np.exp(level - level.max())
            slope = slope + each.values.T @ (chance / chance.sum() - each.right / each.right.sum()) / len(useful)
        mean, square = 0.9 * mean + 0.1 * slope, 0.99 * square + 0.01 * slope**2
        weights = weights - 0.1 * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-8)
    return weights


def cross_validated(examples: Sequence[Example]) -> dict[str, float]:
    """Recall in percent, each talk under weights learnt on the others."""
    sums = np.zeros(len(METRICS))
    for held in sorted({each.talk for each in examples}):
        weights = learn([each for each in examples if each.talk != held])
        for each in examples:
            if each.talk == held:
                right = each.right[np.argsort(-(each.values @ weights), kind="stable")]
                sums += [right[: int(name[2:])].sum() / each.wanted for name in METRICS]
    return {name: round(100 * value / len(examples), 2) for name, value in zip(METRICS, sums, strict=True)}


def _examples(found: Sequence[Talk]) -> tuple[list[str], list[Example]]:
    names: list[str] = []
    examples: list[Example] = []
    for talk in found:
        for asked in talk.asked:
            features = talk.evidence(asked).features
            names = list(features)
            values = np.stack([features[name] for name in names], axis=1).astype(np.float64)
            right = _right(talk, asked)
            examples.append(Example(talk.id, values, right, len(asked.evidence)))
    return names, examples


def _right(talk: Talk, asked: Asked) -> Vector:
    return np.array([float(any(id_ in asked.evidence for id_ in ids)) for ids in talk.ids])


def _sureness(found: Sequence[Talk], order: dict[str, float]) -> tuple[dict[str, float], dict[str, float]]:
    """Weights of a logistic over the best units of stretches of the talks, and how well it tells those that answer.

    Half of the questions are answered in the stretch, and half elsewhere in the same talk.
    """
    values: list[Vector] = []
    right: list[float] = []
    names: list[str] = []
    for stretch in (part for talk in found for length in LENGTHS for part in stretches(talk, length)):
        for asked in stretch.asked:
            seen = evidence(stretch.units, asked.wanted)
            total = sum((weight * seen.features[name] for name, weight in order.items()), np.zeros(len(stretch.ids)))
            parts = sure_features(seen, total.astype(np.float32))
            answers = _right(stretch, asked)
            names = list(parts)
            for row in np.argsort(-total)[:_CANDIDATES]:
                values.append(np.array([parts[name][row] for name in names] + [1.0]))
                right.append(answers[row])
    weights = _logistic(np.stack(values), np.array(right))
    chances = np.stack(values) @ weights
    named = dict(zip([*names, "bias"], (round(float(each), 3) for each in weights), strict=True))
    return named, {"auroc": round(_auroc(chances, np.array(right)), 4)}


def _logistic(values: Vector, right: Vector) -> Vector:
    """Weights by Newton's method, with a little decay."""
    weights = np.zeros(values.shape[1])
    decay = np.eye(values.shape[1])
    for _ in range(30):
        chance = 1 / (1 + np.exp(-(values @ weights)))
        slope = values.T @ (chance - right) + weights
        curve = (values * (chance * (1 - chance))[:, None]).T @ values + decay
        weights = weights - np.linalg.solve(curve, slope)
    return weights


def _auroc(levels: Vector, right: Vector) -> float:
    ranks = levels.argsort().argsort() + 1
    good = right > 0
    return float((ranks[good].sum() - good.sum() * (good.sum() + 1) / 2) / (good.sum() * (~good).sum()))
