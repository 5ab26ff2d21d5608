"""Learn what speaks for an older turn, from long conversations of our own: `python -m bench train-memory`.

Reads `bench/talks/` or, with `--data DIR`, a folder of the same format. Writes the weights of each embedder and of none
to `src/askwell/history_search/recollecting.json`: those of the order, and those of the chance that a turn matters. The
rows give what is reached on a conversation whose questions were held out.
"""

import asyncio
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from askwell.history_search import score
from askwell.history_search.query import sought
from askwell.history_search.score import Evidence, evidence, sure_features
from askwell.history_search.turn_index import meant_text, quantised, turn_unit
from askwell.history_search.units import Unit, Units
from askwell.models.caching_embedder import CachingEmbedder
from askwell.ports import Embedder
from bench.library import embedder_named
from bench.options import Options
from bench.report import Report, Row
from bench.talks import FOLDER, Talk, joined, own_talks, questions_of_the_world

Vector = NDArray[np.float64]

TARGET = Path(score.__file__).with_name("recollecting.json")
"""Where the weights go."""

EMBEDDERS = ("minilm", "e5-small", "none")
METRICS = ("R@1", "R@5", "R@10", "R@25", "auroc", "weight")

LENGTHS = (20, 60)
"""Turns of the parts that a conversation is cut into as well: conversations are of all lengths."""

_DECAY, _STEPS = 0.003, 300
_CANDIDATES = 3
"""Best units of a question that the chance is learnt from."""
_OF_WORLD = 0.15
"""Weight of a question about the world: each is asked of every conversation."""


@dataclass(frozen=True, slots=True)
class Example:
    """A question asked of a conversation."""

    owner: str
    """The conversation that the question is from; what is held out is held out by it."""
    seen: Evidence
    right: Vector
    """1 for the units that answer."""
    counts: float = 1.0

    def values(self, names: Sequence[str]) -> Vector:
        """One row a unit, one column a feature."""
        features = self.seen.features
        return np.stack([features[name] for name in names], axis=1).astype(np.float64)


def run(options: Options) -> Report:
    """Writes the weights of every embedder; rows of what they reach, then the weights."""
    folder = options.data if options.data != Path() else FOLDER
    known = json.loads(TARGET.read_text(encoding="utf-8")) if TARGET.is_file() else {}
    learnt: dict[str, dict[str, dict[str, float]]] = {name: known[name] for name in EMBEDDERS if name in known}
    rows: list[Row] = []
    for name in (options.embedder,) if options.embedder else EMBEDDERS:
        examples = asyncio.run(_examples(folder, None if name == "none" else _embedder(name)))
        answered = [each for each in examples if each.right.any()]
        order = _named(answered, learn(answered, _used(answered)))
        sure, apart = _sureness(examples, order)
        learnt[name] = {"order": order, "sure": sure}
        rows.append({"system": f"{name}: held out", "set": "own", "n": len(answered), **held_out(answered), **apart})
    rows += [
        {"system": each, "set": f"{name} {part}", "n": "", "weight": weight}
        for name, parts in learnt.items()
        for part, table in parts.items()
        for each, weight in table.items()
    ]
    TARGET.write_text(json.dumps(learnt, indent=1) + "\n", encoding="utf-8")
    return Report("train-memory", METRICS, tuple(rows))


def _embedder(name: str) -> Embedder | None:
    """An embedder that embeds each question once: every question is asked of many parts."""
    found = embedder_named(name)
    return CachingEmbedder(found) if found is not None else None


async def _examples(folder: Path, embedder: Embedder | None) -> list[Example]:
    """Questions of each conversation, of its parts and of all as one; then questions that it does not answer."""
    talks = own_talks(folder)
    owners = [talk.name for talk in talks for _ in talk.questions]
    units = [await _units(talk, embedder) for talk in talks]
    found: list[Example] = []
    for talk, parts in zip(talks, units, strict=True):
        elsewhere = [each.text for other in talks if other is not talk for each in other.questions[::3]]
        for start, length in ((0, len(parts)), *_stretches(len(parts))):
            here = Units(parts[start : start + length])
            for question in talk.questions:
                right = [place - start for place in question.turns if start <= place < start + length]
                found.append(await _example(talk.name, here, question.text, right, embedder))
            if length == len(parts):
                found += [await _example(talk.name, here, each, (), embedder) for each in elsewhere]
            for each in questions_of_the_world(folder):
                found.append(replace(await _example(talk.name, here, each, (), embedder), counts=_OF_WORLD))
    everything = Units([unit for parts in units for unit in parts])
    for owner, question in zip(owners, joined(talks).questions, strict=True):
        found.append(await _example(owner, everything, question.text, sorted(question.turns), embedder))
    return found


