import json
import os
import pty
import re
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from askwell.cli import eval_run
from askwell.evals.over_url.interfaces import INTERFACES
from tests.cli.conftest import Askwell
from tests.fake_endpoint import fake_endpoint


def test_an_assistant_passes_when_its_scenarios_pass(askwell: Askwell, tmp_path: Path) -> None:
    file = tmp_path / "results.json"
    result = askwell("eval", "bikes", "--json", str(file))
    assert result.code == 0, result.out
    assert result.out.startswith("pass  Repairs  ✓")
    summary = json.loads(file.read_text(encoding="utf-8"))["summary"]
    assert (summary["conversations"], summary["turns"], summary["passed"]) == (1, 1, True)
    assert summary["average_score"] > 95
    assert summary["context_resolution_rate"] is None


def test_a_failed_expectation_exits_with_code_3_and_shows_the_result(askwell: Askwell, tmp_path: Path) -> None:
    file = tmp_path / "assistants" / "bikes" / "scenarios" / "repairs.conv.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("12 euros", "90 euros"), encoding="utf-8")
    result = askwell("eval", str(file))
    assert result.code == 3
    assert "expected  contains: '90 euros'" in result.out
    assert "12 euros" in result.out
    assert "sources   repairs.md" in result.out


def test_the_conversations_of_an_evaluation_are_not_kept(askwell: Askwell) -> None:
    askwell("eval", "bikes")
    assert askwell("sessions", "list").out == ""


def test_scenarios_in_subfolders_and_with_former_names_are_run(askwell: Askwell, tmp_path: Path) -> None:
    folder = tmp_path / "assistants" / "bikes" / "scenarios"
    (folder / "winter").mkdir()
    text = (folder / "repairs.conv.yaml").read_text(encoding="utf-8")
    (folder / "winter" / "snow.conv.yaml").write_text(text.replace("Repairs", "Snow"), encoding="utf-8")
    (folder / "rain.yaml").write_text(text.replace("Repairs", "Rain"), encoding="utf-8")
    (folder / "winter" / "attached.yaml").write_text("tyres: 3\n", encoding="utf-8")
    result = askwell("eval", "bikes")
    assert re.findall(r"pass  (\w+)", result.out) == ["Rain", "Repairs", "Snow"]
    alone = askwell("eval", str(folder / "winter" / "snow.conv.yaml"), "--verbose")
    assert (alone.code, "Snow (bikes)" in alone.out) == (0, True)


def test_an_invalid_scenario_is_refused(askwell: Askwell, tmp_path: Path) -> None:
    file = tmp_path / "bad.yaml"
    file.write_text("name: x\nconversatoin: []\n", encoding="utf-8")
    result = askwell("eval", str(file))
    assert result.code == 2
    assert "Did you mean `conversation`?" in result.err


def test_a_target_that_is_neither_assistant_nor_file_is_not_found(askwell: Askwell) -> None:
    result = askwell("eval", "nothing")
    assert result.code == 4
    assert "bikes" in result.err


def test_an_assistant_without_scenarios_is_an_error(askwell: Askwell) -> None:
    result = askwell("eval", "documents")
    assert result.code == 4
    assert "code: scenario_not_found" in result.err


def test_a_target_needs_no_command(askwell: Askwell) -> None:
    assert askwell("eval", "bikes").out.splitlines()[0] == askwell("eval", "run", "bikes").out.splitlines()[0]


def test_help_without_a_command_is_that_of_a_run(askwell: Askwell) -> None:
    result = askwell("eval", "--help")
    assert result.code == 0
    assert "--json FILE" in result.out


def test_every_output_is_written(askwell: Askwell, tmp_path: Path) -> None:
    files = {form: tmp_path / f"report.{form}" for form in ("json", "html", "junit", "csv", "markdown")}
    result = askwell("eval", "bikes", *(part for form, file in files.items() for part in (f"--{form}", str(file))))
    assert result.code == 0, result.err
    assert all(f"written: {file}" in result.err for file in files.values())
    text = {form: file.read_text(encoding="utf-8") for form, file in files.items()}
    assert json.loads(text["json"])["conversations"][0]["turns"][0]["sources"] == ["repairs.md"]
    assert text["html"].startswith("<!doctype html>")
    assert ET.fromstring(text["junit"]).get("tests") == "1"
    assert text["csv"].splitlines()[1].startswith("bikes,,Repairs,,1,What does a puncture repair cost?")
    assert text["markdown"].startswith("# Evaluation: passed")


def test_a_run_repeats_to_the_byte_but_for_durations(askwell: Askwell, tmp_path: Path) -> None:
    runs = []
    for name in ("one", "two"):
        askwell("eval", "bikes", "--json", str(tmp_path / name))
        runs.append(re.sub(r'"took_ms": [\d.]+', "", (tmp_path / name).read_text(encoding="utf-8")))
    assert "12 euros" in runs[0]
    assert runs[0] == runs[1]


