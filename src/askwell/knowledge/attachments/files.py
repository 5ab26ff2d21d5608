"""The bytes of attachments, one copy by content, below the data folder. Paths contain only hashes."""

import asyncio
import errno
import os
import re
import tempfile
from collections.abc import AsyncIterator, Collection, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path

from askwell.errors import StorageFailed
from askwell.knowledge.lock import locked

PIECE_BYTES = 3 << 16
"""Size of the pieces in which a file is read, bytes: a multiple of three, which Base64 needs."""
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

    async def read(self, content_hash: str) -> AsyncIterator[bytes]:
        """The bytes of a file in pieces of `PIECE_BYTES`; none if it does not exist. Raises StorageFailed."""
        with _translated(self._folder):
            try:
                file = await asyncio.to_thread(self.path_of(content_hash).open, "rb")
            except FileNotFoundError:
                return
            with file:
                while piece := await asyncio.to_thread(file.read, PIECE_BYTES):
                    yield piece

    async def remove(self, content_hash: str) -> None:
        """Remove a file, if it exists. Raises StorageFailed."""
        path = self.path_of(content_hash)
        with _translated(self._folder):
            await asyncio.to_thread(path.unlink, missing_ok=True)

    async def remove_others(self, used: Collection[str]) -> None:
        """Remove all files but those with these hashes. The caller holds the lock. Raises StorageFailed.

        What a killed process had begun to write is removed too.
        """
        with _translated(self._folder):
            await asyncio.to_thread(_remove_others, self._folder, used)


def _remove_others(folder: Path, used: Collection[str]) -> None:
    for path in folder.glob("[0-9a-f][0-9a-f]/*"):
        if path.name not in used:
            path.unlink(missing_ok=True)


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
