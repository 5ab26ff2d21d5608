"""The port `Ledger`: a file outside of the databases, and a table in each of them.

A deletion is written to the file before it is done, and to the tables when it is done. So a table lacks those that were
interrupted, and, if it comes from a backup, those that were done after it was made. An entry that only a table has, as
from another machine, is added to the file, so that it outlives that table.
"""

import asyncio
import errno
import json
import logging
import os
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncEngine

from askwell.errors import StorageFailed
from askwell.ports import Clock, Ids
from askwell.stores.sql.database import read, write
from askwell.stores.sql.schema import deletions
from askwell.stores.sql.sealing import digest, installation_key
from askwell.types import Deletion, DeletionKind

LOG = logging.getLogger("askwell")


class SqlLedger:
    """The ledger of one installation. The key of its hashes is that of the installation, in `key_file`."""

    def __init__(self, file: Path, engines: Sequence[AsyncEngine], key_file: Path, clock: Clock, ids: Ids) -> None:
        self._file = file
        self._engines = engines
        self._key_file = key_file
        self._clock = clock
        self._ids = ids

    def digest(self, kind: DeletionKind, *names: str) -> str:
        return digest(self._key, "deletion", kind, *names).hex()

    async def begin(self, kind: DeletionKind, *names: str) -> Deletion:
        found = Deletion(self._ids.new(), kind, await asyncio.to_thread(self.digest, kind, *names), self._clock.now())
        await asyncio.to_thread(_append, self._file, [found])
        return found

    async def end(self, deletion: Deletion) -> None:
        for engine in self._engines:
            await _add(engine, deletion)

    async def unfinished(self) -> list[Deletion]:
        noted = await asyncio.to_thread(_read_file, self._file)
        held = [await read(engine, _all) for engine in self._engines]
        elsewhere = {key: each for of_engine in held for key, each in of_engine.items() if key not in noted}
        if elsewhere:
            await asyncio.to_thread(_append, self._file, list(elsewhere.values()))
        everything = noted | elsewhere
        return [each for key, each in sorted(everything.items()) if any(key not in of_engine for of_engine in held)]

    async def count(self) -> int:
        return len(await asyncio.to_thread(_read_file, self._file))

    @cached_property
    def _key(self) -> bytes:
        return installation_key(self._key_file)


def _all(tx: Connection) -> dict[str, Deletion]:
    return {row.id: Deletion(row.id, row.kind, row.digest, row.deleted_at) for row in tx.execute(select(deletions))}


async def _add(engine: AsyncEngine, each: Deletion) -> None:
    """Add an entry, unless another process has added it."""
    insert = postgresql.insert if engine.dialect.name == "postgresql" else sqlite.insert
    row = {"id": each.id, "kind": each.kind, "digest": each.digest, "deleted_at": each.deleted_at}
    statement = insert(deletions).values(row).on_conflict_do_nothing()

    def work(tx: Connection) -> None:
        tx.execute(statement)

    await write(engine, work)


def _failed(file: Path, error: OSError) -> StorageFailed:
    return StorageFailed(
        f"The list of deletions ({file.name}) cannot be read or written: {error.strerror}",
        code="disk_full" if error.errno in {errno.ENOSPC, errno.EDQUOT} else None,
        hint=f"Check {str(file)!r}, then try again.",
    )


def _read_file(file: Path) -> dict[str, Deletion]:
    """The entries by id; a line that is no entry is left out."""
    try:
        lines = file.read_text(encoding="utf-8", errors="replace").splitlines()
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise _failed(file, error) from error
    found = {}
    for line in filter(None, lines):
        try:
            entry: dict[str, Any] = json.loads(line)
            at = datetime.fromisoformat(entry["at"]).astimezone(UTC)
            found[str(entry["id"])] = Deletion(str(entry["id"]), entry["kind"], str(entry["digest"]), at)
        except (ValueError, KeyError, TypeError):
            LOG.warning("a line of %s is no deletion and was left out", file)
    return found


def _append(file: Path, found: Sequence[Deletion]) -> None:
    """Write entries and wait until they are on disk.

    Each begins with a line break too: a process that was killed may have left half a line.
    """
    lines = [
        json.dumps({"id": each.id, "kind": each.kind, "digest": each.digest, "at": each.deleted_at.isoformat()})
        for each in found
    ]
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
        try:
            data = "".join(f"\n{line}\n" for line in lines).encode()
            if os.write(handle, data) < len(data):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            os.fsync(handle)
        finally:
            os.close(handle)
    except OSError as error:
        raise _failed(file, error) from error
