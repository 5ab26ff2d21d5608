"""Reads the assistants' own documents in the background and reports the progress."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from askwell.assistant import Assistant, root_of
from askwell.errors import AskwellError, NotFound
from askwell.ports import Backlog, Knowledge
from askwell.types import Decision, Ingestion, IngestProgress, Reason, as_param, decided

LOG = logging.getLogger("askwell")

NOT_READY = "documents_not_ready"
"""Code of the warning of an answer while this process reads the assistant's own documents, or if nobody has ever read
them, and of the error of a route without warnings.
"""

INCOMPLETE = "documents_incomplete"
"""Code of the warning of an answer while documents are added, here or in another process."""

END_S = 10.0
"""Longest wait for a cancelled task to end, seconds."""

Prepare = Callable[[str], AsyncGenerator[IngestProgress, None]]
"""Syncs the documents of an assistant, given by name, with its folder."""


@dataclass(frozen=True, slots=True)
class Reading:
    """Progress of one assistant's documents."""

    state: Literal["unread", "waiting", "reading", "ready", "failed"] = "waiting"
    """`unread`: nothing was ever read, and nothing is going to be."""
    read_files: int = 0
    total_files: int = 0
    """0 while unknown."""
    failures: tuple[str, ...] = ()
    """Files that could not be read, each with its error code."""
    reason: str = ""
    """The error if the whole sync failed."""

    @property
    def is_pending(self) -> bool:
        """Whether files may still be unread."""
        return self.state in {"waiting", "reading"}

    @property
    def progress(self) -> str:
        """The progress as text."""
        what = "its documents are being read" if self.state == "reading" else "its documents are waiting to be read"
        return what + (f" ({self.read_files} of {self.total_files})" if self.total_files else "")


