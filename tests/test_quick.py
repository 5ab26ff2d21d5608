"""Which tests `make quick` runs for what changed."""

import subprocess
from pathlib import Path, PurePosixPath

import pytest

from tests.quick import changed_files, files_to_run

TESTS = {
    PurePosixPath(path): text
    for path, text in {
        "tests/rules/test_resolve.py": "from askwell.rules.resolve import resolve",
        "tests/rules/test_dutch.py": "from askwell.rules.cues import read\nfrom tests.rules.test_resolve import ask",
        "tests/stores/sql/test_rows.py": "from askwell.stores.sql import rows",
        "tests/stores/test_conformance.py": "from askwell.stores.files.store import FilesStore",
        "tests/test_engine.py": "from askwell.engine import Engine\nfrom tests.alpine import alpine",
    }.items()
}


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ("src/askwell/rules/resolve.py", ["tests/rules/test_resolve.py"]),
        ("src/askwell/rules/cues.py", ["tests/rules/test_dutch.py"]),
        ("src/askwell/rules/scope.py", ["tests/rules/test_dutch.py", "tests/rules/test_resolve.py"]),
        ("src/askwell/stores/sql/rows.py", ["tests/stores/sql/test_rows.py"]),
        ("src/askwell/stores/files/store.py", ["tests/stores/test_conformance.py"]),
        ("src/askwell/engine.py", ["tests/test_engine.py"]),
        ("tests/rules/test_resolve.py", ["tests/rules/test_resolve.py"]),
        ("tests/alpine.py", ["tests/test_engine.py"]),
        ("docs/architecture.md", []),
    ],
)
def test_a_file_is_tested_by_what_imports_it_or_by_its_room(changed: str, expected: list[str]) -> None:
    assert [str(path) for path in files_to_run([PurePosixPath(changed)], TESTS)] == expected


def test_changed_is_what_differs_from_the_last_commit_or_else_from_main(tmp_path: Path) -> None:
    def git(*arguments: str) -> None:
        identity = ("-c", "user.name=t", "-c", "user.email=t@example.org")
        subprocess.run(["git", "-C", str(tmp_path), *identity, *arguments], check=True, capture_output=True)

    def write(name: str, text: str) -> None:
        (tmp_path / name).write_text(text)

    git("init", "--initial-branch=main")
    write("a.py", "1")
    write("b.py", "1")
    git("add", ".")
    git("commit", "-m", "one")
    assert changed_files(tmp_path) == []
    git("switch", "-c", "branch")
    write("a.py", "2")
    git("commit", "-am", "two")
    assert changed_files(tmp_path) == [PurePosixPath("a.py")]
    write("b.py", "2")
    write("new.py", "1")
    assert changed_files(tmp_path) == [PurePosixPath("b.py"), PurePosixPath("new.py")]
    (tmp_path / "b.py").unlink()
    assert changed_files(tmp_path) == [PurePosixPath("new.py")]
