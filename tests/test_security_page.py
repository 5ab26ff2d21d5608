"""The page on security names tests that exist."""

import re

from tests.conftest import REPOSITORY

PAGE = (REPOSITORY / "docs" / "security.md").read_text(encoding="utf-8")


def test_every_test_that_it_names_exists() -> None:
    named = re.findall(r"`((?:[\w]+/)*test_\w+\.py|tests/[\w/]+(?:\.py)?)`", PAGE)
    assert len(named) > 30
    tests = REPOSITORY / "tests"
    assert [each for each in named if not (tests / each.removeprefix("tests/")).exists()] == []


def test_every_risk_of_both_lists_has_a_control_and_a_test() -> None:
    rows = [line.split(" | ") for line in PAGE.splitlines() if re.match(r"\| \d\d \|", line)]
    for column in (0, 1):
        assert sorted(row[column].strip("| ") for row in rows) == [f"{number:02d}" for number in range(1, 11)]
    assert all("test_" in row[4] for row in rows)
