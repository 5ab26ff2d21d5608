"""Reads files in child processes with limits on memory, time and output; processes are reused."""

import asyncio
import json
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import asdict
from io import StringIO
from typing import IO, Any, ParamSpec, Protocol, TypeAlias, TypeVar

from askwell.errors import BadInput
from askwell.knowledge.readers.child import BEGUN, OUT_OF_MEMORY
from askwell.knowledge.readers.content import Content
from askwell.knowledge.readers.limits import DEFAULT, Limits
from askwell.types import ParsedDocument, Section

KEPT_PROCESSES = 2
"""Maximum number of idle processes, about 60 MB each; they exit after `child.IDLE_SECONDS` without a file."""

_POLL_S = 0.2
_EXIT_S = 1.0
"""A process without an answer has ended, or is ended after this time."""
_Request: TypeAlias = dict[str, Any]
"""A request as `readers.child` describes it, without the file."""
_given_up: ContextVar[threading.Event | None] = ContextVar("given_up", default=None)
"""Set when the caller no longer waits for the thread's result."""

P = ParamSpec("P")
T = TypeVar("T")

_Answer: TypeAlias = ParsedDocument | bytes | BadInput | None
"""The document or image, or why there is none; None if the process exited."""


class ReadInChild(Protocol):
    """Reads a file in a child process."""

    def __call__(self, kind: str, content: Content, name: str) -> ParsedDocument:
        """The document from the reader of a kind, as `readers.child` describes it.

        Raises BadInput: that of the reader, `document_too_complex` if a limit ended the process, `broken_document` if
        it failed otherwise, `reading_given_up` if the caller of `in_thread` no longer waits.
        """
        ...


