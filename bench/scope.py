"""What is refused and what gets through, without a model: `bench scope --data DIR`.

The set `clinc150` (`DIR/clinc150/*.json.gz`) has 150 intents. The assistant gets the training questions as samples of
its intents and `oos_train` as foreign samples; it has no documents. `auroc` is of the chance to be in scope,
`in_scope_accuracy` the share of questions in scope that are let in and get their intent, `oos_recall` the share of the
others that are refused. The threshold is the highest one that costs at most 0.5 % of the accuracy on the validation
part. The figures are of the test part; where there is none, of each half of the validation part with the threshold of
the other half. `nearest-word` and `nearest-meaning` compare with the nearest sample alone.

The sets of assistants are questions by authors who read only the documents (`blind_scope`), put to the whole engine:
`refused` of those on the topic, and `answered` of the others, which is answered without a doubt. The sets that begin
with `second` are by another author; a third of their questions follow another one.
"""

import asyncio
import gzip
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from askwell.assistant import IntentSection, RouteSection, ScopeSection
from askwell.engine import Engine
from askwell.ports import Embedder
from askwell.projections import guard_score
from askwell.rules.intent import RulesIntentJudge
from askwell.rules.nearest import Samples
from askwell.rules.scope import RulesScopeJudge, chance
from askwell.settings import load_settings
from bench.bootstrap import measured
from bench.library import embedder_named
from bench.options import Options
from bench.ranked import area
from bench.report import Report, Row
from bench.scores import Counts

METRICS = ("auroc", "in_scope_accuracy", "oos_recall", "refused", "answered")
QUESTIONS = Path(__file__).parent / "blind_scope"
_ABOUT = "everyday requests to a voice assistant"
_LOSS = 0.005
_RESAMPLES, _SEED = 200, 20
_ANCHORS = (("BERT (published, test)", 0.962, 0.523), ("MLP (published, test)", 0.934, 0.491))

Numbers = NDArray[np.float64]
Questions = Sequence[tuple[str, str]]
"""Question and intent; any intent for those out of scope."""


@dataclass(frozen=True)
class Judged:
    """One system on one part of the data."""

    chances: Numbers
    """Of the questions in scope, then of those out of scope."""
    is_right: NDArray[np.bool_]
    """Whether a question in scope gets its intent."""

    def counts(self, threshold: float) -> Counts:
        """A row per question: hits and number for accuracy and recall."""
        inside, is_let_in = len(self.is_right), self.chances >= threshold
        rows = np.zeros((len(self.chances), 4))
        rows[:inside, 0], rows[:inside, 1] = self.is_right & is_let_in[:inside], 1
        rows[inside:, 2], rows[inside:, 3] = ~is_let_in[inside:], 1
        return rows

    def half(self, which: int) -> "Judged":
        """Every other question, of those in scope and of the others."""
        inside = len(self.is_right)
        parts = self.chances[:inside][which::2], self.chances[inside:][which::2]
        return Judged(np.concatenate(parts), self.is_right[which::2])

    def threshold(self) -> float:
        """The highest threshold that costs at most `_LOSS` of the accuracy."""
        right = np.sort(self.chances[: len(self.is_right)][self.is_right])
        return float(right[int(_LOSS * len(right))])

    @property
    def auroc(self) -> float:
        return area(self.chances, np.arange(len(self.chances)) < len(self.is_right))

    def auroc_interval(self) -> tuple[float, float]:
        """The 95 % interval, with questions in scope and others drawn apart."""
        own, others = np.split(self.chances, [len(self.is_right)])
        draw = np.random.default_rng(_SEED)
        areas = []
        for _ in range(_RESAMPLES):
            drawn = np.concatenate([draw.choice(own, len(own)), draw.choice(others, len(others))])
            areas.append(area(drawn, np.arange(len(drawn)) < len(own)))
        low, high = np.quantile(areas, [0.025, 0.975])
        return round(float(low), 4), round(float(high), 4)


def run(options: Options) -> Report:
    """Rows of every set."""
    rows: list[Row] = []
    if options.set in {"", "all", "clinc150"}:
        rows += asyncio.run(_clinc(options))
    for file in sorted(QUESTIONS.rglob("*.jsonl")):
        name = " ".join(file.relative_to(QUESTIONS).with_suffix("").parts)
        if options.set in {"", "all", name, name.split()[0]}:
            asked = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
            rows.append({**asyncio.run(_assistant(file.stem, asked[: options.limit])), "set": name})
    return Report("scope", METRICS, tuple(rows))


async def _clinc(options: Options) -> list[Row]:
    parts: dict[str, Questions] = {}
    for file in sorted((options.data / "clinc150").glob("*.json.gz")):
        parts |= json.loads(gzip.decompress(file.read_bytes()))
    embedder = embedder_named(options.embedder)
    systems: dict[str, _Ours | _Nearest] = {"askwell": await _ours(parts, embedder)}
    if not options.limit:
        systems |= {"nearest-word": await _nearest(parts, None), "nearest-meaning": await _nearest(parts, embedder)}
    rows: list[Row] = [_row(name, await _judged(parts, judge, options.limit)) for name, judge in systems.items()]
    for name, accuracy, recall in _ANCHORS:
        row = {"system": name, "set": "clinc150", "n": 5500, "in_scope_accuracy": accuracy, "oos_recall": recall}
        rows.append(row)
    return rows


