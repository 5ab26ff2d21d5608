"""Known questions of `tax` in other words, and questions that only look like them: `bench known-questions`.

The set (`bench/known/`, Italian) is by an author who had the known questions and their documents, and knew nothing of
the rules. `found` is the share of the 120 paraphrases that get the answer of their question, `wrong` of those that get
the answer of another one, `false` the share of the 200 near questions that get any. Halves are by a hash of the
question: what was wrong in `read` may be looked at, `held` is only measured.
"""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from askwell.assistant import load_assistant, load_golden
from askwell.rules.golden import RulesGoldenJudge
from askwell.text.facts import find_facts
from askwell.types import Language
from bench.library import embedder_named
from bench.options import Options
from bench.report import Report, Row
from bench.written_personal import HALVES, half_of

METRICS = ("found", "wrong", "false")
FOLDER = Path(__file__).parent / "known"
ASSISTANT = Path(__file__).parents[1] / "assistants" / "tax"
LANGUAGE: Language = "it"
TODAY = date(2025, 6, 2)
"""A day on which all answers are valid."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, the number of the known one that it asks or looks like, and whether it asks it."""

    question: str
    near: int
    is_same: bool


def run(options: Options) -> Report:
    """Rows of the judge with an embedder and by words: of all, and of each half."""
    rows: list[Row] = []
    for embedder in dict.fromkeys((options.embedder or "e5-small", "none")):
        asked = questions()
        answers = asyncio.run(answered(asked, embedder))
        for name in ("all", *HALVES):
            which = [at for at, each in enumerate(asked) if name in {"all", half_of(each.question)}]
            figures = measured([asked[at] for at in which], [answers[at] for at in which])
            rows.append({"system": "askwell", "embedder": embedder, "set": name, "n": len(which), **figures})
    return Report("known-questions", METRICS, tuple(rows))


def questions(folder: Path = FOLDER) -> list[Asked]:
    """The paraphrases, then the near questions."""
    rows = [
        (json.loads(line), is_same)
        for name, is_same in (("paraphrases", True), ("adversarial", False))
        for line in (folder / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    return [Asked(row["question"], row["known" if is_same else "near"], is_same) for row, is_same in rows]


async def answered(asked: Sequence[Asked], embedder: str) -> list[int | None]:
    """The number of the known question whose answer each question gets; none if it gets none."""
    assistant = load_assistant(ASSISTANT)
    assert assistant.golden is not None
    pairs = load_golden(ASSISTANT / assistant.golden.file)
    answers = [pair.answer.strip() for pair in pairs]
    judge = RulesGoldenJudge(assistant, pairs, None if embedder == "none" else embedder_named(embedder))
    found: list[int | None] = []
    for each in asked:
        facts = find_facts(each.question, LANGUAGE, TODAY)
        passage = (await judge.match(each.question, LANGUAGE, facts, TODAY)).passage
        found.append(None if passage is None else answers.index(passage.chunk.text))
    return found


def measured(asked: Sequence[Asked], answers: Sequence[int | None]) -> dict[str, float]:
    """The shares `found` and `wrong` of the paraphrases and `false` of the near questions."""
    same = [(each.near, answer) for each, answer in zip(asked, answers, strict=True) if each.is_same]
    near = [answer for each, answer in zip(asked, answers, strict=True) if not each.is_same]
    return {
        "found": round(sum(wanted == answer for wanted, answer in same) / len(same), 4),
        "wrong": round(sum(answer not in {None, wanted} for wanted, answer in same) / len(same), 4),
        "false": round(sum(answer is not None for answer in near) / len(near), 4),
    }