class Preparation:
    """Background preparation of the assistants. Before `start` nothing is pending.

    The documents of all assistants are read, one after the other, before those of the first are embedded: words find
    them within seconds, vectors may take minutes. Then all other collections get the vectors that they lack because
    an earlier process was interrupted.
    """

    def __init__(self, assistants: Mapping[str, Assistant], prepare: Prepare, backlog: Backlog) -> None:
        self.readings: dict[str, Reading] = {}
        self._assistants = assistants
        self._prepare = prepare
        self._backlog = backlog
        self._syncs: dict[str, AsyncGenerator[IngestProgress, None]] = {}
        """Those that wait, with all files read, until the other assistants are read."""
        self._task: asyncio.Task[None] | None = None
        self._begun: set[str] = set()
        """Assistants whose documents were read before, or are read by this process."""

    def note(self, assistant: str) -> None:
        """Note that the documents of an assistant are being read, by a caller of `Engine.prepare`."""
        self._begun.add(assistant)

    def start(self) -> None:
        """Start reading in the background."""
        self.readings = {name: Reading() for name in self._assistants}
        self._task = asyncio.create_task(self._run(), name="prepare")

    async def stop(self) -> None:
        """Cancel the reading and wait for its end, since it must not outlive the database that it writes to."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        for sync in self._syncs.values():
            await sync.aclose()

    @property
    def pending(self) -> list[str]:
        """What is still unread, as text."""
        return [f"{name}: {reading.progress}" for name, reading in self.readings.items() if reading.is_pending]

    @property
    def troubles(self) -> list[str]:
        """The failures, as text. Everything else works."""
        return [
            f"{name}: {trouble}"
            for name, reading in self.readings.items()
            for trouble in (*([reading.reason] if reading.reason else []), *reading.failures)
        ]

    async def unread(self, assistant: Assistant) -> dict[str, Decision]:
        """Which documents that this assistant searches are not read yet, by code of the warning; empty if all are."""
        pending = {
            name: reading
            for name, reading in self.readings.items()
            if reading.is_pending and _filled_by(self._assistants[name]) in assistant.collections
        }
        additions = await self.additions(assistant.collections)
        others = [each for each in additions if each.root not in {root_of(name) for name in pending}]
        added = {each.root for each in others}
        pending |= {name: Reading("unread") for name in await self._never_read(assistant) if root_of(name) not in added}
        unread: dict[str, Decision] = {}
        if pending:
            detail = {
                name: {"read_files": reading.read_files, "total_files": reading.total_files}
                for name, reading in pending.items()
            }
            reasons = [as_param(_reason(name, reading)) for name, reading in pending.items()]
            unread[NOT_READY] = decided("documents.not_ready", {"pending": reasons}, detail=detail)
        if others:
            unread[INCOMPLETE] = _incomplete(others)
        return unread

    async def _never_read(self, assistant: Assistant) -> list[str]:
        """The assistants whose documents this one would search, if anybody had read them."""
        found: list[str] = []
        for name, each in self._assistants.items():
            collection = _filled_by(each)
            if collection not in assistant.collections or name in self._begun or name in self.readings:
                continue
            try:
                is_read = bool(await self._backlog.documents(collection, limit=1))
            except AskwellError as error:
                LOG.info("whether documents were read is not known: %s", error.message)
                continue
            if is_read:
                self._begun.add(name)
            elif await asyncio.to_thread(_has_files, each.knowledge_folder):
                found.append(name)
        return found

    async def additions(self, collections: Sequence[str]) -> Sequence[Ingestion]:
        """The ingestions into these collections that are in progress; none where they cannot be read."""
        try:
            return await self._backlog.ongoing(collections)
        except AskwellError as error:
            LOG.info("whether documents are being added is not known: %s", error.message)
            return ()

    async def _run(self) -> None:
        """Prepare every assistant, then embed what was left over. A failure does not stop the others."""
        for name in self.readings:
            await self._finish(self._read(name), name)
        for name, sync in list(self._syncs.items()):
            await self._finish(self._embed(name, sync), name)
        try:
            if chunks := await self._backlog.embed_missing():
                LOG.info("embedded %d chunks that had no vector", chunks)
        except AskwellError as error:
            LOG.warning("documents without vectors are not embedded: %s", error.message)
        except Exception:
            LOG.exception("documents without vectors are not embedded")

    async def _finish(self, work: Coroutine[None, None, None], name: str) -> None:
        task = asyncio.create_task(work, name=f"prepare {name}")
        try:
            await asyncio.wait({task})
        finally:
            await _end(task)
        if error := task.exception():
            LOG.error("documents of %s could not be read", name, exc_info=error)
            reason = f"{error.message}. {error.hint}" if isinstance(error, AskwellError) else type(error).__name__
            self.readings[name] = Reading("failed", reason=reason)

    async def _read(self, name: str) -> None:
        """Read the files; a sync that has only to embed them is kept for later."""
        self.readings[name] = Reading("reading")
        sync = self._prepare(name)
        async for progress in sync:
            self.readings[name] = _reading(progress)
            if progress.is_searchable:
                self._syncs[name] = sync
                return
        self.readings[name] = replace(self.readings[name], state="ready")

    async def _embed(self, name: str, sync: AsyncGenerator[IngestProgress, None]) -> None:
        async for progress in sync:
            self.readings[name] = _reading(progress)
        self.readings[name] = replace(self.readings[name], state="ready")


async def sync(assistant: Assistant, knowledge: Knowledge) -> AsyncGenerator[IngestProgress, None]:
    """Sync an assistant's own documents with its folder; no progress for one without a folder.

    Documents are identified by the assistant's name, not by the folder's path, which may change with the installation.
    """
    folder = assistant.knowledge_folder
    if folder is None:
        return
    try:
        async for progress in knowledge.ingest(folder, assistant.collections[0], root=root_of(assistant.name)):
            yield progress
    except NotFound as error:
        if error.code != "folder_not_found":
            raise


def _reading(progress: IngestProgress) -> Reading:
    failures = tuple(f"{failure.name} ({failure.code})" for failure in progress.failures)
    return Reading("reading", progress.read_files, progress.total_files, failures)


def figures(additions: Sequence[Ingestion]) -> dict[str, dict[str, int]]:
    """Files read and files in all by collection."""
    found: dict[str, dict[str, int]] = {}
    for each in additions:
        counts = found.setdefault(each.collection, {"read_files": 0, "total_files": 0})
        counts["read_files"] += each.read_files
        counts["total_files"] += each.total_files
    return found


def _incomplete(additions: Sequence[Ingestion]) -> Decision:
    by_collection = figures(additions)
    reasons = [
        Reason("documents.adding_of", {"collection": name, "read": each["read_files"], "total": each["total_files"]})
        for name, each in by_collection.items()
    ]
    return decided("documents.incomplete", {"pending": [as_param(each) for each in reasons]}, detail=by_collection)


def _has_files(folder: Path | None) -> bool:
    try:
        return folder is not None and (folder.is_file() or any(folder.iterdir()))
    except OSError:
        return False


def _filled_by(assistant: Assistant) -> str:
    """The collection of an assistant's own documents; empty if it has none."""
    return assistant.collections[0] if assistant.knowledge_folder is not None and assistant.collections else ""


async def _end(task: "asyncio.Task[None]") -> None:
    """Cancel the task and wait for its end, at most `END_S`."""
    task.cancel()
    _, pending = await asyncio.wait({task}, timeout=END_S)
    if pending:
        LOG.warning("%s does not end; no longer waiting for it", task.get_name())


def _reason(assistant: str, reading: Reading) -> Reason:
    params: dict[str, object] = {"assistant": assistant}
    if reading.state == "unread":
        return Reason("documents.unread", params)
    if not reading.total_files:
        return Reason("documents.reading" if reading.state == "reading" else "documents.waiting", params)
    params |= {"read": reading.read_files, "total": reading.total_files}
    return Reason("documents.reading_of" if reading.state == "reading" else "documents.waiting_of", params)
