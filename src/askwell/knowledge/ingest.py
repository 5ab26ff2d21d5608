"""Syncs a collection with a folder: adds new files, updates changed ones, removes missing ones."""

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from askwell.errors import AskwellError, BadInput, ModelFailed, NotFound
from askwell.knowledge.document_rows import Known, known_documents
from askwell.knowledge.embedding import embed_missing
from askwell.knowledge.freed import FreedMemory
from askwell.knowledge.intake import (
    Prepared,
    Shelf,
    failed_by,
    hash_content,
    is_current,
    prepare,
    put,
    reuse,
)
from askwell.knowledge.matching import Match, match
from askwell.knowledge.ongoing import OngoingIngestion
from askwell.knowledge.readers import SUFFIXES
from askwell.knowledge.readers.plugged import suffixes_of
from askwell.knowledge.readers.pool import in_thread
from askwell.knowledge.rows import remove_documents, set_root
from askwell.knowledge.scan import File, Scan, printable_name, scan
from askwell.knowledge.stored_vectors import StoredVectors
from askwell.text.table_size import is_only_searched
from askwell.types import IngestFailure, IngestPlan, IngestProgress


@dataclass(frozen=True, slots=True)
class _Unchanged:
    name: str


async def ingest(
    shelf: Shelf,
    path: Path,
    collection: str,
    labels: Sequence[str],
    root: str,
    *,
    embedding: Callable[[], Awaitable[Shelf]],
) -> AsyncGenerator[IngestProgress, None]:
    """Progress after every file and every embedded batch; see `Knowledge.ingest`.

    `embedding` gives the shelf with the embedder, which may depend on the documents, when all of them are written.

    All files are written before the first is embedded, so words find them within seconds. The progress of the last file
    comes when nothing but embedding is left. Each document is one transaction: after a crash all stored documents are
    complete, and the next call continues with files and vectors.
    """
    began = time.perf_counter()
    found, matched = await _compare(shelf, path, collection, root)
    if matched.moved:
        async with shelf.engine.begin() as connection:
            await set_root(connection, [each.id for each in matched.moved], matched.root)
    progress = IngestProgress(
        total_files=len(found.files), read_files=0, failures=found.unlisted, skipped=found.skipped
    )
    ahead, freed = _ReadAhead(found.files, matched, labels, shelf), FreedMemory()
    going_on = OngoingIngestion(shelf, collection, matched.root, len(found.files))
    try:
        if any(file.name not in matched.stored for file in found.files):
            await going_on.begin()
        for file in found.files:
            yield _at(replace(progress, current=file.name), began)
            result = await ahead.next()
            if not isinstance(result, _Unchanged):
                await going_on.begin()
            if isinstance(result, Prepared):
                stored = matched.stored.get(file.name)
                try:
                    result = replace(result, name=stored.name) if stored else result
                    await _write(shelf, result, collection, matched.root, stored)
                except Exception as error:  # noqa: BLE001 - raised again if it affects all files
                    result = _failure_of(file.name, error)
            progress = _count(progress, result, is_new=file.name not in matched.stored)
            if isinstance(result, Prepared) and await asyncio.to_thread(is_only_searched, result.parsed.text):
                names = (*progress.only_searched, printable_name(result.name))
                progress = replace(progress, only_searched=names)
            del result
            going_on.read_files = progress.read_files
            await freed.return_now_and_then()
            if not progress.is_searchable:
                yield _at(progress, began)
    finally:
        await ahead.close()
        await going_on.end()
    if matched.missing:
        async with shelf.engine.begin() as connection:
            removed = await remove_documents(connection, shelf.tenant, [each.id for each in matched.missing])
        progress = replace(progress, removed=removed)
    yield _at(progress, began)
    async for step in embed_missing(await embedding(), collection):
        failures = (*progress.failures, *step.failures)
        progress = replace(progress, current="", embedded=step.done, to_embed=step.total, failures=failures)
        yield _at(progress, began)
    yield _at(replace(progress, done=True, current=""), began)


async def _write(shelf: Shelf, prepared: Prepared, collection: str, root: str, stored: Known | None) -> None:
    """Write a document; with the vectors that it keeps, if one is stored. `embed_missing` adds the others."""
    with StoredVectors() as kept:
        if stored is not None:
            root = stored.root
            async for _, known in reuse(shelf, prepared, collection, root):
                await asyncio.to_thread(kept.add, known)
        await put(shelf, prepared, kept, collection, root)


async def plan(shelf: Shelf, path: Path, collection: str, labels: Sequence[str], root: str = "") -> IngestPlan:
    """What `ingest` would do; see `Knowledge.plan`."""
    found, matched = await _compare(shelf, path, collection, root)
    return await asyncio.to_thread(_plan, found, matched, labels)


