"""The child process that reads untrusted files, one after another, with limits on memory and time.

`readers.pool` starts `python -m askwell.knowledge.readers.child LIMITS`, with `Limits` as JSON. A request on standard
input is a line of JSON with the kind, the name, passwords, and either the path of the file or the number of its bytes,
which follow. The kind of a plugged-in reader is `module:attribute` of an installed package; it never comes from a file.

The response on standard output comes in parts, so that neither process holds it twice:

- the line `BEGUN` when the request has arrived;
- a line of JSON: whether the process ends after the response (`last`), and either the `failure` or the `document`
  without text and sections, with the number of `sections`;
- the sections, as JSON lists of at most `SECTIONS_A_LINE` in a line;
- the text in pieces, each after a line with its number of bytes, and a line with 0;
- the packed boxes in pieces likewise.

A request with a `page` is for the image of that page of a PDF. Its response has `image` instead of `document`, and the
image in pieces.
"""

import json
import os
import pkgutil
import sys
from collections.abc import Iterator, Sequence
from dataclasses import astuple, fields
from pathlib import Path
from typing import IO, Any

from askwell.errors import BadInput
from askwell.knowledge.readers.blocks import limited, too_many
from askwell.knowledge.readers.content import NOTHING, Content, check_format, is_blank, read_content
from askwell.knowledge.readers.limits import Limits, set_limits
from askwell.types import ParsedDocument

MEMORY_BYTES = 512 << 20
"""Address space of the process while one of our own readers works."""
PLUGGED_MEMORY_BYTES = 1_500_000_000
"""The same for a plugged reader, whose libraries may need much of it before they read anything."""
CPU_SECONDS = 60
"""For each file."""
IDLE_SECONDS = 30
"""The process ends if it gets no request for this long."""
KEPT_BYTES = 200_000_000
"""A process that has used more memory than this ends after its response, so that the next file gets a fresh one."""
MAX_SECTIONS = 100_000
SECTIONS_A_LINE = 1_000

BEGUN = b"begun\n"
"""If the process dies after this line, the file is the cause."""
OUT_OF_MEMORY = 9
"""Exit code after MemoryError or RecursionError; limits of the system end the process by a signal instead."""

_SHOWN_CHARS = 200
_PIECE_CHARS = 1 << 20


def _main() -> None:
    set_limits(Limits(**json.loads(sys.argv[1])))
    answers = _take_stdout()
    _limit_core()
    while _has_request() and (line := sys.stdin.buffer.readline()):
        answers.write(BEGUN)
        answers.flush()
        request = json.loads(line)
        _limit_memory(PLUGGED_MEMORY_BYTES if ":" in request["kind"] else MEMORY_BYTES)
        _limit_cpu()
        content: Content = Path(request["path"]) if "path" in request else sys.stdin.buffer.read(request["bytes"])
        if isinstance(content, bytes) and len(content) < request["bytes"]:
            return  # whoever asked has gone
        try:
            answer = _answer(request, content)
            del content
            last = _peak_memory_bytes() > KEPT_BYTES
            for part in _parts(answer, last=last):
                answers.write(part)
        except (MemoryError, RecursionError):
            # Not `sys.exit`, which would free all objects of the file one by one.
            os._exit(OUT_OF_MEMORY)
        del answer
        answers.flush()
        if last:
            os._exit(0)


def _parts(answer: ParsedDocument | bytes | dict[str, str], *, last: bool) -> Iterator[bytes]:
    """The response after `BEGUN`, in parts."""
    if isinstance(answer, dict):
        yield _line({"last": last, "failure": answer})
        return
    if isinstance(answer, bytes):
        yield _line({"last": last, "image": True})
        yield from _pieces(answer)
        return
    apart = {"text", "sections", "boxes"}
    head = {each.name: getattr(answer, each.name) for each in fields(answer) if each.name not in apart}
    sections, text = answer.sections, answer.text
    yield _line({"last": last, "document": head, "sections": len(sections)})
    for at in range(0, len(sections), SECTIONS_A_LINE):
        yield _line([astuple(section) for section in sections[at : at + SECTIONS_A_LINE]])
    for at in range(0, len(text), _PIECE_CHARS):
        piece = text[at : at + _PIECE_CHARS].encode(errors="surrogatepass")
        yield b"%d\n" % len(piece)
        yield piece
    yield b"0\n"
    yield from _pieces(answer.boxes)


