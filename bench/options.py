"""What the command line of the bench takes, the same for every bench."""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Options:
    """One call of the bench."""

    bench: str
    data: Path
    json: Path | None
    set: str
    """A name of a set, `all` for the pool alone, empty for all sets and the pool; a folder of questions for `blind`."""
    limit: int | None
    """Turns of each set at most, the first of it."""
    sample: int | None
    """Turns of each set at most, drawn evenly over its conversations and over how deep in them they stand."""
    resolver: str
    judge: str
    writer: str
    embedder: str
    turns: int


def parse(arguments: Sequence[str], names: Sequence[str]) -> Options:
    """The options of a command line; exits with 2 and the usage on a wrong one."""
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measure on public data.")
    parser.add_argument("bench", metavar="NAME", choices=names, help=", ".join(names))
    parser.add_argument("--data", type=Path, default=Path(), help="folder with the data, one subfolder a source")
    parser.add_argument("--json", type=Path, help="file to write the rows to")
    parser.add_argument("--set", default="", help="one set, or `all` for the pool alone")
    parser.add_argument("--limit", type=int, help="turns of each set at most, its first")
    parser.add_argument("--sample", type=int, help="turns of each set at most, drawn evenly")
    parser.add_argument("--resolver", default="rules", help="rules, none, or llm for the model that the settings name")
    parser.add_argument("--judge", default="rules", help="rules or llm")
    parser.add_argument("--writer", default="rules", help="rules, or llm for the model that the settings name")
    parser.add_argument("--embedder", default="", help="name of an embedder")
    parser.add_argument("--turns", type=int, default=1_000, help="length of the longest conversation of `speed`")
    return Options(**vars(parser.parse_args(arguments)))
