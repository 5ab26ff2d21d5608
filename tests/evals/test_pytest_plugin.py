"""The plug-in of pytest, in processes of its own."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

DOCUMENT = """\
# The ferry to Ilvermoy

The ferry to Ilvermoy costs 28 euros per car. Bicycles are free of charge. It sails at nine in the morning.
"""

ASSISTANT = """\
name: ferry
title: Ferry
languages: [en]
resolve: {}
"""

SCENARIO = """\
name: Ferry
conversation:
  - turn: 1
    user: "What does the ferry to Ilvermoy cost?"
    expected_answer_contains: ["28 euros"]
    expected_sources: ["ferry.md"]
  - turn: 2
    user: "When does it sail?"
    requires_context: true
    expected_question: "When does the ferry to Ilvermoy sail?"
    expected_answer_contains: ["TIME"]
  - turn: 3
    user: "How deep is the harbour of Brenn?"
    expected_answer_contains: ["ten metres"]
    known_fault: "no document says it"
"""

pytestmark = pytest.mark.timeout(240)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    home = tmp_path / "assistants" / "ferry"
    (home / "knowledge").mkdir(parents=True)
    (home / "scenarios").mkdir()
    (home / "assistant.yaml").write_text(ASSISTANT, encoding="utf-8")
    (home / "knowledge" / "ferry.md").write_text(DOCUMENT, encoding="utf-8")
    return home


def environment(folder: Path) -> dict[str, str]:
    """The variables of a process that has this assistant, and no weights: loading them takes two seconds of CPU."""
    return os.environ | {
        "ASKWELL_HOME": str(folder.parents[1] / "home"),
        "ASKWELL_MODELS": str(folder.parents[1] / "models"),
        "ASKWELL_EMBEDDER": "none",
        "ASKWELL_ASSISTANTS": str(folder.parent),
    }


def collected(folder: Path, *arguments: str, time: str = "nine") -> subprocess.CompletedProcess[str]:
    """The result of pytest on the folder's scenario."""
    file = folder / "scenarios" / "ferry.conv.yaml"
    if not file.exists():
        file.write_text(SCENARIO.replace("TIME", time), encoding="utf-8")
    root = folder.parents[1]
    call = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "askwell.evals.pytest_plugin",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:langsmith_plugin",  # it takes longer to load than the tests
        "-c",
        os.devnull,
    ]
    return subprocess.run(
        [*call, "--rootdir", str(root), "--basetemp", str(root / "temporary"), *arguments, str(file)],
        cwd=root,
        env=environment(folder),
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )


def test_each_turn_is_a_test_and_a_known_fault_an_expected_failure_and_nothing_is_kept(folder: Path) -> None:
    result = collected(folder, "-v")
    assert "turn 1: What does the ferry to Ilvermoy cost? PASSED" in result.stdout, result.stdout + result.stderr
    assert "turn 2: When does it sail? PASSED" in result.stdout
    assert "turn 3: How deep is the harbour of Brenn? XFAIL" in result.stdout
    assert "success criteria PASSED" in result.stdout
    assert result.returncode == 0
    listed = subprocess.run(
        [sys.executable, "-m", "askwell", "sessions", "list"],
        cwd=folder.parents[1],
        env=environment(folder),
        capture_output=True,
        text=True,
        check=True,
    )
    assert listed.stdout == "", "no conversation is kept"


def test_the_success_criteria_decide(folder: Path) -> None:
    criteria = "success_criteria: {all_turns_pass: false, min_average_score: 100}\n"
    (folder / "scenarios" / "ferry.conv.yaml").write_text(SCENARIO.replace("TIME", "noon") + criteria)
    result = collected(folder, "-rx")
    assert "1 failed, 1 passed, 2 xfailed" in result.stdout, result.stdout + result.stderr
    assert "turn 2: When does it sail? - it may fail: `all_turns_pass` is false" in result.stdout
    assert re.search(r"missed: average score \d\d\.\d, below 100", result.stdout)


def test_a_known_fault_that_passes_asks_for_the_removal_of_its_key(folder: Path) -> None:
    fixed = SCENARIO.replace("TIME", "nine").replace("ten metres", "ferry")
    fixed = fixed.replace("How deep is the harbour of Brenn?", "What does the ferry to Ilvermoy cost per car?")
    (folder / "scenarios" / "ferry.conv.yaml").write_text(fixed)
    result = collected(folder)
    assert "3 passed, 1 xpassed" in result.stdout, result.stdout + result.stderr
    assert "turn 3: What does the ferry to Ilvermoy cost per car? passes: its `known_fault` can be removed" in (
        result.stdout
    )


def test_a_selected_turn_is_run_in_its_conversation_and_its_failure_can_be_read(folder: Path) -> None:
    result = collected(folder, "-k", "sail", time="noon")
    assert "1 failed, 3 deselected" in result.stdout, result.stdout + result.stderr
    for line in (
        "asked     When does it sail?",
        "resolved  When does",
        "expected  contains: 'noon'",
        "sources   ",
    ):
        assert line in result.stdout
    assert "Traceback" not in result.stdout


def test_it_runs_in_several_processes(folder: Path) -> None:
    result = collected(folder, "-n", "2", "--dist", "loadgroup")
    assert "3 passed, 1 xfailed" in result.stdout, result.stdout + result.stderr


def test_an_invalid_file_is_an_error_with_its_line(folder: Path) -> None:
    (folder / "scenarios" / "ferry.conv.yaml").write_text("name: n\nconversation:\n  - turn: 1\n    usr: x\n")
    result = collected(folder)
    assert "ferry.conv.yaml:4:5: unknown key" in result.stdout
    assert "Traceback" not in result.stdout


def test_other_runs_of_pytest_load_nothing_of_askwell(tmp_path: Path) -> None:
    test = tmp_path / "test_x.py"
    test.write_text(
        "import sys\n"
        "def test_x():\n"
        "    loaded = {name for name in sys.modules if name.split('.')[0] == 'askwell'}\n"
        "    assert loaded == {'askwell', 'askwell.evals', 'askwell.evals.pytest_plugin'}\n"
    )
    call = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "askwell.evals.pytest_plugin",
        "-p",
        "no:anyio",
        "-p",
        "no:hypothesispytest",
    ]
    result = subprocess.run(
        [*call, "-c", os.devnull, "--basetemp", str(tmp_path / "temporary"), str(test)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stdout + result.stderr
