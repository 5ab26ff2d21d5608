"""Datasets of DeepEval as scenarios, and what is said to be left out."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from askwell.errors import BadInput
from askwell.evals.formats.deepeval import NAME_CHARS, import_deepeval
from askwell.evals.formats.imported import Imported

CONVERSATION = {
    "name": "Opening hours",
    "scenario": "A visitor plans a visit.",
    "expected_outcome": "the hours of Saturday",
    "user_description": "in a hurry",
    "tags": ["hours", "shop"],
    "comments": None,
    "turns": [
        {"role": "user", "content": "When are you open?", "retrieval_context": None},
        {"role": "assistant", "content": "From 9 to 5.", "retrieval_context": ["Open 9 to 5."]},
        {"role": "user", "content": "And on Saturday?"},
    ],
}


def imported(folder: Path, written: object, name: str = "data.json") -> Imported:
    file = folder / name
    file.write_text(written if isinstance(written, str) else json.dumps(written), encoding="utf-8")
    return import_deepeval(file)


def scenario(found: Imported, at: int = 0) -> dict[str, Any]:
    return dict(yaml.safe_load(found.scenarios[at][1]))


def test_turns_of_the_user_are_replayed(tmp_path: Path) -> None:
    written = scenario(imported(tmp_path, [CONVERSATION]))
    assert (written["name"], written["description"]) == ("Opening hours", "A visitor plans a visit.")
    assert written["domain"] == "hours"
    assert [turn["user"] for turn in written["conversation"]] == ["When are you open?", "And on Saturday?"]
    assert written["conversation"][1]["expected_topics"] == ["the hours of Saturday"]


def test_what_has_no_equivalent_is_listed_with_its_place(tmp_path: Path) -> None:
    notes = {note.place: note.text for note in imported(tmp_path, [CONVERSATION]).notes}
    assert notes["[0].user_description"] == "has no equivalent"
    assert "a sample and not an expectation" in notes["[0].turns[1]"]
    assert notes["[0].turns[1].retrieval_context"] == "has no equivalent"
    assert "only the first of 2" in notes["[0].tags"]
    assert "became a topic of the last turn" in notes["[0].expected_outcome"]
    assert "`expect: {ending: answered}` was written" in notes["[0].turns[0]"]
    assert "[0].comments" not in notes, "a field without a value is not in the file"


def test_a_single_turn_is_a_conversation_of_one(tmp_path: Path) -> None:
    golden = {"input": "Price?", "expected_output": "12 euros", "expected_tools": [{"name": "price"}, {"name": "tax"}]}
    found = imported(tmp_path, [golden | {"actual_output": "11 euros"}])
    [turn] = scenario(found)["conversation"]
    assert (turn["expected_topics"], turn["expect"]) == (["12 euros"], {"tool": "price"})
    assert {note.place for note in found.notes} == {
        "[0].actual_output",
        "[0].expected_output",
        "[0].expected_tools",
    }


@pytest.mark.parametrize("key", ["goldens", "testCases"])
def test_an_object_and_camel_case_are_read(tmp_path: Path, key: str) -> None:
    item = {"turns": [{"role": "user", "content": "Open?"}], "expectedOutcome": "hours"}
    written = scenario(imported(tmp_path, {key: [item]}))
    assert written["conversation"][0]["expected_topics"] == ["hours"]


def test_lines_of_json_are_read(tmp_path: Path) -> None:
    lines = "\n".join(json.dumps({"input": text, "expected_output": "x"}) for text in ("a?", "b?"))
    assert [name for name, _ in imported(tmp_path, lines, "data.jsonl").scenarios] == ["a?", "b?"]


def test_a_golden_to_simulate_is_listed(tmp_path: Path) -> None:
    found = imported(tmp_path, [{"scenario": "Somebody complains", "turns": None}, CONVERSATION])
    assert len(found.scenarios) == 1
    assert found.notes[0].text == "has no turns to replay; it describes a user to simulate"


def test_a_long_scenario_is_cut_to_a_name(tmp_path: Path) -> None:
    [(name, _)] = imported(tmp_path, [{"scenario": "x" * 200, "turns": [{"role": "user", "content": "a"}]}]).scenarios
    assert len(name) == NAME_CHARS


@pytest.mark.parametrize(
    ("written", "problem"),
    [("{", "is not JSON"), ([], "no conversation"), ({"goldens": 3}, "not a list"), ([3], "not a mapping")],
)
def test_what_makes_no_scenario_is_an_error(tmp_path: Path, written: object, problem: str) -> None:
    with pytest.raises(BadInput, match=problem) as refused:
        imported(tmp_path, written)
    assert refused.value.code == "bad_import"
