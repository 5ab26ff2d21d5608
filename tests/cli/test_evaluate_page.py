"""Every command of docs/evaluate.md that needs no model runs as it is written there."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from askwell.evals.load import SUFFIX
from tests.cli.conftest import Askwell
from tests.conftest import REPOSITORY

PAGE = (REPOSITORY / "docs" / "evaluate.md").read_text(encoding="utf-8")
SCENARIO = "assistants/garden/scenarios/watering.conv.yaml"
MODEL = ("--by llm", "--judge llm", "--model")
"""Options that need a model."""
FILES = {
    "promptfooconfig.yaml": "tests: [{vars: {question: a}, assert: [{type: contains, value: b}]}]",
    "goldens.json": json.dumps([{"input": "a?", "expected_output": "b"}]),
    "e2e_test_cases.yml": "test_cases: [{test_case: t, steps: [{user: a}, {bot: b}]}]",
}
"""Files of other systems that commands read."""


def commands() -> list[str]:
    """The commands of all blocks, in order, each on one line without its comment."""
    blocks = re.findall(r"^ *```sh\n(.*?)^ *```", PAGE, re.MULTILINE | re.DOTALL)
    lines = [line for block in blocks for line in block.replace("\\\n", " ").splitlines()]
    return [line.split("  #")[0].strip() for line in lines if line.strip()]


@pytest.fixture
def garden(tmp_path: Path) -> Path:
    """The working folder after the first step of the page."""
    for command in commands():
        if command.startswith(("mkdir", "printf")):
            subprocess.run(["/bin/sh", "-c", command], cwd=tmp_path, check=True)
    written = re.findall(r"^   ```yaml\n(.*?)^   ```", PAGE, re.MULTILINE | re.DOTALL)
    (tmp_path / SCENARIO).write_text("\n".join(line[3:] for line in written[0].splitlines()), encoding="utf-8")
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    for folder in ("scenarios", "found"):
        (tmp_path / folder).mkdir()
    (tmp_path / "found" / f"one{SUFFIX}").write_text((tmp_path / SCENARIO).read_text(encoding="utf-8"))
    return tmp_path


def test_the_first_run_fails_at_the_third_turn(askwell: Askwell, garden: Path) -> None:
    assert "askwell eval garden" in PAGE
    result = askwell("eval", "garden")
    assert (result.code, re.search(r"^FAIL  Watering  ✓✓✗ ", result.out) is not None) == (3, True), result.out


@pytest.mark.timeout(300)
def test_every_command_without_a_model_runs(askwell: Askwell, garden: Path) -> None:
    asked = askwell("ask", "How often do I water tomatoes?", "--assistant", "garden", "--json")
    session = json.loads(asked.out)["session_id"]
    for question in ("And in a heat wave?", "What is this for?", "How often do I water them?"):
        assert askwell("ask", question, "--session", session).code == 0
    ran = []
    for command in commands():
        if command.startswith("askwell ") and not any(option in command for option in MODEL):
            written = command.replace("SESSION", session).replace("--n 50", "--n 2")
            result = askwell(*shlex.split(written)[1:])
            assert result.code in accepted(command), f"{command}\n{result.out}{result.err}"
            ran.append(command)
    assert len(ran) > 12
    assert (garden / "refunds.conv.yaml").is_file()


def accepted(command: str) -> set[int]:
    """Exit codes of a command that works: 3 is that of a run in which a turn fails."""
    finds = command.startswith(("askwell eval garden", "askwell eval --", "askwell eval found", "askwell eval refunds"))
    return {0, 3} if finds or "simulate" in command else {0}


@pytest.mark.timeout(300)
def test_the_command_of_pytest_selects_a_turn(askwell: Askwell, garden: Path) -> None:
    [command] = [each for each in commands() if each.startswith("pytest ")]
    plug_in = ["-p", "askwell.evals.pytest_plugin", "-p", "no:cacheprovider", "-p", "no:langsmith_plugin"]
    found = subprocess.run(
        [sys.executable, "-m", *shlex.split(command), *plug_in],
        cwd=garden,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "1 passed, 3 deselected" in found.stdout, found.stdout + found.stderr
