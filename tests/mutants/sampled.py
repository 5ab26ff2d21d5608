"""Random changes of the rooms of a turn with mutmut: it changes a function, and runs the tests that reach it."""

import json
import random
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from tests.quick import ROOT

FOLDER = ROOT / "mutants"
_SURVIVED, _NO_TEST = 0, 33
_CAUGHT = frozenset({1, 3})
"""Exit codes that mutmut keeps: tests passed; no test reaches the function; tests failed or could not be collected."""


@dataclass(frozen=True, slots=True)
class Sampled:
    """What became of a sample of changes."""

    caught: int
    missed: tuple[str, ...]
    """Names of mutmut; `mutmut show NAME` prints the change."""
    late: int
    """Changes whose tests ran out of time."""
    untested: int
    """Those of `missed` that no test reaches."""


def run(size: int, seed: int) -> Sampled:
    """Change `size` places, chosen by `seed` among all that mutmut knows. Takes about ten seconds for each."""
    mutmut = Path(sys.executable).with_name("mutmut")
    # Writes the changed source and finds out which tests reach which function; no name has this form.
    subprocess.run([mutmut, "run", "nothing.of.this.name"], cwd=ROOT, stdout=subprocess.DEVNULL, check=False)
    names = sorted(codes())
    chosen = random.Random(seed).sample(names, min(size, len(names)))
    subprocess.run([mutmut, "run", *chosen], cwd=ROOT, stdout=subprocess.DEVNULL, check=False)
    ended = codes()
    missed = tuple(name for name in chosen if ended[name] in (_SURVIVED, _NO_TEST))
    caught = sum(ended[name] in _CAUGHT for name in chosen)
    untested = sum(ended[name] == _NO_TEST for name in chosen)
    return Sampled(caught, missed, len(chosen) - caught - len(missed), untested)


def codes() -> dict[str, int | None]:
    """Name of a change to the exit code of its tests; None if they have not run."""
    found: dict[str, int | None] = {}
    for file in FOLDER.rglob("*.meta"):
        found.update(json.loads(file.read_text(encoding="utf-8"))["exit_code_by_key"])
    return found
