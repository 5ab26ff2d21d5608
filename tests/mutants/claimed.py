"""Faults that take a promised statement away, each with the tests that claim it: `python -m tests.mutants.claimed`.

`docs/contracts.md` and the table of faults in `docs/reliability.md` say which tests claim a statement. A test that
passes although its statement does not hold is worth nothing, so each statement in `claimed.toml` has a fault under
which one of its tests must fail.
"""

import argparse
import sys
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.contracts import TABLE, read_statements
from tests.mutants.faults import Fault
from tests.mutants.seeded import try_all

FAULTS = Path(__file__).with_name("claimed.toml")


@dataclass(frozen=True, slots=True)
class Claimed:
    """A statement and a fault that takes it away, with the tests that claim it."""

    number: str
    """Of `docs/contracts.md` (`S3-01`), or of the faults in `docs/reliability.md` (`F23`)."""
    fault: Fault


def read_claimed() -> list[Claimed]:
    """The faults of the file; one without tests has those of its row in `docs/contracts.md`."""
    rows = {each.number: each.tests for each in read_statements(TABLE.read_text(encoding="utf-8"))}
    claimed = []
    for each in tomllib.loads(FAULTS.read_text(encoding="utf-8"))["fault"]:
        number = each.pop("number")
        tests = each.pop("tests", None) or [test.strip().strip("`") for test in rows[number].split(",")]
        claimed.append(Claimed(number, Fault(**each, tests=tuple(tests))))
    return claimed


def main(arguments: Sequence[str] | None = None) -> int:
    """Print each statement with the test that failed; 1 if the tests of one pass under its fault."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants.claimed", description=__doc__)
    parser.add_argument("--only", default="", metavar="TEXT", help="statements whose number begins like this")
    options = parser.parse_args(arguments)
    chosen = [each for each in read_claimed() if each.number.startswith(options.only)]
    missed = 0
    for each, tried in zip(chosen, try_all([each.fault for each in chosen], named_only=True), strict=True):
        missed += not tried.is_caught
        verdict = "caught" if tried.is_caught else "MISSED"
        sys.stdout.write(f"{verdict:7} {tried.took_s:6.1f} s  {each.number:6} {each.fault.name}: {tried.by}\n")
        sys.stdout.flush()
    sys.stdout.write(
        f"{len(chosen) - missed} of {len(chosen)} faults are noticed by a test that claims the statement\n"
    )
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
