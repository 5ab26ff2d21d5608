"""Learn the weights of the ranking: `python -m bench train-retrieval --data DIR`.

Writes `src/askwell/rules/ranking.json`. Every query of the conversations walks the engine's resolving and search; the
features of its candidates are what the ranking sees in a turn. The rows say what weights reach that were learnt on
other conversations, which is the figure to believe, beside the order that the search alone gives.
"""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from askwell.pipeline.rank import distinct
from askwell.pipeline.search_context import questions_before
from askwell.rules import rank
from askwell.rules.rank import features, standardised
from bench.library import Library, embedder_named, open_library
from bench.mtrag import DOMAINS, Query, entries, queries
from bench.options import Options
from bench.ranked import ndcg, recall
from bench.report import Report, Row
from bench.retrieval import METRICS, recalled_before, resolved

Vector = NDArray[np.float64]

TARGET = Path(rank.__file__).with_name("ranking.json")
"""Where the weights go."""

_FOLDS = 6
_SHUFFLES = 3
_DECAY = 0.02
_STEPS = 150


@dataclass(frozen=True, slots=True)
class Example:
    """A query's candidates as the search orders them, with their features."""

    query: Query
    entries: tuple[str, ...]
    values: Vector
    """One row a candidate, one column a feature."""

    @property
    def wanted(self) -> Vector:
        """1 for the candidates that are relevant."""
        return np.array([float(entry in self.query.relevant) for entry in self.entries])


def run(options: Options) -> Report:
    """Weights with and without an embedder; writes them and lists them below what they reach."""
    learnt: dict[str, dict[str, float]] = {}
    rows: list[Row] = []
    for table, (names, examples) in asyncio.run(_examples(options)).items():
        weights = learn(examples)
        learnt[table] = {name: round(float(weight), 3) for name, weight in zip(names, weights, strict=True)}
        size = {"set": "all", "n": len(examples)}
        rows.append({"system": f"{table}: as searched", **size, **_mean([_figures(each, None) for each in examples])})
        rows.append({"system": f"{table}: cross-validated", **size, **_mean(cross_validated(examples))})
        rows += [{"system": name, "set": table, "n": "", "weight": weight} for name, weight in learnt[table].items()]
    TARGET.write_text(json.dumps(learnt, indent=1) + "\n", encoding="utf-8")
    return Report("train-retrieval", (*METRICS, "weight"), tuple(rows))


def learn(examples: Sequence[Example]) -> Vector:
    """The weights that make relevant candidates likeliest under a softmax over each query's candidates.

    Listwise cross-entropy (ListNet with binary gains, Cao and others, ICML 2007) with weight decay, by Adam.
    """
    useful = [each for each in examples if each.wanted.any()]
    size = examples[0].values.shape[1]
    weights, mean, square = np.zeros(size), np.zeros(size), np.zeros(size)
    shares = [each.wanted / each.wanted.sum() for each in useful]
    for step in range(1, _STEPS + 1):
        slope = _DECAY * weights
        for each, share in zip(useful, shares, strict=True):
            level = each.values @ weights
            chance = np.exp(level - level.max())
            slope = slope + each.values.T @ (chance / chance.sum() - share) / len(useful)
        mean, square = 0.9 * mean + 0.1 * slope, 0.99 * square + 0.01 * slope**2
        weights = weights - 0.05 * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-8)
    return weights


def cross_validated(examples: Sequence[Example]) -> list[dict[str, float]]:
    """Figures of each query under weights learnt on other conversations, mean of a few shuffles into folds."""
    names = sorted({each.query.conversation for each in examples})
    sums: list[dict[str, float]] = [dict.fromkeys(METRICS, 0.0) for _ in examples]
    for seed in range(_SHUFFLES):
        order = np.random.default_rng(seed).permutation(len(names))
        fold = {names[place]: number % _FOLDS for number, place in enumerate(order)}
        for held in range(_FOLDS):
            weights = learn([each for each in examples if fold[each.query.conversation] != held])
            for sum_, each in zip(sums, examples, strict=True):
                if fold[each.query.conversation] == held:
                    for name, value in _figures(each, weights).items():
                        sum_[name] += value / _SHUFFLES
    return sums


def _figures(example: Example, weights: Vector | None) -> dict[str, float]:
    order = range(len(example.entries)) if weights is None else np.argsort(-(example.values @ weights), kind="stable")
    ranking = [example.entries[place] for place in order]
    values = [measure(ranking, example.query.relevant, k) for k in (5, 10) for measure in (ndcg, recall)]
    return dict(zip(METRICS, values, strict=True))


def _mean(figures: Sequence[dict[str, float]]) -> dict[str, float]:
    return {name: round(float(np.mean([each[name] for each in figures])), 4) for name in METRICS}


async def _examples(options: Options) -> dict[str, tuple[list[str], list[Example]]]:
    embedder = embedder_named(options.embedder)
    found: dict[str, tuple[list[str], list[Example]]] = {"hybrid": ([], []), "lexical": ([], [])}
    for domain in DOMAINS:
        async with open_library(entries(options.data, domain), embedder) as library:
            words_only = library.without_embedder()
            for query in queries(options.data, [domain], options.limit):
                for table, by in (("hybrid", library), ("lexical", words_only)):
                    names, example = await _example(by, query, options.resolver)
                    if example is not None:
                        found[table][0][:] = names
                        found[table][1].append(example)
    return found


async def _example(library: Library, query: Query, by: str) -> tuple[list[str], Example | None]:
    state = await library.candidates(await resolved(query.question, await recalled_before(query, by), by))
    if not state.found:
        return [], None
    candidates = distinct(state.found)
    before = questions_before(state)
    values = standardised(features(state.question, candidates, state.language, state.asked, before))
    names = list(values[0])
    rows = np.array([[row[name] for name in names] for row in values])
    return names, Example(query, tuple(library.entry(passage) for passage in candidates), rows)
