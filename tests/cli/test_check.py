import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from askwell.evals.scenario import scenario_schema
from tests.cli.conftest import Askwell


@pytest.fixture
def bikes(askwell: Askwell, tmp_path: Path) -> Path:
    """The folder of the assistant `bikes`."""
    return tmp_path / "assistants" / "bikes"


@pytest.fixture
def problems(askwell: Askwell, bikes: Path) -> Callable[..., list[tuple[str, int, int, str]]]:
    """Checks `bikes` and asserts the exit code; returns file, line, column and message of each problem."""

    def check(code: int) -> list[tuple[str, int, int, str]]:
        result = askwell("check", str(bikes), "--json")
        assert result.code == code, result.out + result.err
        found = json.loads(result.out)["problems"]
        return [
            (Path(each["file"]).relative_to(bikes).as_posix(), each["line"], each["column"], each["message"])
            for each in found
        ]

    return check


Check = Callable[..., list[tuple[str, int, int, str]]]


def append(file: Path, text: str) -> None:
    file.write_text(file.read_text(encoding="utf-8") + text, encoding="utf-8")


def test_an_assistant_without_problems_exits_with_0(askwell: Askwell, bikes: Path) -> None:
    result = askwell("check", str(bikes))
    assert (result.code, result.out) == (0, "")
    assert "files checked: 4, problems: 0" in result.err


def test_an_unknown_key_is_shown_with_its_place_and_the_nearest_key(bikes: Path, problems: Check) -> None:
    append(bikes / "assistant.yaml", "pack:\n  budget_tokns: 3000\n")
    [(file, line, column, message)] = problems(2)
    lines = (bikes / "assistant.yaml").read_text(encoding="utf-8").splitlines()
    assert (file, lines[line - 1], column) == ("assistant.yaml", "  budget_tokns: 3000", 3)
    assert "Did you mean `budget_tokens`?" in message


def test_a_value_out_of_range_is_shown_at_the_value(bikes: Path, problems: Check) -> None:
    append(bikes / "assistant.yaml", "pack:\n  budget_tokens: 3\n")
    [(_, _, column, message)] = problems(2)
    assert column == len("  budget_tokens: ") + 1
    assert "`pack.budget_tokens` is 3" in message


def test_all_problems_of_a_definition_are_shown_in_order(bikes: Path, problems: Check) -> None:
    append(bikes / "assistant.yaml", "pack: {budget_tokens: 3}\nwrit: {}\n")
    assert [message.split("`")[1] for _, _, _, message in problems(2)] == ["pack.budget_tokens", "writ"]


def test_an_unknown_route_is_shown_where_it_is_named(bikes: Path, problems: Check) -> None:
    file = bikes / "assistant.yaml"
    file.write_text(
        file.read_text(encoding="utf-8").replace("route: {}", "route:\n  keywords:\n    - words: [x]\n      way: shop"),
        encoding="utf-8",
    )
    [(_, line, _, message)] = problems(2)
    assert file.read_text(encoding="utf-8").splitlines()[line - 1].strip() == "way: shop"
    assert "unknown way 'shop'" in message


def test_a_file_that_is_not_yaml_is_shown_with_its_line(bikes: Path, problems: Check) -> None:
    append(bikes / "assistant.yaml", "scope: [\n")
    [(file, line, _, message)] = problems(2)
    assert (file, line) == ("assistant.yaml", len((bikes / "assistant.yaml").read_text().splitlines()) + 1)
    assert "is not YAML" in message


def test_a_name_that_is_not_that_of_the_folder_is_shown(bikes: Path, problems: Check) -> None:
    file = bikes / "assistant.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("name: bikes", "name: cycles"), encoding="utf-8")
    assert problems(2) == [("assistant.yaml", 2, 7, "`name` is 'cycles' and the folder is 'bikes'")]


def test_a_missing_plug_in_is_shown(bikes: Path, problems: Check) -> None:
    append(bikes / "assistant.yaml", "steps: [{use: nobody, before: write}]\n")
    [(_, _, _, message)] = problems(2)
    assert "nobody" in message


