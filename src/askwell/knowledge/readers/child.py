"""Reading a file that may be built to do harm: in a process of its own, with limits on memory, time and output.

`read_in_child` starts it; `python -m askwell.knowledge.readers.child KIND NAME` is it: the bytes come on standard
input, the document goes out as JSON. The kind comes from the entry point of an installed package, never from a file.
"""

import asyncio
import json
import pkgutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import asdict
from typing import IO, Any, ParamSpec, TypeVar

from askwell.errors import BadInput
from askwell.types import ParsedDocument, Section

MEMORY_BYTES = 1_500_000_000
CPU_SECONDS = 60
WALL_SECONDS = 120

_OUT_OF_MEMORY = 9
"""Exit code for memory and depth; a limit of the system ends the process by a signal instead."""

_POLL_S = 0.2
_given_up: ContextVar[threading.Event | None] = ContextVar("given_up", default=None)
"""Set once nobody waits any more for what the thread reads."""

P = ParamSpec("P")
T = TypeVar("T")


async def in_thread(read: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What a function gives that reads a file, done in a thread; a process that reads for it ends with the caller.

    A thread cannot be broken off, and an event loop waits for its threads before it ends: for minutes, where one of
    them waited for a process that nobody needs any more.
    """
    given_up = threading.Event()

    def call() -> T:
        _given_up.set(given_up)
        return read(*args, **kwargs)

    try:
        return await asyncio.to_thread(call)
    finally:
        given_up.set()


def read_in_child(kind: str, data: bytes, name: str) -> ParsedDocument:
    """What the reader of a kind makes of the bytes: `pdf`, `docx`, or one of others as `module:attribute`.

    Raises BadInput: the reader's own, `document_too_complex` when a limit ended the process, `broken_document` when
    it failed otherwise, `reading_given_up` when whoever called `in_thread` has gone.
    """
    command = [sys.executable, "-P", "-W", "ignore", "-m", "askwell.knowledge.readers.child", kind]
    pipe = subprocess.PIPE
    with subprocess.Popen(  # noqa: S603 - our own module; the name of the file is not part of the command
        command, stdin=pipe, stdout=pipe, stderr=pipe
    ) as process:
        try:
            output = _output(process, data, name)
        finally:
            process.kill()
    if process.returncode < 0 or process.returncode == _OUT_OF_MEMORY:
        raise _too_complex(name, "needed more memory or time than a document may")
    if process.returncode > 0:
        # A fault of ours or of a library, met by this file alone: the other files must go on.
        raise BadInput(
            f"{name!r} cannot be read as {kind}", code="broken_document", hint="Save it anew, or in another format."
        )
    answer = json.loads(output)
    if "code" in answer:
        raise BadInput(answer["message"], code=answer["code"], hint=answer["hint"])
    return _document(answer)


def _output(process: "subprocess.Popen[bytes]", data: bytes, name: str) -> bytes:
    """What the process writes until it ends. Raises BadInput when it takes too long, or nobody waits for it."""
    ends_at = time.monotonic() + WALL_SECONDS
    given_up = _given_up.get()
    # `communicate` drops what it has not yet written when it is called again after a time-out: a thread writes instead.
    stdin, process.stdin = process.stdin, None
    assert stdin is not None, "the process was started with a pipe"
    threading.Thread(target=_write, args=(stdin, _frame(data, name)), daemon=True).start()
    while True:
        try:
            return process.communicate(timeout=min(_POLL_S, WALL_SECONDS))[0]
        except subprocess.TimeoutExpired as error:
            if given_up is not None and given_up.is_set():
                raise BadInput(f"Nobody waits for {name!r} any more", code="reading_given_up") from error
            if time.monotonic() >= ends_at:
                raise _too_complex(name, f"took more than {WALL_SECONDS} s") from error


def _write(pipe: IO[bytes], frame: bytes) -> None:
    # A process that ends before it has read everything is judged by its exit code.
    with suppress(BrokenPipeError), pipe:
        pipe.write(frame)


def _frame(data: bytes, name: str) -> bytes:
    return json.dumps(name).encode() + b"\n" + data


def _too_complex(name: str, what: str) -> BadInput:
    return BadInput(
        f"{name!r} {what}",
        code="document_too_complex",
        hint="Split it, or save its text in a simpler format.",
    )


def _document(answer: dict[str, Any]) -> ParsedDocument:
    sections = tuple(Section(**section | {"headings": tuple(section["headings"])}) for section in answer["sections"])
    return ParsedDocument(**answer | {"sections": sections, "labels": tuple(answer["labels"])})


def _limit() -> None:
    if sys.platform == "win32":
        return
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS + 5))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _main(kind: str) -> None:
    _limit()
    from askwell.knowledge.readers import docx, pdf

    name = json.loads(sys.stdin.buffer.readline())
    data = sys.stdin.buffer.read()
    own = {"pdf": pdf.read, "docx": docx.read}
    try:
        read = own[kind] if kind in own else pkgutil.resolve_name(kind).read
        answer = asdict(read(data, name))
    except (MemoryError, RecursionError):
        sys.exit(_OUT_OF_MEMORY)
    except BadInput as error:
        answer = {"code": error.code, "message": error.message, "hint": error.hint}
    sys.stdout.write(json.dumps(answer))


if __name__ == "__main__":
    _main(sys.argv[1])
