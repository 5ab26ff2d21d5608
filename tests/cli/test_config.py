import json
import tomllib
from pathlib import Path

import pytest

from askwell.cli.config import commented_toml
from askwell.settings import Settings
from tests.cli.conftest import Askwell


def test_every_value_is_shown_with_where_it_came_from(
    askwell: Askwell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "askwell.toml").write_text("port = 9000\nlease_s = 12.0\n", encoding="utf-8")
    monkeypatch.setenv("ASKWELL_LEASE_S", "15")
    result = askwell("config", "show", "--sources", "--json", "--set", "host=localhost")
    shown = json.loads(result.out)
    assert shown["port"] == {"value": 9000, "source": str(tmp_path / "askwell.toml")}
    assert shown["lease_s"] == {"value": 15.0, "source": "ASKWELL_LEASE_S"}
    assert shown["host"] == {"value": "localhost", "source": "--set"}
    assert shown["model"] == {"value": "", "source": "default"}
    assert set(shown) == set(Settings.model_fields)


def test_the_meaning_of_auto_is_shown_for_each_collection(askwell: Askwell, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "auto: " not in askwell("config", "show").out
    monkeypatch.setenv("ASKWELL_EMBEDDER", "auto")
    shown = askwell("config", "show").out.splitlines()
    assert "auto: bikes uses minilm" in shown
    assert "auto: documents that you add use minilm if they are in English, e5-small if not" in shown
    shown = askwell("config", "show", "--set", "documents_embedder=e5-small").out.splitlines()
    assert "auto: documents that you add use e5-small" in shown


def test_secrets_are_never_shown(askwell: Askwell) -> None:
    secrets = ("--set", "api_key=hush1", "--set", "token=hush2", "--set", "model_url=http://me:hush3@host/v1")
    for form in ((), ("--json",), ("--sources",)):
        result = askwell("config", "show", *form, *secrets)
        assert result.code == 0
        assert "hush" not in result.out + result.err
        assert "(set)" in result.out
        assert "http://me:(hidden)@host/v1" in result.out


def test_a_wrong_secret_is_not_shown(askwell: Askwell, tmp_path: Path) -> None:
    (tmp_path / "askwell.toml").write_text("tokn = 'hush'\n", encoding="utf-8")
    result = askwell("config", "show")
    assert result.code == 2
    assert "Did you mean `token`?" in result.err


def test_the_files_that_are_read_are_named(askwell: Askwell, tmp_path: Path) -> None:
    (tmp_path / "askwell.toml").write_text("", encoding="utf-8")
    lines = askwell("config", "path").out.splitlines()
    assert lines == [f"{tmp_path / 'home' / 'askwell.toml'}  (not found)", str(tmp_path / "askwell.toml")]


def test_a_file_is_created_once_and_never_overwritten(askwell: Askwell, tmp_path: Path) -> None:
    assert askwell("config", "init").code == 0
    file = tmp_path / "home" / "askwell.toml"
    file.write_text("port = 1\n", encoding="utf-8")
    again = askwell("config", "init")
    assert (again.code, file.read_text(encoding="utf-8")) == (1, "port = 1\n")
    assert "code: config_exists" in again.err


def test_the_created_file_is_valid_when_all_of_it_is_uncommented() -> None:
    lines = [line.removeprefix("# ") for line in commented_toml().splitlines() if " = " in line]
    written = tomllib.loads("\n".join(line for line in lines if line.split(" = ")[0] in Settings.model_fields))
    assert set(written) == set(Settings.model_fields) - {"home"}
    assert Settings.model_validate(written | {"home": "."}) == Settings(home=Path())
