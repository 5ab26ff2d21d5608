import signal
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from typing import NoReturn

import pypdf
import pytest
from fpdf import FPDF

from askwell.cli.call import Call
from askwell.errors import BadConfig
from tests.cli.conftest import Askwell


def test_a_folder_is_added_with_a_summary_line(askwell: Askwell, shelf: Path) -> None:
    result = askwell("add", str(shelf))
    assert (result.code, result.out) == (0, "")
    *progress, summary = result.err.splitlines()
    assert summary.startswith(f"{shelf} · 2 files: 2 added")
    assert all(line.startswith("adding shelf ") for line in progress), "only a slow machine shows progress"


def test_many_files_are_announced_before_anything_is_loaded(
    askwell: Askwell, shelf: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Opening the engine takes seconds, more on a busy machine."""
    for number in range(100):
        (shelf / f"{number}.md").write_text(f"Text {number}.")

    def fail(_: object) -> NoReturn:
        raise BadConfig("no engine")

    monkeypatch.setattr(Call, "engine", fail)
    result = askwell("add", str(shelf))
    assert result.err.splitlines()[:2] == ["adding shelf \u00b7 looking at 102 files", "error: no engine"]


def test_few_files_that_are_large_are_announced(askwell: Askwell, shelf: Path) -> None:
    (shelf / "long.txt").write_text("A line of a long text.\n" * 50_000)
    assert askwell("add", str(shelf)).err.splitlines()[0] == "adding shelf \u00b7 looking at 3 files"
    lines = askwell("add", str(shelf / "long.txt")).err.splitlines()
    assert lines[0] == "adding long.txt \u00b7 looking at 1 file"


def test_unchanged_files_are_skipped_and_succeed(askwell: Askwell, shelf: Path) -> None:
    askwell("add", str(shelf))
    result = askwell("add", str(shelf))
    assert result.code == 0
    assert "2 unchanged" in result.err


def test_a_file_alone_can_be_added(askwell: Askwell, shelf: Path) -> None:
    assert "1 file: 1 added" in askwell("add", str(shelf / "repairs.md")).err


def test_failed_files_are_listed_with_code_and_hint_and_the_rest_is_added(askwell: Askwell, shelf: Path) -> None:
    (shelf / "picture.txt").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 8)
    (shelf / "broken.pdf").write_bytes(b"%PDF-1.7 truncated")
    result = askwell("add", str(shelf))
    assert result.code == 0
    assert "2 added, 2 failed" in result.err
    assert "  picture.txt: " in result.err
    assert "  broken.pdf: " in result.err
    assert "[broken_document]" in result.err
    assert "Traceback" not in result.err


def test_when_every_file_fails_the_exit_code_is_1(askwell: Askwell, tmp_path: Path) -> None:
    folder = tmp_path / "bad"
    folder.mkdir()
    (folder / "broken.pdf").write_bytes(b"%PDF-1.7 truncated")
    assert askwell("add", str(folder)).code == 1


def test_a_folder_without_readable_files_is_refused_with_its_code(askwell: Askwell, tmp_path: Path) -> None:
    folder = tmp_path / "empty"
    folder.mkdir()
    (folder / "film.mp4").write_bytes(b"x")
    result = askwell("add", str(folder))
    assert result.code == 2
    assert "code: no_documents" in result.err
    assert "hint:" in result.err


def test_a_missing_folder_is_not_found(askwell: Askwell) -> None:
    result = askwell("add", "nowhere")
    assert result.code == 4
    assert "nowhere" in result.err


def test_a_path_that_does_not_exist_has_a_hint(askwell: Askwell, tmp_path: Path) -> None:
    assert "Check the path" in askwell("add", str(tmp_path / "away")).err


def test_old_office_files_are_to_be_saved_in_the_newer_format(askwell: Askwell, shelf: Path) -> None:
    (shelf / "fees.XLS").write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600))
    assert "save it as .xlsx" in askwell("add", str(shelf)).err
    alone = askwell("add", str(shelf / "fees.XLS"))
    assert alone.code != 0
    assert "Save it as .xlsx." in alone.err


def test_one_bad_path_does_not_stop_the_others(askwell: Askwell, shelf: Path) -> None:
    result = askwell("add", "nowhere", str(shelf))
    assert result.code == 0
    assert "2 added" in result.err
    assert "nowhere" in result.err


def test_what_is_not_read_is_listed_with_the_reason(askwell: Askwell, shelf: Path) -> None:
    for number in range(25):
        (shelf / f"film{number:02}.mp4").write_bytes(b"x")
    (shelf / "LICENSE").write_text("text")
    result = askwell("add", str(shelf))
    assert "2 added, 26 not read" in result.err
    assert "  not read: 'LICENSE' has no file extension [unsupported_document]" in result.err
    assert "  not read: 'film00.mp4' has the unknown extension '.mp4' [unsupported_document]" in result.err
    assert "  not read: 6 more files; `askwell add --dry-run` lists them" in result.err
    planned = askwell("add", "--dry-run", str(shelf)).err
    assert planned.count("  not read: ") == 26
    assert "'film24.mp4'" in planned


def test_ctrl_c_stops_with_a_word_and_the_same_command_continues(askwell: Askwell, shelf: Path) -> None:
    for number in range(100):
        (shelf / f"{number}.md").write_text(f"Text {number}.")
    # A process that a shell has started in the background ignores Ctrl-C, and so do its children.
    heed = "import runpy, signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    command = [sys.executable, "-c", f"{heed}; runpy.run_module('askwell', run_name='__main__')", "add", str(shelf)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, bufsize=0) as child:
        try:
            assert child.stderr is not None
            child.stderr.readline()
            child.send_signal(signal.SIGINT)
            _, errors = child.communicate(timeout=60)
        finally:
            child.kill()
    assert child.returncode == 130
    assert errors.decode().endswith("\nstopped\n")
    assert "Traceback" not in errors.decode()
    assert "102 files: " in askwell("add", str(shelf)).err


def test_a_folder_that_is_gone_is_removed_from_the_documents(askwell: Askwell, shelf: Path) -> None:
    askwell("add", str(shelf))
    shelf.rename(shelf.with_name("away"))
    result = askwell("add", str(shelf))
    assert result.code == 0
    assert "0 files: 2 removed" in result.err


def test_documents_that_are_added_without_weights_are_reported(askwell: Askwell, shelf: Path, tmp_path: Path) -> None:
    result = askwell("--set", "embedder=minilm", "--set", f"models={tmp_path / 'none'}", "add", str(shelf))
    assert result.code == 0
    assert "2 files: 2 added" in result.err
    assert "Added without vectors: " in result.err
    assert "`askwell models pull minilm`" in result.err


def test_encrypted_file_is_added_with_its_password_and_named_without_it(askwell: Askwell, shelf: Path) -> None:
    made = FPDF()
    made.add_page()
    made.set_font("Helvetica", size=12)
    made.multi_cell(0, 8, "Electric bikes cost 900 euros.")
    writer = pypdf.PdfWriter(clone_from=BytesIO(bytes(made.output())))
    writer.encrypt("secret", algorithm="AES-256")
    writer.write(shelf / "prices.pdf")
    result = askwell("add", str(shelf))
    assert result.code == 0
    assert "  prices.pdf: 'prices.pdf' needs a password [encrypted_document]" in result.err
    assert "`askwell add --password`" in result.err
    result = askwell("add", str(shelf), "--password", "wrong", "--password", "secret")
    assert "1 added, 2 unchanged" in result.err
    assert "900 euros" in askwell("search", "price of electric bikes").out
    assert "3 unchanged" in askwell("add", str(shelf)).err


def test_dry_run_shows_what_would_be_done_and_does_nothing(askwell: Askwell, shelf: Path) -> None:
    askwell("add", str(shelf))
    (shelf / "electric.md").write_text("Changed.", encoding="utf-8")
    (shelf / "repairs.md").rename(shelf / "prices.md")
    (shelf / "film.mp4").write_bytes(b"x")
    result = askwell("add", str(shelf), "--dry-run")
    assert result.code == 0
    assert result.out == "add     prices.md\nupdate  electric.md\nremove  repairs.md\n"
    assert "'film.mp4' has the unknown extension" in result.err
    assert "1 to add, 1 to update, 1 to remove, 1 not read · nothing was changed" in result.err
    assert "puncture repair costs 12" in askwell("search", "puncture").out
    assert "1 added, 1 changed, 1 removed" in askwell("add", str(shelf)).err


def test_dry_run_of_unchanged_files_shows_only_the_summary(askwell: Askwell, shelf: Path) -> None:
    askwell("add", str(shelf))
    result = askwell("add", str(shelf), "--dry-run")
    assert (result.out, result.err) == ("", f"{shelf} · 2 unchanged · nothing was changed\n")


@pytest.mark.parametrize(("path", "code"), [("nowhere", 4), ("film.mp4", 2)])
def test_dry_run_refuses_what_add_refuses(askwell: Askwell, shelf: Path, path: str, code: int) -> None:
    (shelf / "film.mp4").write_bytes(b"x")
    assert askwell("add", "--dry-run", str(shelf / path)).code == code
