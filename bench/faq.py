"""Which known question does a question ask: `bench faq --data DIR`.

The set `stackfaq` (`DIR/stackfaq`) has questions of forums with their answers, and other wordings of the questions. All
answers to a question are relevant, and are ranked by the question. `found` and `false` are of the first one as given
by its chance: the share of wordings that get their question, and of those that get another one after their own was
taken away. `given` and `other` are of answers as they are given, if nothing speaks against the question: its own, and
another one. The chances are those of `rules.golden` with weights fitted to the other half of the threads; the row `fit`
has the weights of all. `BM25` (k1 0.9, b 0.4, stems) and the published figures rank by words.
"""

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from askwell.assistant import Assistant, GoldenPair, GoldenSection
from askwell.rules.golden import GIVEN, RulesGoldenJudge, Signs
from askwell.text.facts import find_facts
from askwell.types import Language
from bench.library import embedder_named
from bench.options import Options
from bench.report import Report, Row
from bench.words import Bm25

METRICS = ("MAP", "P@5", "found", "false", "given", "other", *Signs._fields, "constant")
LANGUAGE: Language = "en"
TODAY = date(2025, 6, 2)
_PUBLISHED = (
    ("Elasticsearch, question + answer", {"MAP": 0.637, "P@5": 0.528}),
    ("BERT, supervised", {"MAP": 0.759, "P@5": 0.622}),
    ("BM25, question", {"MAP": 0.768, "P@5": 0.616}),
)
_STEPS, _RIDGE, _DEEP = 50, 0.01, 5

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Faq:
    """Known questions with the number of their answers, and wordings with the index of their question."""

    questions: tuple[str, ...]
    answers: tuple[int, ...]
    wordings: tuple[tuple[str, int], ...]


def run(options: Options) -> Report:
    """Rows of our ranking with an embedder and by words, of BM25, and of published figures."""
    assert options.data is not None
    faq = read(options.data)
    rows: list[Row] = []
    for name in dict.fromkeys((options.embedder or "minilm", "none")):
        signs = asyncio.run(signs_of(faq, name))
        by = {"system": "askwell", "embedder": name, "set": "stackfaq", "n": len(faq.wordings)}
        rows.append({**by, **_measure(faq, signs), **asyncio.run(given(faq, name))})
        weights = np.round(fit(faq, signs, range(len(faq.wordings))), 2).tolist()
        rows.append(by | {"system": "fit"} | dict(zip((*Signs._fields, "constant"), weights, strict=True)))
    ranked = Bm25(faq.questions, LANGUAGE)
    scores = np.array([ranked.scores(text) for text, _ in faq.wordings])
    rows.append({"system": "BM25", "set": "stackfaq", "n": len(faq.wordings), **ranking(faq, scores)})
    rows += [{"system": f"{name} (published)", "set": "stackfaq", "n": "", **row} for name, row in _PUBLISHED]
    return Report("faq", METRICS, tuple(rows))


def read(data: Path) -> Faq:
    """The questions and wordings of a folder."""
    folder = data / "stackfaq"
    pairs = [json.loads(line) for line in (folder / "faq.jsonl").read_text(encoding="utf-8").splitlines()]
    queries = [json.loads(line) for line in (folder / "queries.jsonl").read_text(encoding="utf-8").splitlines()]
    threads: Mapping[int, str] = {pair["thread"]: pair["question"] for pair in pairs}
    places = {thread: at for at, thread in enumerate(threads)}
    answers = [sum(pair["thread"] == thread for pair in pairs) for thread in threads]
    wordings = [(query["text"], places[query["thread"]]) for query in queries if query["thread"] in places]
    return Faq(tuple(threads.values()), tuple(answers), tuple(wordings))


async def signs_of(faq: Faq, embedder: str) -> Numbers:
    """The signs of every wording with every question, and 1: wordings, questions, signs."""
    judge = _judge(faq, embedder)
    rows = [
        [(signs.meaning or 0.0, *signs[1:], 1.0) for signs in await judge.signs(text, LANGUAGE)]
        for text, _ in faq.wordings
    ]
    return np.array(rows)


