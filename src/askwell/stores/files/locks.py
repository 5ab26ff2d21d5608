"""Locks between threads and processes of one machine: one file each, held with flock(2) until released.

The operating system releases the lock of a process that is killed. flock over a network file system is not supported:
a folder belongs to one machine.
"""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from askwell.errors import StorageFailed

FIRST_PAUSE_S = 0.001
LONGEST_PAUSE_S = 0.02


@contextmanager
def held(path: Path, *, wait_s: float) -> Iterator[None]:
    """Hold a lock; waits at most `wait_s` seconds for it. The holder may remove the file. Raises StorageFailed."""
    handle = _taken(path, wait_s)
    try:
        yield
    finally:
        os.close(handle)


def _taken(path: Path, wait_s: float) -> int:
    if sys.platform == "win32":
        raise StorageFailed("This system does not support file locks", code="no_locks", hint='Set `store` to "sql".')
    import fcntl

    until, pause_s = time.monotonic() + wait_s, FIRST_PAUSE_S
    while True:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(handle)
        except OSError:
            os.close(handle)
            raise
        else:
            if _is_there(handle, path):
                return handle
            os.close(handle)  # its holder removed the file: later waiters would lock a new one
            continue
        if time.monotonic() >= until:
            raise StorageFailed(
                f"{path.stem[:160]!r} was held by another program for {wait_s:g} s", hint="Try again in a moment."
            )
        time.sleep(pause_s)
        pause_s = min(pause_s * 2, LONGEST_PAUSE_S)


def _is_there(handle: int, path: Path) -> bool:
    """Whether an open file is still the one with its name."""
    try:
        named = path.stat(follow_symlinks=False)
    except FileNotFoundError:
        return False
    opened = os.fstat(handle)
    return (opened.st_dev, opened.st_ino) == (named.st_dev, named.st_ino)
