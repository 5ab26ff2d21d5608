"""Reading files in child processes under limits on memory, time and output; a process is kept for the next file."""

import asyncio
import json
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from contextvars import ContextVar
from typing import Any, ParamSpec, Protocol, TypeVar

from askwell.errors import BadInput
from askwell.knowledge.readers.child import BEGUN, OUT_OF_MEMORY
from askwell.types import ParsedDocument, Section

WALL_SECONDS = 120
"""For each file, from the request to the answer."""
KEPT_PROCESSES = 2
"""Processes that wait for the next file, some 60 MB each; they end by themselves when none comes."""

_POLL_S = 0.2
_given_up: ContextVar[threading.Event | None] = ContextVar("given_up", default=None)
"""Set once nobody waits any more for what the thread reads."""

P = ParamSpec("P")
T = TypeVar("T")


class ReadInChild(Protocol):
    """Reads a file in a process of its own."""

    def __call__(self, kind: str, data: bytes, name: str) -> ParsedDocument:
        """What the reader of a kind makes of the bytes; the kinds are those of `readers.child`.

        Raises BadInput: the reader's own, `document_too_complex` when a limit ended the process, `broken_document`
        when it failed otherwise, `reading_given_up` when whoever called `in_thread` has gone.
        """
        ...


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
    """Read one file in a process that ends with it; see `ReadInChild`."""
    process = _Process()
    try:
        return _document(process.read(kind, data, name))
    finally:
        process.end()


class ReaderPool:
    """Processes that read one file after another: starting one takes longer than reading a small file.

    Threads may read at the same time; each has a process of its own. One that is ended, or ends, is replaced.
    """

    def __init__(self) -> None:
        self.started = 0
        """Processes started so far."""
        self._waiting: list[_Process] = []
        self._lock = threading.Lock()
        self._closed = False

    def read(self, kind: str, data: bytes, name: str) -> ParsedDocument:
        """Read a file in a process of the pool; see `ReadInChild`."""
        while True:
            process, is_new = self._take()
            try:
                answer = process.read(kind, data, name)
            except _Left:
                if is_new:
                    raise _failed(kind, name) from None
                continue
            finally:
                self._give_back(process)
            return _document(answer)

    def close(self) -> None:
        """End all processes; those that read now end with their file."""
        with self._lock:
            self._closed = True
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
        return _Process(), True

    def _give_back(self, process: "_Process") -> None:
        with self._lock:
            if process.is_ready and not self._closed and len(self._waiting) < KEPT_PROCESSES:
                self._waiting.append(process)
                return
        process.end()


class _Left(Exception):
    """The process had ended before it began to read: by itself, because no file came for some time, or killed."""


class _Process:
    """A child process; only one thread uses it at a time."""

    def __init__(self) -> None:
        command = [sys.executable, "-P", "-W", "ignore", "-m", "askwell.knowledge.readers.child"]
        self._process = subprocess.Popen(  # noqa: S603 - our own module; nothing of a file is part of the command
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self._has_begun = False
        self._has_answered = False
        self._is_killed = False

    @property
    def is_ready(self) -> bool:
        """Whether it waits for another file."""
        return self._has_answered and not self._is_killed and self._process.poll() is None

    def read(self, kind: str, data: bytes, name: str) -> dict[str, Any]:
        """The document, or the failure, as JSON. Raises BadInput, and _Left when it had ended before it was asked."""
        self._has_begun = self._has_answered = False
        answers: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        # In a thread: pipes hold 64 KB, and whoever writes to a process that starts slowly must be able to give up.
        threading.Thread(target=self._exchange, args=(kind, data, name, answers), daemon=True).start()
        answer = self._wait(answers, name)
        if answer is None:
            code = self._process.wait()
            if not self._has_begun:
                raise _Left
            if code < 0 or code == OUT_OF_MEMORY:
                raise _too_complex(name, "needed more memory or time than a document may")
            raise _failed(kind, name)
        read: dict[str, Any] = json.loads(answer)
        if "code" in read:
            raise BadInput(read["message"], code=read["code"], hint=read["hint"])
        return read

    def end(self) -> None:
        """End the process, whatever it does."""
        self._kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None, "it was started with pipes"
            with suppress(OSError):  # what was not written yet cannot be written any more
                pipe.close()

    def _kill(self) -> None:
        self._is_killed = True
        self._process.kill()

    def _exchange(self, kind: str, data: bytes, name: str, answers: "queue.SimpleQueue[bytes | None]") -> None:
        """Write the request and read the answer; None for a process that ended instead."""
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None, "it was started with a pipe"
        assert stdout is not None, "it was started with a pipe"
        request = json.dumps({"kind": kind, "name": name, "bytes": len(data)}).encode() + b"\n"
        try:
            with suppress(BrokenPipeError):  # whether it had begun shows below
                stdin.write(request)
                stdin.write(data)
                stdin.flush()
            self._has_begun = stdout.readline() == BEGUN
            head = json.loads(stdout.readline())
            answer = stdout.read(head["bytes"])
            self._has_answered = not head["last"]
            answers.put(answer if len(answer) == head["bytes"] else None)
        except (OSError, ValueError):
            # A pipe that is closed, or no line: its exit code says why.
            answers.put(None)

    def _wait(self, answers: "queue.SimpleQueue[bytes | None]", name: str) -> bytes | None:
        ends_at = time.monotonic() + WALL_SECONDS
        given_up = _given_up.get()
        while True:
            try:
                return answers.get(timeout=min(_POLL_S, WALL_SECONDS))
            except queue.Empty:
                if given_up is not None and given_up.is_set():
                    self._kill()
                    raise BadInput(f"Nobody waits for {name!r} any more", code="reading_given_up") from None
                if time.monotonic() >= ends_at:
                    self._kill()
                    raise _too_complex(name, f"took more than {WALL_SECONDS} s") from None


def _failed(kind: str, name: str) -> BadInput:
    return BadInput(
        f"{name!r} cannot be read as {kind}", code="broken_document", hint="Save it again, or in another format."
    )


def _too_complex(name: str, what: str) -> BadInput:
    return BadInput(
        f"{name!r} {what}", code="document_too_complex", hint="Split it, or save its text in a simpler format."
    )


def _document(answer: dict[str, Any]) -> ParsedDocument:
    sections = tuple(Section(**section | {"headings": tuple(section["headings"])}) for section in answer["sections"])
    return ParsedDocument(**answer | {"sections": sections, "labels": tuple(answer["labels"])})