def _plan(found: Scan, matched: Match, labels: Sequence[str]) -> IngestPlan:
    names: dict[str, list[str]] = {"added": [], "changed": [], "unchanged": []}
    failures = list(found.unlisted)
    for file in found.files:
        stored = matched.stored.get(file.name)
        try:
            content_hash = _hash(file)
        except BadInput as error:
            failures.append(_failure(printable_name(file.name), error))
        else:
            kind = (
                "added"
                if stored is None
                else "unchanged"
                if _is_unchanged(content_hash, stored, file.path, labels)
                else "changed"
            )
            names[kind].append(printable_name(file.name))
    return IngestPlan(
        added=tuple(names["added"]),
        changed=tuple(names["changed"]),
        unchanged=tuple(names["unchanged"]),
        removed=tuple(each.name for each in matched.missing),
        failures=tuple(failures),
        skipped=found.skipped,
    )


async def _compare(shelf: Shelf, path: Path, collection: str, root: str) -> tuple[Scan, Match]:
    """The files at a path, and the documents that they are. Raises BadInput and NotFound if there are neither."""
    found = await asyncio.to_thread(scan, path, shelf.readers)
    async with shelf.engine.connect() as connection:
        known = await known_documents(connection, shelf.tenant, collection)
    matched = await asyncio.to_thread(match, found, known, root)
    if not (found.files or found.unlisted or matched.stored or matched.missing):
        raise _nothing_to_read(path, found, shelf)
    return found, matched


class _ReadAhead:
    """Reads the files in order, one file ahead of the caller."""

    def __init__(self, files: Sequence[File], matched: Match, labels: Sequence[str], shelf: Shelf) -> None:
        self._files = iter(files)
        self._stored = matched.stored
        self._labels = labels
        self._shelf = shelf
        self._task = self._begin()

    async def next(self) -> _Unchanged | Prepared | IngestFailure:
        """The result for the next file. Starts to read the one after it."""
        assert self._task is not None, "there is a task for each file"
        result = await self._task
        self._task = self._begin()
        return result

    async def close(self) -> None:
        """Cancel the read in progress."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    def _begin(self) -> "asyncio.Task[_Unchanged | Prepared | IngestFailure] | None":
        file = next(self._files, None)
        if file is None:
            return None
        return asyncio.create_task(in_thread(_read_file, file, self._stored.get(file.name), self._labels, self._shelf))


def _nothing_to_read(path: Path, found: Scan, shelf: Shelf) -> AskwellError:
    if found.kind == "nothing":
        return NotFound(
            f"No folder or file {str(path)!r}",
            code="folder_not_found",
            hint="Check the path: a relative one begins at the current folder.",
        )
    return BadInput(
        f"{str(path)!r} contains no documents",
        code="no_documents",
        hint=f"Known file extensions: {', '.join((*SUFFIXES, *suffixes_of(shelf.readers)))}.",
    )


def _read_file(
    file: File, stored: Known | None, labels: Sequence[str], shelf: Shelf
) -> _Unchanged | Prepared | IngestFailure:
    try:
        content_hash = _hash(file)
        if stored and _is_unchanged(content_hash, stored, file.path, labels):
            return _Unchanged(file.name)
        return prepare(file.name, file.path, content_hash, labels, shelf)
    except BadInput as error:
        return _failure(printable_name(file.name), error)


def _is_unchanged(content_hash: str, stored: Known, path: Path, labels: Sequence[str]) -> bool:
    return stored.content_hash == content_hash and is_current(stored.recipe, stored.name, path, labels)


def _hash(file: File) -> str:
    """SHA-256 of a file. Raises BadInput (`unreadable_file`, `document_too_large`)."""
    return hash_content(file.path, printable_name(file.name))


def _failure_of(name: str, error: Exception) -> IngestFailure:
    """The failure of one file that could not be embedded or stored. Raises an error that affects all files."""
    if isinstance(error, ModelFailed) and error.code == "upstream_refused":
        return _failure(name, error)
    if isinstance(error, AskwellError):
        raise error
    return _failure(name, failed_by(name, error))


def _failure(name: str, error: AskwellError) -> IngestFailure:
    return IngestFailure(name, error.code, error.message, error.hint)


def _count(progress: IngestProgress, result: _Unchanged | Prepared | IngestFailure, *, is_new: bool) -> IngestProgress:
    progress = replace(progress, read_files=progress.read_files + 1)
    match result:
        case IngestFailure():
            return replace(progress, current=result.name, failures=(*progress.failures, result))
        case _Unchanged():
            return replace(progress, current=result.name, unchanged=progress.unchanged + 1)
        case _:
            chunks = progress.chunks + len(result.spans)
            progress = replace(progress, current=result.name, chunks=chunks)
            if is_new:
                return replace(progress, added=progress.added + 1)
            return replace(progress, changed=progress.changed + 1)


def _at(progress: IngestProgress, began: float) -> IngestProgress:
    return replace(progress, took_ms=(time.perf_counter() - began) * 1000)
