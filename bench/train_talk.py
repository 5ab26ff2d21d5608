"""Fit what was learnt on long talks between people to talks with an assistant: `python -m bench train-talk`.

Starts from the weights of `train-memory` and draws those for turns towards what finds the turns of the project's own
dialogues. The rows say what is reached on dialogues that were held out, which is the figure to believe.
"""

import asyncio
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from askwell.history_search.query import sought
from askwell.history_search.score import Evidence, evidence, sure_features
from askwell.history_search.turn_index import meant_text, quantised, turn_unit
from askwell.history_search.units import Units
from askwell.ports import Embedder
from bench.library import embedder_named
from bench.memory_own import read_dialogues, read_unrelated
from bench.memory_talk import turns_of
from bench.options import Options
from bench.report import Report, Row
from bench.train_memory import TARGET, Vector

EMBEDDERS = ("minilm", "e5-small", "none")
METRICS = ("H@1", "H@4")
FOLDS = 6

_PULL, _STEPS = 0.02, 200
"""How much the weights are held to where they start, and steps of Adam."""
_CANDIDATES = 3
_OTHERS = 0.15
"""What a question that no talk answers counts for: each is asked of every dialogue."""


@dataclass(frozen=True, slots=True)
class Example:
    """A question asked of a dialogue."""

    dialogue: str
    seen: Evidence
    right: int
    """Row of the turn that answers; -1 for none."""
    counts: float = 1.0


def run(options: Options) -> Report:
    """Weights for turns of every embedder; writes them and lists what they reach."""
    known = json.loads(TARGET.read_text(encoding="utf-8"))
    rows: list[Row] = []
    for name in (options.embedder,) if options.embedder else EMBEDDERS:
        examples = asyncio.run(_examples(None if name == "none" else embedder_named(name)))
        start: dict[str, float] = known[f"{name} turns"]["order"]
        rows.append({"system": f"{name}: cross-validated", "set": "own", **_cross_validated(examples, start)})
        # Dialogues whose questions are put in other words on purpose say nothing about words alone.
        order = start if name == "none" else _order(examples, start)
        known[f"{name} turns"] = {"order": order, "sure": _sure(examples, order)}
    TARGET.write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")
    return Report("train-talk", METRICS, tuple(rows))


async def _examples(embedder: Embedder | None) -> list[Example]:
    """Each dialogue's own questions, those of the next one of its language, and those that none answers."""
    found: list[Example] = []
    dialogues, unrelated = read_dialogues(), read_unrelated()
    for dialogue in dialogues:
        language = dialogue["language"]
        if embedder is not None and embedder.name == "minilm" and language != "en":
            continue
        turns = turns_of(dialogue)
        units = [turn_unit(turn) for turn in turns]
        if embedder is not None:
            vectors = await embedder.embed([meant_text(turn) for turn in turns], kind="passage")
            units = [replace(unit, vector=quantised(each)) for unit, each in zip(units, vectors, strict=True)]
        talk = Units(units)
        for question, right, counts in _asked(dialogue, dialogues, unrelated[language]):
            wanted = sought(question, language)
            if embedder is not None:
                wanted = replace(wanted, vector=(await embedder.embed([wanted.said], kind="query"))[0])
            found.append(Example(dialogue["id"], evidence(talk, wanted), right, counts))
    return found


def _asked(
    dialogue: Mapping[str, Any], dialogues: Sequence[Mapping[str, Any]], unrelated: Sequence[str]
) -> Iterator[tuple[str, int, float]]:
    same = [each for each in dialogues if each["language"] == dialogue["language"]]
    after = same[(same.index(dialogue) + 1) % len(same)]
    yield from ((each["question"], each["turn"] - 1, 1.0) for each in dialogue["questions"])
    yield from ((each["question"], -1, 1.0) for each in after["questions"])
    yield from ((each, -1, _OTHERS) for each in unrelated)


def _order(examples: Sequence[Example], start: Mapping[str, float]) -> dict[str, float]:
    """Weights under which the turns that answer are likeliest, held to where they start (listwise cross-entropy)."""
    names = [name for name in examples[0].seen.features if name in start or name == "early"]
    first = np.array([start.get(name, 0.0) for name in names])
    told = [
        (np.stack([each.seen.features[name] for name in names], axis=1), each.right)
        for each in examples
        if each.right >= 0
    ]
    weights, mean, square = first.copy(), np.zeros_like(first), np.zeros_like(first)
    for step in range(1, _STEPS + 1):
        slope = _PULL * (weights - first)
        for values, right in told:
            level = values @ weights
            chance = np.exp(level - level.max())
            slope = slope + (values.T @ (chance / chance.sum()) - values[right]) / len(told)
        mean, square = 0.9 * mean + 0.1 * slope, 0.99 * square + 0.01 * slope**2
        weights = weights - 0.05 * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-8)
    return {name: round(float(weight), 3) for name, weight in zip(names, weights, strict=True)}


def _totals(example: Example, order: Mapping[str, float]) -> Vector:
    return np.asarray(sum(weight * example.seen.features[name] for name, weight in order.items()), dtype=np.float64)


def _sure(examples: Sequence[Example], order: Mapping[str, float]) -> dict[str, float]:
    """Weights of a logistic over the best turns of each question."""
    values: list[Vector] = []
    right: list[float] = []
    counts: list[float] = []
    names: list[str] = []
    for each in (each for each in examples if not each.seen.foreign):
        total = _totals(each, order)
        parts = sure_features(each.seen, total.astype(np.float32))
        names = list(parts)
        for row in np.argsort(-total, kind="stable")[:_CANDIDATES]:
            values.append(np.array([parts[name][row] for name in names] + [1.0], dtype=np.float64))
            right.append(float(row == each.right))
            counts.append(each.counts)
    taken, wanted, worth = np.stack(values), np.array(right), np.array(counts)
    weights, decay = np.zeros(taken.shape[1]), np.eye(taken.shape[1])
    for _ in range(30):
        chance = 1 / (1 + np.exp(-(taken @ weights)))
        slope = taken.T @ (worth * (chance - wanted)) + weights
        curve = (taken * (worth * chance * (1 - chance))[:, None]).T @ taken + decay
        weights = weights - np.linalg.solve(curve, slope)
    return dict(zip([*names, "bias"], (round(float(each), 3) for each in weights), strict=True))


def _cross_validated(examples: Sequence[Example], start: Mapping[str, float]) -> dict[str, float]:
    """Share of the questions whose turn is first, and among the first four, each dialogue held out."""
    ids = sorted({each.dialogue for each in examples})
    places: list[int] = []
    for fold in range(FOLDS):
        held = set(ids[fold::FOLDS])
        order = _order([each for each in examples if each.dialogue not in held], start)
        asked = [each for each in examples if each.dialogue in held and each.right >= 0]
        places += [int((_totals(each, order) > _totals(each, order)[each.right]).sum()) for each in asked]
    return {name: sum(place < int(name[2:]) for place in places) / len(places) for name in METRICS}