def _pieces(data: bytes) -> Iterator[bytes]:
    for at in range(0, len(data), _PIECE_CHARS):
        piece = data[at : at + _PIECE_CHARS]
        yield b"%d\n" % len(piece)
        yield piece
    yield b"0\n"


def _line(value: object) -> bytes:
    """A line of JSON; escapes would take up to six bytes for a character of two."""
    return json.dumps(value, ensure_ascii=False).encode(errors="surrogatepass") + b"\n"


def _answer(request: dict[str, Any], content: Content) -> ParsedDocument | bytes | dict[str, str]:
    """The document, the image of its page, or the failure."""
    kind, name, passwords = request["kind"], request["name"], request["passwords"]
    try:
        data = read_content(content, name)
        if "page" in request:
            return _drawn(data, name, passwords, request["page"])
        return _bounded(_read(kind, data, name, passwords), name)
    except BadInput as error:
        return {"code": error.code, "message": error.message, "hint": error.hint}
    except (MemoryError, RecursionError):
        raise
    except Exception as error:  # noqa: BLE001 - any bug that a broken file triggers; the process continues
        what = f"{type(error).__name__}: {error}"[:_SHOWN_CHARS]
        message = f"{name!r} cannot be read as {kind}: {what}"
        return {"code": "broken_document", "message": message, "hint": "Save it again or in another format."}


def _read(kind: str, data: bytes, name: str, passwords: Sequence[str]) -> ParsedDocument:
    from askwell.knowledge.readers.formats import FORMATS, WITH_PASSWORDS

    reader = FORMATS.get(kind) or pkgutil.resolve_name(kind)
    if is_blank(data):
        return NOTHING
    if kind in FORMATS:
        check_format(data, name, kind)
    if passwords and (read_locked := WITH_PASSWORDS.get(kind)):
        return read_locked(data, name, passwords)
    read: ParsedDocument = reader.read(data, name)
    return read


def _drawn(data: bytes, name: str, passwords: Sequence[str], page: int) -> bytes:
    from askwell.knowledge.readers.page_image import draw

    check_format(data, name, "pdf")
    return draw(data, name, passwords, page)


def _bounded(document: ParsedDocument, name: str) -> ParsedDocument:
    """The document. Raises BadInput if it is too large for the memory of the parent process."""
    limited(document.text, name)
    if len(document.sections) > MAX_SECTIONS:
        raise too_many(name, "sections", MAX_SECTIONS)
    return document


def _take_stdout() -> IO[bytes]:
    """Reserve standard output for responses; output of libraries goes to standard error."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return answers


def _has_request() -> bool:
    """Wait for a request; False if none arrives in time."""
    if sys.platform == "win32":
        return True
    import select

    return bool(select.select([sys.stdin.buffer], [], [], IDLE_SECONDS)[0])


def _limit_core() -> None:
    if sys.platform == "win32":
        return
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _limit_memory(size: int) -> None:
    if sys.platform == "win32":
        return
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    hard = PLUGGED_MEMORY_BYTES if hard == resource.RLIM_INFINITY else min(hard, PLUGGED_MEMORY_BYTES)
    resource.setrlimit(resource.RLIMIT_AS, (min(size, hard), hard))


def _limit_cpu() -> None:
    """Set the CPU limit for the next file, on top of the time used by earlier files."""
    if sys.platform == "win32":
        return
    import resource

    used = resource.getrusage(resource.RUSAGE_SELF)
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (int(used.ru_utime + used.ru_stime) + CPU_SECONDS, hard))


def _peak_memory_bytes() -> int:
    """Peak memory of this process in bytes; 0 if unknown.

    On Linux it is read from `/proc`, because `getrusage` includes the peak of the parent process before `exec`.
    """
    if sys.platform == "linux":
        with open("/proc/self/status", encoding="ascii") as lines:  # noqa: PTH123 - pathlib is slow to import
            return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM:")), 0)
    if sys.platform == "darwin":
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return 0


if __name__ == "__main__":
    _main()
