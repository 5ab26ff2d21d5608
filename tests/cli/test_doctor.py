import json
from pathlib import Path

import pytest

from tests.cli.conftest import Askwell, Result


def finding(result: Result, what: str) -> dict[str, str]:
    found: dict[str, str] = next(each for each in json.loads(result.out)["findings"] if each["what"] == what)
    return found


def test_a_sound_installation_passes(askwell: Askwell) -> None:
    result = askwell("doctor")
    assert result.code == 0
    assert "revision" in result.out
    assert "bikes" in result.out
    assert all(line.startswith(("ok", "warn", " ")) for line in result.out.splitlines())


def test_missing_weights_fail_with_the_command_that_brings_them(
    askwell: Askwell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ASKWELL_EMBEDDER", "minilm")
    result = askwell("doctor", "--json")
    assert result.code == 1
    assert finding(result, "embedder")["fix"] == "askwell models pull minilm"


def test_a_data_folder_that_cannot_be_written_fails_and_the_rest_is_told(askwell: Askwell, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    result = askwell("doctor", "--json", "--home", str(tmp_path / "file" / "home"))
    assert result.code == 1
    assert finding(result, "data folder")["state"] == "fail"
    assert finding(result, "python")["state"] == "ok"


def test_a_model_that_cannot_be_reached_fails(askwell: Askwell) -> None:
    result = askwell("doctor", "--json", "--set", "model=m", "--set", "model_url=http://127.0.0.1:9/v1")
    assert result.code == 1
    assert finding(result, "model")["state"] == "fail"


def test_a_local_model_that_is_not_here_fails_with_the_command_that_brings_it(askwell: Askwell) -> None:
    result = askwell("doctor", "--json", "--set", "model=local:qwen-0.5b")
    assert finding(result, "model")["fix"] == "askwell models pull qwen-0.5b"


def test_a_faulty_assistant_is_named(askwell: Askwell, tmp_path: Path) -> None:
    (tmp_path / "assistants" / "bikes" / "assistant.yaml").write_text("name: bikes\ntitel: x\n", encoding="utf-8")
    result = askwell("doctor", "--json")
    assert result.code == 1
    assert "Did you mean `title`?" in finding(result, "assistants")["found"]