async def given(faq: Faq, embedder: str) -> Mapping[str, float]:
    """The shares of wordings that are given the answer of their question, and that of another one."""
    judge = _judge(faq, embedder)
    own = other = 0
    for text, place in faq.wordings:
        passage = (await judge.match(text, LANGUAGE, find_facts(text, LANGUAGE, TODAY), TODAY)).passage
        own += passage is not None and passage.chunk.text == faq.questions[place]
        other += passage is not None and passage.chunk.text != faq.questions[place]
    return {"given": round(own / len(faq.wordings), 4), "other": round(other / len(faq.wordings), 4)}


def _judge(faq: Faq, embedder: str) -> RulesGoldenJudge:
    return RulesGoldenJudge(
        Assistant(name="faq", title="FAQ", languages=(LANGUAGE,), golden=GoldenSection(file="faq.yaml")),
        [GoldenPair(questions=(text,), answer=text) for text in faq.questions],
        None if embedder == "none" else embedder_named(embedder),
    )


def fit(faq: Faq, signs: Numbers, which: Sequence[int]) -> Numbers:
    """The weights of a logistic curve by Newton's method, slightly drawn to 0.

    A wording has its question as a right example, and the `_DEEP` questions that are most like it as wrong ones.
    """
    rows, right = [], []
    for at in which:
        own = faq.wordings[at][1]
        others = [place for place in np.argsort(-signs[at].sum(axis=1)) if place != own][:_DEEP]
        rows += [signs[at, own], *signs[at, others]]
        right += [1.0] + [0.0] * len(others)
    table, wanted = np.array(rows), np.array(right)
    counts = np.where(wanted > 0, 0.5 / wanted.sum(), 0.5 / (1 - wanted).sum())
    ridge = _RIDGE * table.std(axis=0) ** 2 + 1e-9
    weights = np.zeros(table.shape[1])
    for _ in range(_STEPS):
        chances = 1 / (1 + np.exp(-table @ weights))
        slope = table.T @ (counts * (wanted - chances)) - ridge * weights
        bend = (table * (counts * chances * (1 - chances))[:, None]).T @ table + np.diag(ridge)
        weights += np.clip(np.linalg.solve(bend, slope), -2, 2)
    return weights


def _measure(faq: Faq, signs: Numbers) -> Mapping[str, float]:
    halves = [[at for at, (_, own) in enumerate(faq.wordings) if own % 2 == half] for half in (0, 1)]
    totals = np.zeros(signs.shape[:2])
    for half, other in ((0, 1), (1, 0)):
        totals[halves[half]] = signs[halves[half]] @ fit(faq, signs, halves[other])
    chances = 1 / (1 + np.exp(-totals))
    own = np.array([place for _, place in faq.wordings])
    first = chances.argmax(axis=1)
    found = (first == own) & (chances.max(axis=1) >= GIVEN)
    others = chances.copy()
    others[np.arange(len(own)), own] = 0.0
    false = others.max(axis=1) >= GIVEN
    shares = {"found": round(float(found.mean()), 4), "false": round(float(false.mean()), 4)}
    return {**ranking(faq, totals), **shares}


def ranking(faq: Faq, scores: Numbers) -> Mapping[str, float]:
    """Mean average precision and precision of the first five answers, which are ranked by their question."""
    precision, first_five = [], []
    for at, (_, own) in enumerate(faq.wordings):
        order = np.argsort(-scores[at], kind="stable").tolist()
        before = sum(faq.answers[place] for place in order[: order.index(own)])
        count = faq.answers[own]
        precision.append(np.mean([hit / (before + hit) for hit in range(1, count + 1)]))
        first_five.append(max(0, min(5, before + count) - before) / 5)
    return {"MAP": round(float(np.mean(precision)), 4), "P@5": round(float(np.mean(first_five)), 4)}
