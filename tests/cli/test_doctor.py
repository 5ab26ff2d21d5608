import json
import sqlite3
from pathlib import Path

import pytest

from tests.cli.conftest import Askwell, Result
from tests.hostile.table_files import HEADER, YAML
from tests.installed import install


def finding(result: Result, what: str) -> dict[str, str]:
    found: dict[str, str] = next(each for each in json.loads(result.out)["findings"] if each["what"] == what)
    return found


def test_a_working_installation_passes(askwell: Askwell) -> None:
    result = askwell("doctor")
    assert result.code == 0
    assert "revision" in result.out
    assert "bikes" in result.out
    assert all(line.startswith(("ok", "warn", " ")) for line in result.out.splitlines())


def test_missing_weights_fail_with_the_command_that_installs_them(
    askwell: Askwell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ASKWELL_EMBEDDER", "minilm")
    result = askwell("doctor", "--json")
    assert result.code == 1
    assert finding(result, "embedder")["fix"] == "askwell models pull minilm"


def test_each_embedder_is_listed_with_its_collections(
    askwell: Askwell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ASKWELL_EMBEDDER", "auto")
    definition = tmp_path / "assistants" / "bikes" / "assistant.yaml"
    definition.write_text("name: bikes\ntitle: Fietsenwinkel\nlanguages: [nl]\n", encoding="utf-8")
    embedders = [each for each in json.loads(askwell("doctor", "--json").out)["findings"] if each["what"] == "embedder"]
    read = {each["fix"]: each["found"] for each in embedders}
    assert "bikes" in read["askwell models pull e5-small"]
    assert "documents" in read["askwell models pull minilm"]


def test_an_assistant_without_the_model_that_it_asks_for_fails_by_name(askwell: Askwell, tmp_path: Path) -> None:
    definition = tmp_path / "assistants" / "bikes" / "assistant.yaml"
    definition.write_text("name: bikes\ntitle: Bikes\nwrite: {by: llm}\n", encoding="utf-8")
    result = askwell("doctor", "--json")
    assert result.code == 1
    broken = finding(result, "assistant")
    assert broken["found"] == "Assistant 'bikes' has `write.by: llm`, but no model is configured"
    assert "`write.by`" in broken["fix"]
    assert finding(result, "documents")["state"] == "ok"


def test_a_data_folder_that_cannot_be_written_does_not_hide_other_findings(askwell: Askwell, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    result = askwell("doctor", "--json", "--home", str(tmp_path / "file" / "home"))
    assert result.code == 1
    assert finding(result, "data folder")["state"] == "fail"
    assert finding(result, "python")["state"] == "ok"


def test_a_model_that_cannot_be_reached_fails(askwell: Askwell) -> None:
    result = askwell("doctor", "--json", "--set", "model=m", "--set", "model_url=http://127.0.0.1:9/v1")
    assert result.code == 1
    assert finding(result, "model")["state"] == "fail"


def test_a_missing_local_model_fails_with_the_command_that_installs_it(askwell: Askwell) -> None:
    result = askwell("doctor", "--json", "--set", "model=local:qwen-0.5b")
    assert finding(result, "model")["fix"] == "askwell models pull qwen-0.5b"


def test_an_invalid_assistant_is_named(askwell: Askwell, tmp_path: Path) -> None:
    (tmp_path / "assistants" / "bikes" / "assistant.yaml").write_text("name: bikes\ntitel: x\n", encoding="utf-8")
    result = askwell("doctor", "--json")
    assert result.code == 1
    assert "Did you mean `title`?" in finding(result, "assistants")["found"]


def test_a_broken_plug_in_fails_by_name_and_package(
    askwell: Askwell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path / "site", monkeypatch, "broken_doctor", "import nowhere_at_all", {"readers": {"scans": ""}})
    monkeypatch.setenv("ASKWELL_READERS", "scans")
    result = askwell("doctor", "--json")
    assert result.code == 1
    assert "`scans` (`askwell.readers`) of broken_doctor 1.2" in finding(result, "plug-in")["found"]


def test_a_broken_table_of_an_assistant_fails_by_its_file(askwell: Askwell, tmp_path: Path) -> None:
    definition = tmp_path / "assistants" / "bikes" / "assistant.yaml"
    definition.write_text(YAML.format(name="bikes"), encoding="utf-8")
    (definition.parent / "offices.csv").write_text(HEADER + "North,Hill\n", encoding="utf-8")
    result = askwell("doctor", "--json")
    assert result.code == 1
    broken = finding(result, "table")
    assert broken["state"] == "fail"
    assert "offices.csv, line 2: 2 cells under a header of 3" in broken["found"]
    assert finding(result, "documents")["state"] == "ok"


def test_damaged_tables_fail_with_what_to_do(askwell: Askwell, tmp_path: Path) -> None:
    assert askwell("demo", "bikes").code == 0
    file = tmp_path / "home" / "askwell.db"
    with sqlite3.connect(file) as opened:
        [page, size] = [opened.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "page_size")]
        [root] = opened.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'turns'").fetchone()
    opened.close()
    assert root <= page
    with file.open("r+b") as written:
        written.seek((root - 1) * size)
        written.write(size * b"\xff")
    result = askwell("doctor", "--json")
    assert result.code == 1
    damaged = finding(result, "database")
    assert damaged["state"] == "fail"
    assert f"{file} is damaged: " in damaged["found"]
    assert "restore a backup" in damaged["fix"]
    assert finding(result, "assistants")["state"] == "ok"


def test_damaged_documents_fail_where_conversations_are_elsewhere(askwell: Askwell, tmp_path: Path) -> None:
    elsewhere = f"sqlite+aiosqlite:///{tmp_path / 'other.db'}"
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "askwell.db").write_bytes(8_192 * b"no database")
    result = askwell("doctor", "--json", "--set", f"database_url={elsewhere}")
    assert result.code == 1
    assert finding(result, "database")["state"] == "ok"
    assert "is damaged" in finding(result, "documents")["found"]


def test_broken_conversations_in_files_fail(askwell: Askwell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASKWELL_STORE", "files")
    assert finding(askwell("doctor", "--json"), "sessions")["state"] == "ok"
    (tmp_path / "home" / "sessions" / "half.json").write_text("{", encoding="utf-8")
    result = askwell("doctor", "--json")
    assert result.code == 1
    assert "half.json" in finding(result, "sessions")["found"]


def test_what_is_not_damaged_can_be_exported_and_imported_as_advised(askwell: Askwell, tmp_path: Path) -> None:
    assert askwell("demo", "bikes").code == 0
    talks = [_talk(askwell, number) for number in range(4)]
    file = tmp_path / "home" / "askwell.db"
    damage_last_leaf(file, "turns")
    advised = finding(askwell("doctor", "--json"), "database")["fix"]
    assert "sessions export" in advised
    exported = []
    for talk in talks:
        written = tmp_path / f"{talk}.json"
        if askwell("sessions", "export", talk, "--output", str(written)).code == 0:
            exported.append(written)
    assert 0 < len(exported) < 4
    for each in file.parent.glob("askwell.db*"):
        each.rename(tmp_path / each.name)
    for each in exported:
        assert askwell("sessions", "import", str(each)).code == 0
    assert finding(askwell("doctor", "--json"), "database")["state"] == "ok"
    for each in exported:
        assert askwell("sessions", "show", each.stem).code == 0


def _talk(askwell: Askwell, number: int) -> str:
    """The id of a new conversation that fills some pages."""
    for again in range(4):
        followed = ["--continue"] if again else []
        question = f"What does a puncture repair cost? {'Really? ' * 200}{number}-{again}"
        asked = askwell("ask", question, "--assistant", "bikes", *followed)
        assert asked.code == 0, asked.err
    return askwell("sessions", "list").out.split()[0]


def damage_last_leaf(file: Path, table: str) -> None:
    """Garbage in the last page of a table."""
    with sqlite3.connect(file) as opened:
        opened.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        [size] = opened.execute("PRAGMA page_size").fetchone()
        leaves = opened.execute("SELECT max(pageno) FROM dbstat WHERE name = ? AND pagetype = 'leaf'", (table,))
        [page] = leaves.fetchone()
    opened.close()
    with file.open("r+b") as raw:
        raw.seek((page - 1) * size)
        raw.write(b"\xff" * size)
