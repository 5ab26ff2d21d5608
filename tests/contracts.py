"""How many of the promised statements have a passing test: `make contracts`.

`docs/contracts.md` numbers the statements. A test claims one by carrying its number in its docstring (`S4-05`) or its
name (`test_s4_05_...`). `python -m tests.contracts` runs the claiming tests and says what is held and what is not;
`--write` brings the table's last column in line with the claims.
"""

import argparse
import io
import re
import sys
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TABLE = ROOT / "docs" / "contracts.md"
NUMBER = re.compile(r"S[0-4]-(?:\d\d|[BGRV][1-9]\d?)")
"""Form of a statement's number: `S0-07`, and with a letter `S0-B1`, `S2-V6`, `S3-G2`, `S3-R4`."""

WIDTH = 100

# Looser than NUMBER on purpose: a slip (`S4-5`, `S9-01`, a range) must come out as a claim that no row answers.
_IN_DOCSTRING = re.compile(r"\bS\d+-[A-Z]?\d+(?:\.\.[\w-]+)?")
_IN_NAME = re.compile(r"(?<![a-z0-9])s(\d+)_([a-z]?\d+)(?![a-z0-9])")
_ROW = re.compile(r"\| S\d+-")
_BAR = re.compile(r"(?<!\\)\|")


@dataclass(frozen=True, slots=True)
class Statement:
    """A row of the table."""

    number: str
    what: str
    met_by: str
    tests: str


def read_statements(text: str) -> list[Statement]:
    """The rows of all tables whose first cell begins like a number, in order."""
    rows = (_cells(line) for line in text.splitlines() if _ROW.match(line))
    return [Statement(*cells) for cells in rows]


def with_tests(text: str, tests: Mapping[str, Sequence[str]]) -> str:
    """The text with the last column of each row listing the tests that claim its statement; all else untouched."""
    lines = [_with_tests(line, tests) if _ROW.match(line) else line for line in text.splitlines()]
    return "\n".join(lines) + "\n"


def find_claims(name: str, docstring: str) -> list[str]:
    """Numbers that a test claims, each once: those of its docstring, then those of its name."""
    in_name = (f"S{system}-{rest.upper()}" for system, rest in _IN_NAME.findall(name))
    return list(dict.fromkeys((*_IN_DOCSTRING.findall(docstring), *in_name)))


@dataclass(eq=False)
class Claims:
    """A pytest plugin that keeps the tests which claim something, and notes how they end.

    A test is named by its id without parameters, so the cases of a parametrised one count together.
    """

    tests: dict[str, list[str]] = field(default_factory=dict)
    """Number to the tests that claim it."""
    passed: set[str] = field(default_factory=set)
    """Tests of which at least one case passed."""
    not_passed: dict[str, str] = field(default_factory=dict)
    """Tests of which a case failed or was skipped, with the last line of why."""
    uncollected: dict[str, str] = field(default_factory=dict)
    """Files that could not be collected, with the last line of why."""

    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        """Keep the claiming tests."""
        claiming = [item for item in items if self._note(item)]
        config.hook.pytest_deselected(items=[item for item in items if item not in claiming])
        items[:] = claiming

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Note a file that could not be collected."""
        if report.failed:
            self.uncollected[report.nodeid] = _last_line(report.longreprtext)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note how a test's set-up, call or tear-down ended."""
        test = _without_parameters(report.nodeid)
        if not report.passed:
            self.not_passed[test] = _last_line(report.longreprtext) or report.outcome
        elif report.when == "call":
            self.passed.add(test)

    def holds(self, number: str) -> bool:
        """Whether a test that claims it passed in all its cases."""
        return any(test in self.passed and test not in self.not_passed for test in self.tests.get(number, ()))

    def _note(self, item: pytest.Item) -> bool:
        if not isinstance(item, pytest.Function):
            return False
        claims = find_claims(item.originalname, item.function.__doc__ or "")
        test = _without_parameters(item.nodeid)
        for number in claims:
            tests = self.tests.setdefault(number, [])
            if test not in tests:
                tests.append(test)
        return bool(claims)


