"""Finding again what was said: evidence in long talks between people, and questions about the project's own dialogues.

Evidence recall (LoCoMo): the share of the messages that answer a question among the best k, in percent, mean over the
questions. The messages are stored as turns of a session and taken into memory, as after an answer. A question is
searched as `recall` does it: in the turns before the window. Without `--data` only our own dialogues are asked.
"""

import asyncio
import time
from collections.abc import Sequence
from statistics import median

import numpy as np

from askwell.engine import LOCAL, Engine
from askwell.history_search.query import sought
from askwell.history_search.score import evidence
from askwell.history_search.turn_index import turn_unit
from askwell.history_search.units import Units
from bench.anchors import MEMORY
from bench.bootstrap import intervals
from bench.locomo import Asked, Message, Talk, talks
from bench.memory_own import correction_rows
from bench.memory_talk import METRICS as TALK_METRICS
from bench.memory_talk import opened, services_of, taken_in, talk_rows
from bench.options import Options
from bench.report import Report, Row
from bench.scores import Counts
from bench.talks import ACKNOWLEDGED, turns_of

METRICS = ("R@5", "R@10", "R@25", "R@50")

NOTES = (
    "LoCoMo: zero-shot, no weight was learnt on it; rows marked `published` were not measured in this run.",
    "Unless it says `in pairs` a turn holds one message. In pairs both messages of a turn count towards k.",
    "Own dialogues: their turns were not used to learn the weights, but the rules were written with them at hand.",
    "A turn's memory, before its first token at turn 1,000: cpu_ms, or cpu_ms_embedding where its question is completed"
    " before the documents are searched.",
)
"""How to read the figures."""

OWN, CORRECTIONS = "own", "corrections"
"""Names by which `--set` chooses the project's own dialogues alone, and what is corrected in them."""

_DEEPEST = 50


def run(options: Options) -> Report:
    """Rows of each category and of all questions with the published ones, then the project's own dialogues."""
    rows: list[Row] = []
    if (options.data / "locomo").is_dir() and options.set not in {OWN, CORRECTIONS}:
        rows += asyncio.run(_evidence_rows(options))
    if options.set in {"", OWN}:
        rows += talk_rows(options.embedder or "e5-small")
    if options.set in {"", OWN, CORRECTIONS}:
        rows += correction_rows()
    return Report("memory", (*METRICS, *TALK_METRICS, "in_force"), tuple(rows), NOTES)


async def _evidence_rows(options: Options) -> list[Row]:
    name = options.embedder or "minilm"
    found = talks(options.data, options.limit)
    asked = [(talk, each) for talk in found for each in talk.asked]
    async with opened(name) as engine:
        single = [await _searched(engine, talk, talk.one_by_one()) for talk in found]
        pairs = [await _searched(engine, talk, talk.in_pairs()) for talk in found]
    measured = [each for talk in single for each in talk]
    figures = np.array([[*recalls, 1.0] for recalls, _ in measured])
    categories = sorted({each.category for _, each in asked})
    rows: list[Row] = []
    for title, category in (*((f"category {each}", each) for each in categories), ("all", "")):
        chosen = [place for place, (_, each) in enumerate(asked) if category in {"", each.category}]
        if options.set == "all" and category:
            continue
        rows.append(
            {
                "system": "askwell",
                "embedder": name,
                "set": title,
                "n": len(chosen),
                **_rounded(figures[chosen]),
                "cpu_ms": round(median(measured[place][1] for place in chosen), 2),
                "interval": intervals(figures[chosen], [asked[place][0].id for place in chosen], _means),
            }
        )
    others = {
        f"askwell, in pairs ({name})": [recalls for talk in pairs for recalls, _ in talk],
        "BM25, same messages": [recalls for talk in found for recalls in _by_words(talk)],
    }
    for system, recalls in others.items():
        rows.append(
            {"system": system, "set": "all", "n": len(asked), **_rounded(np.array([[*r, 1.0] for r in recalls]))}
        )
    return [*rows, *({"system": system, "set": "all", "n": "", **known} for system, known in MEMORY.items())]


async def _searched(
    engine: Engine, talk: Talk, parts: Sequence[tuple[Message, ...]]
) -> list[tuple[list[float], float]]:
    """For each question its recalls, and the milliseconds of processor time that the search took."""
    spoken = [(part[0].at, part[0].text, part[1].text if len(part) > 1 else ACKNOWLEDGED) for part in parts]
    session = await taken_in(engine, spoken)
    services = services_of(engine)
    assert services.history_searcher is not None, "the built-in assistant finds older turns"
    window = services.assistant.memory.window_turns
    turn = (await engine.store.turns.begin(LOCAL, session.id, "What was that again?")).turn
    found: list[tuple[list[float], float]] = []
    for asked in talk.asked:
        began = time.process_time()
        best = await services.history_searcher.find(
            LOCAL, turn, asked.question, oldest_in_window=turn.number - window, k=_DEEPEST
        )
        took = (time.process_time() - began) * 1000
        found.append((_recalls(asked, [message.id for each in best for message in parts[each.number - 1]]), took))
    return found


def _by_words(talk: Talk) -> list[list[float]]:
    """Recalls of plain BM25 (k1 0.9, b 0.4) over the stems of the messages."""
    units = Units([turn_unit(turn) for turn in turns_of([(each.at, each.text, "") for each in talk.messages])])
    found = []
    for asked in talk.asked:
        rows = np.argsort(-evidence(units, sought(asked.question, "en")).lexical, kind="stable")
        found.append(_recalls(asked, [talk.messages[row].id for row in rows[:_DEEPEST]]))
    return found


def _recalls(asked: Asked, ids: Sequence[str]) -> list[float]:
    return [len(asked.evidence & set(ids[: int(name[2:])])) / len(asked.evidence) for name in METRICS]


def _rounded(counts: Counts) -> dict[str, float]:
    return {key: round(value, 2) for key, value in _means(counts.sum(axis=0)).items()}


def _means(sums: Counts) -> dict[str, float]:
    return dict(zip(METRICS, (100 * sums[:-1] / sums[-1]).tolist(), strict=True))
