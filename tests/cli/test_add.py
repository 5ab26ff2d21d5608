from pathlib import Path

from tests.cli.conftest import Askwell


def test_a_folder_is_added_with_a_summary_line(askwell: Askwell, shelf: Path) -> None:
    result = askwell("add", str(shelf))
    assert (result.code, result.out) == (0, "")
    assert f"{shelf} · 2 files: 2 added" in result.err
    assert len(result.err.splitlines()) == 1


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
    assert "  not read: 6 more files" in result.err


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