def _stretches(count: int) -> Iterator[tuple[int, int]]:
    """Start and length of each part."""
    for length in LENGTHS:
        for start in range(0, count - length // 2, length):
            yield start, min(length, count - start)


async def _units(talk: Talk, embedder: Embedder | None) -> list[Unit]:
    units = [turn_unit(turn) for turn in talk.turns]
    if embedder is None:
        return units
    vectors = await embedder.embed([meant_text(turn) for turn in talk.turns], kind="passage")
    return [replace(unit, vector=quantised(vector)) for unit, vector in zip(units, vectors, strict=True)]


async def _example(owner: str, units: Units, question: str, right: Sequence[int], embedder: Embedder | None) -> Example:
    wanted = sought(question, "en", units.speakers)
    if embedder is not None:
        wanted = replace(wanted, vector=(await embedder.embed([wanted.text], kind="query"))[0])
    answers = np.zeros(units.count)
    answers[list(right)] = 1
    return Example(owner, evidence(units, wanted), answers)


def _used(examples: Sequence[Example]) -> list[str]:
    meant = examples[0].seen.meant
    return [name for name in examples[0].seen.features if meant or not name.startswith("dense")]


def _named(examples: Sequence[Example], weights: Vector) -> dict[str, float]:
    return {name: round(float(each), 3) for name, each in zip(_used(examples), weights, strict=True)}


def learn(examples: Sequence[Example], names: Sequence[str]) -> Vector:
    """The weights that make answering units likeliest under a softmax over each conversation.

    Listwise cross-entropy (ListNet with binary gains, Cao and others, ICML 2007) with weight decay, by Adam.
    """
    values = [each.values(names) for each in examples]
    weights, mean, square = np.zeros(len(names)), np.zeros(len(names)), np.zeros(len(names))
    for step in range(1, _STEPS + 1):
        slope = _DECAY * weights
        for rows, each in zip(values, examples, strict=True):
            level = rows @ weights
            chance = np.exp(level - level.max())
            slope = slope + rows.T @ (chance / chance.sum() - each.right / each.right.sum()) / len(examples)
        mean, square = 0.9 * mean + 0.1 * slope, 0.99 * square + 0.01 * slope**2
        weights = weights - 0.05 * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-8)
    return weights


def held_out(examples: Sequence[Example]) -> dict[str, float]:
    """Recall in percent, the questions of each conversation under weights learnt on the others."""
    names = _used(examples)
    cuts = [int(name[2:]) for name in METRICS if name.startswith("R@")]
    sums = np.zeros(len(cuts))
    for owner in sorted({each.owner for each in examples}):
        weights = learn([each for each in examples if each.owner != owner], names)
        for each in (each for each in examples if each.owner == owner):
            right = each.right[np.argsort(-(each.values(names) @ weights), kind="stable")]
            sums += [right[:cut].sum() / right.sum() for cut in cuts]
    return {f"R@{cut}": round(100 * value / len(examples), 2) for cut, value in zip(cuts, sums, strict=True)}


def _sureness(examples: Sequence[Example], order: dict[str, float]) -> tuple[dict[str, float], dict[str, float]]:
    """Weights of a logistic over the best units of each question, and how well it tells those that answer, held out."""
    values: list[Vector] = []
    right: list[float] = []
    counts: list[float] = []
    owners: list[str] = []
    names: list[str] = []
    for each in examples:
        total = each.values(list(order)) @ np.array(list(order.values()))
        parts = sure_features(each.seen, total.astype(np.float32))
        names = [name for name in parts if each.seen.meant or name != "likeness"]
        for row in np.argsort(-total, kind="stable")[:_CANDIDATES]:
            values.append(np.array([parts[name][row] for name in names] + [1.0], dtype=np.float64))
            right.append(each.right[row])
            counts.append(each.counts)
            owners.append(each.owner)
    table, answers, weight, whose = np.stack(values), np.array(right), np.array(counts), np.array(owners)
    levels = np.zeros(len(table))
    for owner in set(owners):
        rest = whose != owner
        levels[~rest] = table[~rest] @ _logistic(table[rest], answers[rest], weight[rest])
    weights = _logistic(table, answers, weight)
    named = dict(zip([*names, "bias"], (round(float(each), 3) for each in weights), strict=True))
    return named, {"auroc": round(_auroc(levels, answers), 4)}


def _logistic(values: Vector, right: Vector, counts: Vector) -> Vector:
    """Weights by Newton's method, with a little decay."""
    weights, decay = np.zeros(values.shape[1]), np.eye(values.shape[1])
    for _ in range(30):
        chance = 1 / (1 + np.exp(-(values @ weights)))
        slope = values.T @ (counts * (chance - right)) + weights
        curve = (values * (counts * chance * (1 - chance))[:, None]).T @ values + decay
        weights = weights - np.linalg.solve(curve, slope)
    return weights


def _auroc(levels: Vector, right: Vector) -> float:
    ranks = levels.argsort().argsort() + 1
    good = right > 0
    return float((ranks[good].sum() - good.sum() * (good.sum() + 1) / 2) / (good.sum() * (~good).sum()))
