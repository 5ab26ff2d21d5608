"""Questions about tables that nobody here prepared: CSV and Excel files as they were added, without settings of theirs.

A turn is right if it is answered with every fact and without a row that does not fit; where the table has no answer,
if it is not answered. It is honest if the table has an answer and none is given as sure. Everything else is
wrong, so the three add up to 1. Failures were read of the questions of part `read` only; `held` is only measured.

`--json FILE` has the figures of each part, and `python -m bench tables --set read --limit N` only the first
conversations.
"""

import asyncio
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from askwell.engine import Engine
from askwell.settings import load_settings
from askwell.types import Answer
from bench.bootstrap import measured
from bench.options import Options
from bench.report import Report, Row
from bench.scores import Counts

FOLDER = Path(__file__).parent / "tables"
METRICS = ("right", "honest", "wrong", "shown")
PARTS = ("read", "held")
_MARK = re.compile(r"\s*\[\d+\]")


@dataclass(frozen=True, slots=True)
class Asked:
    """A question of a conversation."""

    conversation: str
    part: str
    question: str
    documents: frozenset[str]
    facts: tuple[tuple[str, ...], ...]
    """What a right answer has: of each entry one spelling. Empty if the table has no answer."""
    without: tuple[str, ...]
    """Names of rows that a right answer does not have."""

    @property
    def is_answerable(self) -> bool:
        """Whether the table has an answer."""
        return bool(self.facts)


@dataclass(frozen=True, slots=True)
class Replied:
    """A question with its answer."""

    asked: Asked
    answer: Answer

    @property
    def verdict(self) -> str:
        """`right`, `honest` or `wrong`."""
        if self.answer.outcome != "answered":
            return "honest" if self.asked.is_answerable else "right"
        has_facts = all(any(self._says(each) for each in spellings) for spellings in self.asked.facts)
        is_clean = not any(self._says(each) for each in self.asked.without)
        return "right" if self.asked.is_answerable and has_facts and is_clean else "wrong"

    @property
    def is_shown(self) -> bool:
        """Whether places are shown as unsure, and one of them is the right document."""
        documents = {source.document.rpartition("/")[2] for source in self.answer.sources}
        return self.answer.outcome == "passages" and not documents.isdisjoint(self.asked.documents)

    def _says(self, spelling: str) -> bool:
        said = _MARK.sub("", self.answer.answer)
        return re.search(rf"(?<![\w.,]){re.escape(spelling)}(?!\w|[.,]\d)", said, re.IGNORECASE) is not None


def run(options: Options) -> Report:
    """A row of each part, and of both."""
    replied = asyncio.run(ask(conversations(options.set if options.set in PARTS else "")[: options.limit]))
    rows = [_row(part, some) for part in PARTS if (some := [each for each in replied if each.asked.part == part])]
    return Report("tables", METRICS, (*rows, _row("all", replied)), ("right, honest and wrong add up to 1.",))


def conversations(part: str = "") -> list[list[Asked]]:
    """The conversations of a part, of both by default; most have one question."""
    lines = (FOLDER / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    return [list(_asked(found)) for line in lines if (found := json.loads(line))["part"] == part or not part]


async def ask(talks: Sequence[Sequence[Asked]], **changes: str) -> list[Replied]:
    """All questions, each conversation in a session of its own, by the built-in assistant without a model.

    `changes`: other settings, such as `embedder`.
    """
    replied: list[Replied] = []
    settings = load_settings().settings
    with TemporaryDirectory() as home:
        own = {"model": "", "home": Path(home), "models": str(settings.models_folder), **changes}
        async with await Engine.open(settings.model_copy(update=own)) as engine:
            async for _ in engine.knowledge.ingest(FOLDER / "documents", "documents"):
                pass
            for turns in talks:
                session = await engine.create_session("documents")
                replied += [Replied(each, await engine.ask(each.question, session=session.id)) for each in turns]
    return replied


def _asked(conversation: Mapping[str, Any]) -> Iterator[Asked]:
    for turn in conversation["turns"]:
        yield Asked(
            conversation["id"],
            conversation["part"],
            turn["question"],
            frozenset(conversation["documents"]),
            tuple([tuple(spellings) for spellings in turn["facts"]]),
            tuple(turn["without"]),
        )


def _row(name: str, replied: Sequence[Replied]) -> Row:
    counts = np.array([_count(each) for each in replied])
    return {
        "system": "askwell",
        "set": name,
        "n": len(replied),
        **measured(counts, [each.asked.conversation for each in replied], _measure),
    }


def _count(one: Replied) -> Counts:
    """Numerator and denominator of each metric, in the order of `METRICS`."""
    verdicts = [value for name in METRICS[:3] for value in (one.verdict == name, 1)]
    return np.array([*verdicts, one.is_shown, 1], dtype=np.float64)


def _measure(sums: Counts) -> dict[str, float]:
    return {
        name: float(hits) / max(float(of), 1) for name, hits, of in zip(METRICS, sums[::2], sums[1::2], strict=True)
    }
