"""Questions and answers in several languages: does a question find its answer, also in another language?

The answers of one language are the documents; the questions of the same or of another one are asked of them.
"""

import asyncio
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, median

import numpy as np

from askwell.types import Recalled
from bench.anchors import LANGUAGES
from bench.bootstrap import intervals
from bench.library import Entry, Library, embedder_named, open_library
from bench.options import Options
from bench.ranked import recall, reciprocal_rank
from bench.report import Report, Row
from bench.retrieval import resolved
from bench.scores import Counts

SPOKEN = ("en", "it", "nl")

METRICS = ("R@5", "MRR@10")

ACROSS = "across"
"""Name of the row with the means over all pairs of two languages."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question whose answer carries the same id in every language."""

    id: str
    page: str
    text: str


def run(options: Options) -> Report:
    """Rows of every language and of every pair of a question's and the answers' language."""
    pairs = [(asked, answered) for asked in SPOKEN for answered in SPOKEN]
    named = {_name(*pair): pair for pair in sorted(pairs, key=lambda pair: pair[0] != pair[1])}
    if options.set not in {"", "all"}:
        named = {options.set: named[options.set]}
    rows: list[Row] = []
    for name, row in asyncio.run(_measure(options, named)).items():
        rows.append({"system": "askwell", "embedder": options.embedder or "minilm", "set": name, **row})
        rows += [{"system": "BM25", "set": name, "n": 74, **LANGUAGES[name]}] if name in LANGUAGES else []
    return Report("languages", (*METRICS, "cpu_ms"), (*rows, *_across(rows)))


def _across(rows: Sequence[Row]) -> list[Row]:
    """A row with the means over all pairs of two languages, where all were measured."""
    pairs = [row for row in rows if "->" in str(row["set"])]
    if len(pairs) < len(SPOKEN) * (len(SPOKEN) - 1):
        return []
    means = {name: round(fmean(float(str(row[name])) for row in pairs), 4) for name in (*METRICS, "cpu_ms")}
    count = sum(int(str(row["n"])) for row in pairs)
    return [{**pairs[0], "set": ACROSS, "n": count, **means, "interval": None}]


async def _measure(options: Options, named: dict[str, tuple[str, str]]) -> dict[str, Row]:
    embedder = embedder_named(options.embedder)
    found: dict[str, Row] = {}
    for answered in SPOKEN:
        wanted = {name: asked for name, (asked, spoken) in named.items() if spoken == answered}
        if not wanted:
            continue
        async with open_library(entries(options.data, answered), embedder) as library:
            for name, asked in wanted.items():
                found[name] = await _ask_all(library, questions(options.data, asked)[: options.limit], asked)
    return {name: found[name] for name in named}


async def _ask_all(library: Library, asked: Sequence[Question], language: str) -> Row:
    figures, took = [], []
    for question in asked:
        began = time.process_time()
        state = await resolved(question.text, Recalled(), "rules", language)
        ranking = [library.entry(passage) for passage in await library.ranked(state)]
        took.append((time.process_time() - began) * 1000)
        gold = {question.id}
        figures.append([recall(ranking, gold, 5), reciprocal_rank(ranking, gold, 10), 1.0])
    counts = np.array(figures)
    return {
        "n": len(asked),
        **{name: round(value, 4) for name, value in _means(counts.sum(axis=0)).items()},
        "cpu_ms": round(median(took), 2),
        "interval": intervals(counts, [question.id for question in asked], _means),
    }


def entries(data: Path, language: str) -> list[Entry]:
    """The answers of a language; those of one page belong to one document."""
    return [Entry(row["id"], row["page"], "", row["answer"], language) for row in _rows(data, language)]


def questions(data: Path, language: str) -> list[Question]:
    """The questions to be asked, in the order of their ids; those of the other half are left alone."""
    folder = data / "debian_faq_multilingual"
    ids: set[str] = set()
    for file in folder.glob("query_ids_*.json"):
        ids.update(json.loads(file.read_text(encoding="utf-8")))
    found = [Question(row["id"], row["page"], row["question"]) for row in _rows(data, language) if row["id"] in ids]
    return sorted(found, key=lambda question: question.id)


def _rows(data: Path, language: str) -> list[dict[str, str]]:
    file = data / "debian_faq_multilingual" / f"faq_{language}.jsonl"
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def _name(asked: str, answered: str) -> str:
    return asked if asked == answered else f"{asked}->{answered}"


def _means(sums: Counts) -> dict[str, float]:
    return dict(zip(METRICS, (sums[:-1] / sums[-1]).tolist(), strict=True))
