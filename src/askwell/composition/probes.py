"""Probes of what questions need from the disk: each raises StorageFailed if a write fails."""

import asyncio
import errno
import tempfile
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TypeAlias

from sqlalchemy.ext.asyncio import AsyncEngine

from askwell.errors import StorageFailed
from askwell.stores.sql.probe import probe

Probe: TypeAlias = Callable[[], Awaitable[None]]

DATA_FOLDER = "data folder"
"""Name of the part that every container has a probe of."""
WRITTEN_BYTES = 65_536
"""Size of the file that a probe writes: the space of a few turns. A log that is written over hides a full disk."""


def make_probes(folders: Mapping[str, Path], databases: Mapping[str, AsyncEngine]) -> dict[str, Probe]:
    """Part to its probe, for folders and databases by name."""
    probes: dict[str, Probe] = {name: partial(_probe_folder, name, folder) for name, folder in folders.items()}
    return probes | {name: partial(probe, database) for name, database in databases.items()}


async def _probe_folder(name: str, folder: Path) -> None:
    try:
        await asyncio.to_thread(_write_file, folder)
    except OSError as error:
        is_full = error.errno in {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
        raise StorageFailed(
            f"Nothing can be written to the {name}: {error.strerror}",
            code="disk_full" if is_full else "storage_unavailable",
            hint="Free some disk space; acknowledged data is kept." if is_full else "Make the folder writable.",
        ) from error


def _write_file(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryFile(dir=folder) as file:
        file.write(bytes(WRITTEN_BYTES))
