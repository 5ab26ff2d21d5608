"""A file lock: one writer per folder among all processes of a machine."""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import IO

_POLL_S = 0.02


@asynccontextmanager
async def locked(folder: Path) -> AsyncIterator[None]:
    """Hold the lock of a folder, which is created if needed. The lock is released if its process dies.

    On a system without such locks it does nothing; two writers then do the same work twice.
    """
    file = await asyncio.to_thread(_open, folder)
    try:
        # Polling needs no thread. Blocked threads could exhaust the pool, so that the holder never gets one.
        while not _try(file):  # noqa: ASYNC110 - the holder may be another process
            await asyncio.sleep(_POLL_S)
        yield
    finally:
        file.close()


def _open(folder: Path) -> IO[bytes]:
    folder.mkdir(parents=True, exist_ok=True)
    return (folder / "lock").open("ab")


def _try(file: IO[bytes]) -> bool:
    if sys.platform == "win32":
        return True
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        # A network file system without locks.
        return True
    return True
