"""The first steps of docs/evaluate.md, with the weights that `make setup` installs."""

import json
import re
import subprocess
import textwrap
from pathlib import Path

import pytest

from askwell.cli.app import run_command
from tests.conftest import REPOSITORY, WEIGHTS


@pytest.mark.timeout(300)
def test_the_third_turn_of_the_tutorial_fails_as_its_page_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, no_bundled: None
) -> None:
    page = (REPOSITORY / "docs" / "evaluate.md").read_text(encoding="utf-8")
    blocks = [textwrap.dedent(found) for found in re.findall(r"```(?:sh|yaml)\n(.*?)```", page, re.DOTALL)[:2]]
    monkeypatch.chdir(tmp_path)
    subprocess.run(["sh", "-c", blocks[0]], check=True)
    (tmp_path / "assistants/garden/scenarios/watering.conv.yaml").write_text(blocks[1], encoding="utf-8")
    monkeypatch.setenv("ASKWELL_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("ASKWELL_MODELS", str(WEIGHTS))
    assert run_command(["eval", "garden", "--json", "results.json"]) == 3
    turns = json.loads((tmp_path / "results.json").read_text(encoding="utf-8"))["conversations"][0]["turns"]
    assert [turn["passed"] for turn in turns] == [True, True, False]
    assert [check["name"] for check in turns[2]["checks"] if not check["passed"]] == ["question"]
    assert "does not ask the expected question" in turns[2]["why"]["context_resolution"]
