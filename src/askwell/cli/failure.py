"""Failures on stderr: one block with the message, a hint and the code."""

import errno
import logging
import sys
import traceback
from types import TracebackType

from askwell.cli.terminal import Terminal, printable, this_terminal
from askwell.errors import AskwellError, StorageFailed

INTERNAL_HINT = "Run it again with `--debug` for a traceback, and report the error."


def print_failure(terminal: Terminal, error: AskwellError) -> None:
    """Write the block of an error to stderr."""
    lines = [f"{terminal.styled('error:', 'bold', terminal.err)} {printable(error.message)}"]
    if hint := INTERNAL_HINT if error.code == "internal" else error.hint:
        lines.append(f"  hint: {printable(hint)}")
    lines.append(f"  code: {error.code}")
    terminal.out.flush()
    terminal.err.write("\n".join(lines) + "\n")
    terminal.err.flush()


def disk_failure(error: OSError) -> AskwellError:
    """An OSError as StorageFailed: `disk_full` or `storage_unavailable`."""
    full = error.errno in {errno.ENOSPC, errno.EDQUOT}
    where = f" {error.filename!r}" if error.filename else ""
    return StorageFailed(
        f"{error.strerror or error}{where}",
        code="disk_full" if full else "storage_unavailable",
        hint="Free some disk space." if full else "Check that the path exists and may be read and written.",
    )


def configure_logging(*, debug: bool) -> None:
    """Show the log and tracebacks on stderr with `debug`; otherwise hide both."""
    if debug:
        logging.basicConfig(level=logging.INFO, stream=sys.stderr, format="%(levelname)s %(name)s: %(message)s")
        sys.excepthook = sys.__excepthook__
        return
    logging.getLogger().addHandler(logging.NullHandler())
    sys.excepthook = _print_unforeseen


def _print_unforeseen(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    reason = "".join(traceback.format_exception_only(kind, error)).strip().splitlines()[-1]
    place = traceback.extract_tb(trace)[-1] if trace else None
    where = f" at {place.name}:{place.lineno}" if place else ""
    print_failure(this_terminal(), AskwellError(f"Unexpected error: {reason}{where}", code="internal"))
