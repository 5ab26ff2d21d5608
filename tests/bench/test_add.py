"""The bench that adds a folder, with real processes."""

from pathlib import Path

import pytest
from bench.add import is_named, question_for, run, visible_files
from bench.options import parse
from bench.report import table

from askwell.errors import NotFound


def test_a_folder_is_added_and_asked_about_in_a_new_data_folder(tmp_path: Path) -> None:
    folder = tmp_path / "manual"
    folder.mkdir()
    (folder / "torn.pdf").write_bytes(b"%PDF-1.7 truncated")
    (folder / "film.mp4").write_bytes(b"x")
    for number in range(3):
        (folder / f"part{number}.html").write_text(f"<title>Part {number}</title><p>Part {number} is about pumps.</p>")
    report = run(parse(["add", "--data", str(folder), "--embedder", "none"], ["add"]))
    (row,) = report.rows
    assert (row["set"], row["n"], row["read"], row["named"], row["unnamed"]) == ("manual", 4, 3, 1, 0)
    assert isinstance(row["first answer s"], float)
    assert isinstance(row["peak MB"], float)
    assert row["peak MB"] > 20
    assert "unnamed: must be at most 0" in table(report).splitlines()


def test_a_folder_without_documents_is_refused(tmp_path: Path) -> None:
    (tmp_path / "film.mp4").write_bytes(b"x")
    with pytest.raises(NotFound, match="No documents"):
        run(parse(["add", "--data", str(tmp_path)], ["add"]))


def test_a_failed_file_is_named_if_a_line_begins_with_it() -> None:
    lines = ["  a.pdf: 'a.pdf' needs a password [encrypted_document]", "    Give it with `askwell add --password`."]
    assert [name for name in ("a.pdf", "b.pdf", "a") if is_named(name, lines)] == ["a.pdf"]


def test_the_question_is_about_the_file_that_is_read_first(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "a.html").write_text("<title>Care of\n  pumps &amp; pipes</title>")
    (tmp_path / "image.gif").write_bytes(b"GIF")
    (tmp_path / ".hidden.html").write_text("<title>Hidden</title>")
    assert visible_files(tmp_path) == ["sub/a.html"]
    assert question_for(tmp_path, visible_files(tmp_path)) == "What do the documents say about Care of pumps & pipes?"
    (tmp_path / "boiler-room.txt").write_text("Hot.")
    assert question_for(tmp_path, visible_files(tmp_path)) == "What do the documents say about boiler room?"
