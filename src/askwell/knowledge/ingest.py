"""A collection brought in line with a folder: new and changed files in, missing ones out, the rest left alone."""

import asyncio
import os
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path, PurePath

from askwell.errors import BadInput, NotFound
from askwell.knowledge.intake import Prepared, Shelf, embed, embed_missing, hash_content, prepare, put, recipe
from askwell.knowledge.readers import MAX_BYTES, SUFFIXES, PluggedReader
from askwell.knowledge.readers.child import in_thread
from askwell.knowledge.readers.plugged import suffixes_of
from askwell.knowledge.readers.reading import kind_of
from askwell.knowledge.rows import Known, known_documents, remove_document, set_root
from askwell.types import IngestFailure, IngestProgress


@dataclass(frozen=True, slots=True)
class _File:
    name: str
    path: Path


@dataclass(frozen=True, slots=True)
class _Unchanged:
    name: str


async def ingest(shelf: Shelf, path: Path, collection: str, labels: Sequence[str]) -> AsyncIterator[IngestProgress]:
    """Progress after every file and every embedded batch; see `Knowledge.ingest`.

    Each document is one transaction: an ingestion that is killed leaves whole documents, and the next one goes on. The
    next file is read while the current one is embedded.
    """
    began = time.perf_counter()
    files, root, is_folder = await asyncio.to_thread(_list, path, shelf.readers)
    async with shelf.engine.connect() as connection:
        known = await known_documents(connection, shelf.tenant, collection)
    progress = IngestProgress(total_files=len(files), read_files=0)

    def look(number: int) -> asyncio.Task[_Unchanged | Prepared | IngestFailure]:
        return asyncio.create_task(in_thread(_look, files[number], known, labels, shelf))

    ahead = look(0)
    try:
        for number, file in enumerate(files):
            yield _at(replace(progress, current=file.name), began)
            looked = await ahead
            if number + 1 < len(files):
                ahead = look(number + 1)
            if isinstance(looked, Prepared):
                batches = []
                async for batch in embed(shelf.embedder, looked.texts):
                    batches.append(batch)
                    yield _at(replace(progress, current=file.name), began)
                await put(shelf, looked, batches, collection, root)
            elif isinstance(looked, _Unchanged) and known[file.name].root != root:
                async with shelf.engine.begin() as connection:
                    await set_root(connection, known[file.name].id, root)
            progress = _count(progress, looked, is_new=file.name not in known)
            yield _at(progress, began)
    finally:
        ahead.cancel()
        with suppress(asyncio.CancelledError):
            await ahead
    if is_folder:
        progress = replace(progress, removed=await _remove_missing(shelf, known, files, root))
    async for _ in embed_missing(shelf, collection):
        yield _at(progress, began)
    yield _at(replace(progress, done=True, current=""), began)


def _list(path: Path, readers: Sequence[PluggedReader]) -> tuple[list[_File], str, bool]:
    """Files to read in order of name, the folder they come from, and whether all of it is meant.

    Raises NotFound, and BadInput (`no_documents`, `unsupported_document`).
    """
    try:
        resolved = path.resolve(strict=True)
    except (OSError, RuntimeError, ValueError) as error:
        raise NotFound(f"No folder or file {str(path)!r}", code="folder_not_found") from error
    if resolved.is_file():
        kind_of(resolved.name, readers)
        return [_File(resolved.name, resolved)], str(resolved.parent), False
    suffixes = (*SUFFIXES, *suffixes_of(readers))
    files = sorted(_walk(resolved, suffixes), key=lambda file: file.name)
    if not files:
        raise BadInput(
            f"{str(path)!r} holds no documents", code="no_documents", hint=f"Known endings: {', '.join(suffixes)}."
        )
    return files, str(resolved), True


def _walk(root: Path, suffixes: Sequence[str]) -> list[_File]:
    """Files below the folder; a link to one that is found anyway is left out."""
    files: list[_File] = []
    links: list[_File] = []
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in names:
            path = Path(folder, name)
            if not name.startswith(".") and PurePath(name).suffix.lower() in suffixes and _is_inside(path, root):
                found = _File(path.relative_to(root).as_posix(), path)
                (links if path.is_symlink() else files).append(found)
    plain = {file.path for file in files}
    return files + [link for link in links if link.path.resolve() not in plain]


def _is_inside(path: Path, root: Path) -> bool:
    """Whether it is a file of the folder; a link that leads out of it is not, nor is one that leads nowhere."""
    try:
        return path.is_file() and path.resolve(strict=True).is_relative_to(root)
    except (OSError, RuntimeError):
        return False


def _look(
    file: _File, known: Mapping[str, Known], labels: Sequence[str], shelf: Shelf
) -> _Unchanged | Prepared | IngestFailure:
    shown = file.name.encode(errors="replace").decode()
    try:
        data = _read(file.path, shown)
        stored = known.get(file.name)
        if stored and stored.content_hash == hash_content(data) and stored.recipe == recipe(labels):
            return _Unchanged(file.name)
        return prepare(file.name, data, labels, shelf.languages, shelf.readers)
    except BadInput as error:
        return IngestFailure(shown, error.code, error.message, error.hint)
    except OSError as error:
        return IngestFailure(shown, "unreadable_file", f"{shown!r} cannot be read: {error.strerror or error}")


def _read(path: Path, name: str) -> bytes:
    """The bytes of a file, at most one more than a document may have: the reader names that failure."""
    with path.open("rb") as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise BadInput(
            f"{name!r} has more than {MAX_BYTES:,} bytes",
            code="document_too_large",
            hint="Split it into several files.",
        )
    return data


def _count(progress: IngestProgress, looked: _Unchanged | Prepared | IngestFailure, *, is_new: bool) -> IngestProgress:
    progress = replace(progress, read_files=progress.read_files + 1)
    match looked:
        case IngestFailure():
            return replace(progress, current=looked.name, failures=(*progress.failures, looked))
        case _Unchanged():
            return replace(progress, current=looked.name, unchanged=progress.unchanged + 1)
        case _:
            chunks = progress.chunks + len(looked.pieces)
            progress = replace(progress, current=looked.name, chunks=chunks)
            if is_new:
                return replace(progress, added=progress.added + 1)
            return replace(progress, changed=progress.changed + 1)


async def _remove_missing(shelf: Shelf, known: Mapping[str, Known], files: Sequence[_File], root: str) -> int:
    """Remove what this folder brought earlier and no longer holds; how many."""
    here = {file.name for file in files}
    removed = 0
    for name, document in known.items():
        if name not in here and document.root == root:
            async with shelf.engine.begin() as connection:
                removed += await remove_document(connection, shelf.tenant, document.id)
    return removed


def _at(progress: IngestProgress, began: float) -> IngestProgress:
    return replace(progress, took_ms=(time.perf_counter() - began) * 1000)
