"""`python -m bench NAME --data DIR --json FILE`: run one bench, which is a file of this folder with a `run`."""

import importlib
import re
import sys
from pathlib import Path

from bench.options import parse
from bench.report import write

_RUN = re.compile(r"^def run\(", re.MULTILINE)


def main() -> None:
    """Run the bench that the command line names."""
    folder = Path(__file__).parent
    files = sorted(file for file in folder.glob("*.py") if _RUN.search(file.read_text(encoding="utf-8")))
    names = [file.stem.replace("_", "-") for file in files]
    options = parse(sys.argv[1:], names)
    report = importlib.import_module(f"bench.{options.bench.replace('-', '_')}").run(options)
    write(report, options.data, options.json)


if __name__ == "__main__":
    main()
