"""No command prints a key, a token or a password: canaries in every place where one may be, in all output."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from askwell.cli.app import app
from tests.cli.conftest import Askwell
from tests.fake_endpoint import fake_endpoint

CANARY = "canary"
ARGUMENTS: dict[str, list[str]] = {
    "demo": ["bikes"],
    "add": ["assistants", "--password", f"{CANARY}-password"],
    "ask": ["What does a puncture repair cost?"],
    "chat": [],
    "search": ["punctures"],
    "serve": ["--host", "0.0.0.0"],  # refused, since a running server does not end by itself
    "eval import": ["promptfoo", "nothing"],
    "eval export": ["pydantic-evals"],
    "eval run": ["bikes"],
    "eval promote": ["some"],
    "eval simulate": ["bikes", "--n", "1"],
    "replay": ["some"],
    "calls list": ["some"],
    "calls confirm": ["some", "c"],
    "calls refuse": ["some", "c"],
    "new": ["boats", "--from", "bikes"],
    "check": [],
    "show": ["bikes"],
    "trust": ["--yes"],
    "doctor": [],
    "documents list": [],
    "documents remove": ["some"],
    "sessions list": [],
    "sessions show": ["some"],
    "sessions rename": ["some", "title"],
    "sessions pin": ["some"],
    "sessions unpin": ["some"],
    "sessions rm": ["some"],
    "sessions expire": ["--days", "900"],
    "sessions export": ["some"],
    "sessions import": ["askwell.toml"],
    "memory show": ["some"],
    "memory edit": ["some", "1", "text"],
    "memory forget": ["some", "1"],
    "keys create": ["--user", "some"],
    "keys list": [],
    "keys revoke": ["some"],
    "subjects export": ["some"],
    "subjects erase": ["some"],
    "models check": [],
    "models list": [],
    "models pull": ["nothing"],
    "models rm": ["nothing"],
    "config show": ["--sources"],
    "config path": [],
    "config init": [],
}
"""Arguments of every command."""

IN_USE = {
    "ASKWELL_API_KEY": f"{CANARY}-key",
    "ASKWELL_TOKEN": "",
    "ASKWELL_MODEL": "m",
    "ASKWELL_MODEL_URL": f"http://me:{CANARY}-1@127.0.0.1:9/v1",
    "ASKWELL_EMBEDDER": "m",
    "ASKWELL_EMBEDDING_URL": f"http://{CANARY}-2@127.0.0.1:9/v1",
}
REFUSED = (
    {"ASKWELL_PASS": CANARY},
    {"ASKWELL_DSN": f"postgres://me:{CANARY}@127.0.0.1:9/askwell"},
    {"ASKWELL_DATABASE_URL": f"postgresql://me:{CANARY}@127.0.0.1:9/askwell"},
    {"ASKWELL_DATABASE_URL": f"postgresql://me:1@{CANARY}:{CANARY}@127.0.0.1:9/askwell"},
    {"ASKWELL_DATABASE_URL": f"mysql://me:{CANARY}@127.0.0.1:9/askwell"},
    {"ASKWELL_DATABASE_URL": f"me:{CANARY}@host"},
    {"ASKWELL_MODEL_URL": f"http://me:1#{CANARY}@127.0.0.1:9/v1"},
    {"ASKWELL_MODEL_URL": f"http://me:{CANARY}@127.0.0.1:{CANARY}/v1"},
    {"ASKWELL_PORT": f"http://me:{CANARY}@127.0.0.1"},
)


def commands(group: Any, path: str = "") -> Iterator[str]:
    """The names of all commands."""
    if not hasattr(group, "commands"):
        yield path
    for name, command in getattr(group, "commands", {}).items():
        yield from commands(command, f"{path} {name}".strip())


def test_every_command_is_tried() -> None:
    assert set(commands(typer.main.get_command(app))) == set(ARGUMENTS)


@pytest.mark.parametrize("command", ARGUMENTS)
def test_secrets_in_use_are_not_printed(askwell: Askwell, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    for name, value in IN_USE.items():
        monkeypatch.setenv(name, value)
    result = askwell(*command.split(), *ARGUMENTS[command], "--debug", stdin="")
    assert CANARY not in result.out + result.err


@pytest.mark.parametrize("command", ["doctor", "ask", "serve", "sessions list", "config show", "trust"])
@pytest.mark.parametrize("environment", REFUSED, ids=" ".join)
def test_secrets_that_are_refused_are_not_printed(
    askwell: Askwell, monkeypatch: pytest.MonkeyPatch, command: str, environment: dict[str, str]
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    result = askwell(*command.split(), *ARGUMENTS[command], "--debug")
    assert CANARY not in result.out + result.err


def test_secrets_of_the_working_folder_s_file_are_not_printed(askwell: Askwell, tmp_path: Path) -> None:
    lines = (f"{key.removeprefix('ASKWELL_').lower()} = '{value}'" for key, value in IN_USE.items())
    (tmp_path / "askwell.toml").write_text("\n".join(lines), encoding="utf-8")
    for command in ("doctor", "trust", "config show", "ask", "doctor"):
        result = askwell(*command.split(), *ARGUMENTS[command], "--debug")
        assert CANARY not in result.out + result.err, command


def test_a_process_prints_no_secret_in_its_log(tmp_path: Path) -> None:
    """The log of the whole process, with the lines of all libraries: those of models log whole URLs."""
    (tmp_path / "a.md").write_text("# Punctures\n\nA puncture repair costs 12 euros.\n", encoding="utf-8")
    with fake_endpoint() as endpoint:
        url = endpoint.url.replace("//", f"//me:{CANARY}-1@")
        own = {"ASKWELL_HOME": str(tmp_path / "home"), "ASKWELL_MODEL_URL": url, "ASKWELL_EMBEDDING_URL": url}
        outputs = [
            subprocess.run(
                [sys.executable, "-m", "askwell", *arguments, "--debug", "--set", "model=ok"],
                cwd=tmp_path,
                env=os.environ | IN_USE | own | {"OPENAI_LOG": "debug"},
                capture_output=True,
                text=True,
                timeout=100,
                check=True,
            )
            for arguments in (["add", "a.md"], ["ask", "What does a puncture repair cost?"])
        ]
    assert endpoint.requests
    for each in outputs:
        assert "HTTP Request: POST http://me:(hidden)@127.0.0.1" in each.stderr
        assert CANARY not in each.stdout + each.stderr
