"""Settings files of the working folder: what somebody else may have written is used with consent only."""

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Askwell
from tests.fake_endpoint import fake_endpoint

QUESTION = "What does a puncture repair cost?"


@pytest.fixture
def file(askwell: Askwell, tmp_path: Path) -> Path:
    """The settings file of the working folder; the data folder has the documents of `bikes`."""
    assert askwell("demo", "bikes").code == 0
    return tmp_path / "askwell.toml"


def test_no_key_and_no_question_goes_to_an_address_of_the_working_folder(
    askwell: Askwell, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ASKWELL_API_KEY", "hush-key")
    with fake_endpoint() as endpoint:
        file.write_text(f"model = 'ok'\nmodel_url = '{endpoint.url}'\n", encoding="utf-8")
        refused = [askwell("ask", QUESTION), askwell("doctor"), askwell("serve", "--port", "0")]
        assert endpoint.requests == []
        assert askwell("trust", "--yes").code == 0
        accepted = askwell("ask", QUESTION)
    assert [each.code for each in refused] == [2, 2, 2]
    for each in refused:
        assert f"{file} sets `model`, `model_url`" in each.err
        assert "`askwell trust`" in each.err
        assert "code: untrusted_config" in each.err
    assert accepted.code == 0
    assert f"`api_key` from ASKWELL_API_KEY is not sent to `model_url` from {file}" in accepted.err
    assert endpoint.requests
    assert "hush-key" not in str(endpoint.requests)


def test_a_key_is_sent_to_an_address_of_the_user(askwell: Askwell, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file.write_text("port = 1\n", encoding="utf-8")
    monkeypatch.setenv("ASKWELL_API_KEY", "hush-key")
    with fake_endpoint() as endpoint:
        assert askwell("ask", QUESTION, "--set", "model=ok", "--set", f"model_url={endpoint.url}").code == 0
    assert "hush-key" in str(endpoint.requests)


def test_doctor_names_an_address_without_the_key(askwell: Askwell, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASKWELL_API_KEY", "hush-key")
    with fake_endpoint() as endpoint:
        file.write_text(f"model = 'ok'\nmodel_url = '{endpoint.url}'\n", encoding="utf-8")
        assert askwell("trust", "-y").code == 0
        result = askwell("doctor")
    assert result.code == 0
    assert "warn  key" in result.out


def test_a_changed_file_needs_consent_again(askwell: Askwell, file: Path) -> None:
    file.write_text("readers = 'csv'\n", encoding="utf-8")
    assert askwell("trust", "--yes").code == 0
    assert "code: unknown_plug_in" in askwell("sessions", "list").err
    file.write_text("readers = 'other'\n", encoding="utf-8")
    assert "code: untrusted_config" in askwell("sessions", "list").err


def test_consent_can_be_withdrawn(askwell: Askwell, file: Path) -> None:
    file.write_text("assistants = 'more'\n", encoding="utf-8")
    assert askwell("trust", "--yes").code == 0
    assert askwell("sessions", "list").code == 0
    assert "no longer accepted" in askwell("trust", "--forget").err
    assert "code: untrusted_config" in askwell("sessions", "list").err
    assert "was not accepted" in askwell("trust", "--forget").err


def test_nothing_is_asked_about_harmless_settings_or_without_a_file(askwell: Askwell, file: Path) -> None:
    assert "No settings of this folder need consent." in askwell("trust").err
    file.write_text("port = 9000\nlease_s = 7\n", encoding="utf-8")
    assert "No settings of this folder need consent." in askwell("trust", "--yes").err
    assert askwell("sessions", "list").code == 0


def test_settings_that_wait_for_consent_can_be_shown(askwell: Askwell, file: Path) -> None:
    file.write_text("model_url = 'http://me:hush@evil.example/v1'\n", encoding="utf-8")
    shown = askwell("config", "show", "--sources")
    assert shown.code == 0
    line = next(line for line in shown.out.splitlines() if line.startswith("model_url "))
    assert line.split()[1:] == ["http://me:(hidden)@evil.example/v1", str(file)]
    assert "is not used before `askwell trust`" in shown.err
    assert askwell("config", "path").code == askwell("config", "init").code == 0


def test_the_values_are_shown_so_that_none_can_pass_for_another(askwell: Askwell, file: Path) -> None:
    file.write_text(
        'readers = "a\\nmodel_url  harmless"\nmodel = "\u202egnp\u0430"\napi_key = "hush"\n', encoding="utf-8"
    )
    shown = askwell("trust", "--yes").err
    assert '"a\\nmodel_url  harmless"' in shown
    assert '"\\u202egnp\\u0430"' in shown
    assert "hush" not in shown


def test_trust_without_a_terminal_needs_a_yes(askwell: Askwell, file: Path) -> None:
    file.write_text("readers = 'csv'\n", encoding="utf-8")
    result = askwell("trust", stdin="y\n")
    assert (result.code, "code: usage" in result.err) == (2, True)


def test_a_terminal_is_asked_once(tmp_path: Path) -> None:
    (tmp_path / "askwell.toml").write_text("models = 'here'\nport = 9\n", encoding="utf-8")
    refused, asked = on_terminal(tmp_path, "")
    accepted, asked_again = on_terminal(tmp_path, "y")
    later, output = on_terminal(tmp_path, "")
    assert (refused, accepted, later) == (2, 0, 0)
    assert ["[y/N]" in each for each in (asked, asked_again, output)] == [True, True, False]
    assert 'models  "here"' in asked
    assert "port" not in asked


def on_terminal(folder: Path, answer: str) -> tuple[int, str]:
    """Exit code and output of `askwell models list` on a terminal of its own, where somebody answers."""
    ours, theirs = pty.openpty()
    environ = {key: value for key, value in os.environ.items() if not key.startswith("ASKWELL_")}
    child = subprocess.Popen(
        [sys.executable, "-m", "askwell", "models", "list"],
        cwd=folder,
        env=environ | {"ASKWELL_HOME": str(folder / "home"), "ASKWELL_EMBEDDER": "none"},
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
    )
    os.close(theirs)
    os.write(ours, f"{answer}\n".encode())
    shown = b""
    while True:
        try:
            piece = os.read(ours, 4096)
        except OSError:  # the other end is closed
            break
        if not piece:
            break
        shown += piece
    os.close(ours)
    return child.wait(timeout=60), shown.decode()
