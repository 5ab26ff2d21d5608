import json
from pathlib import Path

from tests.cli.conftest import Askwell


def test_an_assistant_passes_when_its_scenarios_pass(askwell: Askwell, tmp_path: Path) -> None:
    file = tmp_path / "results.json"
    result = askwell("eval", "bikes", "--json", str(file))
    assert result.code == 0, result.out
    assert result.out.startswith("pass  Repairs  ✓")
    assert json.loads(file.read_text(encoding="utf-8"))["passed"] is True


def test_a_failed_expectation_exits_with_code_3_and_shows_the_result(askwell: Askwell, tmp_path: Path) -> None:
    file = tmp_path / "assistants" / "bikes" / "scenarios" / "repairs.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("12 euros", "90 euros"), encoding="utf-8")
    result = askwell("eval", str(file))
    assert result.code == 3
    assert "contains: expected '90 euros'" in result.out
    assert "12 euros" in result.out


def test_the_conversations_of_an_evaluation_are_not_kept(askwell: Askwell) -> None:
    askwell("eval", "bikes")
    assert askwell("sessions", "list").out == ""


def test_an_invalid_scenario_is_refused(askwell: Askwell, tmp_path: Path) -> None:
    file = tmp_path / "bad.yaml"
    file.write_text("name: x\nconversatoin: []\n", encoding="utf-8")
    result = askwell("eval", str(file))
    assert result.code == 2
    assert "Did you mean `conversation`?" in result.err


def test_a_target_that_is_neither_assistant_nor_file_is_not_found(askwell: Askwell) -> None:
    result = askwell("eval", "nothing")
    assert result.code == 4
    assert "bikes" in result.err


def test_an_assistant_without_scenarios_is_an_error(askwell: Askwell) -> None:
    result = askwell("eval", "documents")
    assert result.code == 4
    assert "code: scenario_not_found" in result.err


def test_a_target_needs_no_command(askwell: Askwell) -> None:
    assert askwell("eval", "bikes").out.splitlines()[0] == askwell("eval", "run", "bikes").out.splitlines()[0]


def test_help_without_a_command_is_that_of_a_run(askwell: Askwell) -> None:
    result = askwell("eval", "--help")
    assert result.code == 0
    assert "--json FILE" in result.out
