"""Reads the assistants' own documents in the background, and knows how much is not read yet."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal

from askwell.assistant import Assistant
from askwell.errors import AskwellError
from askwell.types import Decision, IngestProgress, Reason, as_param, decided

LOG = logging.getLogger("askwell")

NOT_READY = "documents_not_ready"
"""Code of the warning of an answer, and of the error of a route that cannot carry a warning."""

END_S = 10.0
"""Longest wait for a cancelled reading to end, seconds."""

Prepare = Callable[[str], AsyncIterator[IngestProgress]]
"""Brings the documents of an assistant, by its name, in line with its folder."""


@dataclass(frozen=True, slots=True)
class Reading:
    """How far one assistant's documents are."""

    state: Literal["waiting", "reading", "ready", "failed"] = "waiting"
    read_files: int = 0
    total_files: int = 0
    """0 while it is not known."""
    failures: tuple[str, ...] = ()
    """Files that could not be read, each with its code."""
    reason: str = ""
    """Why all of it failed."""

    @property
    def is_pending(self) -> bool:
        """Whether files may be left to read."""
        return self.state in {"waiting", "reading"}

    @property
    def progress(self) -> str:
        """How far it is, in words."""
        what = "its documents are being read" if self.state == "reading" else "its documents wait to be read"
        return what + (f" ({self.read_files} of {self.total_files})" if self.total_files else "")


class Preparation:
    """The background work of a start: one assistant after the other. Before `start` nothing is pending."""

    def __init__(self, assistants: Mapping[str, Assistant], prepare: Prepare) -> None:
        self.readings: dict[str, Reading] = {}
        self._assistants = assistants
        self._prepare = prepare
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to read in the background."""
        self.readings = {name: Reading() for name in self._assistants}
        self._task = asyncio.create_task(self._run(), name="prepare")

    async def stop(self) -> None:
        """Cancel what is being read, and wait for its end: it must not outlive the database that it writes to."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    @property
    def pending(self) -> list[str]:
        """What is not read yet, in words."""
        return [f"{name}: {reading.progress}" for name, reading in self.readings.items() if reading.is_pending]

    @property
    def troubles(self) -> list[str]:
        """What went wrong, in words; the rest works."""
        return [
            f"{name}: {trouble}"
            for name, reading in self.readings.items()
            for trouble in (*([reading.reason] if reading.reason else []), *reading.failures)
        ]

    def unread(self, assistant: Assistant) -> Decision | None:
        """How much of what this assistant searches is not read yet; None where all of it is."""
        pending = {
            name: reading
            for name, reading in self.readings.items()
            if reading.is_pending and _filled_by(self._assistants[name]) in assistant.collections
        }
        if not pending:
            return None
        detail = {
            name: {"read_files": reading.read_files, "total_files": reading.total_files}
            for name, reading in pending.items()
        }
        reasons = [as_param(_reason(name, reading)) for name, reading in pending.items()]
        return decided("documents.not_ready", {"pending": reasons}, detail=detail)

    async def _run(self) -> None:
        """Prepare every assistant; one that fails does not hold up the rest."""
        for name in self.readings:
            task = asyncio.create_task(self._read(name), name=f"prepare {name}")
            try:
                await asyncio.wait({task})
            finally:
                await _end(task)
            if error := task.exception():
                LOG.error("documents of %s could not be read", name, exc_info=error)
                reason = f"{error.message}. {error.hint}" if isinstance(error, AskwellError) else type(error).__name__
                self.readings[name] = Reading("failed", reason=reason)

    async def _read(self, name: str) -> None:
        self.readings[name] = Reading("reading")
        last = Reading("ready")
        async for progress in self._prepare(name):
            failures = tuple(f"{failure.name} ({failure.code})" for failure in progress.failures)
            last = Reading("ready", progress.read_files, progress.total_files, failures)
            self.readings[name] = Reading("reading", progress.read_files, progress.total_files, failures)
        self.readings[name] = last


def _filled_by(assistant: Assistant) -> str:
    """The collection that an assistant's own documents go into; empty for one that has none."""
    return assistant.collections[0] if assistant.knowledge_folder is not None and assistant.collections else ""


async def _end(task: "asyncio.Task[None]") -> None:
    """Cancel the task and wait for its end, up to `END_S`."""
    task.cancel()
    _, pending = await asyncio.wait({task}, timeout=END_S)
    if pending:
        LOG.warning("%s does not end; it is left to itself", task.get_name())


def _reason(assistant: str, reading: Reading) -> Reason:
    params: dict[str, object] = {"assistant": assistant}
    if not reading.total_files:
        return Reason("documents.reading" if reading.state == "reading" else "documents.waiting", params)
    params |= {"read": reading.read_files, "total": reading.total_files}
    return Reason("documents.reading_of" if reading.state == "reading" else "documents.waiting_of", params)
