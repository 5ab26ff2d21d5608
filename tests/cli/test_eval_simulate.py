import json
from pathlib import Path

from askwell.evals.load import load_scenario
from tests.cli.conftest import Askwell
from tests.fake_endpoint import fake_endpoint


def found(askwell: Askwell, file: Path, *arguments: str) -> dict[str, object]:
    result = askwell("eval", "simulate", "bikes", "--n", "7", "--json", str(file), *arguments)
    assert result.code in {0, 3}, result.err
    written: dict[str, object] = json.loads(file.read_text(encoding="utf-8"))
    assert (result.code == 3) == bool(written["findings"])
    return written


def test_the_same_seed_finds_the_same(askwell: Askwell, tmp_path: Path) -> None:
    first = found(askwell, tmp_path / "1.json")
    assert first["turns"] == 42
    assert found(askwell, tmp_path / "2.json") == first


def test_no_simulated_conversation_is_stored(askwell: Askwell, tmp_path: Path) -> None:
    found(askwell, tmp_path / "1.json")
    assert askwell("sessions", "list").out == ""


def test_findings_are_saved_as_scenarios_that_fail_with_the_weakness(askwell: Askwell, tmp_path: Path) -> None:
    # This model says the first sentence of the first passage: different questions get the same answer.
    folder = tmp_path / "found"
    with fake_endpoint() as endpoint:
        settings = ["--set", f"model_url={endpoint.url}", "--set", "model=ok", "--set", "api_key=k"]
        own = ["--out", str(folder), "--persona", "vague", "--persona", "corrects", *settings]
        written = found(askwell, tmp_path / "1.json", *own)
        files = sorted(folder.iterdir())
        assert files
        assert all(file.name.endswith(".conv.yaml") for file in files)
        assert len(files) == len({each["conversation"] for each in written["findings"]})  # type: ignore[attr-defined]
        for file in files:
            assert load_scenario(file).conversation
        assert askwell("eval", str(files[0]), "--assistant", "bikes", *settings).code == 3


def test_the_totals_are_shown_by_persona(askwell: Askwell) -> None:
    out = askwell("eval", "simulate", "bikes", "--n", "2", "-p", "hostile").out
    assert out.splitlines()[1].split()[:3] == ["hostile", "2", "12"]


def test_an_unknown_persona_is_refused(askwell: Askwell) -> None:
    result = askwell("eval", "simulate", "bikes", "--persona", "polite")
    assert result.code == 2
    assert "impatient" in result.err


def test_an_unknown_assistant_is_not_found(askwell: Askwell) -> None:
    assert askwell("eval", "simulate", "nobody").code == 4


def test_a_model_can_write_the_messages(askwell: Askwell, tmp_path: Path) -> None:
    file = tmp_path / "1.json"
    with fake_endpoint() as endpoint:
        settings = ["--set", f"model_url={endpoint.url}", "--set", "model=json", "--set", "api_key=k"]
        result = askwell(
            "eval", "simulate", "bikes", "--by", "llm", "--n", "1", "--turns", "2", "--json", str(file), *settings
        )
    assert result.code in {0, 3}, result.err
    [talk] = json.loads(file.read_text(encoding="utf-8"))["talks"]
    assert talk["messages"][1:] == ["filled message"]


def test_messages_by_a_model_need_a_model(askwell: Askwell) -> None:
    result = askwell("eval", "simulate", "bikes", "--by", "llm")
    assert result.code == 2
    assert "code: missing_model" in result.err


def test_a_model_that_writes_nothing_is_an_error(askwell: Askwell) -> None:
    settings = ["--set", "model=json", "--set", "model_url=http://127.0.0.1:9", "--set", "api_key=k"]
    result = askwell("eval", "simulate", "bikes", "--by", "llm", "--n", "1", "--turns", "2", *settings)
    assert (result.code, result.out, "code: upstream_" in result.err) == (5, "", True)
