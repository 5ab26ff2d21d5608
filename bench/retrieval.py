"""Conversational retrieval: does the engine find the passages that answer a question asked in a conversation?

Every query takes the engine's own steps: resolved from its conversation, searched, ranked. The same index is searched
with the question as typed in its conversation (`typed`), with the last turn alone, as if it had no conversation
(`none`), and with a large model's rewrite alone (`mixtral`). Nothing in search and ranking is learnt.
"""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

import numpy as np

from askwell.pipeline.state import TurnState
from askwell.ports import Resolver
from askwell.types import Begun, Language, Recalled, Resolution
from bench.anchors import RETRIEVAL
from bench.bootstrap import differences, intervals
from bench.cast import turns_of
from bench.library import Library, embedder_named, open_library
from bench.modelled import model_cells, model_notes
from bench.mtrag import DOMAINS, Query, entries, queries
from bench.options import Options
from bench.ranked import ndcg, recall
from bench.report import Report, Row
from bench.resolvers import LLM, NoResolver, compared, earlier, resolver
from bench.scores import Counts
from bench.sets import metrics_of
from bench.spread import spread

METRICS = ("nDCG@5", "R@5", "nDCG@10", "R@10")

_STORED = "mixtral"
_TYPED = "typed"
_LAST = "none"


@dataclass(frozen=True, slots=True)
class Outcome:
    """A query's figures: the metrics, and a last column of ones."""

    query: Query
    counts: Counts
    cpu_ms: float
    """Processor time of resolving, searching and ranking."""
    took_s: float
    """The same on the wall."""
    resolution: Resolution


def run(options: Options) -> Report:
    """Rows of every domain and of their pool, for each way to word the question."""
    domains = DOMAINS if options.set in {"", "all"} else (options.set,)
    names = tuple(dict.fromkeys((*compared(options.resolver), _TYPED, _LAST, _STORED)))
    outcomes = asyncio.run(_measure(options, domains, names))
    rows: list[Row] = []
    sets: list[tuple[str, tuple[str, ...]]] = (
        [] if options.set == "all" else [(domain, (domain,)) for domain in domains]
    )
    if len(domains) > 1:
        sets.append(("all", domains))
    for name, held in sets:
        chosen = {by: [each for each in outcomes[by] if each.query.domain in held] for by in names}
        ours = chosen[options.resolver]
        rows += [
            {**_row(by, name, chosen[by], ours), "embedder": options.embedder or "minilm"} for by in names if chosen[by]
        ]
        if name == "all" and not options.limit and not options.sample:
            rows += [{"system": system, "set": "all", "n": 288, **figures} for system, figures in RETRIEVAL.items()]
    told = model_notes([each.resolution for each in outcomes[LLM]]) if LLM in outcomes else ()
    notes = (*_notes(outcomes, options.resolver), *told)
    return Report("retrieval", metrics_of(options, METRICS), tuple(rows), notes)


async def _measure(options: Options, domains: Sequence[str], names: Sequence[str]) -> dict[str, list[Outcome]]:
    embedder = embedder_named(options.embedder)
    found: dict[str, list[Outcome]] = {name: [] for name in names}
    for domain in domains:
        async with open_library(entries(options.data, domain), embedder) as library:
            for query in spread(queries(options.data, [domain], options.limit), options.sample):
                for name in names:
                    found[name].append(await _ask(library, query, name))
    return found


async def _ask(library: Library, query: Query, by: str) -> Outcome:
    recalled = await recalled_before(query.exchanges, by)
    asked = query.rewrite if by == _STORED else query.question
    cpu, wall = time.process_time(), time.perf_counter()
    state = await resolved(asked, recalled, by)
    ranking = [library.entry(passage) for passage in await library.ranked(state)]
    cpu_ms, took_s = (time.process_time() - cpu) * 1000, time.perf_counter() - wall
    figures = [measure(ranking, query.relevant, k) for k in (5, 10) for measure in (ndcg, recall)]
    assert state.resolution is not None
    return Outcome(query, np.array([*figures, 1.0]), cpu_ms, took_s, state.resolution)


async def recalled_before(exchanges: Sequence[tuple[str, str]], by: str) -> Recalled:
    """Earlier questions and answers as the engine would recall them, every turn resolved in its place."""
    if by in {_LAST, _STORED}:
        return Recalled()
    standalone: list[str] = []
    judge = _resolver(earlier(by))
    for at, (question, _) in enumerate(exchanges):
        before = _recalled(exchanges[:at], standalone)
        standalone.append((await judge.resolve(question, before, "en")).question)
    return _recalled(exchanges, standalone)


def _recalled(exchanges: Sequence[tuple[str, str]], standalone: Sequence[str]) -> Recalled:
    turns = turns_of(exchanges, standalone)
    return Recalled(turns[-5:], first_question=turns[0].question if turns else "")


async def resolved(asked: str, recalled: Recalled, by: str, language: Language = "en") -> TurnState:
    """A turn after `resolve`, ready to be searched."""
    resolution = await _resolver(by).resolve(asked, recalled, language)
    turn = turns_of([(asked, "")])[0]
    return TurnState(Begun(turn, 0), language=language, recalled=recalled, resolution=resolution)


def _resolver(by: str) -> Resolver:
    return NoResolver() if by in {_TYPED, _LAST, _STORED} else resolver(by)


def _figures(sums: Counts) -> dict[str, float]:
    return dict(zip(METRICS, (sums[:-1] / sums[-1]).tolist(), strict=True))


def _row(by: str, name: str, chosen: Sequence[Outcome], ours: Sequence[Outcome]) -> Row:
    counts = np.array([each.counts for each in chosen])
    conversations = [each.query.conversation for each in chosen]
    row: dict[str, object] = {
        "system": "askwell",
        "resolver": by,
        "set": name,
        "n": len(chosen),
        **{key: round(value, 4) for key, value in _figures(counts.sum(axis=0)).items()},
        "cpu_ms": round(median(each.cpu_ms for each in chosen), 2),
        **model_cells(by, [each.took_s for each in chosen]),
    }
    if chosen is ours:
        return {**row, "interval": intervals(counts, conversations, _figures)}
    mine = np.array([each.counts for each in ours])
    return {**row, "difference": differences(mine, counts, conversations, _figures)}


def _notes(outcomes: dict[str, list[Outcome]], by: str) -> tuple[str, ...]:
    if by in {_TYPED, _LAST, _STORED}:
        return ()
    means = {name: _figures(np.sum([each.counts for each in found], axis=0)) for name, found in outcomes.items()}
    notes = []
    for metric in ("nDCG@5", "R@5"):
        last, ours, large = means[_LAST][metric], means[by][metric], means[_STORED][metric]
        if large > last:
            notes.append(f"gap closed, {metric}: {(ours - last) / (large - last):.2f} (1 is the large model's rewrite)")
    return tuple(notes)
