"""Answers of MTRAG with the passages they were written from: rated ones, and the references of all conversations."""

import gzip
import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from statistics import mean, median
from typing import Any

from askwell.text.sentences import sentences
from askwell.text.support.statements import statements
from askwell.types import Chunk, Passage
from bench.mutations import claim_mutations, names_in

DOMAINS = ("clapnq", "fiqa", "cloud", "govt")
MOST = 4
"""The best rating."""
_SEED = 13
_LEAST_WORDS = 6


@dataclass(frozen=True)
class Rated:
    """An answer with the ratings of its faithfulness."""

    conversation: str
    """Its first question, which is the same wherever the conversation is kept."""
    asked: str
    """The last two questions."""
    answer: str
    passages: tuple[Passage, ...]
    ratings: tuple[int, ...]
    """1 to 4, mostly three."""
    others: dict[str, float]
    """The scores of other measures, as they are kept with the ratings."""

    @cached_property
    def faithfulness(self) -> float:
        """The mean of the ratings, 1 to 4."""
        return mean(self.ratings)

    @cached_property
    def is_faithful(self) -> bool:
        """Whether the median of the ratings is at least 3, "mostly yes"."""
        return median(self.ratings) >= 3


@dataclass(frozen=True, slots=True)
class Claim:
    """A statement that its passages support, or the same made wrong."""

    set: str
    """`rated`: of an answer that all raters gave 4; `reference`: of an answer that a person wrote from the passages,
    not rated; `quoted`: a sentence of a passage."""
    conversation: str
    kind: str
    """Empty for a right one, else a kind of `claim_mutations`."""
    text: str
    asked: str
    passages: tuple[Passage, ...]


def rated_answers(data: Path) -> list[Rated]:
    """All rated answers. Those to questions without passages have none."""
    with gzip.open(data / "mtrag" / "human_eval.json.gz", "rt", encoding="utf-8") as file:
        held = json.load(file)
    texts = {each["document_id"]: each["text"] for each in held["documents"]}
    tasks = {each["task_id"]: each for each in held["tasks"]}
    return [_rated(each, tasks[each["task_id"]], texts) for each in held["evaluations"]]


def claims(data: Path, rated: Sequence[Rated]) -> list[Claim]:
    """Statements with their mutations, in a fixed order."""
    draw = random.Random(_SEED)
    found: list[Claim] = []
    for each in rated:
        if min(each.ratings) == MOST and each.passages:
            right = Claim("rated", each.conversation, "", "", each.asked, each.passages)
            found += _claims(right, _said(each.answer), draw)
    for conversation, asked, answer, passages in _references(data):
        right = Claim("reference", conversation, "", "", asked, passages)
        found += _claims(right, _said(answer), draw)
        text = passages[0].chunk.text
        spans = [text[start:end] for start, end in sentences(text)]
        whole = [one for one in spans if len(one.split()) >= _LEAST_WORDS and one.endswith(".")]
        quoted = [said for one in draw.sample(whole, min(2, len(whole))) for said in _said(one)]
        found += _claims(replace(right, set="quoted"), quoted, draw)
    return found


def _said(answer: str) -> list[str]:
    return [each.text for each in statements(answer)]


def _claims(right: Claim, texts: Sequence[str], draw: random.Random) -> Iterator[Claim]:
    """The claim with each of these texts, and with each mutation of it."""
    names = sorted({found for passage in right.passages for found in names_in(passage.chunk.text)})
    for text in texts:
        yield replace(right, text=text)
        for kind, mutated in claim_mutations(text, names, draw):
            yield replace(right, kind=kind, text=mutated)


def _rated(row: dict[str, Any], task: dict[str, Any], texts: dict[str, str]) -> Rated:
    marks = row["annotations"]
    return Rated(
        conversation=task["input"][0]["text"].strip(),
        asked=_last_questions(task["input"]),
        answer=row["model_response"],
        passages=tuple(_passage(each["document_id"], "", texts[each["document_id"]]) for each in task["contexts"]),
        ratings=tuple(int(each["value"]) for each in marks["faithfulness"].values()),
        others={
            "RL_F": float(marks["rl_f"]["composite"]["value"]),
            "BERT-KPrec": float(marks["Bert-KPrec"]["system"]["value"]),
        },
    )


def _last_questions(messages: Sequence[dict[str, Any]]) -> str:
    return "\n".join([each["text"] for each in messages if each["speaker"] == "user"][-2:])


def _references(data: Path) -> Iterator[tuple[str, str, str, tuple[Passage, ...]]]:
    """First question of the conversation, the last questions, the answer, and its relevant passages."""
    known: dict[tuple[str, str], Passage] = {}
    for domain in DOMAINS:
        with gzip.open(data / "mtrag" / "corpus" / f"{domain}.jsonl.gz", "rt", encoding="utf-8") as lines:
            for row in map(json.loads, lines):
                known[domain, row["_id"]] = _passage(row["_id"], row.get("title") or "", row["text"])
    with (data / "mtrag" / "conversations.jsonl").open(encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            messages = row["messages"]
            for at, message in enumerate(messages):
                keys = [(row["domain"], each) for each in message.get("relevant") or ()]
                if message["speaker"] != "user" and keys and all(key in known for key in keys):
                    asked = _last_questions(messages[:at])
                    yield messages[0]["text"].strip(), asked, message["text"], tuple(known[key] for key in keys)


def _passage(name: str, title: str, text: str) -> Passage:
    chunk = Chunk(name, name, 0, text, 0, len(text), (), None, 0)
    return Passage(chunk, name, title, "", "en", (), "", 1.0)
