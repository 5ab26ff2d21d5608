"""The checks of what changed, in less than a minute: `make quick`.

Changed is what differs from HEAD, files that git does not know included; where nothing does, what differs from where
the branch left `main`. A source file is tested by the files of its room's tests that import it or have its name, else
by all of them. Left out are tests of whole processes and PostgreSQL, which `make test` runs.
"""

import argparse
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).parents[1]
SOURCE = PurePosixPath("src/askwell")
TESTS = PurePosixPath("tests")
SLOW = ("process", "killed", "soak", "postgres", "browser", "scenario")
"""Parts of test names and parameters that `make quick` leaves to `make test`."""


def changed_files(root: Path = ROOT) -> list[PurePosixPath]:
    """Paths from the root of the files that changed and are still there, in order."""
    found = [*_git(root, "diff", "--name-only", "HEAD"), *_git(root, "ls-files", "--others", "--exclude-standard")]
    if not found:
        left_at = _git(root, "merge-base", "main", "HEAD")
        found = _git(root, "diff", "--name-only", left_at[0]) if left_at else []
    return [PurePosixPath(path) for path in sorted(set(found)) if (root / path).is_file()]


def files_to_run(changed: Iterable[PurePosixPath], tests: Mapping[PurePosixPath, str]) -> list[PurePosixPath]:
    """The test files to run for what changed, in order; `tests` are all there are, with their text."""
    found: set[PurePosixPath] = set()
    for path in changed:
        if path in tests:
            found.add(path)
        elif path.suffix == ".py" and path.is_relative_to(SOURCE):
            found.update(_tests_of_source(path.relative_to(SOURCE), tests))
        elif path.suffix == ".py" and path.is_relative_to(TESTS):
            # Shared by tests: run those that import it.
            found.update(each for each, text in tests.items() if _imports(text, _dotted(path)))
    return sorted(found)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the checks and say how long each took; 1 when one fails."""
    parser = argparse.ArgumentParser(prog="python -m tests.quick", description=__doc__)
    parser.add_argument("--list", action="store_true", help="only list the test files")
    options = parser.parse_args(arguments)
    changed = changed_files()
    texts = {
        PurePosixPath(path.relative_to(ROOT).as_posix()): path.read_text(encoding="utf-8")
        for path in (ROOT / TESTS).rglob("test_*.py")
    }
    tests = [str(path) for path in files_to_run(changed, texts)]
    if options.list:
        sys.stdout.writelines(f"{path}\n" for path in tests)
        return 0
    python = [str(path) for path in changed if path.suffix == ".py"]
    typed = [path for path in python if path.startswith(("src/", "tests/", "examples/"))]
    checks = [
        ["ruff", "format", "--check", "--quiet", *python],
        ["ruff", "check", "--quiet", *python],
        ["lint-imports"],
        ["mypy", *typed],
        ["pytest", "-n", "auto", "--maxprocesses", "4", "--dist", "loadfile", "-k", _not_slow(), *tests],
    ]
    needed = [bool(python), bool(python), bool(python), bool(typed), bool(tests)]
    return max([_run(check) for check, needs in zip(checks, needed, strict=True) if needs], default=0)


def _tests_of_source(path: PurePosixPath, tests: Mapping[PurePosixPath, str]) -> list[PurePosixPath]:
    """Tests of a file, from the nearest folder of tests there is: `stores/sql/`, `stores/`, at last `tests/`."""
    folder = TESTS / path.parent
    while folder != TESTS and not any(each.is_relative_to(folder) for each in tests):
        folder = folder.parent
    own = [each for each in tests if (each.parent == TESTS if folder == TESTS else each.is_relative_to(folder))]
    module = _dotted(PurePosixPath("askwell") / path)
    named = [each for each in own if each.stem == f"test_{path.stem}" or _imports(tests[each], module)]
    return named or own


def _dotted(path: PurePosixPath) -> str:
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


def _imports(text: str, module: str) -> bool:
    parent, _, name = module.rpartition(".")
    return (
        re.search(rf"\b{re.escape(module)}\b|from {re.escape(parent)} import [^\n]*\b{re.escape(name)}\b", text)
        is not None
    )


def _not_slow() -> str:
    return " and ".join(f"not {word}" for word in SLOW)


def _run(check: Sequence[str]) -> int:
    begun = time.monotonic()
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT / "src"), str(ROOT)))}
    command = [str(Path(sys.executable).with_name(check[0])), *check[1:]]
    ended = subprocess.run(command, cwd=ROOT, env=environment, check=False)
    # pytest ends with 5 where the names of all tests are among the slow ones.
    failed = ended.returncode not in ({0, 5} if check[0] == "pytest" else {0})
    sys.stdout.write(f"{check[0]}: {'failed' if failed else 'passed'}, {time.monotonic() - begun:.1f} s\n")
    return int(failed)


def _git(root: Path, *arguments: str) -> list[str]:
    ended = subprocess.run(["git", "-C", str(root), *arguments], capture_output=True, text=True, check=False)
    return ended.stdout.split() if ended.returncode == 0 else []


if __name__ == "__main__":
    sys.exit(main())
