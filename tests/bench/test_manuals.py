"""The manuals of the blind questions, and the copy of their pages."""

from pathlib import Path

from bench.blind import SETS, bundled
from bench.blind_questions import collections
from bench.manuals import MANUALS, copy_pages


def test_every_collection_of_the_questions_can_be_fetched() -> None:
    asked = {each for folder in SETS.values() for each in collections(folder)}
    assert asked - set(bundled()) == set(MANUALS)


def test_pages_are_copied_with_their_folders_and_nothing_else(tmp_path: Path) -> None:
    source = tmp_path / "package"
    (source / "part").mkdir(parents=True)
    (source / "part" / "a.html").write_text("<p>a</p>")
    (source / "style.css").write_text("p {}")
    (source / "b.html").symlink_to("part/a.html")
    copy_pages(source, tmp_path / "manual")
    copied = sorted(each.relative_to(tmp_path / "manual").as_posix() for each in (tmp_path / "manual").rglob("*.*"))
    assert copied == ["part/a.html"]
