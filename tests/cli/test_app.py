import json
import subprocess
import sys
from pathlib import Path

import pytest

from askwell.cli.failure import configure_logging, print_traceback
from tests.cli.conftest import Askwell

HEAVY = ("langgraph", "langchain_core", "sqlalchemy", "fastapi", "numpy", "pydantic", "rich", "prompt_toolkit")


def run_child(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60)


def modules_of(*arguments: str) -> tuple[str, set[str]]:
    """What a command prints, and the modules that it has loaded."""
    child = run_child(
        "import json, sys\nfrom askwell.cli.app import run_command\n"
        f"code = run_command({list(arguments)!r})\nprint(json.dumps([code, sorted(sys.modules)]), file=sys.stderr)"
    )
    *_, last_line = child.stderr.splitlines()
    exit_code, modules = json.loads(last_line)
    assert exit_code == 0
    return child.stdout + child.stderr, set(modules)


def test_help_imports_nothing_heavy() -> None:
    output, modules = modules_of("--help")
    assert "Commands:" in output
    assert not {"askwell.engine", "askwell.settings", "askwell.text.words", *HEAVY} & modules


def test_a_command_without_a_question_loads_no_graph(tmp_path: Path) -> None:
    output, modules = modules_of("--set", f"home={tmp_path}", "--set", "embedder=none", "sessions", "list")
    assert "There are no conversations yet." in output
    assert "askwell.engine" in modules
    assert not {"langgraph", "langchain_core", "bpe_openai", "onnxruntime"} & modules


def test_the_libraries_of_a_question_are_loaded_with_few_collections(tmp_path: Path) -> None:
    child = run_child(
        "import gc, sys\nfrom askwell.cli.app import main\n"
        f"sys.argv = ['askwell', '--home', {str(tmp_path)!r}, '--set', 'embedder=none', 'sessions', 'list']\n"
        "before = sum(each['collections'] for each in gc.get_stats())\n"
        "try:\n    main()\nfinally:\n"
        "    print(sum(each['collections'] for each in gc.get_stats()) - before, file=sys.stderr)"
    )
    assert "There are no conversations yet." in child.stdout + child.stderr
    assert int(child.stderr.splitlines()[-1]) < 60


def test_the_module_can_be_run() -> None:
    child = subprocess.run([sys.executable, "-m", "askwell", "--version"], capture_output=True, text=True, check=True)
    assert child.stdout.startswith("askwell ")


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["aks", "hello"], "Did you mean 'ask'?"),
        (["ask", "--sesion", "x", "hello"], "Did you mean '--session'?"),
        (["models", "pul"], "Did you mean 'pull'?"),
        (["models", "rm"], "Missing argument"),
        (["search", "x", "-k", "0"], "-k"),
        (["--color", "blue", "show"], "`--color` is 'blue'"),
        (["--set", "port", "show"], "`--set` needs a name and a value"),
        (["--set", "api_key:hush", "show"], "`--set` needs a name and a value"),
        (["show", "--set", "prot=1"], "Did you mean `port`?"),
        (["ask", "--json", "--jsonl", "hello"], "exclude each other"),
        (["ask", "-c", "-s", "some-id", "hello"], "exclude each other"),
    ],
)
def test_wrong_usage_suggests_the_nearest_name_with_exit_code_2(
    askwell: Askwell, arguments: list[str], expected: str
) -> None:
    result = askwell(*arguments)
    assert result.code == 2
    assert result.err.startswith("error: ")
    assert expected in result.err
    assert "\n  code: " in result.err
    assert "hush" not in result.err
    assert result.out == ""


def test_a_group_without_a_command_shows_its_help(askwell: Askwell) -> None:
    result = askwell("sessions")
    assert result.code == 2
    assert "rename" in result.err


def test_a_failure_has_no_traceback_unless_debug_asks_for_it(askwell: Askwell) -> None:
    plain, debug = askwell("models", "rm", "nothing"), askwell("models", "rm", "nothing", "--debug")
    assert (plain.code, debug.code) == (4, 4)
    assert "Traceback" not in plain.err
    assert "Traceback" in debug.err
    assert "code: model_not_found" in plain.err


def test_an_unexpected_error_is_printed_without_a_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    code = "from askwell.cli.failure import configure_logging\nconfigure_logging(debug=False)\n1 / 0"
    child = run_child(code)
    assert child.returncode == 1
    assert "Traceback" not in child.stderr
    assert "ZeroDivisionError: division by zero" in child.stderr
    assert "code: internal" in child.stderr
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    configure_logging(debug=True)
    assert sys.excepthook is print_traceback


def test_an_os_error_is_printed_as_a_failure(askwell: Askwell, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("", encoding="utf-8")
    result = askwell("config", "init", "--home", str(tmp_path / "taken"))
    assert result.code == 1
    assert "code: storage_unavailable" in result.err


def test_quiet_leaves_only_answers_and_errors(askwell: Askwell) -> None:
    assert askwell("sessions", "list", "--quiet").err == ""
    assert "error:" in askwell("models", "rm", "nothing", "-q").err
