"""Removes index files of collections that do not exist, as a process leaves that is killed while it removes them."""

import asyncio
import shutil
from pathlib import Path

from sqlalchemy import Connection, select

from askwell.errors import StorageFailed
from askwell.knowledge.database import DocumentDatabase
from askwell.knowledge.lock import locked
from askwell.knowledge.refresh import folder_name, translated
from askwell.knowledge.schema import collections


async def remove_leftovers(engine: DocumentDatabase, index_folder: Path) -> None:
    """Remove the index folders that belong to no collection of the database. Raises StorageFailed.

    The folders are listed before the collections are read: a collection is stored before its index is written.
    """
    with translated("", index_folder):
        found = await asyncio.to_thread(_folders, index_folder)
        known = await engine.read(_known_names)
        for folder in (each for each in found if each.name not in known):
            async with locked(folder):
                await asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True)
            if await asyncio.to_thread(folder.exists):
                raise StorageFailed(
                    f"The index folder {folder.name} of a removed conversation cannot be removed",
                    hint=f"Check the permissions below {str(index_folder)!r}, then try again.",
                )


def _folders(index_folder: Path) -> list[Path]:
    return [each for each in index_folder.iterdir() if each.is_dir()] if index_folder.exists() else []


def _known_names(tx: Connection) -> set[str]:
    rows = tx.execute(select(collections.c.tenant, collections.c.name))
    return {folder_name(row.tenant, row.name) for row in rows}
