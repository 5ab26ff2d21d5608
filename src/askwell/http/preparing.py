"""Reading the assistants' own documents in the background, and how far that is."""

import asyncio
import logging
from dataclasses import dataclass
from typing import Literal

from askwell.engine import Engine
from askwell.errors import AskwellError
from askwell.projections import Json

LOG = logging.getLogger("askwell")

END_S = 10.0
"""Seconds that a reading which was broken off has to come to its end."""


@dataclass(frozen=True, slots=True)
class Reading:
    """How far one assistant's documents are."""

    state: Literal["waiting", "reading", "ready", "failed"] = "waiting"
    read_files: int = 0
    total_files: int = 0
    failures: tuple[str, ...] = ()
    """Files that could not be read, each with its code."""
    reason: str = ""
    """Why all of it failed."""


class Preparing:
    """The background work of a start: one assistant after the other."""

    def __init__(self, engine: Engine) -> None:
        self.readings = {name: Reading() for name in engine.assistants}
        self._engine = engine

    @property
    def pending(self) -> list[str]:
        """What is not read yet, in words."""
        said = {"waiting": "its documents wait to be read", "reading": "its documents are being read"}
        return [
            f"{name}: {said[reading.state]}"
            + (f" ({reading.read_files} of {reading.total_files})" * (reading.total_files > 0))
            for name, reading in self.readings.items()
            if reading.state in said
        ]

    @property
    def troubles(self) -> list[str]:
        """What went wrong, in words; the rest works."""
        return [
            f"{name}: {trouble}"
            for name, reading in self.readings.items()
            for trouble in (*([reading.reason] if reading.reason else []), *reading.failures)
        ]

    def shown(self) -> Json:
        """Assistant to how far it is."""
        return {
            name: {"state": reading.state, "read_files": reading.read_files, "total_files": reading.total_files}
            for name, reading in self.readings.items()
        }

    async def run(self) -> None:
        """Prepare every assistant; one that fails does not hold up the rest.

        Cancelled, it ends when its reading has: what reads must not outlive the database that it writes to.
        """
        for name in self.readings:
            task = asyncio.create_task(self._read(name), name=f"prepare {name}")
            try:
                await asyncio.wait({task})
            finally:
                await _end(task)
            if error := task.exception():
                LOG.error("documents of %s could not be read", name, exc_info=error)
                told = f"{error.message}. {error.hint}" if isinstance(error, AskwellError) else type(error).__name__
                self.readings[name] = Reading("failed", reason=told)

    async def _read(self, name: str) -> None:
        self.readings[name] = Reading("reading")
        last = Reading("ready")
        async for progress in self._engine.prepare(name):
            failures = tuple(f"{failure.name} ({failure.code})" for failure in progress.failures)
            last = Reading("ready", progress.read_files, progress.total_files, failures)
            self.readings[name] = Reading("reading", progress.read_files, progress.total_files, failures)
        self.readings[name] = last


async def _end(task: "asyncio.Task[None]") -> None:
    """Break the task off, and wait for its end, though not for ever."""
    task.cancel()
    _, pending = await asyncio.wait({task}, timeout=END_S)
    if pending:
        LOG.warning("%s does not end; it is left to itself", task.get_name())
