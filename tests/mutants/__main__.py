"""How many seeded faults of the engine the tests catch: `make mutants`.

`python -m tests.mutants` puts in each fault of `faults.py`; `--only TEXT` those whose name has the text.
`python -m tests.mutants --sample 100 --seed 1` also changes operators, constants and calls at random places of the
rooms of a turn, with mutmut.
"""

import argparse
import sys
from collections.abc import Sequence

from askwell.evals.reports.statistics import wilson
from tests.mutants import sampled
from tests.mutants.faults import FAULTS
from tests.mutants.seeded import try_all

ENOUGH = 0.85
"""Minimum share of caught faults."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Print each fault with the test that caught it, and the share of caught ones; 1 if that is too low."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("--only", default="", metavar="TEXT", help="faults whose name has this text")
    parser.add_argument("--sample", type=int, default=0, metavar="N", help="random changes with mutmut as well")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    caught = tried = 0
    for each in try_all([fault for fault in FAULTS if options.only in fault.name]):
        tried, caught = tried + 1, caught + each.is_caught
        sys.stdout.write(
            f"{'caught' if each.is_caught else 'MISSED':7} {each.took_s:6.1f} s  {each.fault.name}: {each.by}\n"
        )
        sys.stdout.flush()
    enough = _say("seeded faults", caught, tried)
    if options.sample:
        found = sampled.run(options.sample, options.seed)
        for name in found.missed:
            sys.stdout.write(f"MISSED  {name}\n")
        enough &= _say("random changes", found.caught, found.caught + len(found.missed))
        sys.stdout.write(
            f"out of time, not counted: {found.late}; without a test: {found.untested}, counted as missed\n"
        )
    return int(not enough)


def _say(what: str, caught: int, tried: int) -> bool:
    if not tried:
        return True
    low, high = wilson(caught, tried)
    sys.stdout.write(
        f"{what}: {caught} of {tried} caught, {caught / tried:.1%} (95 % interval {low:.0%} to {high:.0%})\n"
    )
    return caught / tried >= ENOUGH


if __name__ == "__main__":
    sys.exit(main())
