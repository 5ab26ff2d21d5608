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

WRITTEN_BYTES = 65_536
"""Size of the file that a probe writes: the space of a few turns. A log that is written over hides a full disk."""


def make_probes(home: Path, databases: Mapping[str, AsyncEngine]) -> dict[str, Probe]:
    """Part to its probe: the databases by name, and the data folder."""
    probes: dict[str, Probe] = {name: partial(probe, database) for name, database in databases.items()}
    return {"data folder": partial(_probe_folder, home), **probes}


async def _probe_folder(folder: Path) -> None:
    try:
        await asyncio.to_thread(_write_file, folder)
    except OSError as error:
        is_full = error.errno in {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
        raise StorageFailed(
            f"Nothing can be written to the data folder: {error.strerror}",
            code="disk_full" if is_full else "storage_unavailable",
            hint="Free some disk space; acknowledged data is kept." if is_full else "Make the folder writable.",
        ) from error


def _write_file(folder: Path) -> None:
    with tempfile.TemporaryFile(dir=folder) as file:
        file.write(bytes(WRITTEN_BYTES))