def test_a_table_that_cannot_be_read_is_no_reason_to_stop(bikes: Path, problems: Check) -> None:
    file = bikes / "assistant.yaml"
    text = file.read_text(encoding="utf-8").replace("route: {}", "route: {keywords: [{words: [x], way: rows}]}")
    ways = "ways:\n  rows:\n    table: rows.csv\n    match: {a: ['{}']}\n    row: ['{a}']\n"
    file.write_text(text + ways, encoding="utf-8")
    [(_, line, column, message)] = problems(1)
    assert (file.read_text(encoding="utf-8").splitlines()[line - 1], column) == ("    table: rows.csv", 12)
    assert "rows.csv" in message


def test_all_problems_of_known_questions_are_shown_with_their_places(
    askwell: Askwell, bikes: Path, problems: Check
) -> None:
    append(bikes / "assistant.yaml", "golden: {file: known.yaml}\n")
    file = bikes / "known.yaml"
    file.write_text("- questions: ['May I park?']\n  answr: Yes.\n- questions: []\n  answer: No.\n", encoding="utf-8")
    found = problems(2)
    assert [(name, line, column) for name, line, column, _ in found] == [
        ("known.yaml", 1, 3),
        ("known.yaml", 2, 3),
        ("known.yaml", 3, 14),
    ]
    assert [message.split("`")[1] for *_, message in found] == ["0.answer", "0.answr", "1.questions"]
    alone = askwell("check", str(file), "--json")
    assert [each["message"] for each in json.loads(alone.out)["problems"]] == [message for *_, message in found]
    file.write_text("- questions: ['May I park?']\n  answer: Yes.\n", encoding="utf-8")
    assert askwell("check", str(file)).code == 0
    assert "files checked: 5, problems: 0" in askwell("check", str(bikes)).err


def test_an_assistant_may_be_named(askwell: Askwell, bikes: Path) -> None:
    append(bikes / "assistant.yaml", "writ: {}\n")
    result = askwell("check", "bikes")
    assert (result.code, "`writ`" in result.out) == (2, True)


def test_a_prompt_of_no_step_is_shown(bikes: Path, problems: Check) -> None:
    (bikes / "prompts").mkdir()
    (bikes / "prompts" / "anwser.md").write_text("Answer.", encoding="utf-8")
    (bikes / "prompts" / "chat.md").write_text(" ", encoding="utf-8")
    assert [(file, message) for file, _, _, message in problems(1)] == [
        ("prompts/anwser.md", "no prompt is named 'anwser'"),
        ("prompts/chat.md", "the prompt is empty"),
    ]


def test_documents_that_cannot_be_read_are_shown(bikes: Path, problems: Check) -> None:
    (bikes / "knowledge" / "broken.pdf").write_bytes(b"%PDF-1.4 nothing")
    (bikes / "knowledge" / "program.exe").write_bytes(b"MZ")
    found = {file: message for file, _, _, message in problems(1)}
    assert set(found) == {"knowledge/broken.pdf", "knowledge/program.exe"}
    assert "unknown extension" in found["knowledge/program.exe"]


def test_a_document_that_a_scenario_expects_must_exist(bikes: Path, problems: Check) -> None:
    file = bikes / "scenarios" / "repairs.conv.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("[repairs.md]", "[repair.md]"), encoding="utf-8")
    [(name, line, column, message)] = problems(2)
    shown = file.read_text(encoding="utf-8").splitlines()[line - 1]
    assert (name, shown[column - 1 :]) == ("scenarios/repairs.conv.yaml", "repair.md]")
    assert message == "no document is named 'repair.md'"


def test_a_way_that_a_scenario_expects_must_exist(bikes: Path, problems: Check) -> None:
    file = bikes / "scenarios" / "repairs.conv.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("way: search", "way: serch"), encoding="utf-8")
    assert [message for _, _, _, message in problems(2)] == ["no way is named 'serch'"]


NEEDS = """\
name: Repairs
assistant: {assistant}
language: nl
setup: {{documents: [bill.pdf]}}
conversation:
  - turn: 1
    user: What does it cost?
    requires_context: true
    expect: {{tool: weather}}
    attach: [photo.png]
  - turn: 2
    user: And brakes?
    requires_context: true
    language: de
"""


