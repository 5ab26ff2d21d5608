"""The bench of the vetoes over a few made-up conversations."""

import gzip
import json
import random
from pathlib import Path

import pytest
from bench.cast import load
from bench.mutations import KINDS, answers_of, mutations
from bench.options import parse
from bench.report import table

from bench import gate

FIRST = "What does the Gazelle cost?"
WHOLE = "When did the Roman empire conquer the island of Britain?"
SAID = [{"role": "user", "text": FIRST}, {"role": "assistant", "text": "It costs 12 euros for an adult."}]


def row(number: int, utterance: str, rewrite: str, history: list[dict[str, str]], conv: str = "a") -> dict[str, object]:
    known = {"id": f"{conv}_{number}", "conv": conv, "turn": number, "utterance": utterance}
    return {**known, "human_rewrite": rewrite, "history": history}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    later = [*SAID, {"role": "user", "text": "and 2 of them?"}, {"role": "assistant", "text": "They cost 24 euros."}]
    rows = [
        row(1, FIRST, FIRST, []),
        row(2, "and 2 of them?", "What do 2 Gazelles cost?", SAID),
        row(3, "Isn't it free without a permit?", "Isn't the Gazelle free without a permit?", later),
        row(2, "and for Leeuwarden?", "What does the Gazelle cost at Pinewood?", SAID, "b"),
        row(2, WHOLE, "When did the empire conquer the island?", SAID, "c"),
        row(2, "Thanks!", "Thanks!", SAID, "d"),
    ]
    (tmp_path / "cast").mkdir()
    with gzip.open(tmp_path / "cast" / "made.jsonl.gz", "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(each) + "\n" for each in rows)
    return tmp_path


def test_losses_have_their_reasons_and_what_was_not_asked_is_counted(data: Path) -> None:
    report = gate.run(parse(["gate", "--data", str(data)], ["gate"]))
    (only,) = report.rows
    assert report.metrics == ("loss", "never_asked", "caught")
    assert (only["system"], only["set"], only["n"]) == ("askwell", "made", 5)
    assert (only["loss"], only["reasons"]) == (0.2, {"entity_invented": 1})
    assert (only["never_asked"], only["asked"]) == (0.2, 0.6)
    assert only["caught"] == 1
    assert {kind: only[f"n_{kind}"] for kind in KINDS} == {
        "number": 1,
        "negation": 1,
        "entity": 3,
        "answer": 3,
        "language": 3,
    }
    assert "lost: entity_invented 1" in table(report)


def test_mutations_are_the_same_for_a_seed_and_differ_from_the_rewrite(data: Path) -> None:
    samples = load(data)
    sample, answers = samples[2], answers_of(samples)
    made = dict(mutations(sample, answers, random.Random(1)))
    assert made == dict(mutations(sample, answers, random.Random(1)))
    assert made["negation"] == "Is the Gazelle free a permit?"
    assert made.keys() == set(KINDS) - {"number"}
    assert sample.rewrite not in made.values()


def test_a_mutated_answer_is_that_of_the_turn_where_it_is_known(data: Path) -> None:
    samples = load(data)
    made = dict(mutations(samples[1], answers_of(samples), random.Random(1)))
    assert made["answer"] == "They cost 24 euros."
    assert made["number"] != samples[1].rewrite
