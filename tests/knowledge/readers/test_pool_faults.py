"""Faults of reading processes, injected at each call: the same pool then works, and no process is left."""

import asyncio
import errno
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

import pytest

from askwell.errors import BadInput
from askwell.knowledge.readers import pool
from askwell.knowledge.readers.limits import Limits

Process: TypeAlias = subprocess.Popen[bytes]
TEXT = b"Some text. " * 20_000
"""More than a pipe holds."""


class _Pipe:
    """A pipe that counts its calls."""

    def __init__(self, pipe: Any, count: Callable[[str], None]) -> None:
        self._pipe = pipe
        self._count = count

    def __getattr__(self, name: str) -> Any:
        if name in {"write", "flush", "read", "readline"}:
            self._count(name)
        return getattr(self._pipe, name)


class Faults:
    """Starts processes for the pool; one call among all that start, write and read has a fault."""

    def __init__(self) -> None:
        self.calls = 0
        self.at = 0
        """Number of the call that has the fault; 0 for none."""
        self.fault: Callable[[Process | None], None] = lambda _: None
        self.processes: list[Process] = []

    def start(self, *args: Any, **kwargs: Any) -> Process:
        """A process whose pipes are counted."""
        self._count(None)
        process = _POPEN(*args, **kwargs)
        self.processes.append(process)
        process.stdin = _Pipe(process.stdin, lambda _: self._count(process))  # type: ignore[assignment]
        process.stdout = _Pipe(process.stdout, lambda _: self._count(process))  # type: ignore[assignment]
        return process

    def _count(self, process: Process | None) -> None:
        self.calls += 1
        if self.calls == self.at:
            self.fault(process)


_POPEN = subprocess.Popen
CALLS = 11
"""Calls of the first file: start, write twice, flush, read two lines, the sections, a size, the text, and two ends."""


def _error(error: BaseException) -> Callable[[object], None]:
    def fault(_: object) -> None:
        raise error

    return fault


def _signal(number: int) -> Callable[[Process | None], None]:
    def fault(process: Process | None) -> None:
        if process is not None:
            process.send_signal(number)

    return fault


FAULTS: dict[str, Callable[[Process | None], None]] = {
    "input/output": _error(OSError(errno.EIO, os.strerror(errno.EIO))),
    "pipe closed": _error(BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE))),
    "memory": _error(MemoryError()),
    "killed": _signal(signal.SIGKILL),
    "stopped": _signal(signal.SIGSTOP),
}


@pytest.fixture
def faults(monkeypatch: pytest.MonkeyPatch) -> Iterator[Faults]:
    """Faults for the processes of this test; none of them may be left."""
    made = Faults()
    monkeypatch.setattr("askwell.knowledge.readers.pool.subprocess.Popen", made.start)
    monkeypatch.setattr(pool, "DEFAULT", Limits(seconds=20))
    monkeypatch.setattr(pool, "_EXIT_S", 0.1)
    yield made
    assert [process.pid for process in made.processes if process.poll() is None] == []


def _read(readers: pool.ReaderPool) -> str:
    return readers.read("text", TEXT, "a.txt").text


@pytest.mark.parametrize("number", range(1, CALLS + 1))
@pytest.mark.parametrize("kind", FAULTS)
def test_a_pool_works_again_after_a_fault_at_any_call(
    kind: str, number: int, faults: Faults, monkeypatch: pytest.MonkeyPatch
) -> None:
    readers = pool.ReaderPool(Limits(seconds=20))
    if kind == "stopped":  # starting takes longer than the limit below
        _read(readers)
        faults.calls = 0
    faults.fault, faults.at = FAULTS[kind], min(number, CALLS - 3) if kind == "stopped" else number
    with monkeypatch.context() as patch:
        if kind == "stopped":
            patch.setattr(readers, "_limits", Limits(seconds=0.3))
            for process in readers._waiting:
                patch.setattr(process, "_seconds", 0.3)
            patch.setattr(pool, "_POLL_S", 0.05)
        began = time.monotonic()
        try:
            assert _read(readers) == TEXT.decode().strip()  # a process that ended before it began is replaced
        except BadInput as error:
            seen = error.code
        except (OSError, MemoryError):
            seen = "not started"
        else:
            seen = "read"
        assert time.monotonic() - began < 15, "it did not wait for a process that is gone"
    assert seen in {"read", "broken_document", "document_too_complex"} or (seen, number) == ("not started", 1)
    assert faults.calls >= faults.at
    faults.at = 0
    assert _read(readers) == TEXT.decode().strip()
    readers.close()


def test_a_fault_at_the_second_file_is_met_like_one_at_the_first(faults: Faults) -> None:
    faults.fault = FAULTS["input/output"]
    for number in (1, 3, 6):
        readers = pool.ReaderPool()
        _read(readers)
        faults.calls, faults.at = 0, number
        try:
            assert _read(readers) == TEXT.decode().strip()
        except BadInput as error:
            assert error.code == "broken_document"  # noqa: PT017 - one of two outcomes
        faults.at = 0
        assert _read(readers) == TEXT.decode().strip()
        readers.close()


async def test_a_reader_whose_caller_is_cancelled_is_ended(faults: Faults) -> None:
    readers = pool.ReaderPool()
    faults.fault, faults.at = _signal(signal.SIGSTOP), 2
    task = asyncio.create_task(pool.in_thread(_read, readers))
    while not faults.processes or faults.calls < 2:  # noqa: ASYNC110 - a thread starts it
        await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    while faults.processes[0].poll() is None:  # noqa: ASYNC110 - the thread ends it
        await asyncio.sleep(0.01)
    assert await pool.in_thread(_read, readers) == TEXT.decode().strip()
    readers.close()