def test_a_file_in_a_folder_that_does_not_exist_is_refused_before_the_run(askwell: Askwell, tmp_path: Path) -> None:
    result = askwell("eval", "bikes", "--html", str(tmp_path / "nothing" / "report.html"))
    assert result.code == 4
    assert "code: folder_not_found" in result.err
    assert result.out == ""


def test_all_takes_no_target(askwell: Askwell) -> None:
    assert askwell("eval", "--all").code == 0
    refused = askwell("eval", "--all", "bikes")
    assert refused.code == 2
    assert "code: usage" in refused.err


@pytest.fixture
def copies(tmp_path: Path) -> list[str]:
    """Six scenarios that pass, with names of their own and criteria that a failed turn meets."""
    folder = tmp_path / "assistants" / "bikes" / "scenarios"
    text = (folder / "repairs.conv.yaml").read_text(encoding="utf-8")
    criteria = "success_criteria: {all_turns_pass: false, min_average_score: 0}\n"
    (folder / "repairs.conv.yaml").unlink()
    for number in range(6):
        copy = text.replace("name: Repairs", f"name: Repairs {number}") + criteria
        (folder / f"copy{number}.yaml").write_text(copy, encoding="utf-8")
    return [str(file) for file in sorted(folder.iterdir())]


def test_a_comparison_with_the_same_run_passes(askwell: Askwell, copies: list[str], tmp_path: Path) -> None:
    old = tmp_path / "old.json"
    askwell("eval", "bikes", "--json", str(old))
    result = askwell("eval", "bikes", "--compare", str(old))
    assert result.code == 0
    assert "turns compared: 6, 0 lost, 0 gained" in result.out


@pytest.mark.parametrize(("losing", "code"), [(4, 0), (6, 3)])
def test_a_significant_loss_exits_with_code_3(
    askwell: Askwell, copies: list[str], tmp_path: Path, losing: int, code: int
) -> None:
    old = tmp_path / "old.json"
    askwell("eval", "bikes", "--json", str(old))
    for file in copies[:losing]:
        text = Path(file).read_text(encoding="utf-8")
        Path(file).write_text(text.replace("12 euros", "90 euros"), encoding="utf-8")
    result = askwell("eval", "bikes", "--compare", str(old))
    assert "conversations  6 of 6" in result.out, "each passes by its criteria"
    assert f"turns compared: 6, {losing} lost, 0 gained" in result.out
    assert re.search(r"lost    bikes, Repairs 0, turn 1 \(.+\): What does a puncture repair cost\?", result.out)
    assert result.code == code


def test_a_gain_is_shown_and_passes(askwell: Askwell, tmp_path: Path) -> None:
    old = tmp_path / "old.json"
    askwell("eval", "bikes", "--json", str(old))
    written = json.loads(old.read_text(encoding="utf-8"))
    written["conversations"][0]["turns"][0]["passed"] = False
    old.write_text(json.dumps(written), encoding="utf-8")
    result = askwell("eval", "bikes", "--compare", str(old))
    assert result.code == 0
    assert "0 lost, 1 gained" in result.out


def test_a_comparison_with_what_is_no_report_is_refused_before_the_run(askwell: Askwell, tmp_path: Path) -> None:
    (tmp_path / "old.json").write_text("{}", encoding="utf-8")
    result = askwell("eval", "bikes", "--compare", str(tmp_path / "old.json"))
    assert (result.code, result.out) == (2, "")
    assert "code: bad_report" in result.err
    assert askwell("eval", "bikes", "--compare", str(tmp_path / "none.json")).code == 4


def test_strips_are_printed_on_a_terminal_after_their_progress(askwell: Askwell, copies: list[str]) -> None:
    """With both streams on one terminal, as a person runs it."""
    leader, follower = pty.openpty()
    command = [sys.executable, "-m", "askwell", "eval", "bikes", "--color", "never"]
    with subprocess.Popen(command, stdin=follower, stdout=follower, stderr=follower, env=os.environ) as process:
        os.close(follower)
        screen = b"".join(iter(lambda: _read(leader), b"")).decode()
        assert process.wait() == 0, screen
    os.close(leader)
    assert re.search(r"1  Repairs 0  ·  of 6", screen)
    ended = [line for line in screen.splitlines() if re.search(r"pass  Repairs \d  ✓", line)]
    assert len(ended) == 6
    assert "turns          6 of 6" in screen


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:  # Linux reports the end of a terminal as an input/output error
        return b""


