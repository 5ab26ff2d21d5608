"""Known questions of `tax` in other words, and questions that only look like them: `bench known-questions`.

The set (`bench/known/`, Italian) is by an author who had the known questions and their documents, and knew nothing of
the rules. `found` is the share of the 120 paraphrases that get the answer of their question, `shown` of those that get
it or have their question shown as the nearest one, `wrong` of those that get the answer of another one, `false` the
share of the 200 near questions that get any, and `near` of those that only have a known question shown. Halves are by a
hash of the question. The set was read on 25 November 2026 before the rules were changed for it: neither half is blind.

The same of 27 lists of other organisations in three languages, against the known questions of their own list, by
language and by part (`bench.known_lists`).
"""

import asyncio
import json
import tempfile
from collections.abc import Sequence
from pathlib import Path

from askwell.assistant import load_assistant, load_golden
from askwell.engine import Engine
from askwell.rules.golden import RulesGoldenJudge
from askwell.settings import Settings, load_settings
from askwell.types import Language
from bench import known_lists
from bench.known_answers import METRICS, Asked, Got, judged, measured
from bench.library import embedder_named
from bench.options import Options
from bench.report import Report, Row
from bench.written_personal import HALVES, half_of

FOLDER = Path(__file__).parent / "known"
ASSISTANT = Path(__file__).parents[1] / "assistants" / "tax"
LANGUAGE: Language = "it"
_START = 40
"""Characters of an answer by which it is known again."""


def run(options: Options) -> Report:
    """Rows of the judge with an embedder and by words: of all, and of each half."""
    rows: list[Row] = [{"system": "askwell, turns", "embedder": "e5-small", "set": "all", **asyncio.run(in_turns())}]
    for embedder in dict.fromkeys((options.embedder or "e5-small", "none")):
        asked = questions()
        answers = asyncio.run(answered(asked, embedder))
        for name in ("all", *HALVES):
            which = [at for at, each in enumerate(asked) if name in {"all", half_of(each.question)}]
            figures = measured([asked[at] for at in which], [answers[at] for at in which])
            rows.append({"system": "askwell", "embedder": embedder, "set": name, "n": len(which), **figures})
        rows += known_lists.rows(embedder)
    return Report("known-questions", METRICS, tuple(rows))


def questions(folder: Path = FOLDER) -> list[Asked]:
    """The paraphrases, then the near questions."""
    rows = [
        (json.loads(line), is_same)
        for name, is_same in (("paraphrases", True), ("adversarial", False))
        for line in (folder / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    return [Asked(row["question"], row["known" if is_same else "near"], is_same) for row, is_same in rows]


async def answered(asked: Sequence[Asked], embedder: str) -> list[Got]:
    """What each question gets."""
    assistant = load_assistant(ASSISTANT)
    assert assistant.golden is not None
    pairs = load_golden(ASSISTANT / assistant.golden.file)
    answers = [pair.answer.strip() for pair in pairs]
    judge = RulesGoldenJudge(assistant, pairs, None if embedder == "none" else embedder_named(embedder))
    return await judged(judge, answers, asked, LANGUAGE)


async def in_turns() -> dict[str, float]:
    """The same figures of whole turns without a model: what a reader gets, whatever the documents answer."""
    asked = questions()
    assistant = load_assistant(ASSISTANT)
    assert assistant.golden is not None
    starts = [pair.answer.strip()[:_START].replace('"', "'") for pair in load_golden(ASSISTANT / assistant.golden.file)]
    got: list[Got] = []
    with tempfile.TemporaryDirectory() as home:
        models = load_settings().settings.models_folder
        checkout = Path(__file__).parents[1] / ".askwell" / "models"
        folders = str(ASSISTANT.parent)
        settings = Settings(home=Path(home), models=str(checkout if checkout.exists() else models), assistants=folders)
        async with await Engine.open(settings) as engine:
            async for _ in engine.prepare(assistant.name):
                pass
            for each in asked:
                session = await engine.create_session(assistant.name)
                answer = await engine.ask(each.question, session=session.id)
                known = next((at for at, start in enumerate(starts) if start in answer.answer), None)
                is_near = any(decision.code == "golden.near" for decision in answer.decisions)
                given = known if answer.route == "golden" else None
                shown = known if is_near and answer.outcome == "passages" else None
                got.append(Got(given, shown))
    return {"n": len(asked), **measured(asked, got)}
