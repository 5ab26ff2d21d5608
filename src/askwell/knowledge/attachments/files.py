"""The bytes of attachments, one copy by content, below the data folder. Paths contain only hashes."""

import asyncio
import errno
import os
import re
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path

from askwell.errors import StorageFailed
from askwell.knowledge.lock import locked

_HASH = re.compile(r"[0-9a-f]{64}")


class AttachedFiles:
    """Files in a folder, named by the SHA-256 of their bytes."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @asynccontextmanager
    async def held(self) -> AsyncIterator[None]:
        """Hold the lock of the folder, so that nothing is added while it is decided what to remove.

        Raises StorageFailed.
        """
        with _translated(self._folder):
            async with locked(self._folder):
                yield

    def path_of(self, content_hash: str) -> Path:
        """The path of the file with this hash, whether or not it exists. Raises ValueError for any other text."""
        if not _HASH.fullmatch(content_hash):
            raise ValueError(f"{content_hash!r} is no SHA-256")
        return self._folder / content_hash[:2] / content_hash

    async def add(self, content_hash: str, data: bytes) -> None:
        """Write the bytes, unless a file has them. The file is on disk afterwards. Raises StorageFailed."""
        with _translated(self._folder):
            await asyncio.to_thread(_write, self.path_of(content_hash), data)

    async def remove(self, content_hash: str) -> None:
        """Remove a file, if it exists. Raises StorageFailed."""
        path = self.path_of(content_hash)
        with _translated(self._folder):
            await asyncio.to_thread(path.unlink, missing_ok=True)


def _write(path: Path, data: bytes) -> None:
    if path.exists() and path.stat().st_size == len(data):
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=".new-")
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise


@contextmanager
def _translated(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise StorageFailed(
            f"An attachment cannot be stored: {error.strerror or error}",
            code="disk_full" if error.errno == errno.ENOSPC else "storage_unavailable",
            hint=f"Free disk space below {str(folder)!r}, and check that it can be written.",
        ) from error
