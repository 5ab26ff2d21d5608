"""Fit the weights of the chance that a question is in scope: `bench train-scope --data DIR`.

The questions are the first ones of conversations, of the blind sets and of scenarios. A question of another collection,
or of everyday life, is out of scope; in English also some of `DIR/clinc150` for training. In `conversation` those in
scope are the later ones of the blind sets, as typed. Every assistant counts the same, and of its weight 80 % are
questions in scope; by words alone 90 %. `auroc` and `loss` (mean negative log
likelihood) are of each assistant with weights fitted to the others. The row `fit` has the weights of all.
"""

import asyncio
import gzip
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from askwell.composition import judges
from askwell.composition.models import embedder_name
from askwell.engine import Engine
from askwell.evals.load import load_scenario
from askwell.languages import lexicon
from askwell.rules.scope import RulesScopeJudge, Signs
from askwell.settings import load_settings
from askwell.types import Language
from bench.blind_questions import FOLDER, collections, conversations
from bench.options import Options
from bench.ranked import area
from bench.report import Report, Row

METRICS = ("auroc", "loss", *Signs._fields, "constant")
IN_SCOPE = {"meaning": 0.8, "words": 0.9, "conversation": 0.8}
LATER = ("", "second", "third", "fourth", "fifth")
"""Sets whose later questions are taken."""
_STEPS = 50
_EVERY = 100
"""One in so many of the training questions of CLINC150 is taken."""
_RIDGE = 0.01

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Examples:
    """Questions to one assistant."""

    assistant: str
    signs: Numbers
    """A row per question: the signs and 1."""
    is_inside: Numbers


def run(options: Options) -> Report:
    """Rows of every assistant and of the fit, by meaning and by words."""
    everyday = _requests(options.data) if options.data.is_dir() else []
    rows: list[Row] = []
    for by, share in IN_SCOPE.items():
        examples = asyncio.run(load(everyday, by))
        for one in examples:
            weights = fit([each for each in examples if each is not one], share)
            chances = 1 / (1 + np.exp(-one.signs @ weights))
            loss = -(_counts(one, share) * np.log(np.where(one.is_inside > 0, chances, 1 - chances))).sum()
            rows.append(
                {"system": "askwell", "judge": by, "set": one.assistant, "n": len(one.signs)}
                | {"auroc": round(area(chances, one.is_inside), 4), "loss": round(float(loss), 4)}
            )
        found = dict(zip((*Signs._fields, "constant"), np.round(fit(examples, share), 2).tolist(), strict=True))
        rows.append({"system": "fit", "judge": by, "set": "all", "n": sum(len(e.signs) for e in examples), **found})
    return Report("train-scope", METRICS, tuple(rows))


async def load(everyday: Sequence[str], by: str) -> list[Examples]:
    """The signs of all questions for every bundled assistant with a scope; `everyday` are of none of them."""
    settings = load_settings(overrides={"model": ""}).settings
    found: list[Examples] = []
    async with await Engine.open(settings) as engine:
        asked = _asked(list(engine.container.runtimes))
        for name, runtime in engine.container.runtimes.items():
            assistant = runtime.assistant
            if assistant.scope is None or name not in collections():
                continue
            async for _ in engine.prepare(name):
                pass
            embedder = None if by == "words" else engine.container.embedders[embedder_name(settings, assistant)]
            judge = judges.scope(assistant, embedder, None, engine.knowledge)
            assert isinstance(judge, RulesScopeJudge)
            language = assistant.languages[0]
            outside = [question for other, all_ in asked.items() if other != name for question in all_]
            outside += [*lexicon(language).everyday, *(everyday if language == "en" else ())]
            inside = _later(name) if by == "conversation" else asked[name]
            rows = [await _row(judge, question, language, by) for question in (*inside, *outside)]
            is_inside = [1.0] * len(inside) + [0.0] * len(outside)
            found.append(Examples(name, np.array(rows), np.array(is_inside)))
    return found


def _asked(assistants: Sequence[str]) -> dict[str, list[str]]:
    """The first questions of conversations over each collection."""
    asked: dict[str, list[str]] = {}
    for folder in (FOLDER, FOLDER / "second"):
        for name in collections(folder):
            asked.setdefault(name, []).extend(turns[0].question for turns in conversations(name, folder))
    for name in assistants:
        for file in sorted(Path("assistants", name, "scenarios").rglob("*.conv.yaml")):
            first = load_scenario(file).conversation[0]
            if first.expect.way in (None, "search"):
                asked.setdefault(name, []).append(first.user)
    return {name: list(dict.fromkeys(questions)) for name, questions in asked.items()}


def _later(name: str) -> list[str]:
    """The later questions of conversations over a collection, as typed."""
    folders = [FOLDER / each for each in LATER]
    talks = [talk for folder in folders if name in collections(folder) for talk in conversations(name, folder)]
    return list(dict.fromkeys(turn.question for talk in talks for turn in talk[1:]))


def _requests(data: Path) -> list[str]:
    """Questions of CLINC150 for training, and those that belong to none of its intents."""
    found: list[str] = []
    for file in sorted((data / "clinc150").glob("*.json.gz")):
        parts = json.loads(gzip.decompress(file.read_bytes()))
        found += [question for question, _ in (*parts.get("train", ())[::_EVERY], *parts.get("oos_train", ()))]
    return found


async def _row(judge: RulesScopeJudge, question: str, language: Language, by: str) -> tuple[float, ...]:
    signs = await judge.signs(question, language)
    if by != "conversation":
        signs = signs._replace(words=0.0)
    return (*(sign or 0.0 for sign in signs), 1.0)


def fit(examples: list[Examples], share: float) -> Numbers:
    """The weights of a logistic curve by Newton's method, slightly drawn to 0."""
    rows = np.vstack([each.signs for each in examples])
    right = np.concatenate([each.is_inside for each in examples])
    counts = np.concatenate([_counts(each, share) for each in examples]) / len(examples)
    ridge = _RIDGE * rows.std(axis=0) ** 2 + 1e-9
    weights = np.zeros(rows.shape[1])
    for _ in range(_STEPS):
        chances = 1 / (1 + np.exp(-rows @ weights))
        slope = rows.T @ (counts * (right - chances)) - ridge * weights
        bend = (rows * (counts * chances * (1 - chances))[:, None]).T @ rows + np.diag(ridge)
        weights += np.clip(np.linalg.solve(bend, slope), -2, 2)
    return weights


def _counts(examples: Examples, share: float) -> Numbers:
    """What each question counts; together 1."""
    inside = examples.is_inside
    counts: Numbers = np.where(inside > 0, share / inside.sum(), (1 - share) / (1 - inside).sum())
    return counts
