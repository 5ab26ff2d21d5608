"""How a failure is told: one block on stderr with what happened, what to do, and the code."""

import errno
import logging
import sys
import traceback
from types import TracebackType

from askwell.cli.terminal import Terminal, printable, this_terminal
from askwell.errors import AskwellError, StorageFailed

UNFORESEEN = "Run it again with `--debug` to see where, and report it."


def tell_failure(terminal: Terminal, error: AskwellError) -> None:
    """The block of an error."""
    lines = [f"{terminal.styled('error:', 'bold', terminal.err)} {printable(error.message)}"]
    if hint := UNFORESEEN if error.code == "internal" else error.hint:
        lines.append(f"  hint: {printable(hint)}")
    lines.append(f"  code: {error.code}")
    terminal.out.flush()
    terminal.err.write("\n".join(lines) + "\n")
    terminal.err.flush()


def disk_failure(error: OSError) -> AskwellError:
    """What the operating system refused, as one of ours."""
    full = error.errno in {errno.ENOSPC, errno.EDQUOT}
    where = f" {error.filename!r}" if error.filename else ""
    return StorageFailed(
        f"{error.strerror or error}{where}",
        code="disk_full" if full else "storage_unavailable",
        hint="Make room on the disk." if full else "Check that the path exists and may be read and written.",
    )


def stay_silent_unless(debug: bool) -> None:
    """Keep tracebacks and the log off the screen, unless somebody is looking for a fault."""
    if debug:
        logging.basicConfig(level=logging.INFO, stream=sys.stderr, format="%(levelname)s %(name)s: %(message)s")
        sys.excepthook = sys.__excepthook__
        return
    logging.getLogger().addHandler(logging.NullHandler())
    sys.excepthook = _tell_unforeseen


def _tell_unforeseen(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    said = "".join(traceback.format_exception_only(kind, error)).strip().splitlines()[-1]
    place = traceback.extract_tb(trace)[-1] if trace else None
    where = f" at {place.name}:{place.lineno}" if place else ""
    tell_failure(this_terminal(), AskwellError(f"Something unforeseen: {said}{where}", code="internal"))
