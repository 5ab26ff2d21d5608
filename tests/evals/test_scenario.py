import json
from pathlib import Path

import pytest

from askwell.errors import BadConfig, NotFound
from askwell.evals.load import find_scenarios, load_scenario, parse_scenario
from askwell.evals.scenario import scenario_schema

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
    """S4-10 S4-B2 S4-18: the criteria have their documented defaults, and one target for context: 95 percent."""
    scenario = load_scenario(write(tmp_path, "{name: n, conversation: [{turn: 1, user: Why, expected_topics: [x]}]}"))
    turn, criteria = scenario.conversation[0], scenario.success_criteria
    assert (turn.min_score, turn.requires_context, turn.expected_question) == (70, False, None)
    assert (criteria.min_average_score, criteria.all_turns_pass, criteria.context_resolution_rate) == (75, True, 0.95)


TURN = "name: n\nconversation:\n  - turn: 1\n    user: a\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            TURN + "    usr: Why\n    forbidden: [x]\n",
            ":5:5: unknown key `conversation.0.usr` with value 'Why'. Did you mean `user`?",
        ),
        (TURN + "    expect: {kid: x}\n", ":5:14: unknown key `conversation.0.expect.kid`"),
        (TURN + "    expect: {kid: x}\n", "Did you mean `kind`?"),
        (TURN + "    expect:\n      kind: other\n", ":6:13: `conversation.0.expect.kind` is 'other'"),
        (TURN + "    expect: {ending: [answered, foo]}\n", ":5:33: `conversation.0.expect.ending.1` is 'foo'"),
        (
            TURN + "    forbidden: [x]\nsuccess_criteria: {all_turns: true}\n",
            ":6:20: unknown key `success_criteria.all_",
        ),
        (TURN + "    forbidden: [x]\nsuccess_criteria: {all_turns: true}\n", "Did you mean `all_turns_pass`?"),
        (TURN + "    forbidden: [x]\n  - {turn: 3, user: b, forbidden: [x]}\n", "turns are numbered [1, 3]"),
        (TURN + "    expected_answer_contains: [36.0]\n", ":5:32: `conversation.0.expected_answer_contains.0` is 36.0"),
        (TURN + "    expected_topics: x\n", ":5:22: `conversation.0.expected_topics` is 'x': Input should be a list"),
        (TURN + "    expected_topics: [[]]\n", ":5:23: `conversation.0.expected_topics.0` is []"),
        (TURN, ":3:5: turn 1 expects nothing"),
        (TURN.replace("user: a", "user: ' '") + "    forbidden: [x]\n", ":4:11: `user` is blank"),
        (
            TURN + "    requires_context: true\n    expected_question: [b, ' A ']\n",
            ":3:5: turn 1 requires context, and its `expected_question` is the question as typed",
        ),
        (
            TURN + "    attach: [x.pdf]\n    forbidden: [x]\nsetup: {session: {stateless: true}}\n",
            "a stateless run has",
        ),
        (TURN + "    forbidden: [x]\nsetup: {documents: [x.md], session: {stateless: true}}\n", "a stateless run has"),
        (TURN + "    min_score: 80\n    attach: [x.pdf]\n", ":3:5: turn 1 expects nothing"),
        (TURN + "    user: b\n    forbidden: [x]\n", ":5:5: `user` is there twice"),
        ("{name: n, conversation: []}", ":1:25: `conversation` is []"),
        ("{name: n}", ":1:1: `conversation` is missing"),
        ("a: &x [1]\nb: *x\n", ":2:4 is not YAML: aliases are refused"),
        ("[1]", "must hold a mapping"),
        ("", "must hold a mapping"),
        ("name: [", ":1:8 is not YAML"),
        ("name: 2020-99-99", "is not YAML: month must be in 1..12"),
    ],
)
def test_an_invalid_scenario_is_refused_with_line_path_and_value(tmp_path: Path, text: str, expected: str) -> None:
    file = write(tmp_path, text)
    with pytest.raises(BadConfig) as refused:
        load_scenario(file)
    assert expected in refused.value.message
    assert str(file) in refused.value.message


def test_each_problem_of_a_file_has_one_line_in_its_order() -> None:
    text = TURN + "    min_score: 200\n    expect: {ending: [answered, foo]}\n    usr: x\n"
    with pytest.raises(BadConfig) as refused:
        parse_scenario(text, "f.yaml")
    assert [line.split(": ")[0] for line in refused.value.message.splitlines()] == [
        "f.yaml:5:16",
        "f.yaml:6:33",
        "f.yaml:7:5",
    ]


def test_files_are_found_from_the_folder_of_the_scenario(tmp_path: Path) -> None:
    text = TURN + "    attach: [a/b.md]\n    forbidden: [x]\nsetup: {documents: [c.md]}\n"
    scenario = load_scenario(write(tmp_path, text))
    assert scenario.conversation[0].attach == (str(tmp_path / "a/b.md"),)
    assert scenario.setup.documents == (str(tmp_path / "c.md"),)


def test_the_schema_for_editors_has_every_field_with_its_description() -> None:
    schema = scenario_schema()
    parts = schema["$defs"]
    assert isinstance(parts, dict)
    for name in ("ScenarioTurn", "Expectation", "SuccessCriteria", "SessionSetup", "Setup"):
        fields = parts[name]["properties"]
        assert fields
        assert all(field.get("description") for field in fields.values()), name
        assert parts[name]["additionalProperties"] is False
    assert schema["required"] == ["name", "conversation"]
    written = (ASSISTANTS.parent / "docs" / "scenario.schema.json").read_text(encoding="utf-8")
    assert json.loads(written) == schema, "write it again: json.dumps(scenario_schema(), indent=1)"


def test_a_missing_file_is_not_found(tmp_path: Path) -> None:
    with pytest.raises(NotFound) as refused:
        load_scenario(tmp_path / "none.yaml")
    assert refused.value.code == "scenario_not_found"


def test_all_scenarios_of_the_assistants_can_be_read() -> None:
    files = [file for folder in sorted(ASSISTANTS.iterdir()) for file in find_scenarios(folder / "scenarios")]
    assert files
    assert all(load_scenario(file).conversation for file in files)