async def _ours(parts: Mapping[str, Questions], embedder: Embedder | None) -> "_Ours":
    intents = _by_intent(parts["train"])
    foreign = tuple(question for question, _ in parts["oos_train"])
    scope = RulesScopeJudge(
        ScopeSection(about=_ABOUT, foreign=foreign), ("en",), embedder, intents=list(intents.values())
    )
    route = RouteSection(intents=tuple(IntentSection(name=_name(k), examples=tuple(v)) for k, v in intents.items()))
    return _Ours(scope, RulesIntentJudge(route, embedder))


@dataclass(frozen=True)
class _Ours:
    scope: RulesScopeJudge
    intents: RulesIntentJudge

    async def __call__(self, question: str) -> tuple[float, str]:
        found = await self.intents.closest(question, "en")
        return chance(await self.scope.signs(question, "en")), found


@dataclass(frozen=True)
class _Nearest:
    samples: Samples
    intents: Sequence[str]
    by_meaning: bool

    async def __call__(self, question: str) -> tuple[float, str]:
        likeness = await self.samples.likeness(question, "en")
        scores = likeness.meaning if self.by_meaning and likeness.meaning is not None else likeness.words
        best = int(scores.argmax())
        return float(scores[best]), self.intents[best]


async def _nearest(parts: Mapping[str, Questions], embedder: Embedder | None) -> _Nearest:
    questions, intents = zip(*parts["train"], strict=True)
    return _Nearest(Samples(questions, embedder), [_name(each) for each in intents], embedder is not None)


async def _judged(
    parts: Mapping[str, Questions], judge: _Ours | _Nearest, limit: int | None
) -> tuple[Judged, Judged | None]:
    """A system on the validation part, and on the test part if there is one."""
    test = await _part(parts["test"], parts["oos_test"], judge, limit) if "test" in parts else None
    return await _part(parts["val"], parts["oos_val"], judge, limit), test


async def _part(inside: Questions, outside: Questions, judge: _Ours | _Nearest, limit: int | None) -> Judged:
    own = [await judge(question) for question, _ in inside[:limit]]
    others = [await judge(question) for question, _ in outside[:limit]]
    is_right = [found == _name(intent) for (_, found), (_, intent) in zip(own, inside, strict=False)]
    return Judged(np.array([score for score, _ in (*own, *others)]), np.array(is_right))


def _row(system: str, judged: tuple[Judged, Judged | None]) -> Row:
    validation, test = judged
    if test is not None:
        reported, counts = test, test.counts(validation.threshold())
    else:
        halves = validation.half(0), validation.half(1)
        reported = validation
        counts = np.vstack([halves[0].counts(halves[1].threshold()), halves[1].counts(halves[0].threshold())])
    names = [str(number) for number in range(len(counts))]
    row = {"system": system, "set": "clinc150", "n": len(counts), "auroc": round(reported.auroc, 4)}
    found = measured(counts, names, _shares)
    intervals = found["interval"]
    assert isinstance(intervals, dict)
    return row | found | {"interval": {"auroc": reported.auroc_interval(), **intervals}}


def _shares(sums: Counts) -> dict[str, float]:
    return {"in_scope_accuracy": float(sums[0] / max(1, sums[1])), "oos_recall": float(sums[2] / max(1, sums[3]))}


def _by_intent(questions: Questions) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for question, intent in questions:
        found.setdefault(intent, []).append(question)
    return found


def _name(intent: str) -> str:
    """A name that settings allow."""
    return intent.replace("_", "-").lower()


async def _assistant(name: str, asked: Sequence[Mapping[str, Any]]) -> Row:
    """The questions to one assistant, each in a conversation of its own, after the question `before` if it has one."""
    counts, scores = [], []
    async with await Engine.open(load_settings(overrides={"model": ""}).settings) as engine:
        async for _ in engine.prepare(name):
            pass
        for each in asked:
            session = (await engine.create_session(name)).id
            if "before" in each:
                await engine.ask(each["before"], session=session)
            answer = await engine.ask(each["question"], session=session)
            await engine.delete_session(session)
            is_on, is_refused = each["in_scope"], answer.outcome == "declined"
            counts.append([is_on and is_refused, is_on, not is_on and answer.outcome == "answered", not is_on])
            score = guard_score(answer.decisions)
            scores.append(100 if score is None else score)
    rows = np.array(counts, dtype=np.float64)
    auroc = round(area(np.array(scores), rows[:, 1]), 4)
    row = {"system": "askwell", "set": name, "n": len(rows), "auroc": auroc}
    return row | measured(rows, [each["id"] for each in asked], _refusals)


def _refusals(sums: Counts) -> dict[str, float]:
    return {"refused": float(sums[0] / max(1, sums[1])), "answered": float(sums[2] / max(1, sums[3]))}
