"""The report as a value and as JSON."""

import json
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest

from askwell.errors import BadInput, NotFound
from askwell.evals.reports.report import Report, as_json, read_report, report_of
from tests.conftest import REPOSITORY
from tests.evals.reports.results import judged, report, turn

SCHEMA = REPOSITORY / "docs" / "evaluation-report.schema.json"


def test_the_summary_counts_conversations_turns_and_context() -> None:
    found = report(good=(judged(1), turn(2)), bad=(turn(1, passed=False), judged(2, passed=False))).summary
    assert (found.conversations, found.conversations_passed, found.passed) == (2, 1, False)
    assert (found.turns, found.turns_passed, found.turns_excellent) == (4, 2, 2)
    assert (found.turns_with_context, found.context_resolution_rate) == (2, 0.5)
    assert found.average_score == pytest.approx((88.5 + 100 + 0 + 20) / 4)


def test_a_failed_turn_with_a_high_score_is_not_excellent() -> None:
    """S4-18: excellent needs a score of 85 or more and that the turn passed."""
    assert report(talk=(judged(1),)).summary.turns_excellent == 1
    assert report(talk=(replace(judged(1), passed=False),)).summary.turns_excellent == 0


def test_a_context_counts_as_resolved_if_most_votes_say_so() -> None:
    votes = [replace(judged(number), context_resolution=share) for number, share in enumerate((0.67, 0.33), 1)]
    assert report(talk=tuple(votes)).summary.context_resolution_rate == 0.5


def test_rates_without_a_turn_are_not_applicable() -> None:
    """S4-B10: no turn needs context, so there is no rate and no interval."""
    found = report(chat=(turn(1),)).summary
    assert (found.context_resolution_rate, found.context_interval) == (None, None)
    assert report_of([]).summary.conversations_interval is None


def test_each_rate_has_its_interval() -> None:
    found = report(a=(turn(1), turn(2, passed=False)), b=(turn(1),)).summary
    assert found.turns_interval == pytest.approx((0.2077, 0.9385), abs=5e-4)
    assert found.conversations_interval == pytest.approx((0.0945, 0.9055), abs=5e-4)


def test_the_fields_of_a_turn_are_those_of_the_format() -> None:
    """S4-11 S4-12: names and values of a turn and a conversation in the JSON."""
    written = json.loads(as_json(report(talk=(judged(1),))))
    first = written["conversations"][0]
    assert (first["name"], first["average_score"], first["conversation_passed"]) == ("talk", 88.5, True)
    assert first["context_resolution_rate"] == 1.0
    expected = {
        "turn_number": 1,
        "user_query": "question 1",
        "reformulated_query": "full question 1",
        "response": "answer 1. [1]",
        "factual_accuracy": 4.5,
        "completeness": 4.0,
        "context_resolution": 1.0,
        "coherence": 3.0,
        "composite_score": 88.5,
        "passed": True,
        "input_tokens": 900,
    }
    assert expected.items() <= first["turns"][0].items()


def test_json_has_no_id_that_differs_from_run_to_run() -> None:
    assert "session of" not in as_json(report(talk=(turn(1),)))


def test_the_json_fulfils_its_published_schema() -> None:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    written = json.loads(as_json(report(talk=(judged(1), turn(2, passed=False)))))
    jsonschema.validate(written, schema)
    del written["summary"]["turns"]
    with pytest.raises(jsonschema.ValidationError, match="turns"):
        jsonschema.validate(written, schema)


def test_the_published_schema_is_that_of_the_code() -> None:
    assert json.loads(SCHEMA.read_text(encoding="utf-8")) == Report.model_json_schema()


def test_a_written_report_is_read_back(tmp_path: Path) -> None:
    file = tmp_path / "report.json"
    found = report(talk=(judged(1), turn(2, passed=False)))
    file.write_text(as_json(found), encoding="utf-8")
    assert read_report(file) == found


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("{", "is not JSON"),
        ("[1]", "has no `conversations`"),
        ('{"format": 1, "conversations": []}', "has format 1, and this version reads 2"),
        ('{"format": 2, "askwell": "1", "judge": "", "summary": 3, "conversations": []}', "at `summary`"),
    ],
)
def test_what_is_no_report_is_refused(tmp_path: Path, text: str, problem: str) -> None:
    file = tmp_path / "report.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput, match=problem) as refused:
        read_report(file)
    assert refused.value.code == "bad_report"


def test_a_report_that_does_not_exist_is_not_found(tmp_path: Path) -> None:
    with pytest.raises(NotFound, match=r"nothing\.json"):
        read_report(tmp_path / "nothing.json")
