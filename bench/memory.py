"""Finding again what was said: evidence in long talks between people, and questions about the project's own talks.

Evidence recall (LoCoMo): the share of the utterances that answer a question among the best k, in percent, mean over the
questions. Without `--data` only the project's own dialogues are asked.
"""

import asyncio
import time
from statistics import median

import numpy as np

from askwell.history_search.score import order
from bench.anchors import MEMORY
from bench.bootstrap import intervals
from bench.library import embedder_named
from bench.locomo import Asked, Talk, talks
from bench.memory_own import correction_rows
from bench.memory_talk import METRICS as TALK_METRICS
from bench.memory_talk import talk_rows
from bench.options import Options
from bench.report import Report, Row
from bench.scores import Counts

METRICS = ("R@5", "R@10", "R@25", "R@50")

NOTES = (
    "LoCoMo's weights were learnt on its open half: cross-validated, `python -m bench train-memory` says 77.8 85.7 91.8"
    " 95.0.",
    "Own dialogues: answered >= 0.9, silent >= 0.93, plain = 0, in_force >= 0.95.",
    "A turn's memory, before its first token at turn 1,000: cpu_ms, or cpu_ms_embedding where its question is completed"
    " before the documents are searched.",
)
"""How to read the figures, and what they must reach."""

OWN, CORRECTIONS = "own", "corrections"
"""Names by which `--set` chooses the project's own dialogues alone, and what is corrected in them."""


def run(options: Options) -> Report:
    """Rows of each category and of all questions beside the published ones, then the project's own dialogues."""
    rows: list[Row] = []
    if (options.data / "locomo").is_dir() and options.set not in {OWN, CORRECTIONS}:
        rows += asyncio.run(_evidence(options))
    if options.set in {"", OWN}:
        rows += talk_rows(options.embedder or "e5-small")
    if options.set in {"", OWN, CORRECTIONS}:
        rows += correction_rows()
    return Report("memory", (*METRICS, *TALK_METRICS, "in_force"), tuple(rows), NOTES)


async def _evidence(options: Options) -> list[Row]:
    name = options.embedder or "minilm"
    found = await talks(options.data, embedder_named(name), options.limit)
    asked = [(talk, each) for talk in found for each in talk.asked]
    counts, took = [], []
    for talk, each in asked:
        began = time.process_time()
        counts.append([*_recall(talk, each, name), 1.0])
        took.append((time.process_time() - began) * 1000)
    figures = np.array(counts)
    categories = sorted({each.category for _, each in asked})
    sets = [] if options.set == "all" else [(f"category {each}", each) for each in categories]
    rows: list[Row] = []
    for title, category in (*sets, ("all", "")):
        chosen = [place for place, (_, each) in enumerate(asked) if category in {"", each.category}]
        rows.append(
            {
                "system": "askwell",
                "embedder": name,
                "set": title,
                "n": len(chosen),
                **{key: round(value, 2) for key, value in _means(figures[chosen].sum(axis=0)).items()},
                "cpu_ms": round(median(took[place] for place in chosen), 2),
                "interval": intervals(figures[chosen], [asked[place][0].id for place in chosen], _means),
            }
        )
    return [*rows, *({"system": system, "set": "all", "n": "", **known} for system, known in MEMORY.items())]


def _recall(talk: Talk, asked: Asked, embedder: str) -> list[float]:
    rows, _ = order(talk.units, asked.wanted, embedder, "utterances")
    best = [id_ for row in rows[:50] for id_ in talk.ids[row]]
    return [len(asked.evidence & set(best[: int(name[2:])])) / len(asked.evidence) for name in METRICS]


def _means(sums: Counts) -> dict[str, float]:
    return dict(zip(METRICS, (100 * sums[:-1] / sums[-1]).tolist(), strict=True))
