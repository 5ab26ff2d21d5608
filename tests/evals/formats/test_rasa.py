"""Tests of Rasa as scenarios, and what is said to be left out."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from askwell.errors import BadInput
from askwell.evals.formats.imported import Imported
from askwell.evals.formats.rasa import import_rasa

TESTS = r"""
fixtures:
  - premium: [{membership: premium}]
test_cases:
  - test_case: user asks for prices
    fixtures: [premium]
    steps:
      - user: What does a puncture repair cost?
        assertions:
          - bot_uttered: {text_matches: '12 euros\.', utter_name: utter_price}
          - bot_did_not_utter: {text_matches: sorry}
          - generative_response_is_grounded: {threshold: 0.9}
          - flow_started: prices
      - user: And of a brake?
      - bot: A brake costs 40 euros.
      - slot_was_set: [part]
      - user: Thanks
        assertions:
          - bot_uttered: {text_matches: 'You.re (very )?welcome'}
"""


def imported(folder: Path, text: str) -> Imported:
    file = folder / "tests.yml"
    file.write_text(text, encoding="utf-8")
    return import_rasa(file)


def turns(found: Imported) -> list[dict[str, Any]]:
    return list(yaml.safe_load(found.scenarios[0][1])["conversation"])


def test_steps_become_turns_with_checks(tmp_path: Path) -> None:
    found = imported(tmp_path, TESTS)
    price, brake, thanks = turns(found)
    assert found.scenarios[0][0] == "user asks for prices"
    assert price["expected_answer_contains"] == ["12 euros."]
    assert price["forbidden"] == ["sorry"]
    assert brake["expected_answer_contains"] == ["A brake costs 40 euros."]
    assert thanks["expect"] == {"ending": "answered"}


def test_what_has_no_equivalent_is_listed_with_its_place(tmp_path: Path) -> None:
    notes = {note.place: note.text for note in imported(tmp_path, TESTS).notes}
    steps = "test_cases[0].steps"
    assert notes["fixtures"] == notes["test_cases[0].fixtures"] == "has no equivalent"
    assert notes[f"{steps}[0].assertions[0].bot_uttered.utter_name"] == "has no equivalent"
    assert "judged for factual accuracy" in notes[f"{steps}[0].assertions[2].generative_response_is_grounded"]
    assert notes[f"{steps}[0].assertions[3].flow_started"] == "has no equivalent"
    assert notes[f"{steps}[3]"] == "`slot_was_set` has no equivalent"
    assert "is a pattern" in notes[f"{steps}[4].assertions[0].bot_uttered.text_matches"]
    assert "more may stand next to" in notes[f"{steps}[2].bot"]


def test_stories_keep_what_users_say_without_entities(tmp_path: Path) -> None:
    text = """
stories:
  - story: prices
    steps:
      - user: 'What does a [brake](part) cost in [Gent]{"entity": "city"}?'
        intent: ask_price
      - action: utter_price
"""
    found = imported(tmp_path, text)
    assert turns(found)[0]["user"] == "What does a brake cost in Gent?"
    assert {note.place for note in found.notes} == {
        "stories[0].steps[0].intent",
        "stories[0].steps[1]",
        "stories[0].steps[0]",
    }


@pytest.mark.parametrize("text", ["a: 1", "- test_case: x", "test_cases: []"])
def test_what_makes_no_scenario_is_an_error(tmp_path: Path, text: str) -> None:
    with pytest.raises(BadInput):
        imported(tmp_path, text)
