"""The benches over a few made-up conversations in the layout they read."""

import gzip
import json
from dataclasses import replace
from pathlib import Path

import pytest
from bench.cast import load
from bench.dialogues import own
from bench.options import Options, parse
from bench.report import table
from bench.resolvers import play, resolver

from askwell.errors import BadConfig, BadInput
from bench import followup, rewriting
from tests.fake_endpoint import fake_endpoint


@pytest.fixture
def data(tmp_path: Path) -> Path:
    rows = []
    for conv, topic in (("a", "cork flooring"), ("b", "linoleum"), ("c", "the Delft Treaty")):
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


def asking(model: str, url: str, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings of a process that knows this model and nothing else."""
    monkeypatch.setenv("ASKWELL_HOME", str(home))
    monkeypatch.setenv("ASKWELL_MODEL", model)
    monkeypatch.setenv("ASKWELL_MODEL_URL", url)


def test_a_model_has_rows_beside_those_of_the_rules_on_the_same_turns(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with fake_endpoint() as endpoint:
        asking("json", endpoint.url, data / "home", monkeypatch)
        report = rewriting.run(options(data, "--resolver", "llm", "--sample", "2"))
    model, rules = report.rows
    assert [(row["resolver"], row.get("model"), row["n"]) for row in report.rows] == [
        ("llm", "json", 2),
        ("rules", None, 2),
    ]
    assert isinstance(model["s_turn"], float)
    assert "s_turn" not in rules
    assert (model["TERM_F1"], rules["TERM_F1"]) == (0, 1)  # the model leaves every question alone
    assert rules["difference"]["TERM_F1"] == (-1.0, -1.0)  # type: ignore[index]
    assert report.metrics[-2:] == ("cpu_ms", "s_turn")
    assert "askwell (llm json)" in table(report)
    assert endpoint.calls["json"] == 2


def test_what_became_of_a_models_wordings_is_told_below_the_table(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The model leaves every question alone, and that is its right."""
    with fake_endpoint() as endpoint:
        asking("json", endpoint.url, data / "home", monkeypatch)
        report = followup.run(options(data, "--resolver", "llm", "--set", "made"))
    asked = endpoint.calls["json"]
    assert 3 <= asked <= 6
    assert [row["recall"] for row in report.rows[:2]] == [0, 1]
    assert report.notes[1:] == (
        "note: turns before a measured one are resolved by rules, the measured one alone by the model",
        f"note: the model was asked about {asked} of 6 turns, the rules alone read the others",
        f"note: no wording of the model was used on 0 of {asked}",
    )


def test_a_model_that_fails_leaves_the_figures_of_the_rules(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with fake_endpoint() as endpoint:
        asking("400", endpoint.url, data / "home", monkeypatch)
        report = rewriting.run(options(data, "--resolver", "llm"))
    assert report.rows[0]["TERM_F1"] == report.rows[1]["TERM_F1"] == 1
    assert report.notes[-1] == "note: no wording of the model was used on 3 of 3: upstream_refused 3"


def test_a_model_is_asked_of_the_measured_turn_alone(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = "A thing. " * 3
    exchanges = (("What is cork flooring?", before), ("Is it waterproof?", "Yes."))
    sample = replace(load(data)[1], exchanges=exchanges, utterance="And is it fireproof?")
    with fake_endpoint() as endpoint:
        asking("json", endpoint.url, data / "home", monkeypatch)
        (resolved,) = play([sample], "llm")
    assert endpoint.calls["json"] == 1
    assert resolved.recalled.turns[1].standalone_question == "Is cork flooring waterproof?"


def test_without_a_model_its_rows_are_refused(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asking("", "", data / "home", monkeypatch)
    with pytest.raises(BadConfig, match="needs a model"):
        rewriting.run(options(data, "--resolver", "llm"))
