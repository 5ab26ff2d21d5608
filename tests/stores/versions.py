"""The tests of the store on several versions of PostgreSQL, and a soak on each.

`python -m tests.stores.versions FOLDER [KILLS] [SEED]`, or `make postgres-matrix`: on the servers in `FOLDER/*/bin`, on
those of the machine, and on the one that all other tests use. Prints a line for each. Exits with 1 if a test fails, a
soak is not clean, or a version of `VERSIONS` has no server.
"""

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

import psycopg

from tests.conftest import REPOSITORY
from tests.stores.servers import default_binaries, libpq, make_database, server
from tests.stores.soak import Outcome, soak

VERSIONS = range(14, 19)
HEADING = (
    f"{'server':8}{'case by':>9}{'passed':>8}{'failed':>8}{'kills':>7}"
    f"{'begun':>8}{'lost':>6}{'repeated':>10}{'stuck':>7}{'broken':>8}\n"
)
TESTS = ("tests/stores", "tests/runtime")
LONGEST_S = 1_800.0
"""Maximum time for the tests on one server."""
_OF_THE_MACHINE = Path("/usr/lib/postgresql")
"""Where Debian and its descendants install servers."""
_PROVIDERS = {"b": "builtin", "c": "libc", "i": "ICU"}
"""Meaning of `pg_collation.collprovider`."""


@dataclass(frozen=True)
class Result:
    """What the tests and a soak found on one server."""

    version: str
    folds_by: str
    """The library whose collation the migration selected."""
    passed: int
    failed: Sequence[str]
    soaked: Outcome

    @property
    def is_clean(self) -> bool:
        """Whether nothing failed and nothing was lost."""
        return bool(self.passed) and not self.failed and self.soaked.is_clean

    def line(self) -> str:
        """A row of the table."""
        soaked = self.soaked
        lost = soaked.answers_lost + soaked.questions_lost
        return (
            f"{self.version:8}{self.folds_by:>9}{self.passed:>8}{len(self.failed):>8}{soaked.kills:>7}"
            f"{len(soaked.accepted):>8}{lost:>6}{soaked.turns_repeated:>10}{soaked.sessions_stuck:>7}{len(soaked.broken):>8}\n"
        )


def servers(folder: Path) -> dict[str, Path]:
    """Version to its folder of binaries, oldest first; of two with the same version, the first found."""
    found = [*folder.glob("*/bin"), *_OF_THE_MACHINE.glob("*/bin"), default_binaries()]
    versions: dict[str, Path] = {}
    for each in found:
        if (each / "initdb").is_file():
            versions.setdefault(version_of(each), each)
    return dict(sorted(versions.items(), key=lambda each: [int(part) for part in each[0].split(".")]))


def version_of(folder: Path) -> str:
    """The version of a server's binaries, such as `16.14`."""
    printed = subprocess.run([folder / "postgres", "--version"], check=True, capture_output=True, text=True).stdout
    match = re.search(r"\d+\.\d+", printed)
    assert match, printed
    return match[0]


def check(version: str, folder: Path, kills: int, seed: int) -> Result:
    """Run the tests and a soak on one server."""
    passed, failed = _test(folder)
    with server(folder) as running:
        database = make_database(running, "soak")
        soaked = soak(database.render_as_string(hide_password=False), kills, seed)
        with psycopg.connect(libpq(database)) as connection:
            query = "SELECT collprovider FROM pg_collation WHERE collname = 'askwell_fold'"
            row = connection.execute(query).fetchone()
    assert row is not None
    return Result(version, _PROVIDERS[row[0]], passed, failed, soaked)


def _test(folder: Path) -> tuple[int, list[str]]:
    """How many tests passed, and the names of those that failed."""
    with tempfile.TemporaryDirectory() as reports:
        report = Path(reports) / "report.xml"
        command = (sys.executable, "-m", "pytest", "-m", "postgres", "--junit-xml", str(report), *TESTS)
        ended = subprocess.run(
            command,
            cwd=REPOSITORY,
            env={**os.environ, "POSTGRES_BIN": str(folder)},
            check=False,
            capture_output=True,
            text=True,
            timeout=LONGEST_S,
        )
        if not report.is_file():
            raise RuntimeError(ended.stdout + ended.stderr)
        cases = list(ElementTree.parse(report).iter("testcase"))
    failed = [
        f"{case.get('classname')}::{case.get('name')}"
        for case in cases
        if case.find("failure") is not None or case.find("error") is not None
    ]
    skipped = sum(case.find("skipped") is not None for case in cases)
    return len(cases) - len(failed) - skipped, failed


def main(folder: str, kills: int = 100, seed: int = 0) -> None:
    """A line for each server; exits with 1 unless all are clean and all versions were found."""
    found = servers(Path(folder).resolve())
    sys.stdout.write(HEADING)
    clean = True
    for version, each in found.items():
        result = check(version, each, kills, seed)
        sys.stdout.write(result.line() + "".join(f"  {name}\n" for name in result.failed))
        sys.stdout.flush()
        clean &= result.is_clean
    missing = [major for major in VERSIONS if not any(version.startswith(f"{major}.") for version in found)]
    for major in missing:
        sys.stdout.write(f"{major:<8} not installed\n")
    sys.exit(not clean or bool(missing))


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