def test_what_a_scenario_needs_must_exist(bikes: Path, problems: Check) -> None:
    file = bikes / "scenarios" / "repairs.conv.yaml"
    file.write_text(NEEDS.format(assistant="bikes"), encoding="utf-8")
    found = [(line, message) for _, line, _, message in problems(2)]
    assert found == [
        (4, "there is no file 'bill.pdf'"),
        (10, "there is no file 'photo.png'"),
        (8, "the first turn requires context, and nothing is before it"),
        (13, "turn 2 requires context and has no `expected_question`: rules fail it"),
        (3, "the assistant has no language 'nl'"),
        (9, "no tool is named 'weather'"),
        (14, "no language is named 'de'"),
    ]


def test_an_assistant_that_a_scenario_names_must_exist(askwell: Askwell, bikes: Path) -> None:
    file = bikes / "scenarios" / "repairs.conv.yaml"
    file.write_text(NEEDS.format(assistant="bike"), encoding="utf-8")
    result = askwell("check", str(file))
    assert "repairs.conv.yaml:2:12: no assistant is named 'bike'" in result.out
    assert "hint: Did you mean `bikes`?" in result.out


def test_every_invalid_scenario_of_a_folder_is_shown(askwell: Askwell, tmp_path: Path) -> None:
    folder = tmp_path / "apart"
    folder.mkdir()
    for name in ("one", "two"):
        (folder / f"{name}.conv.yaml").write_text("name: x\nconversation:\n  - {turn: 1, user: ' '}\n")
    for command in ("check", "eval"):
        result = askwell(command, str(folder))
        assert result.code == 2
        shown = result.out + result.err
        assert ("one.conv.yaml:3:" in shown, "two.conv.yaml:3:" in shown) == (True, True)
        assert shown.count("`user` is blank") == 2


def test_a_language_of_the_definition_must_exist(bikes: Path, problems: Check) -> None:
    file = bikes / "assistant.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("[en]", "[en, tlh]"), encoding="utf-8")
    [(name, line, column, message)] = problems(2)
    shown = file.read_text(encoding="utf-8").splitlines()[line - 1]
    assert (name, shown[column - 1 :], message) == ("assistant.yaml", "tlh]", "no language is named 'tlh'")


def test_an_invalid_scenario_is_shown(askwell: Askwell, bikes: Path) -> None:
    file = bikes / "scenarios" / "repairs.conv.yaml"
    append(file, "conversatoin: []\n")
    for path in (bikes, file):
        result = askwell("check", str(path))
        assert result.code == 2
        assert re.search(r"repairs\.conv\.yaml:\d+:\d+: .*conversatoin", result.out)


def test_one_prompt_can_be_checked(askwell: Askwell, bikes: Path) -> None:
    (bikes / "prompts").mkdir()
    (bikes / "prompts" / "answer.md").write_text("Answer briefly.", encoding="utf-8")
    assert askwell("check", str(bikes / "prompts" / "answer.md")).code == 0


@pytest.mark.parametrize(("name", "code"), [("nowhere", 4), ("assistants", 4)])
def test_a_path_without_an_assistant_is_not_found(askwell: Askwell, tmp_path: Path, name: str, code: int) -> None:
    assert askwell("check", str(tmp_path / name)).code == code


def test_without_a_path_it_is_a_usage_error(askwell: Askwell) -> None:
    assert askwell("check").code == 2


def test_the_schema_of_scenarios_is_printed_too(askwell: Askwell) -> None:
    assert json.loads(askwell("check", "--schema", "scenario").out) == scenario_schema()
    assert askwell("check", "--schema", "assistant").out == askwell("check", "--schema").out
    assert askwell("check", "--schema", "other").code == 2


def test_the_schema_is_printed_for_editors(askwell: Askwell) -> None:
    schema = json.loads(askwell("check", "--schema").out)
    assert schema["properties"]["pack"]["description"] == "How a prompt is filled."
    assert schema["additionalProperties"] is False
    assert not {"folder", "prompts"} & set(schema["properties"])
