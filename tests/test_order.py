"""The order in which `make test` runs files."""

from tests.conftest import LONG, REPOSITORY


def test_the_files_that_come_first_are_there() -> None:
    assert [name for name in LONG if not (REPOSITORY / "tests" / name).is_file()] == []
    assert len(set(LONG)) == len(LONG)
