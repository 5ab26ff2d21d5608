"""`python -m evaluation.run_conversation_eval`."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from evaluation.run_conversation_eval import arguments, main
from tests.cli.conftest import SCENARIO, Askwell
from tests.conftest import REPOSITORY

MODULE = [sys.executable, "-m", "evaluation.run_conversation_eval"]


def questions(folder: Path) -> Path:
    """The folder of conversations as the other system lays it out, with one conversation on two levels each."""
    conversations = folder / "QUESTIONS" / "conversations"
    (conversations / "scenarios").mkdir(parents=True)
    (conversations / "repairs_conv.yaml").write_text(SCENARIO, encoding="utf-8")
    second = SCENARIO.replace("Repairs", "Second").replace("12 euros", "90 euros")
    (conversations / "scenarios" / "second.yaml").write_text(second, encoding="utf-8")
    return conversations


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*MODULE, *words], capture_output=True, text=True, check=False, env=os.environ, timeout=100)


def test_one_conversation_is_run_with_every_turn(askwell: Askwell, tmp_path: Path) -> None:
    """S4-15: --conversation FILE --debug, found by its name where that system keeps conversations."""
    questions(tmp_path)
    found = run("--conversation", "repairs_conv.yaml", "--debug", "--assistant", "bikes")
    assert found.returncode == 0, found.stderr
    assert re.search(r"^pass  Repairs  ✓", found.stdout, re.M)
    assert "✓ turn 1: What does a puncture repair cost?" in found.stdout


def test_all_conversations_are_run(askwell: Askwell, tmp_path: Path) -> None:
    """S4-15: --mode hybrid --all; one of the two fails, so the exit code is 3."""
    questions(tmp_path)
    found = run("--mode", "hybrid", "--all", "--assistant", "bikes")
    assert found.returncode == 3, found.stderr
    assert "conversations  1 of 2" in found.stdout
    assert "got " in found.stdout


def test_without_a_folder_of_conversations_all_assistants_are_run(
    askwell: Askwell, capsys: pytest.CaptureFixture[str]
) -> None:
    """S4-15."""
    assert main(["--all"]) == 0
    assert "pass  Repairs" in capsys.readouterr().out


def test_a_file_of_an_assistant_is_run_with_it_and_any_other_with_childcare(tmp_path: Path) -> None:
    """S4-15."""
    own = next(REPOSITORY.glob("assistants/papers/scenarios/*.conv.yaml"))
    assert arguments(["--conversation", str(own)]) == ["eval", "run", str(own)]
    other = tmp_path / "talk.yaml"
    other.write_text(SCENARIO, encoding="utf-8")
    assert arguments(["--conversation", str(other)])[2:] == [str(other), "--assistant", "childcare"]


@pytest.mark.parametrize("words", [[], ["--all", "--conversation", "x"], ["--all", "--mode", "dense"]])
def test_wrong_options_exit_with_2(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """S4-15."""
    with pytest.raises(SystemExit) as ended:
        arguments(words)
    assert ended.value.code == 2
    assert "usage:" in capsys.readouterr().err


def test_a_conversation_that_does_not_exist_exits_with_4(askwell: Askwell, capsys: pytest.CaptureFixture[str]) -> None:
    """S4-15."""
    assert main(["--conversation", "none.yaml", "--assistant", "bikes"]) == 4
    assert "none.yaml" in capsys.readouterr().err


def test_the_package_is_installed_with_askwell() -> None:
    """S4-15: the command is there without a clone of the repository."""
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))
    packages = project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    assert packages == ["src/askwell", "src/evaluation"]
