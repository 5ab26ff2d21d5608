"""Atomic file writes, with disk errors translated to StorageFailed."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from askwell.errors import StorageFailed


def write(path: Path, content: bytes) -> None:
    """Write a file atomically, readable by its owner only. On return it is flushed to disk.

    The caller ensures that there is one writer at a time. If the process ends during the write, the old file and a
    hidden temporary file remain; the next write replaces both.
    """
    temporary = path.with_name(f".{path.name}.new")
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError:
        with suppress(OSError):
            temporary.unlink()
        raise
    sync_folder(path.parent)


def remove(path: Path) -> None:
    """Remove a file durably. No effect if it does not exist."""
    path.unlink(missing_ok=True)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Flush the directory entries of a folder to disk."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def translating_errors() -> Iterator[None]:
    """Translate errors of the operating system to StorageFailed (`storage_unavailable`, `disk_full`)."""
    try:
        yield
    except OSError as error:
        full = error.errno in {errno.ENOSPC, errno.EDQUOT}
        raise StorageFailed(
            f"Disk error: {error.strerror or error}",
            code="disk_full" if full else None,
            hint="Free some disk space; acknowledged data is kept."
            if full
            else "Check the folder and its permissions.",
        ) from error
