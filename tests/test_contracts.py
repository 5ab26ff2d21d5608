"""The count of held statements: reading the table, finding claims, and one run of it all."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.contracts import (
    NUMBER,
    ROOT,
    TABLE,
    Claims,
    Statement,
    find_claims,
    read_statements,
    report,
    unknown_claims,
    with_tests,
)

SMALL_TABLE = """# Some page

| number | what | met by | test |
|---|---|---|---|
| S0-01 | a thing | `engine` | `old.py::test_old` |
| S0-B1 | str \\| None | open | |
| S2-V6 | another | open | |

Words that speak of S0-99 outside a table.
"""
LAST_NUMBERS = {
    "S0-": 37, "S0-B": 15, "S1-": 23, "S1-B": 12, "S2-": 16, "S2-V": 9, "S2-B": 11,
    "S3-": 17, "S3-G": 5, "S3-R": 5, "S3-B": 11, "S4-": 18, "S4-B": 11,
}  # fmt: skip


def statement(number: str) -> Statement:
    return Statement(number, "a thing", "open", "")


def table_numbers() -> list[str]:
    return [each.number for each in read_statements(TABLE.read_text(encoding="utf-8"))]


def test_rows_are_read_with_their_four_cells() -> None:
    assert read_statements(SMALL_TABLE) == [
        Statement("S0-01", "a thing", "`engine`", "`old.py::test_old`"),
        Statement("S0-B1", "str \\| None", "open", ""),
        Statement("S2-V6", "another", "open", ""),
    ]


def test_a_row_of_three_cells_is_refused() -> None:
    with pytest.raises(ValueError, match="four cells, this one has 3"):
        read_statements("| S0-01 | a thing | open |\n")


def test_several_claims_are_found_in_one_docstring() -> None:
    assert find_claims("test_first", "S4-05 S4-06: no history, (S2-V6) nothing; S0-B1.") == [
        "S4-05",
        "S4-06",
        "S2-V6",
        "S0-B1",
    ]


@pytest.mark.parametrize(
    ("name", "claims"),
    [
        ("test_s4_05_first_question_is_kept", ["S4-05"]),
        ("test_s2_v6_a_correction_counts", ["S2-V6"]),
        ("test_s0_b1_and_s0_28", ["S0-B1", "S0-28"]),
        ("test_takes_5_seconds", []),
        ("test_gives_5_turns", []),
        ("test_is_b1", []),
    ],
)
def test_claims_are_found_in_names(name: str, claims: list[str]) -> None:
    assert find_claims(name, "") == claims


def test_a_claim_in_name_and_docstring_counts_once() -> None:
    assert find_claims("test_s4_05_kept", "S4-05: kept.") == ["S4-05"]


@pytest.mark.parametrize("slip", ["S4-5", "S9-01", "S0-B1..B3", "S0-01..S0-05"])
def test_a_slip_is_a_claim_that_no_row_answers(slip: str) -> None:
    claims = Claims(tests={number: ["t.py::test"] for number in find_claims("test_x", f"{slip}: kept.")})
    assert unknown_claims([statement("S0-01"), statement("S0-B1")], claims) == [
        f"t.py::test claims {slip}, which docs/contracts.md does not list"
    ]


def test_words_without_numbers_claim_nothing() -> None:
    assert find_claims("test_stores_in_s3", "Kept in S3 or S3-compatible stores.") == []


def test_the_column_is_written_and_nothing_else_changes() -> None:
    written = with_tests(SMALL_TABLE, {"S0-B1": ["tests/a.py::test_b", "tests/a.py::test_c"]})
    assert written == SMALL_TABLE.replace(" | `old.py::test_old` |", " | |").replace(
        "open | |\n| S2", "open | `a.py::test_b`, `a.py::test_c` |\n| S2"
    )


def test_writing_twice_is_writing_once() -> None:
    tests = {"S0-B1": ["tests/a.py::test_b"]}
    assert with_tests(with_tests(SMALL_TABLE, tests), tests) == with_tests(SMALL_TABLE, tests)


def test_a_parametrised_claim_holds_only_with_all_cases() -> None:
    claims = Claims(tests={"S0-01": ["t"], "S0-02": ["u"]}, passed={"t", "u"}, not_passed={"t": "assert 0"})
    assert [claims.holds(number) for number in ("S0-01", "S0-02", "S0-03")] == [False, True, False]


def test_the_report_counts_then_names_failures_then_the_rest_by_system() -> None:
    statements = [statement(number) for number in ("S0-01", "S0-02", "S0-B1", "S2-V6")]
    claims = Claims(tests={"S0-01": ["t"], "S0-02": ["u"]}, passed={"t"}, not_passed={"u": "assert 0"})
    assert report(statements, claims) == [
        "1 of 4 statements have a passing test",
        "",
        "Claimed, but the test does not pass:",
        "  S0-02  u  assert 0",
        "",
        "Without a passing test:",
        "  S0: 02 B1",
        "  S2: V6",
    ]


def test_the_rest_is_wrapped_at_100_columns() -> None:
    lines = report([statement(f"S0-{number:02}") for number in range(1, 60)], Claims())
    assert max(map(len, lines)) <= 100
    assert " ".join(lines[3:]).split() == ["S0:", *(f"{number:02}" for number in range(1, 60))]


def test_every_number_of_the_table_is_unique() -> None:
    numbers = table_numbers()
    assert sorted(set(numbers)) == sorted(numbers)


def test_every_number_of_the_table_has_the_form() -> None:
    assert [number for number in table_numbers() if not NUMBER.fullmatch(number)] == []


def test_no_statement_is_missing_from_the_table() -> None:
    promised = [
        f"{series}{number:02}" if series.endswith("-") else f"{series}{number}"
        for series, last in LAST_NUMBERS.items()
        for number in range(1, last + 1)
    ]
    promised.remove("S0-05")  # never given
    assert set(table_numbers()) == set(promised)


def test_every_row_says_what_and_how_it_is_met() -> None:
    rows = read_statements(TABLE.read_text(encoding="utf-8"))
    assert [each.number for each in rows if not each.what or not each.met_by] == []


def test_every_module_the_table_names_exists() -> None:
    package = ROOT / "src" / "askwell"
    rows = read_statements(TABLE.read_text(encoding="utf-8"))
    floors = {path.stem for path in package.iterdir()}
    named = {name for each in rows for name in re.findall(r"`([a-z_]+(?:\.[a-z_]+)*)`", each.met_by)}
    modules = {name for name in named if name.partition(".")[0] in floors}
    assert modules, "the table names modules"
    paths = {name: package.joinpath(*name.split(".")) for name in modules}
    assert [name for name, path in paths.items() if not path.is_dir() and not path.with_suffix(".py").is_file()] == []


def test_a_run_keeps_the_claiming_tests_and_fails_with_them(tmp_path: Path) -> None:
    (tmp_path / "claims").mkdir()
    (tmp_path / "claims" / "test_some.py").write_text(
        "import pytest\n"
        "def test_s0_01_holds(): pass\n"
        "def test_unclaimed(): raise SystemError\n"
        "@pytest.mark.parametrize('n', [1, 2])\n"
        "def test_cases(n):\n"
        "    '''S0-B1: both.'''\n"
        "    assert n == 1\n"
    )
    table = tmp_path / "table.md"
    table.write_text(SMALL_TABLE)
    command = [sys.executable, "-m", "tests.contracts", "--table", str(table), "--tests", str(tmp_path / "claims")]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.stderr == ""
    assert ran.stdout.splitlines()[0] == "1 of 3 statements have a passing test"
    assert "S0-B1  claims/test_some.py::test_cases" in ran.stdout
    assert ran.returncode == 1
    written = subprocess.run([*command, "--write"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (written.returncode, written.stdout, written.stderr) == (0, "", "")
    assert "| S0-B1 | str \\| None | open | `claims/test_some.py::test_cases` |" in table.read_text()
