"""`askwell eval import` and `askwell eval export`."""

from pathlib import Path

import pytest
import yaml

from tests.cli.conftest import Askwell

TESTS = """
- description: Électrique
  vars: {question: "Who repairs electric bikes?"}
  assert: [{type: icontains, value: Marijke}, {type: cost, threshold: 1}]
- description: Électrique
  vars: {question: "What does a puncture repair cost?"}
  assert: [{type: icontains, value: 12 euros}]
"""


@pytest.fixture
def tests(tmp_path: Path) -> str:
    """A file with two tests of the same name."""
    file = tmp_path / "tests.yaml"
    file.write_text(TESTS, encoding="utf-8")
    return str(file)


def test_scenarios_go_to_stdout_and_notes_to_stderr(askwell: Askwell, tests: str) -> None:
    result = askwell("eval", "import", "promptfoo", tests)
    assert result.code == 0
    assert [each["name"] for each in yaml.safe_load_all(result.out)] == ["Électrique", "Électrique"]
    assert "tests[0].assert[1]: `cost` has no equivalent" in result.err
    assert "scenarios: 2, notes on what was left out or changed: 2" in result.err


def test_written_scenarios_run(askwell: Askwell, tests: str, tmp_path: Path) -> None:
    folder = tmp_path / "imported"
    folder.mkdir()
    assert askwell("eval", "import", "promptfoo", tests, "--out", str(folder)).code == 0
    assert sorted(file.name for file in folder.iterdir()) == ["electrique-2.conv.yaml", "electrique.conv.yaml"]
    result = askwell("eval", str(folder), "--assistant", "bikes")
    assert result.code == 0, result.out + result.err
    assert "conversations  2 of 2" in result.out
    again = askwell("eval", "import", "promptfoo", tests, "--out", str(folder))
    assert again.code == 1
    assert "code: file_exists" in again.err


def test_an_unknown_format_names_the_nearest(askwell: Askwell, tests: str) -> None:
    result = askwell("eval", "import", "promtfoo", tests)
    assert (result.code, result.out) == (2, "")
    assert "Did you mean 'promptfoo'?" in result.err


def test_a_missing_file_and_folder_are_not_found(askwell: Askwell, tests: str, tmp_path: Path) -> None:
    assert askwell("eval", "import", "rasa", str(tmp_path / "none.yml")).code == 4
    assert askwell("eval", "import", "promptfoo", tests, "-o", str(tmp_path / "none")).code == 4


def test_an_export_is_written_with_what_it_does_not_check(askwell: Askwell, tmp_path: Path) -> None:
    file = tmp_path / "dataset.yaml"
    result = askwell("eval", "export", "pydantic-evals", "bikes", "--out", str(file))
    assert result.code == 0
    [case] = yaml.safe_load(file.read_text(encoding="utf-8"))["cases"]
    assert case["inputs"]["messages"] == ["What does a puncture repair cost?"]
    assert "not checked: expected_sources: kept as metadata in 1 of 1 cases" in result.err
    assert yaml.safe_load(askwell("eval", "export", "pydantic-evals", "bikes").out)["cases"] == [case]