def test_the_model_judges_with_its_votes(askwell: Askwell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "results.json"
    with fake_endpoint() as endpoint:
        monkeypatch.setenv("ASKWELL_MODEL_URL", endpoint.url)
        monkeypatch.setenv("ASKWELL_MODEL", "json")
        result = askwell("eval", "bikes", "--judge", "llm", "--votes", "2", "--json", str(file))
    written = json.loads(file.read_text(encoding="utf-8"))
    [turn] = written["conversations"][0]["turns"]
    assert written["judge"] == "llm:json"
    assert written["judge_prompt"]
    assert turn["votes"] == 2
    assert turn["judge_tokens"] > 0
    assert "(judge: llm:json)" in result.out


def test_a_judge_that_fails_is_no_failure_of_the_assistant(
    askwell: Askwell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ASKWELL_MODEL_URL", f"http://127.0.0.1:{_free_port()}")
    monkeypatch.setenv("ASKWELL_MODEL", "json")
    monkeypatch.setenv("ASKWELL_API_KEY", "k")
    file = tmp_path / "assistants" / "bikes" / "assistant.yaml"
    file.write_text(file.read_text(encoding="utf-8") + "write: {by: rules}\n", encoding="utf-8")
    result = askwell("eval", "bikes", "--judge", "llm", "--json", str(tmp_path / "results.json"))
    assert (result.code, "code: judge_failed" in result.err) == (5, True), result.out + result.err
    assert "gave no scores for 1 of 1 turns" in result.err
    assert "FAIL  Repairs  ?" in result.out
    [turn] = json.loads((tmp_path / "results.json").read_text(encoding="utf-8"))["conversations"][0]["turns"]
    assert "12 euros" in turn["response"]
    assert all(check["passed"] for check in turn["checks"])


def test_a_comparison_with_other_scenarios_is_refused_before_the_run(askwell: Askwell, tmp_path: Path) -> None:
    old = tmp_path / "old.json"
    askwell("eval", "bikes", "--json", str(old))
    old.write_text(old.read_text(encoding="utf-8").replace('"Repairs"', '"Sales"'), encoding="utf-8")
    result = askwell("eval", "bikes", "--compare", str(old))
    assert (result.code, result.out) == (2, "")
    assert "it has bikes, Sales" in result.err
    assert "code: nothing_to_compare" in result.err


def test_options_of_a_url_need_one(askwell: Askwell) -> None:
    for option in (["--url-model", "m"], ["--url-as", "chat"]):
        result = askwell("eval", "bikes", *option)
        assert (result.code, f"`{option[0]}` without `--url`" in result.err) == (2, True)
    unknown = askwell("eval", "bikes", "--url", "http://127.0.0.1:9", "--url-as", "chta")
    assert (unknown.code, "chat-memory" in unknown.err) == (2, True)


def test_the_interfaces_of_the_help_are_those_that_are_known() -> None:
    assert set(eval_run.INTERFACES) == set(INTERFACES)


def test_wrong_options_of_the_judge_are_refused(askwell: Askwell) -> None:
    unknown = askwell("eval", "bikes", "--judge", "me")
    assert (unknown.code, "One of rules, llm" in unknown.err) == (2, True)
    missing = askwell("eval", "bikes", "--judge", "llm")
    assert (missing.code, "code: missing_model" in missing.err) == (2, True)


def test_a_server_is_asked_instead_of_this_installation(
    askwell: Askwell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same scenario on a server gives the same report, but for durations and checks that the API does not allow."""
    askwell("eval", "bikes", "--json", str(tmp_path / "here"))
    port = str(_free_port())
    command = [sys.executable, "-m", "askwell", "serve", "--port", port]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=os.environ) as server:
        try:
            _wait_for(int(port))
            monkeypatch.setenv("ASKWELL_HOME", str(tmp_path / "elsewhere"))
            url = f"http://127.0.0.1:{port}"
            result = askwell("eval", "bikes", "--url", url, "--json", str(tmp_path / "there"))
        finally:
            server.terminate()
    assert result.code == 0, result.err
    assert "prepared" not in result.err, "no document is read here"
    here, there = (json.loads((tmp_path / name).read_text(encoding="utf-8")) for name in ("here", "there"))
    for written in (here, there):
        written["conversations"][0]["turns"][0]["took_ms"] = 0
    assert there == here


def test_a_server_that_is_not_there_fails_once(askwell: Askwell, tmp_path: Path) -> None:
    """No turn is asked, no report is written, and the error says which address and what to do."""
    url, report = f"http://127.0.0.1:{_free_port()}", tmp_path / "results.json"
    result = askwell("eval", "bikes", "--url", url, "--json", str(report))
    assert (result.code, result.out) == (5, "")
    assert result.err.count("cannot be reached") == 1
    assert f"{url}/v1/assistants cannot be reached: " in result.err
    assert "hint: Check the address, and that the server runs." in result.err
    assert "code: upstream_unreachable" in result.err
    assert not report.exists()


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def _wait_for(port: int) -> None:
    end = time.monotonic() + 60
    while time.monotonic() < end:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.1)
    raise AssertionError(f"nothing listens on port {port}")
