import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Askwell

NAME = "sess_20250101_120000_abc12345"
PHONES: dict[str, Any] = {
    "session_id": NAME,
    "created_at": "2025-01-01T12:00:00Z",
    "updated_at": "2025-01-01T12:05:30Z",
    "messages": [
        {"role": "user", "content": "What phones do you have?", "timestamp": "2025-01-01T12:00:01Z"},
        {"role": "assistant", "content": "The Galaxy A54.", "timestamp": "2025-01-01T12:00:03Z"},
        {"role": "user", "content": "Tell me more", "timestamp": "2025-01-01T12:05:28Z"},
    ],
}
MEMORY = {
    "session_id": "memory",
    "summary": "Privacy.",
    "qa_index": [{"exchange_id": "ex_1", "question": "Wat is de AVG?"}],
    "full_answers": {"ex_1": {"text": "Een wet.", "sources": [{"document_id": "d1", "title": "AVG"}]}},
}
OLD_MEMORY = {"session_id": "old", "full_answers": {"ex_1": "Een wet."}, "qa_index": []}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Files that other systems wrote, one of them broken."""
    folder = tmp_path / "theirs"
    folder.mkdir()
    for name, data in (("a", PHONES), ("b", MEMORY), ("c", OLD_MEMORY)):
        (folder / f"{name}.json").write_text(json.dumps(data), encoding="utf-8")
    (folder / "broken.json").write_text('{"session_id": "cut', encoding="utf-8")
    (folder / "notes.txt").write_text("no conversation", encoding="utf-8")
    return folder


def turns_of(askwell: Askwell, session_id: str) -> list[dict[str, Any]]:
    turns: list[dict[str, Any]] = json.loads(askwell("sessions", "export", session_id).out)["turns"]
    return turns


def write(path: Path, data: object) -> str:
    path.write_text(json.dumps(data), encoding="utf-8")
    return str(path)


def test_a_folder_is_imported_around_a_broken_file(askwell: Askwell, folder: Path) -> None:
    """S1-09 S2-12 S2-13 S2-V8: files of both shapes, old and new, without a script."""
    result = askwell("sessions", "import", str(folder))
    assert result.code == 1
    rows = [line.split(maxsplit=1) for line in result.out.splitlines()]
    assert [row[0] for row in rows] == ["imported", "imported", "failed", "imported"]
    assert "broken.json" in rows[2][1]
    assert "not JSON" in rows[2][1]
    assert "3 imported, 1 failed" in result.err
    assert (folder / "broken.json").exists()
    listed = json.loads(askwell("sessions", "list", "--json").out)["sessions"]
    assert {each["id"] for each in listed} == {NAME, "memory", "old"}
    first, second = turns_of(askwell, NAME)
    assert (first["question"], first["answer"], first["status"]) == (
        *("What phones do you have?", "The Galaxy A54.", "completed"),
    )
    assert (second["question"], second["answer"], second["status"]) == ("Tell me more", "", "interrupted")
    assert turns_of(askwell, "memory")[0]["sources"][0]["document_id"] == "d1"


def test_importing_twice_changes_nothing(askwell: Askwell, folder: Path) -> None:
    (folder / "broken.json").unlink()
    assert askwell("sessions", "import", str(folder)).code == 0
    before = askwell("sessions", "export", "--all").out
    again = askwell("sessions", "import", str(folder))
    assert again.code == 0
    assert "3 already there" in again.err
    assert askwell("sessions", "export", "--all").out == before


def test_an_unsafe_id_is_replaced_by_one_made_from_the_content(askwell: Askwell, tmp_path: Path) -> None:
    for number in range(2):
        file = write(tmp_path / f"my chat {number}.json", PHONES | {"session_id": "../../etc/passwd"})
        result = askwell("sessions", "import", file)
        assert result.out.startswith("imported" if number == 0 else "already there")
    (session,) = json.loads(askwell("sessions", "list", "--json").out)["sessions"]
    assert len(session["id"]) == 36


def test_conversations_continue_with_the_named_assistant(askwell: Askwell, folder: Path) -> None:
    askwell("sessions", "import", str(folder / "a.json"), "--assistant", "bikes")
    answer = askwell("ask", "What does a puncture repair cost?", "--session", NAME, "--json")
    assert json.loads(answer.out)["turn_number"] == 3
    unknown = askwell("sessions", "import", str(folder / "b.json"), "--assistant", "bkes")
    assert unknown.code == 4
    assert "assistant_not_found" in unknown.err


def test_an_unknown_assistant_fails_that_conversation(askwell: Askwell, tmp_path: Path) -> None:
    file = write(tmp_path / "theirs.json", PHONES | {"metadata": {"assistant": "phones"}})
    result = askwell("sessions", "import", file)
    assert result.code == 1
    assert "No assistant 'phones'" in result.out
    assert askwell("sessions", "import", file, "-a", "documents").code == 0


def test_an_export_is_identical_after_import_in_another_home(askwell: Askwell, shelf: Path, tmp_path: Path) -> None:
    askwell("add", str(shelf))
    session_id = json.loads(askwell("ask", "What does a puncture repair cost?", "--json").out)["session_id"]
    askwell("ask", "Who repairs electric bikes?", "--session", session_id, "--quiet")
    askwell("ask", "And brakes?")
    file = tmp_path / "all.json"
    assert "2 conversations" in askwell("sessions", "export", "--all", "-o", str(file)).err
    other = ("--home", str(tmp_path / "other"))
    assert askwell("sessions", "import", str(file), *other).code == 0
    assert askwell("sessions", "export", "--all", *other).out == file.read_text(encoding="utf-8")
    in_files = (*("--home", str(tmp_path / "third")), "--set", "store=files", "--set", "session_files=s2")
    assert askwell("sessions", "import", str(file), *in_files).code == 0
    assert askwell("sessions", "export", "--all", *in_files).out == file.read_text(encoding="utf-8")
    assert (tmp_path / "third" / "sessions" / f"{session_id}.json").is_file()
    fourth = ("--home", str(tmp_path / "fourth"))
    assert askwell("sessions", "import", str(tmp_path / "third" / "sessions"), *fourth).code == 0
    assert askwell("sessions", "export", "--all", *fourth).out == file.read_text(encoding="utf-8")


def test_memory_of_another_system_survives_imports_and_exports(askwell: Askwell, folder: Path, tmp_path: Path) -> None:
    """S2-07 S2-13: summary and index of an old file, through exports and through session files."""
    askwell("sessions", "import", str(folder / "b.json"))
    file = tmp_path / "memory.json"
    askwell("sessions", "export", "memory", "-o", str(file))
    whole = json.loads(file.read_text(encoding="utf-8"))
    assert whole["memory"]["summaries"] == [{"branch": 0, "text": "Privacy.", "by": "model", "up_to": 1}]
    assert [(each["turn_number"], each["line"]) for each in whole["memory"]["topics"]] == [(1, "Wat is de AVG?")]
    in_files = (*("--home", str(tmp_path / "files")), "--set", "store=files", "--set", "session_files=s2")
    assert askwell("sessions", "import", str(file), *in_files).code == 0
    theirs = json.loads((tmp_path / "files" / "sessions" / "memory.json").read_text(encoding="utf-8"))
    assert (theirs["summary"], theirs["qa_index"][0]["exchange_id"]) == ("Privacy.", "ex_1")
    back = ("--home", str(tmp_path / "back"))
    assert askwell("sessions", "import", str(tmp_path / "files" / "sessions"), *back).code == 0
    assert askwell("sessions", "export", "memory", *back).out == file.read_text(encoding="utf-8")


def test_memory_that_does_not_fit_is_dropped_and_the_turns_are_imported(
    askwell: Askwell, folder: Path, tmp_path: Path
) -> None:
    askwell("sessions", "import", str(folder / "b.json"))
    whole = json.loads(askwell("sessions", "export", "memory").out)
    whole["memory"]["summaries"][0]["up_to"] = 7
    elsewhere = ("--home", str(tmp_path / "elsewhere"))
    result = askwell("sessions", "import", write(tmp_path / "odd.json", whole), *elsewhere)
    assert result.code == 0
    assert "its memory was dropped: it has a summary of a branch or turn that does not exist" in result.out
    assert json.loads(askwell("sessions", "export", "memory", *elsewhere).out)["turns"] == whole["turns"]


def test_an_export_is_markdown_or_a_page(askwell: Askwell, folder: Path, tmp_path: Path) -> None:
    askwell("sessions", "import", str(folder / "b.json"))
    assert "> Wat is de AVG?\n\nEen wet.\n\n1. AVG\n" in askwell("sessions", "export", "memory", "-f", "markdown").out
    page = tmp_path / "chat.html"
    assert askwell("sessions", "export", "memory", "--format", "html", "-o", str(page)).code == 0
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")


@pytest.mark.parametrize(
    "arguments",
    [("export",), ("export", "x", "--all"), ("export", "x", "--format", "pdf"), ("import", "nowhere.json")],
)
def test_invalid_arguments_are_usage_errors(askwell: Askwell, arguments: tuple[str, ...]) -> None:
    assert askwell("sessions", *arguments).code == 2


def test_an_empty_folder_has_nothing_to_import(askwell: Askwell, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    result = askwell("sessions", "import", str(tmp_path / "empty"))
    assert (result.code, result.out) == (0, "")
    assert "nothing to import" in result.err
