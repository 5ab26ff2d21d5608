"""The process that reads files which may be built to do harm: one file after another, each under limits.

`python -m askwell.knowledge.readers.child` is started by `readers.pool`. A request on standard input is a line of JSON
with the kind, the name and the number of bytes, then the bytes. An answer on standard output is the line `BEGUN` as
soon as the request is there, a line of JSON with the number of bytes and whether the process ends after it, then the
document or the failure as JSON. The kind of a plugged reader is `module:attribute` of an installed package; it never
comes from a file.
"""

import json
import os
import pkgutil
import sys
from dataclasses import asdict
from typing import IO, Any

from askwell.errors import BadInput
from askwell.types import ParsedDocument

MEMORY_BYTES = 1_500_000_000
"""Address space of the process."""
CPU_SECONDS = 60
"""For each file."""
IDLE_SECONDS = 30
"""The process ends when no request comes for this long."""
KEPT_BYTES = 400_000_000
"""A process that has needed more memory than this ends after its answer: the next file finds all of it free."""
MAX_CHARS = 60_000_000
"""Longest text of a document: a file may unpack to more than it has bytes."""
MAX_SECTIONS = 100_000

BEGUN = b"begun\n"
"""What ends a process after this is the file's fault."""
OUT_OF_MEMORY = 9
"""Exit code for memory and depth; a limit of the system ends the process by a signal instead."""

_SHOWN_CHARS = 200


def _main() -> None:
    answers = _own_output()
    _limit_memory()
    while _has_request() and (line := sys.stdin.buffer.readline()):
        answers.write(BEGUN)
        answers.flush()
        request = json.loads(line)
        _limit_cpu()
        data = sys.stdin.buffer.read(request["bytes"])
        try:
            answer = json.dumps(_answer(request["kind"], data, request["name"])).encode()
        except (MemoryError, RecursionError):
            # Not `sys.exit`, which would free what a file has built, object by object.
            os._exit(OUT_OF_MEMORY)
        last = _most_memory() > KEPT_BYTES
        answers.write(json.dumps({"bytes": len(answer), "last": last}).encode() + b"\n" + answer)
        answers.flush()
        if last:
            os._exit(0)


def _answer(kind: str, data: bytes, name: str) -> dict[str, Any]:
    try:
        return asdict(_bounded(_reader(kind).read(data, name), name))
    except BadInput as error:
        return {"code": error.code, "message": error.message, "hint": error.hint}
    except (MemoryError, RecursionError):
        raise
    except Exception as error:  # noqa: BLE001 - a library's fault at a broken file, or ours; the process reads on
        what = f"{type(error).__name__}: {error}"[:_SHOWN_CHARS]
        message = f"{name!r} cannot be read as {kind}: {what}"
        return {"code": "broken_document", "message": message, "hint": "Save it again, or in another format."}


def _reader(kind: str) -> Any:
    from askwell.knowledge.readers import docx, html, markdown, pdf, text

    own = {"text": text, "markdown": markdown, "html": html, "pdf": pdf, "docx": docx}
    return own[kind] if kind in own else pkgutil.resolve_name(kind)


def _bounded(document: ParsedDocument, name: str) -> ParsedDocument:
    """The document. Raises BadInput for one that would not fit into the memory of whoever asked."""
    for count, most, what in (
        (len(document.text), MAX_CHARS, "characters"),
        (len(document.sections), MAX_SECTIONS, "sections"),
    ):
        if count > most:
            raise BadInput(
                f"{name!r} has {count:,} {what}; at most {most:,} are read",
                code="document_too_complex",
                hint="Split it into several files.",
            )
    return document


def _own_output() -> IO[bytes]:
    """Standard output for answers alone: what a library prints goes to standard error."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return answers


def _has_request() -> bool:
    """Wait for a request; False when none comes."""
    if sys.platform == "win32":
        return True
    import select

    return bool(select.select([sys.stdin.buffer], [], [], IDLE_SECONDS)[0])


def _limit_memory() -> None:
    if sys.platform == "win32":
        return
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _limit_cpu() -> None:
    """Allow the next file its time, counted from what the files before it have taken."""
    if sys.platform == "win32":
        return
    import resource

    used = resource.getrusage(resource.RUSAGE_SELF)
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (int(used.ru_utime + used.ru_stime) + CPU_SECONDS, hard))


def _most_memory() -> int:
    """The most bytes that this process has held; 0 where that is not known.

    On Linux from `/proc`: there `getrusage` begins at what the starting process held, which may be more than is kept.
    """
    if sys.platform == "linux":
        with open("/proc/self/status", encoding="ascii") as lines:  # noqa: PTH123 - pathlib takes time to load
            return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM:")), 0)
    if sys.platform == "darwin":
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return 0


if __name__ == "__main__":
    _main()