async def in_thread(read: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run a function that reads a file in a thread. If the caller is cancelled, its child process is killed.

    A thread cannot be cancelled, and an event loop waits for its threads at shutdown. Without this, it could wait for
    minutes for a child process whose result is no longer needed.
    """
    given_up = threading.Event()

    def call() -> T:
        _given_up.set(given_up)
        return read(*args, **kwargs)

    try:
        return await asyncio.to_thread(call)
    finally:
        given_up.set()


def read_in_child(kind: str, content: Content, name: str, passwords: Sequence[str] = ()) -> ParsedDocument:
    """Read one file in a process that is not reused; see `ReadInChild`. `passwords` are tried if it is encrypted."""
    process = _Process(DEFAULT)
    try:
        return _as_document(process.ask(_request(kind, name, passwords), content))
    finally:
        process.end()


class ReaderPool:
    """Reuses child processes, because starting one takes longer than reading a small file.

    Thread-safe: each reading thread has its own process. A process that has exited is replaced.
    """

    def __init__(self, limits: Limits = DEFAULT) -> None:
        self.started = 0
        """Number of processes started so far."""
        self._limits = limits
        self._waiting: list[_Process] = []
        self._lock = threading.Lock()
        self._closed = False

    def read(self, kind: str, content: Content, name: str, passwords: Sequence[str] = ()) -> ParsedDocument:
        """Read a file in a process of the pool; see `read_in_child`."""
        return _as_document(self._ask(_request(kind, name, passwords), content))

    def draw(self, content: Content, name: str, page: int) -> bytes:
        """The image of a page of a PDF, counted from 1, as PNG; see `page_image.draw`. Blocks and raises as `read`."""
        image = self._ask(_request("pdf", name, ()) | {"page": page}, content)
        assert isinstance(image, bytes), "a page was asked for"
        return image

    def _ask(self, request: "_Request", content: Content) -> ParsedDocument | bytes:
        while True:
            process, is_new = self._take()
            try:
                return process.ask(request, content)
            except _ChildExited:
                if is_new:
                    raise _failed(request["kind"], request["name"]) from None
                continue
            finally:
                self._give_back(process)

    def close(self) -> None:
        """Kill idle processes; busy ones end after their current file."""
        self._closed = True
        self.end_idle()

    def end_idle(self) -> None:
        """Kill idle processes, which frees their memory; another file starts a new one."""
        with self._lock:
            waiting, self._waiting = self._waiting, []
        for process in waiting:
            process.end()

    def _take(self) -> "tuple[_Process, bool]":
        with self._lock:
            while self._waiting:
                if (process := self._waiting.pop()).is_ready:
                    return process, False
                process.end()
            self.started += 1
        return _Process(self._limits), True

    def _give_back(self, process: "_Process") -> None:
        with self._lock:
            if process.is_ready and not self._closed and len(self._waiting) < KEPT_PROCESSES:
                self._waiting.append(process)
                return
        process.end()


class _ChildExited(Exception):
    """The process exited before it started to read, because it was idle for too long or was killed."""


class _Process:
    """A child process; only one thread uses it at a time."""

    def __init__(self, limits: Limits) -> None:
        self._seconds = limits.seconds
        command = [sys.executable, "-P", "-W", "ignore", "-m", "askwell.knowledge.readers.child"]
        command.append(json.dumps(asdict(limits)))
        self._process = subprocess.Popen(  # noqa: S603 - our own module; nothing of a file is part of the command
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self._has_begun = False
        self._has_answered = False
        self._is_killed = False

    @property
    def is_ready(self) -> bool:
        """Whether it is idle and can read another file."""
        return self._has_answered and not self._is_killed and self._process.poll() is None

    def ask(self, request: "_Request", content: Content) -> ParsedDocument | bytes:
        """The document or image. Raises BadInput, and _ChildExited if the process exited before the request."""
        self._has_begun = self._has_answered = False
        kind, name = request["kind"], request["name"]
        answers: queue.SimpleQueue[_Answer] = queue.SimpleQueue()
        # In a thread: a pipe holds 64 KB, so a write to a process that starts slowly may block for long.
        threading.Thread(target=self._exchange, args=(request, content, answers), daemon=True).start()
        answer = self._wait(answers, name)
        if answer is None:
            code = self._exit_code()
            if not self._has_begun:
                raise _ChildExited
            if code is not None and (code < 0 or code == OUT_OF_MEMORY):
                raise _too_complex(name, "exceeds the limit of memory or time")
            raise _failed(kind, name)
        if isinstance(answer, BadInput):
            raise answer
        return answer

    def end(self) -> None:
        """Kill the process and close its pipes."""
        self._kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None, "it was started with pipes"
            with suppress(OSError):  # unwritten data is lost, as intended
                pipe.close()

    def _exit_code(self) -> int | None:
        """The exit code of a process that gave no answer; None if it was still running and had to be ended.

        It runs on if a pipe failed on our side: it would wait for the rest of the request.
        """
        try:
            return self._process.wait(_EXIT_S)
        except subprocess.TimeoutExpired:
            self._kill()
            self._process.wait()
            return None

    def _kill(self) -> None:
        self._is_killed = True
        self._process.kill()

    def _exchange(self, request: "_Request", content: Content, answers: "queue.SimpleQueue[_Answer]") -> None:
        """Write the request and put the answer into the queue; None if the process exited."""
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None, "it was started with a pipe"
        assert stdout is not None, "it was started with a pipe"
        data = content if isinstance(content, bytes) else b""
        request = request | ({"bytes": len(data)} if isinstance(content, bytes) else {"path": os.fspath(content)})
        try:
            try:
                stdin.write(json.dumps(request).encode() + b"\n")
                stdin.write(data)
                stdin.flush()
            except BrokenPipeError:  # whether it had begun shows below; it must not wait for the rest
                with suppress(OSError):
                    stdin.close()
            self._has_begun = stdout.readline() == BEGUN
            head = json.loads(stdout.readline())
            answer = _answer(head, stdout)
            self._has_answered = not head["last"]
            answers.put(answer)
        except Exception:  # noqa: BLE001 - a closed pipe, no line, no memory: `read` must not wait for an answer
            self._has_answered = False
            answers.put(None)

    def _wait(self, answers: "queue.SimpleQueue[_Answer]", name: str) -> "_Answer":
        ends_at = time.monotonic() + self._seconds
        given_up = _given_up.get()
        while True:
            try:
                return answers.get(timeout=min(_POLL_S, self._seconds))
            except queue.Empty:
                if given_up is not None and given_up.is_set():
                    self._kill()
                    raise BadInput(f"The result for {name!r} is no longer needed", code="reading_given_up") from None
                if time.monotonic() >= ends_at:
                    self._kill()
                    raise _too_complex(name, f"took more than {self._seconds:g} s") from None


def _failed(kind: str, name: str) -> BadInput:
    return BadInput(
        f"{name!r} cannot be read as {kind}", code="broken_document", hint="Save it again or in another format."
    )


def _too_complex(name: str, what: str) -> BadInput:
    return BadInput(
        f"{name!r} {what}", code="document_too_complex", hint="Split it, or save its text in a simpler format."
    )


def _request(kind: str, name: str, passwords: Sequence[str]) -> _Request:
    return {"kind": kind, "name": name, "passwords": list(passwords)}


def _as_document(answer: ParsedDocument | bytes) -> ParsedDocument:
    assert isinstance(answer, ParsedDocument), "a document was asked for"
    return answer


def _answer(head: dict[str, Any], parts: IO[bytes]) -> ParsedDocument | bytes | BadInput:
    """The answer that begins with a line of JSON. Raises what `_document` raises."""
    if "failure" in head:
        return BadInput(**head["failure"])
    return b"".join(_pieces(parts)) if "image" in head else _document(head, parts)


def _document(head: dict[str, Any], parts: IO[bytes]) -> ParsedDocument:
    """The document whose parts follow. Raises EOFError if it is not whole, and ValueError, KeyError, TypeError."""
    sections: list[Section] = []
    while len(sections) < head["sections"]:
        sections += [
            Section(start, end, tuple(path), *rest) for start, end, path, *rest in json.loads(parts.readline())
        ]
    text = StringIO()
    for piece in _pieces(parts):
        text.write(piece.decode(errors="surrogatepass"))
    described = head["document"] | {"labels": tuple(head["document"]["labels"])}
    boxes = b"".join(_pieces(parts))
    return ParsedDocument(**described, text=text.getvalue(), sections=tuple(sections), boxes=boxes)


def _pieces(parts: IO[bytes]) -> Iterator[bytes]:
    while size := int(parts.readline()):
        piece = parts.read(size)
        if len(piece) < size:
            raise EOFError("the response ends early")
        yield piece
