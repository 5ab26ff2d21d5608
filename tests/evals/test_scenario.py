from pathlib import Path

import pytest

from askwell.errors import BadConfig, NotFound
from askwell.evals.scenario import find_scenarios, load_scenario

ASSISTANTS = Path(__file__).parents[2] / "assistants"

WHOLE = """
name: Limits
description: A follow-up.
domain: money
conversation:
  - turn: 1
    user: What is the limit?
    expected_topics: [limit]
    expected_answer_contains: ["$"]
    expected_sources: [income.md]
    expect: {kind: standalone, way: search, ending: answered}
  - turn: 2
    user: And for two?
    min_score: 80
    requires_context: true
    expected_question: What is the limit for two?
success_criteria: {min_average_score: 80, all_turns_pass: false, context_resolution_rate: 0.5}
"""


def write(folder: Path, text: str) -> Path:
    file = folder / "scenario.yaml"
    file.write_text(text, encoding="utf-8")
    return file


def test_a_scenario_is_read_whole(tmp_path: Path) -> None:
    scenario = load_scenario(write(tmp_path, WHOLE))
    first, second = scenario.conversation
    assert (scenario.name, scenario.domain) == ("Limits", "money")
    assert (first.expected_answer_contains, first.expected_sources) == (("$",), ("income.md",))
    assert (first.expect.kind, first.expect.way, first.expect.ending) == ("standalone", "search", "answered")
    assert (second.min_score, second.requires_context) == (80, True)
    assert scenario.success_criteria.min_average_score == 80


def test_missing_keys_have_the_documented_defaults(tmp_path: Path) -> None:
    """S4-10: the criteria have their documented defaults."""
    scenario = load_scenario(write(tmp_path, "{name: n, conversation: [{turn: 1, user: Why}]}"))
    turn, criteria = scenario.conversation[0], scenario.success_criteria
    assert (turn.min_score, turn.requires_context, turn.expected_question) == (70, False, None)
    assert (criteria.min_average_score, criteria.all_turns_pass, criteria.context_resolution_rate) == (75, True, 0.95)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "{name: n, conversation: [{turn: 1, usr: Why}]}",
            "unknown key `conversation.0.usr` with value 'Why'. Did you mean `user`?",
        ),
        ("{name: n, conversation: [{turn: 1, user: a, expect: {kid: x}}]}", "Did you mean `kind`?"),
        (
            "{name: n, conversation: [{turn: 1, user: a, expect: {kind: other}}]}",
            "`conversation.0.expect.kind` is 'other'",
        ),
        (
            "{name: n, conversation: [{turn: 1, user: a}], success_criteria: {all_turns: true}}",
            "Did you mean `all_turns_pass`?",
        ),
        ("{name: n, conversation: [{turn: 1, user: a}, {turn: 3, user: b}]}", "turns are numbered [1, 3]"),
        (
            "{name: n, conversation: [{turn: 1, user: a, expected_answer_contains: [36.0]}]}",
            "is 36.0: Input should be a valid string",
        ),
        ("{name: n, conversation: []}", "`conversation` is []"),
        ("{name: n}", "`conversation` is missing"),
        ("[1]", "must hold a mapping"),
        ("{name: [", "is not YAML"),
    ],
)
def test_an_invalid_scenario_is_refused_with_file_path_and_value(tmp_path: Path, text: str, expected: str) -> None:
    file = write(tmp_path, text)
    with pytest.raises(BadConfig) as refused:
        load_scenario(file)
    assert expected in refused.value.message
    assert str(file) in refused.value.message


def test_a_missing_file_is_not_found(tmp_path: Path) -> None:
    with pytest.raises(NotFound) as refused:
        load_scenario(tmp_path / "none.yaml")
    assert refused.value.code == "scenario_not_found"


def test_all_scenarios_of_the_assistants_can_be_read() -> None:
    files = [file for folder in sorted(ASSISTANTS.iterdir()) for file in find_scenarios(folder / "scenarios")]
    assert files
    assert all(load_scenario(file).conversation for file in files)
