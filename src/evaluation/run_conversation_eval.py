"""`python -m evaluation.run_conversation_eval`: translates its options to `askwell eval`."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from askwell.cli.app import run_command
from askwell.evals.load import home_of

FOLDERS = (Path("QUESTIONS/conversations"), Path("QUESTIONS/conversations/scenarios"))
"""Where conversations are, relative to the working folder."""

ASSISTANT = "childcare"
"""Assistant for conversations in `FOLDERS` or anywhere else outside of an assistant's folder."""

MODES = ("hybrid",)
"""Searches by words and by meaning. It is the only way that askwell searches, so the option changes nothing."""


def arguments(written: Sequence[str] | None = None) -> list[str]:
    """The arguments of `askwell` for those of this command, which default to the ones of the process."""
    parser = argparse.ArgumentParser(prog="evaluation.run_conversation_eval", description="Evaluate conversations.")
    chosen = parser.add_mutually_exclusive_group(required=True)
    chosen.add_argument("--conversation", metavar="FILE", help="one conversation, by path or by its name in QUESTIONS/")
    chosen.add_argument("--all", action="store_true", help="all of QUESTIONS/conversations, else of all assistants")
    parser.add_argument("--mode", choices=MODES, default=MODES[0], help="how documents are searched")
    parser.add_argument("--assistant", help=f"assistant that answers; default: the file's own, else {ASSISTANT}")
    parser.add_argument("--debug", action="store_true", help="show every turn, and tracebacks")
    options = parser.parse_args(written)
    files = _all() if options.all else [_found(options.conversation)]
    assistant = options.assistant or ("" if all(map(_has_assistant, files)) else ASSISTANT)
    return [
        "eval",
        "run",
        *map(str, files),
        *(["--assistant", assistant] if assistant else []),
        *(["--verbose", "--debug"] if options.debug else []),
    ]


def main(written: Sequence[str] | None = None) -> int:
    """Run and return the exit code: 0 passed, 2 usage, 3 below threshold, 4 not found."""
    return run_command(arguments(written))


def _all() -> list[Path]:
    """The conversations of the working folder; empty, which means all assistants, if it has none."""
    return sorted(file for folder in FOLDERS for ending in ("*.yaml", "*.yml") for file in folder.glob(ending))


def _found(name: str) -> Path:
    """A path as it is written, or a name in `FOLDERS`; what does not exist is left to `askwell eval` to report."""
    return next((file for file in (Path(name), *(folder / name for folder in FOLDERS)) if file.is_file()), Path(name))


def _has_assistant(file: Path) -> bool:
    """Whether a conversation is in an assistant's folder."""
    return home_of(file) is not None


if __name__ == "__main__":
    sys.exit(main())
