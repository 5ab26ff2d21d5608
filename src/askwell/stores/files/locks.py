"""Locks between threads and processes of one machine. Each is a file that is locked with flock(2).

The operating system releases the locks of a process that ends. Network file systems are not supported: only one machine
may use a folder.
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
"""First and longest pause between two tries; each pause is twice the one before."""


@contextmanager
def held(path: Path, *, wait_s: float) -> Iterator[None]:
    """Hold a lock. Waits at most `wait_s` seconds, then raises StorageFailed. The holder may remove the file."""
    handle = _acquire(path, wait_s)
    try:
        yield
    finally:
        os.close(handle)


def _acquire(path: Path, wait_s: float) -> int:
    if sys.platform == "win32":
        raise StorageFailed("This system does not support file locks", code="no_locks", hint='Set `store` to "sql".')
    import fcntl

    give_up_at, pause_s = time.monotonic() + wait_s, FIRST_PAUSE_S
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
            if _is_current(handle, path):
                return handle
            os.close(handle)  # the previous holder removed the file; the next one to wait locks a new file
            continue
        if time.monotonic() >= give_up_at:
            raise StorageFailed(
                f"{path.stem[:160]!r} was locked by another program for {wait_s:g} s", hint="Try again in a moment."
            )
        time.sleep(pause_s)
        pause_s = min(pause_s * 2, LONGEST_PAUSE_S)


def _is_current(handle: int, path: Path) -> bool:
    """Whether the open file is still the file at `path`."""
    try:
        at_path = path.stat(follow_symlinks=False)
    except FileNotFoundError:
        return False
    opened = os.fstat(handle)
    return (opened.st_dev, opened.st_ino) == (at_path.st_dev, at_path.st_ino)
