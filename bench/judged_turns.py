"""Answered turns for the judge: answers that people rated, and turns that are labelled right or wrong."""

import gzip
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean
from typing import Any

from askwell.evals.observation import passage
from askwell.types import EarlierTurn, JudgedTurn

FOLDER = Path(__file__).parent / "judged"
RATINGS = ("faithfulness", "appropriateness", "completeness")


@dataclass(frozen=True, slots=True)
class RatedTurn:
    """An answer of MTRAG with the mean ratings that people gave it, 1 to 4."""

    conversation: str
    turn: JudgedTurn
    reference: str
    """The answer that a person wrote to the same question."""
    is_reference: bool
    """Whether the rated answer is that one."""
    ratings: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class LabelledTurn:
    """A turn that its author calls right or wrong."""

    id: str
    file: str
    turn: JudgedTurn
    is_right: bool
    kind: str


def rated_turns(data: Path) -> list[RatedTurn]:
    """All rated answers, in the order of `grounding_data.rated_answers`."""
    with gzip.open(data / "mtrag" / "human_eval.json.gz", "rt", encoding="utf-8") as file:
        held = json.load(file)
    texts = {each["document_id"]: each["text"] for each in held["documents"]}
    tasks = {each["task_id"]: each for each in held["tasks"]}
    return [_rated(each, tasks[each["task_id"]], texts) for each in held["evaluations"]]


def labelled_turns(folder: Path = FOLDER) -> list[LabelledTurn]:
    """The turns of `judged/*.jsonl`, whose format `judged/README.md` describes."""
    found = []
    for file in sorted(folder.glob("*.jsonl")):
        with file.open(encoding="utf-8") as lines:
            found += [_labelled(json.loads(line), file.stem) for line in lines if line.strip()]
    return found


def _rated(row: Mapping[str, Any], task: Mapping[str, Any], texts: Mapping[str, str]) -> RatedTurn:
    said = [each["text"] for each in task["input"]]
    turn = JudgedTurn(
        question=said[-1],
        answer=row["model_response"],
        resolved=None,
        language="en",
        sources={
            number: (passage(each["document_id"], "", texts[each["document_id"]], "en"),)
            for number, each in enumerate(task["contexts"], 1)
        },
        earlier=_earlier(list(zip(said[::2], said[1::2], strict=False))),
    )
    marks = row["annotations"]
    ratings = {name: mean(int(each["value"]) for each in marks[name].values()) for name in RATINGS}
    reference = task["targets"][0]["text"]
    return RatedTurn(said[0].strip(), turn, reference, row["model_id"] == "reference", ratings)


def _labelled(row: Mapping[str, Any], file: str) -> LabelledTurn:
    language = row["language"]
    expected = row.get("expected_question")
    turn = JudgedTurn(
        question=row["question"],
        answer=row["answer"],
        resolved=row["resolved"],
        language=language,
        sources={
            number: (passage(each["title"], each["title"], each["text"], language),)
            for number, each in enumerate(row["sources"], 1)
        },
        earlier=_earlier([(each["question"], each["answer"]) for each in row["history"]]),
        requires_context=row["requires_context"],
        expected_questions=(expected,) if expected else (),
        expected_topics=tuple((topic,) for topic in row.get("expected_topics") or ()),
        expected_texts=tuple((text,) for text in row.get("expected_answer_contains") or ()),
    )
    return LabelledTurn(row["id"], file, turn, row["label"] == "right", row["kind"])


def _earlier(pairs: Sequence[tuple[str, str]]) -> tuple[EarlierTurn, ...]:
    return tuple(EarlierTurn(question, answer) for question, answer in pairs)
