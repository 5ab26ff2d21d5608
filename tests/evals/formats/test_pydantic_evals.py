"""Scenarios as a dataset of pydantic-evals."""

from typing import Any

import yaml

from askwell.evals.formats.pydantic_evals import export_pydantic_evals
from askwell.evals.scenario import Scenario

SCENARIO = Scenario.model_validate(
    {
        "name": "Repairs",
        "conversation": [
            {"turn": 1, "user": "What does a repair cost?", "expected_answer_contains": ["12 euros"]},
            {
                "turn": 2,
                "user": "And of a brake?",
                "requires_context": True,
                "expected_question": "What does a brake repair cost?",
                "expected_answer_contains": ["40"],
                "expected_topics": ["price", "time"],
                "expected_sources": ["repairs.md"],
                "min_score": 80,
            },
        ],
    }
)


def cases() -> list[dict[str, Any]]:
    written, _ = export_pydantic_evals([("bikes", SCENARIO)])
    return list(yaml.safe_load(written)["cases"])


def test_a_case_has_the_questions_up_to_its_turn() -> None:
    first, second = cases()
    assert (first["name"], second["name"]) == ("bikes, Repairs, turn 1", "bikes, Repairs, turn 2")
    assert first["inputs"] == {"assistant": "bikes", "messages": ["What does a repair cost?"]}
    assert second["inputs"]["messages"] == ["What does a repair cost?", "And of a brake?"]


def test_texts_and_topics_become_evaluators() -> None:
    assert cases()[1]["evaluators"] == [
        {"Contains": {"value": "40", "case_sensitive": False}},
        {"LLMJudge": {"rubric": "The answer covers: price; time", "include_input": True}},
    ]


def test_what_no_evaluator_checks_is_metadata_and_listed() -> None:
    assert cases()[1]["metadata"] == {
        "conversation": "Repairs",
        "turn": 2,
        "requires_context": True,
        "expected_question": "What does a brake repair cost?",
        "expected_sources": ["repairs.md"],
        "min_score": 80,
    }
    _, notes = export_pydantic_evals([("bikes", SCENARIO)])
    assert notes == (
        "expected_question: kept as metadata in 1 of 2 cases",
        "expected_sources: kept as metadata in 1 of 2 cases",
        "min_score: kept as metadata in 1 of 2 cases",
        "requires_context: kept as metadata in 1 of 2 cases",
        "success_criteria: left out of 1 conversations",
    )
