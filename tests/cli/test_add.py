from pathlib import Path

from tests.cli.conftest import Askwell


def test_a_folder_is_taken_in_with_one_line_that_sums_up(askwell: Askwell, shelf: Path) -> None:
    result = askwell("add", str(shelf))
    assert (result.code, result.out) == (0, "")
    assert f"{shelf} · 2 files: 2 added" in result.err
    assert len(result.err.splitlines()) == 1


def test_what_is_unchanged_is_skipped_and_counts_as_taken_in(askwell: Askwell, shelf: Path) -> None:
    askwell("add", str(shelf))
    result = askwell("add", str(shelf))
    assert result.code == 0
    assert "2 unchanged" in result.err


def test_a_file_alone_can_be_added(askwell: Askwell, shelf: Path) -> None:
    assert "1 file: 1 added" in askwell("add", str(shelf / "repairs.md")).err


def test_what_fails_is_named_with_code_and_fix_and_the_rest_is_taken_in(askwell: Askwell, shelf: Path) -> None:
    (shelf / "picture.txt").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 8)
    (shelf / "broken.pdf").write_bytes(b"%PDF-1.7 nothing behind it")
    result = askwell("add", str(shelf))
    assert result.code == 0
    assert "2 added, 2 failed" in result.err
    assert "  picture.txt: " in result.err
    assert "  broken.pdf: " in result.err
    assert "[broken_document]" in result.err
    assert "Traceback" not in result.err


def test_when_every_file_fails_the_exit_code_says_so(askwell: Askwell, tmp_path: Path) -> None:
    folder = tmp_path / "bad"
    folder.mkdir()
    (folder / "broken.pdf").write_bytes(b"%PDF-1.7 nothing behind it")
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


def test_one_bad_path_does_not_keep_the_others_out(askwell: Askwell, shelf: Path) -> None:
    result = askwell("add", "nowhere", str(shelf))
    assert result.code == 0
    assert "2 added" in result.err
    assert "nowhere" in result.err
