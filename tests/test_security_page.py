"""The pages on security and reliability name tests that exist."""

import re

from tests.conftest import REPOSITORY

PAGE = (REPOSITORY / "docs" / "security.md").read_text(encoding="utf-8")


def test_every_test_that_it_names_exists() -> None:
    named = re.findall(r"`((?:[\w]+/)*test_\w+\.py|tests/[\w/]+(?:\.py)?)`", PAGE)
    assert len(named) > 30
    tests = REPOSITORY / "tests"
    assert [each for each in named if not (tests / each.removeprefix("tests/")).exists()] == []


FAULTS = (REPOSITORY / "docs" / "reliability.md").read_text(encoding="utf-8")


def test_every_fault_is_listed_and_those_of_data_and_safety_have_a_test_that_exists() -> None:
    rows = [line.split(" | ") for line in FAULTS.splitlines() if re.match(r"\| F\d", line)]
    listed: dict[int, str] = {}
    for row in rows:
        first, *others = (int(each) for each in re.findall(r"\d+", row[0]))
        is_range = " to " in row[0]
        listed |= dict.fromkeys(range(first, others[-1] + 1) if is_range else (first, *others), row[2])
    assert sorted(listed) == list(range(1, 43))
    for number in range(23, 40):
        named = re.findall(r"(?:[\w]+/)*test_\w+\.py", listed[number])
        missing = [each for each in named if not (REPOSITORY / "tests" / each).exists()]
        is_tested = bool(named) or "conformance suite" in listed[number]
        assert (is_tested, missing) == (True, []), f"F{number}"


def test_every_risk_of_both_lists_has_a_control_and_a_test() -> None:
    rows = [line.split(" | ") for line in PAGE.splitlines() if re.match(r"\| \d\d \|", line)]
    for column in (0, 1):
        assert sorted(row[column].strip("| ") for row in rows) == [f"{number:02d}" for number in range(1, 11)]
    assert all("test_" in row[4] for row in rows)
