"""The benches over a few made-up conversations in the layout they read."""

import gzip
import json
from pathlib import Path

import pytest
from bench.dialogues import own
from bench.options import Options, parse
from bench.report import table
from bench.resolvers import play, resolver

from askwell.errors import BadInput
from bench import followup, rewriting


@pytest.fixture
def data(tmp_path: Path) -> Path:
    rows = []
    for conv, topic in (("a", "throat cancer"), ("b", "photosynthesis"), ("c", "the Bronze Age")):
        first = f"What is {topic}?"
        rows.append(
            {"id": f"{conv}_1", "conv": conv, "turn": 1, "utterance": first, "human_rewrite": first, "history": []}
        )
        said = [{"role": "user", "text": first}, {"role": "assistant", "text": "A thing."}]
        rows.append(
            {
                "id": f"{conv}_2",
                "conv": conv,
                "turn": 2,
                "utterance": "Is it important?",
                "human_rewrite": f"Is {topic} important?",
                "history": said,
            }
        )
    folder = tmp_path / "cast"
    folder.mkdir()
    with gzip.open(folder / "made.jsonl.gz", "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(row) + "\n" for row in rows)
    return tmp_path


def options(data: Path, *more: str) -> Options:
    return parse(["followup", "--data", str(data), *more], ["followup", "rewriting"])


def test_rewriting_has_a_row_for_the_set_with_its_interval(data: Path) -> None:
    (row,) = rewriting.run(options(data)).rows
    assert (row["system"], row["resolver"], row["set"], row["n"]) == ("askwell", "rules", "made", 3)
    assert row["TERM_F1"] == 1
    assert row["EM"] == 1
    assert set(row) >= {"R1_R", "R1_P", "R1_F", "TERM_P", "TERM_R", "cpu_ms", "interval"}


def test_followup_adds_switches_that_lean_on_nothing(data: Path) -> None:
    plain, switched = followup.run(options(data)).rows
    assert (plain["n"], switched["n"], switched["set"]) == (3, 6, "made+switches")
    assert switched["recall"] == 1
    assert switched["specificity"] == 1


def test_no_resolver_finds_no_follow_up(data: Path) -> None:
    report = followup.run(options(data, "--resolver", "none", "--set", "all"))
    assert [row["recall"] for row in report.rows] == [0, 0]
    assert "all+switches" in table(report)


def test_an_unknown_resolver_is_named() -> None:
    with pytest.raises(BadInput, match="No resolver 'magic'"):
        resolver("magic")


def test_our_own_dialogues_are_read_with_their_answers() -> None:
    samples = own("en")
    assert len(samples) > 300
    assert any(answer for sample in samples for _, answer in sample.exchanges)
    assert all(each.resolution.question == each.sample.utterance for each in play(samples[:20], "none"))