def run_claiming_tests(folder: Path, *, collect_only: bool = False) -> Claims:
    """The claims in a folder of tests, after they ran unless they are only collected."""
    claims = Claims()
    options = ["--continue-on-collection-errors", f"--rootdir={folder.parent}", f"-c={ROOT / 'pyproject.toml'}"]
    said = io.StringIO()
    with redirect_stdout(said), redirect_stderr(said):
        code = pytest.main([*options, *(["--collect-only"] if collect_only else []), str(folder)], plugins=[claims])
    if code in {pytest.ExitCode.INTERRUPTED, pytest.ExitCode.INTERNAL_ERROR, pytest.ExitCode.USAGE_ERROR}:
        sys.exit(f"pytest did not come to its end:\n{said.getvalue()}")
    return claims


def report(statements: Sequence[Statement], claims: Claims) -> list[str]:
    """What there is to say, line by line: the count, what failed, and the statements without a passing test."""
    held = [each.number for each in statements if claims.holds(each.number)]
    lines = [f"{len(held)} of {len(statements)} statements have a passing test"]
    failed = [(number, test) for number, tests in claims.tests.items() for test in tests if test in claims.not_passed]
    if failed:
        lines += ["", "Claimed, but the test does not pass:"]
        lines += [f"  {number}  {test}  {claims.not_passed[test]}" for number, test in failed]
    if claims.uncollected:
        lines += ["", "Cannot be collected:", *(f"  {file}  {why}" for file, why in claims.uncollected.items())]
    rest = [each.number for each in statements if each.number not in held]
    if rest:
        lines += ["", "Without a passing test:", *_by_system(rest)]
    return lines


def unknown_claims(statements: Iterable[Statement], claims: Claims) -> list[str]:
    """A line for each claim of a number that no row has."""
    known = {each.number for each in statements}
    return [
        f"{test} claims {number}, which docs/contracts.md does not list"
        for number, tests in claims.tests.items()
        if number not in known
        for test in tests
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the claiming tests and report, or write the column; 1 when a claim is unknown or does not hold."""
    parser = argparse.ArgumentParser(prog="python -m tests.contracts", description=__doc__)
    parser.add_argument("--write", action="store_true", help="write the test column of the table instead of running")
    parser.add_argument("--table", type=Path, default=TABLE, help="the table (docs/contracts.md)")
    parser.add_argument("--tests", type=Path, default=ROOT / "tests", help="folder of the tests (tests)")
    options = parser.parse_args(arguments)
    text = options.table.read_text(encoding="utf-8")
    statements = read_statements(text)
    claims = run_claiming_tests(options.tests.resolve(), collect_only=options.write)
    unknown = unknown_claims(statements, claims)
    if options.write:
        # A file that cannot be collected would lose its claims from the table.
        lines = [*unknown, *(f"{file} cannot be collected: {why}" for file, why in claims.uncollected.items())]
        if not lines:
            options.table.write_text(with_tests(text, claims.tests), encoding="utf-8")
    else:
        lines = [*report(statements, claims), *(["", *unknown] if unknown else [])]
    sys.stdout.writelines(f"{line}\n" for line in lines)
    return 1 if unknown or claims.not_passed or claims.uncollected else 0


def _cells(line: str) -> list[str]:
    """The four cells of a row. Raises ValueError when it has another number of them."""
    cells = [cell.strip() for cell in _BAR.split(line.strip())[1:-1]]
    if len(cells) != 4:
        raise ValueError(f"A row needs four cells, this one has {len(cells)}: {line!r}")
    return cells


def _with_tests(line: str, tests: Mapping[str, Sequence[str]]) -> str:
    number, what, met_by, _ = _cells(line)
    names = ", ".join(f"`{test.removeprefix('tests/')}`" for test in tests.get(number, ()))
    return f"| {number} | {what} | {met_by} | {names} |" if names else f"| {number} | {what} | {met_by} | |"


def _by_system(numbers: Sequence[str]) -> list[str]:
    by_system: dict[str, list[str]] = {}
    for number in numbers:
        system, rest = number.split("-")
        by_system.setdefault(system, []).append(rest)
    return [
        line
        for system, rests in by_system.items()
        for line in textwrap.wrap(
            f"{system}: {' '.join(rests)}",
            WIDTH,
            initial_indent="  ",
            subsequent_indent="      ",
            break_on_hyphens=False,
        )
    ]


def _without_parameters(nodeid: str) -> str:
    return nodeid.partition("[")[0]


def _last_line(text: str) -> str:
    return text.strip().rpartition("\n")[2].strip()


if __name__ == "__main__":
    sys.exit(main())
