"""Where the passage with the fact stands: in the search, and after ranking: `bench found --data DIR`.

Questions are the answerable ones of the blind sets, over bundled assistants and the manuals in `DIR`: first questions
as typed, later ones in the complete wording of a person (`dialogues/asked.jsonl`); of sets that nothing learns from,
first questions alone. A question counts if a passage of one of its documents has one of its facts. Each is asked for
itself.

`search` is the order of the search, `ranked` that of `rules/rank.py`. `learnt` has one weight for each feature of
ranking, learnt from the other collections: the chance, among all candidates, of those with a fact. Rows of sets that
nothing learns from have weights of all collections of the other sets, and are named after the sets.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from askwell.assistant import RankSection
from askwell.rules.rank import features, rerank, standardised
from askwell.types import Language, Passage, SearchQuery
from bench.asked import wordings
from bench.blind import SETS, bundled, opened
from bench.blind_questions import Asked, collections, conversations, language_of
from bench.bootstrap import measured
from bench.later_questions import is_place
from bench.options import Options
from bench.report import Report, Row
from bench.scores import Counts
from bench.sureness import UNSEEN

METRICS = ("first", "first_three", "first_eight")
_PLACES = (1, 3, 8)
_STEPS, _RATE, _RIDGE = 300, 0.5, 0.002
_IN_ALL = 2.0
"""The sum of the weights as they are printed; only their ratios matter for the order."""


@dataclass(frozen=True, slots=True)
class Sought:
    """A question with its candidates in the order of the search."""

    set: str
    collection: str
    conversation: str
    has_fact: Counts
    """1 for each candidate with a fact of the question in one of its documents."""
    ranked: Counts
    """The place of each candidate after ranking, from 0."""
    columns: dict[str, Counts]
    """Features of ranking by name, in standard deviations among the candidates."""


def run(options: Options) -> Report:
    """Three rows for each collection, for the sets that nothing learns from, and for the rest together."""
    found: list[Sought] = []
    for name in sorted({each for questions in SETS.values() for each in collections(questions)}):
        folder = None if name in bundled() else options.data / name
        if options.set in {"", "all", name} and (folder is None or folder.is_dir()):
            found += asyncio.run(_seek(name, folder, options.limit))
    seen = [one for one in found if one.set not in UNSEEN]
    rows: list[Row] = []
    learnt: list[tuple[Sought, Counts]] = []
    for name in sorted({one.collection for one in seen}):
        own = [one for one in seen if one.collection == name]
        weights = learn([one for one in seen if one.collection != name])
        pairs = [(one, scores(one, weights)) for one in own]
        learnt += pairs
        rows += _rows(name, pairs)
    rows += _rows("all", learnt)
    weights = learn(seen)
    for name in UNSEEN:
        rows += _rows(name, [(one, scores(one, weights)) for one in found if one.set == name])
    scale = _IN_ALL / max(sum(weights.values()), 1e-9)
    said = ", ".join(f"{name} {weight * scale:.2f}" for name, weight in weights.items())
    return Report("found", METRICS, tuple(rows), (f"Weights learnt from all: {said}.",))


async def _seek(name: str, folder: Path | None, limit: int | None) -> list[Sought]:
    language = language_of(name)
    collection = "documents" if folder else name
    async with opened(name, folder, name) as engine:
        found = []
        for put in questions(name)[:limit]:
            query = SearchQuery((put[2],), (collection,), (), RankSection().candidates, language)
            one = _sought(put, name, await engine.knowledge.search(query), language)
            found += [one] if one.has_fact.any() else []
        return found


def questions(collection: str) -> list[tuple[Asked, str, str]]:
    """The answerable questions over a collection with the name of their set, as they are asked here."""
    known = wordings()
    found = []
    for prefix, folder in SETS.items():
        set_name = prefix.strip() or "first"
        if collection in collections(folder):
            for asked in (each for turns in conversations(collection, folder) for each in turns if each.is_answerable):
                worded = known.get((f"{set_name}-{asked.conversation}", asked.number), "")
                question = asked.question if asked.number == 1 else worded
                found += [(asked, set_name, question)] if question else []
    return found


def _sought(put: tuple[Asked, str, str], name: str, passages: Sequence[Passage], language: Language) -> Sought:
    asked, set_name, question = put
    places = {each.chunk.id: place for place, each in enumerate(rerank(question, passages, language))}
    return Sought(
        set_name,
        name,
        f"{set_name} {asked.conversation}",
        np.array([is_place(asked, each.document_name, each.chunk.text) for each in passages], dtype=np.float64),
        np.array([places[each.chunk.id] for each in passages], dtype=np.float64),
        {key: np.array(standardised(column)) for key, column in features(question, passages, language).items()},
    )


def learn(seen: Sequence[Sought]) -> dict[str, float]:
    """A weight for each feature: the highest likelihood that a candidate with a fact comes first, by gradient."""
    names = sorted({name for one in seen for name in one.columns})
    tables = [_table(one, names) for one in seen]
    weights = np.zeros(len(names))
    for _ in range(_STEPS if tables else 0):
        slope = -2 * _RIDGE * weights
        for table, one in zip(tables, seen, strict=True):
            chances = _chances(table @ weights)
            right = chances * one.has_fact
            slope += (right / right.sum() - chances) @ table / len(tables)
        weights += _RATE * slope
    return dict(zip(names, weights.tolist(), strict=True))


def scores(one: Sought, weights: dict[str, float]) -> Counts:
    """The sum of the features of each candidate by these weights."""
    names = list(weights)
    return np.asarray(_table(one, names) @ np.array([weights[name] for name in names]))


def _table(one: Sought, names: Sequence[str]) -> Counts:
    absent = np.zeros(len(one.has_fact))
    return np.array([one.columns.get(name, absent) for name in names]).reshape(len(names), len(absent)).T


def _chances(sums: Counts) -> Counts:
    raised = np.exp(sums - sums.max())
    return np.asarray(raised / raised.sum())


def _rows(name: str, pairs: Sequence[tuple[Sought, Counts]]) -> list[Row]:
    if not pairs:
        return []
    systems = {
        "search": [np.arange(len(one.has_fact), dtype=np.float64) for one, _ in pairs],
        "ranked": [one.ranked for one, _ in pairs],
        "learnt": [-by for _, by in pairs],
    }
    groups = [one.conversation for one, _ in pairs]
    return [
        {
            "system": system,
            "set": name,
            "n": len(pairs),
            **measured(
                np.array([_count(one, order) for (one, _), order in zip(pairs, orders, strict=True)]), groups, _shares
            ),
        }
        for system, orders in systems.items()
    ]


def _count(one: Sought, order: Counts) -> Counts:
    """1, and for each of `_PLACES` whether a candidate with a fact is among so many, lowest `order` first."""
    best = int(np.flatnonzero(one.has_fact[np.argsort(order, kind="stable")])[0])
    return np.array([1, *[best < most for most in _PLACES]], dtype=np.float64)


def _shares(sums: Counts) -> dict[str, float]:
    return {name: float(hits / max(sums[0], 1)) for name, hits in zip(METRICS, sums[1:], strict=True)}
