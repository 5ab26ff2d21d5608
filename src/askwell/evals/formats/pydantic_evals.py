"""Scenarios as a dataset of pydantic-evals, in YAML.

A case is one turn: its input are the questions up to it, since an answer depends on them. Source of the format: the
documentation of pydantic-evals on the serialisation of datasets and on its built-in evaluators.
"""

from collections import Counter
from collections.abc import Sequence

import yaml

from askwell.evals.scenario import Scenario, ScenarioTurn

Json = dict[str, object]


def export_pydantic_evals(
    scenarios: Sequence[tuple[str, Scenario]], *, name: str = "askwell"
) -> tuple[str, tuple[str, ...]]:
    """The dataset as YAML, and what no evaluator of it checks, with the number of turns.

    `scenarios` are pairs of assistant and scenario. What is not checked is in the metadata of its case. The task gets
    `{assistant, messages}`, asks all messages in one conversation and returns the last answer.
    """
    left: Counter[str] = Counter()
    cases = [
        _case(assistant, scenario, turn, left) for assistant, scenario in scenarios for turn in scenario.conversation
    ]
    written = yaml.safe_dump({"name": name, "cases": cases}, sort_keys=False, allow_unicode=True, width=120)
    notes = [f"{field}: kept as metadata in {count} of {len(cases)} cases" for field, count in sorted(left.items())]
    if scenarios:
        notes.append(f"success_criteria: left out of {len(scenarios)} conversations")
    return written, tuple(notes)


def _case(assistant: str, scenario: Scenario, turn: ScenarioTurn, left: Counter[str]) -> Json:
    written = turn.model_dump(mode="json", exclude_defaults=True, exclude={"turn", "user"})
    evaluators = _evaluators(turn)
    kept = {name: value for name, value in written.items() if not _is_checked(name, turn)}
    left.update(kept.keys())
    return {
        "name": f"{assistant}, {scenario.name}, turn {turn.turn}",
        "inputs": {"assistant": assistant, "messages": [each.user for each in scenario.conversation[: turn.turn]]},
        "metadata": {"conversation": scenario.name, "turn": turn.turn} | kept,
        "evaluators": evaluators,
    }


def _evaluators(turn: ScenarioTurn) -> list[Json]:
    """One for each text, and one for all topics."""
    texts: list[Json] = [
        {"Contains": {"value": text, "case_sensitive": False}}
        for text in turn.expected_answer_contains
        if isinstance(text, str)
    ]
    topics = "; ".join(topic if isinstance(topic, str) else " or ".join(topic) for topic in turn.expected_topics)
    judge: list[Json] = [{"LLMJudge": {"rubric": f"The answer covers: {topics}", "include_input": True}}]
    return [*texts, *(judge if topics else [])]


def _is_checked(name: str, turn: ScenarioTurn) -> bool:
    """Whether evaluators check all of a field."""
    if name == "expected_answer_contains":
        return all(isinstance(text, str) for text in turn.expected_answer_contains)
    return name == "expected_topics"
