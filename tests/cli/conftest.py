"""Runs commands in this process, with a separate data folder and working folder."""

import io
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from askwell.cli.app import run_command

ASSISTANT = """
name: bikes
title: Bicycle shop
languages: [en]
demo:
  - What does a puncture repair cost?
  - Who repairs electric bikes?
resolve: {}
route: {}
grade: {}
"""

DOCUMENTS = {
    "repairs.md": "# Repairs\n\n## Punctures\n\nA puncture repair costs 12 euros.\n\n## Brakes\n\nBrakes cost 40.\n",
    "electric.md": "# Electric bikes\n\nElectric bikes are repaired by Marijke on Tuesdays.\n",
}

SCENARIO = """
name: Repairs
conversation:
  - turn: 1
    user: What does a puncture repair cost?
    expected_answer_contains: ["12 euros"]
    expected_sources: [repairs.md]
    expect: {kind: standalone, way: search, ending: answered}
"""


@dataclass(frozen=True, slots=True)
class Result:
    """Result of a command."""

    code: int
    out: str
    err: str


Askwell = Callable[..., Result]
"""Call it with arguments; `stdin=` is the piped input."""


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    """A folder with two documents."""
    folder = tmp_path / "shelf"
    write_documents(folder)
    return folder


@pytest.fixture
def askwell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], no_bundled: None
) -> Askwell:
    """The command line with the assistant `bikes`, without an embedder."""
    home = tmp_path / "assistants" / "bikes"
    (home / "scenarios").mkdir(parents=True)
    (home / "assistant.yaml").write_text(ASSISTANT, encoding="utf-8")
    (home / "scenarios" / "repairs.conv.yaml").write_text(SCENARIO, encoding="utf-8")
    write_documents(home / "knowledge")
    monkeypatch.setenv("ASKWELL_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("ASKWELL_EMBEDDER", "none")
    monkeypatch.setenv("COLUMNS", "100")

    def call(*arguments: str, stdin: str | bytes = "") -> Result:
        piped = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(piped), encoding="utf-8"))
        capsys.readouterr()
        code = run_command(arguments)
        captured = capsys.readouterr()
        return Result(code, captured.out, captured.err)

    return call


def write_documents(folder: Path) -> None:
    """The two documents."""
    folder.mkdir(parents=True)
    for name, text in DOCUMENTS.items():
        (folder / name).write_text(text, encoding="utf-8")
