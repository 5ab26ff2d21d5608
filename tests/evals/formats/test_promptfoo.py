"""Tests of promptfoo as scenarios, and what is said to be left out."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from askwell.errors import BadInput, NotFound
from askwell.evals.formats.imported import Imported
from askwell.evals.formats.promptfoo import import_promptfoo

CONFIG = """
description: A bicycle shop
prompts: ['Answer: {{question}}']
providers: [openai:gpt-x]
defaultTest:
  assert:
    - {type: not-icontains, value: as an AI}
tests:
  - description: Price
    vars: {question: "What does a puncture repair cost?", city: Gent}
    metadata: {conversationId: repairs}
    assert:
      - {type: icontains, value: 12 euros}
      - {type: contains-any, value: 'today, tomorrow'}
      - {type: llm-rubric, value: names the price, threshold: 0.8}
  - vars: {question: "And of a brake?"}
    metadata: {conversationId: repairs}
    assert:
      - {type: contains-all, value: ['40', euros]}
      - {type: javascript, value: output.length < 10}
      - {type: latency, threshold: 500}
  - vars: {question: "Who repairs electric bikes?"}
    threshold: 0.5
    assert:
      - type: assert-set
        assert: [{type: equals, value: Marijke}]
"""


def imported(folder: Path, text: str) -> Imported:
    file = folder / "bikes.yaml"
    file.write_text(text, encoding="utf-8")
    return import_promptfoo(file)


def turns(found: Imported) -> list[list[dict[str, Any]]]:
    return [yaml.safe_load(text)["conversation"] for _, text in found.scenarios]


def test_tests_of_one_conversation_are_its_turns(tmp_path: Path) -> None:
    found = imported(tmp_path, CONFIG)
    assert [name for name, _ in found.scenarios] == ["bikes repairs", "bikes 3"]
    repairs, electric = turns(found)
    assert [turn["user"] for turn in repairs] == ["What does a puncture repair cost?", "And of a brake?"]
    assert [turn["user"] for turn in electric] == ["Who repairs electric bikes?"]


def test_assertions_become_checks(tmp_path: Path) -> None:
    [price, brake], [electric] = turns(imported(tmp_path, CONFIG))
    assert price["expected_answer_contains"] == ["12 euros", ["today", "tomorrow"]]
    assert price["expected_topics"] == ["names the price"]
    assert price["forbidden"] == brake["forbidden"] == electric["forbidden"] == ["as an AI"]
    assert brake["expected_answer_contains"] == ["40", "euros"]
    assert electric["expected_answer_contains"] == ["Marijke"]


def test_what_has_no_equivalent_is_listed_with_its_place(tmp_path: Path) -> None:
    notes = {note.place: note.text for note in imported(tmp_path, CONFIG).notes}
    assert notes["tests[1].assert[1]"] == "`javascript` has no equivalent"
    assert notes["tests[1].assert[2]"] == "`latency` has no equivalent"
    assert notes["tests[1].assert[2].threshold"] == "has no equivalent"
    assert notes["tests[0].assert[2].threshold"] == "has no equivalent"
    assert notes["tests[0].vars.city"] == "has no equivalent"
    assert notes["tests[2].threshold"] == "has no equivalent"
    assert "an assistant answers" in notes["providers"]


def test_a_changed_meaning_is_said(tmp_path: Path) -> None:
    notes = {note.place: note.text for note in imported(tmp_path, CONFIG).notes}
    assert notes["tests[0].assert[1]"] == "`contains-any` ignores case here"
    assert "more may stand next to" in notes["tests[2].assert[0].assert[0]"]
    assert "tests[0].assert[0]" not in notes, "icontains means the same"


def test_variables_are_filled_in(tmp_path: Path) -> None:
    text = "- vars: {query: 'Hours?', day: Monday}\n  assert: [{type: icontains, value: 'open on {{ day }}'}]\n"
    found = imported(tmp_path, text)
    assert turns(found)[0][0]["expected_answer_contains"] == ["open on Monday"]
    assert not found.notes


def test_a_value_with_an_unknown_variable_is_not_a_check(tmp_path: Path) -> None:
    found = imported(tmp_path, "- vars: {query: 'Hours?'}\n  assert: [{type: icontains, value: 'on {{ day }}'}]\n")
    assert turns(found)[0][0]["expect"] == {"ending": "answered"}
    assert {note.place for note in found.notes} == {"tests[0]", "tests[0].assert[0]"}


def test_messages_are_turns_and_the_assertions_are_for_the_last(tmp_path: Path) -> None:
    text = """
- vars:
    messages:
      - {role: system, content: Be brief}
      - {role: user, content: "What does a repair cost?"}
      - {role: assistant, content: 12 euros}
      - {role: user, content: "And of a brake?"}
  assert: [{type: icontains, value: '40'}]
"""
    found = imported(tmp_path, text)
    [[first, second]] = turns(found)
    assert (first["user"], first["expect"]) == ("What does a repair cost?", {"ending": "answered"})
    assert (second["user"], second["expected_answer_contains"]) == ("And of a brake?", ["40"])
    assert [note.place for note in found.notes if "only those of the user" in note.text] == [
        "tests[0].vars.messages[0]",
        "tests[0].vars.messages[2]",
    ]


def test_a_prompt_with_the_conversation_makes_one_of_all_tests(tmp_path: Path) -> None:
    text = "prompts: ['{{ _conversation }} {{ q }}']\ntests: [{vars: {q: 'a?'}}, {vars: {q: 'b?'}}]\n"
    [[first, second]] = turns(imported(tmp_path, text))
    assert (first["user"], second["user"]) == ("a?", "b?")
    apart = imported(tmp_path, text.replace("_conversation", "other"))
    assert len(apart.scenarios) == 2


def test_files_that_are_named_are_listed(tmp_path: Path) -> None:
    found = imported(tmp_path, "tests: [file://more.yaml, {vars: {q: 'a?'}}]\n")
    assert found.notes[0].place == "tests[0]"
    assert "file://more.yaml" in found.notes[0].text


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("prompts: [a]", "it has no `tests`"),
        ("tests: [", "is not YAML"),
        ("tests: [{vars: {a: x, b: y}}]", r"none of its variables is a question \(a, b\)"),
        ("tests: file://tests.csv", "no conversation with a question"),
    ],
)
def test_what_makes_no_scenario_is_an_error(tmp_path: Path, text: str, problem: str) -> None:
    with pytest.raises(BadInput, match=problem) as refused:
        imported(tmp_path, text)
    assert refused.value.code == "bad_import"


def test_a_missing_file_is_not_found(tmp_path: Path) -> None:
    with pytest.raises(NotFound):
        import_promptfoo(tmp_path / "none.yaml")
