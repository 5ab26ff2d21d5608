"""One writer a folder, over all processes of a machine."""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import IO

_POLL_S = 0.02


@asynccontextmanager
async def locked(folder: Path) -> AsyncIterator[None]:
    """Hold the folder's lock, made with the folder if need be; it goes with the process that holds it, however it ends.

    Where the system has no such locks it holds nothing: then two writers only do the same work twice.
    """
    file = await asyncio.to_thread(_open, folder)
    try:
        # Asking again and again takes no thread; a few waiting threads could keep the holder from ever getting one.
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
