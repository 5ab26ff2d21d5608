"""Answers: what does the whole engine reply to questions whose answers are known?

Every task is a turn of its own, with the turns before it and their reference answers as its history. The set `gold`
gives the relevant passages and a large model's rewrite in place of history and search.
"""

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean, median

import numpy as np

from askwell.types import Passage
from bench.answer_baselines import BASELINES, baseline_replies
from bench.answer_gold import GOLD, entry_id, play_gold
from bench.answer_runs import Played, Player, reply_of
from bench.answer_scores import METRICS, Reply, count_reply, figures_of
from bench.answer_tasks import DEBIAN, Corpus, Task, corpus
from bench.bootstrap import differences, intervals
from bench.library import Library, embedder_named, open_library
from bench.modelled import model_cells
from bench.mtrag import DOMAINS
from bench.options import Options
from bench.report import Report, Row
from bench.resolvers import LLM, compared
from bench.spread import spread
from bench.text_vectors import TextVectors

TALKS = "mtrag"
"""Name of the pool of the three domains."""

_POOLS: Mapping[str, tuple[str, ...]] = {TALKS: DOMAINS, "all": (*DOMAINS, *DEBIAN)}


@dataclass(frozen=True, slots=True)
class Measured:
    """A task with all that the engine made of it."""

    played: Played = field(repr=False)
    """Resolution, search results, ranking, grades, brief and answer."""
    reply: Reply
    plain: Mapping[str, Reply] = field(default_factory=dict, repr=False)
    """The reply of each baseline, by its name."""


Collected = dict[str, list[Measured]]
"""The same tasks in the same order, by who writes."""

Replies = dict[str, list[Reply]]
"""Replies to the same tasks in the same order, by who writes or by baseline."""


def run(options: Options) -> Report:
    """Rows of every set and of their pools, the engine's first."""
    collected = asyncio.run(collect(options))
    replies: Replies = {by: [each.reply for each in own] for by, own in collected.items()}
    for each in collected[options.writer]:
        for name, reply in each.plain.items():
            replies.setdefault(name, []).append(reply)
    rows = [row for name, held in _sets(options) for row in _rows(options, name, _within(replies, held))]
    metrics = (*METRICS, "ms", *(("s_turn",) if options.writer == LLM else ()))
    return Report("answers", metrics, tuple(rows))


async def collect(options: Options) -> Collected:
    """The tasks of the sets that the options name, played; a task of `gold` has this as its `set`."""
    found: Collected = {by: [] for by in compared(options.writer)}
    played_sets = {each for _, held in _sets(options) for each in held}
    for name in (*DOMAINS, *DEBIAN):
        if name in played_sets or (GOLD in played_sets and name in DOMAINS):
            await _collect_corpus(options, corpus(options.data, name), played_sets, found)
    return found


async def _collect_corpus(options: Options, asked: Corpus, played_sets: set[str], found: Collected) -> None:
    embedder = embedder_named(options.embedder or asked.embedder)
    vectors = TextVectors(embedder) if embedder else None
    entries = {entry.id: entry for entry in asked.entries}
    tasks = spread(asked.tasks[: options.limit], options.sample)
    async with open_library(asked.entries, embedder) as library:
        for by, measured in found.items():
            player, writing = _player(options, library, by), _player(options, library, by, graded=False)
            for task in tasks if asked.set in played_sets else ():
                played = await player.play(task)
                plain = await _plain(options, by, played, library.entry, vectors)
                measured.append(Measured(played, reply_of(played, library.entry), plain))
            for task in _with_rewrite(tasks) if GOLD in played_sets else ():
                played, reply = await play_gold(player, writing, task, entries, vectors)
                measured.append(Measured(played, reply, await _plain(options, by, played, entry_id, vectors)))
    if vectors is not None:
        vectors.keep()


async def _plain(
    options: Options, by: str, played: Played, entry: Callable[[Passage], str], vectors: TextVectors | None
) -> Mapping[str, Reply]:
    """The replies of the baselines, once for each task."""
    return await baseline_replies(played, entry, vectors) if by == options.writer else {}


def _player(options: Options, library: Library, by: str, *, graded: bool = True) -> Player:
    return Player(library, writer=by, resolver=options.resolver, graded=graded)


def _with_rewrite(tasks: Sequence[Task]) -> list[Task]:
    return [task for task in tasks if task.rewrite and task.gold]


def _sets(options: Options) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Each row's set with the sets that it pools."""
    if options.set:
        yield options.set, _POOLS.get(options.set, (options.set,))
        return
    for name in (*DOMAINS, *DEBIAN, GOLD):
        yield name, (name,)
    yield from _POOLS.items()


def _within(replies: Replies, held: Sequence[str]) -> Replies:
    """The replies to the tasks of some sets."""
    chosen = {system: [each for each in own if each.task.set in held] for system, own in replies.items()}
    return {system: own for system, own in chosen.items() if own}


def _rows(options: Options, name: str, replies: Replies) -> Iterator[Row]:
    ours = replies.get(options.writer, [])
    for system, own in replies.items():
        counts = np.array([count_reply(each) for each in own])
        conversations = [each.task.conversation for each in own]
        figures = figures_of(counts.sum(axis=0))
        row: dict[str, object] = {
            "system": system if system in BASELINES else "askwell",
            **({} if system in BASELINES else {"writer": system}),
            "embedder": options.embedder or ("e5-small" if name in DEBIAN else "minilm"),
            "set": name,
            "n": len(own),
            **{key: round(value, 4) for key, value in figures(counts.sum(axis=0)).items()},
        }
        if system not in BASELINES:
            took_ms = [each.took_ms for each in own]
            row |= {"ms": round(median(took_ms), 2), **model_cells(system, [fmean(took_ms) / 1000])}
        if own is ours:
            yield row | {"interval": intervals(counts, conversations, figures)}
        else:
            mine = np.array([count_reply(each) for each in ours])
            yield row | {"difference": differences(mine, counts, conversations, figures)}
