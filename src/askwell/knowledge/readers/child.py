"""Reading a file that may be built to do harm: in a process of its own, with limits on memory, time and output.

`read_in_child` starts it; `python -m askwell.knowledge.readers.child KIND NAME` is it: the bytes come on standard
input, the document goes out as JSON. The kind comes from the entry point of an installed package, never from a file.
"""

import json
import pkgutil
import subprocess
import sys
from dataclasses import asdict
from typing import Any

from askwell.errors import BadInput
from askwell.types import ParsedDocument, Section

MEMORY_BYTES = 1_500_000_000
CPU_SECONDS = 60
WALL_SECONDS = 120

_OUT_OF_MEMORY = 9
"""Exit code for memory and depth; a limit of the system ends the process by a signal instead."""


def read_in_child(kind: str, data: bytes, name: str) -> ParsedDocument:
    """What the reader of a kind makes of the bytes: `pdf`, `docx`, or one of others as `module:attribute`.

    Raises BadInput: the reader's own, `document_too_complex` when a limit ended the process, `broken_document` when
    it failed otherwise.
    """
    command = [sys.executable, "-P", "-W", "ignore", "-m", "askwell.knowledge.readers.child", kind]
    try:
        ended = subprocess.run(  # noqa: S603 - our own module; the name of the file is not part of the command
            command, input=_frame(data, name), capture_output=True, timeout=WALL_SECONDS, check=False
        )
    except subprocess.TimeoutExpired as error:
        raise _too_complex(name, f"took more than {WALL_SECONDS} s") from error
    if ended.returncode < 0 or ended.returncode == _OUT_OF_MEMORY:
        raise _too_complex(name, "needed more memory or time than a document may")
    if ended.returncode > 0:
        # A fault of ours or of a library, met by this file alone: the other files must go on.
        raise BadInput(
            f"{name!r} cannot be read as {kind}", code="broken_document", hint="Save it anew, or in another format."
        )
    answer = json.loads(ended.stdout)
    if "code" in answer:
        raise BadInput(answer["message"], code=answer["code"], hint=answer["hint"])
    return _document(answer)


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
