"""Failures on stderr: one block with the message, a hint and the code."""

import errno
import logging
import sys
import traceback
from types import TracebackType

from askwell.cli.terminal import Terminal, printable, this_terminal
from askwell.errors import AskwellError, StorageFailed
from askwell.text.secrets import hide_secrets

INTERNAL_HINT = "Run it again with `--debug` for a traceback, and report the error."


def print_failure(terminal: Terminal, error: AskwellError) -> None:
    """Write the block of an error to stderr."""
    lines = [f"{terminal.styled('error:', 'bold', terminal.err)} {printable(hide_secrets(error.message))}"]
    if hint := INTERNAL_HINT if error.code == "internal" else error.hint:
        lines.append(f"  hint: {printable(hide_secrets(hint))}")
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


class DebugFormatter(logging.Formatter):
    """Log lines and tracebacks without passwords and keys."""

    def __init__(self) -> None:
        super().__init__("%(levelname)s %(name)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        """The record as text. Clients of models log whole URLs."""
        return hide_secrets(super().format(record))


def configure_logging(*, debug: bool) -> None:
    """Show the log and tracebacks on stderr with `debug`; otherwise hide both."""
    if debug:
        handler = logging.StreamHandler(sys.stderr)
        handler.setFormatter(DebugFormatter())
        logging.basicConfig(level=logging.INFO, handlers=[handler])
        sys.excepthook = print_traceback
        return
    logging.getLogger().addHandler(logging.NullHandler())
    sys.excepthook = _print_unforeseen


def print_traceback(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Write the traceback of an exception and its causes to stderr, without passwords and keys."""
    sys.stderr.write(hide_secrets("".join(traceback.format_exception(kind, error, trace))))


def _print_unforeseen(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    reason = "".join(traceback.format_exception_only(kind, error)).strip().splitlines()[-1]
    place = traceback.extract_tb(trace)[-1] if trace else None
    where = f" at {place.name}:{place.lineno}" if place else ""
    print_failure(this_terminal(), AskwellError(f"Unexpected error: {reason}{where}", code="internal"))
