"""Puts each fault into a copy of the source and runs the tests for it."""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from tests.mutants.faults import SOURCE, Fault
from tests.quick import ROOT, files_to_run

TIME_S = 900
"""Maximum seconds of the tests for one fault; longer ones count as caught, since `make test` would not end."""

_COLLECTED_NOTHING = 5


@dataclass(frozen=True, slots=True)
class Tried:
    """A fault and what the tests did."""

    fault: Fault
    is_caught: bool
    took_s: float
    by: str
    """The first test that failed, or why there is none."""


def with_fault(text: str, fault: Fault) -> str:
    """The text of the file with the fault. Raises ValueError if its place is not there exactly once."""
    if (places := text.count(fault.old)) != 1:
        raise ValueError(
            f"{fault.file} has {fault.old!r} {places} times; bring the fault {fault.name!r} in line with it"
        )
    return text.replace(fault.old, fault.new)


def chosen_tests(fault: Fault) -> list[str]:
    """The tests to run, those that are nearest to the file first."""
    texts = {
        PurePosixPath(path.relative_to(ROOT).as_posix()): path.read_text(encoding="utf-8")
        for path in (ROOT / "tests").rglob("test_*.py")
    }
    near = files_to_run([PurePosixPath(SOURCE) / fault.file], texts)
    return list(dict.fromkeys([*map(str, near), *named(fault)]))


def try_all(faults: Sequence[Fault], *, named_only: bool = False) -> Iterator[Tried]:
    """The faults in order, each tried in the same copy of the source, which is mended after each.

    With `named_only` only the tests that a fault names are run, not those near its file.
    """
    with tempfile.TemporaryDirectory(prefix="askwell-mutants-") as folder:
        source = Path(folder) / "src"
        shutil.copytree(ROOT / "src", source, ignore=shutil.ignore_patterns("__pycache__"))
        for fault in faults:
            file = source / "askwell" / fault.file
            whole = file.read_text(encoding="utf-8")
            file.write_text(with_fault(whole, fault), encoding="utf-8")
            try:
                yield _try(
                    fault, source, ["-n", "0", *named(fault)] if named_only else ["-n", "2", *chosen_tests(fault)]
                )
            finally:
                file.write_text(whole, encoding="utf-8")


def named(fault: Fault) -> tuple[str, ...]:
    """The tests that the fault names, as pytest takes them."""
    return tuple(f"tests/{name}" for name in fault.tests)


def _try(fault: Fault, source: Path, arguments: Sequence[str]) -> Tried:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join((str(source), str(ROOT))), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "pytest", "-x", "--no-header", "--tb=no", *arguments]
    begun = time.monotonic()
    try:
        ended = subprocess.run(
            command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=TIME_S, check=False
        )
    except subprocess.TimeoutExpired:
        return Tried(fault, True, TIME_S, "the tests do not end")
    failed = [line.removeprefix("FAILED ").split(" - ")[0] for line in ended.stdout.splitlines() if "FAILED " in line]
    is_caught = ended.returncode not in (0, _COLLECTED_NOTHING)
    by = failed[0] if failed else ("an error" if is_caught else "no test fails")
    return Tried(fault, is_caught, time.monotonic() - begun, by)
