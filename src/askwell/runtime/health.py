"""Whether questions can be answered: probes of a search and of writes, checked when somebody asks."""

import asyncio
import logging
import math
import shutil
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from askwell.composition.container import Container
from askwell.errors import AskwellError
from askwell.settings import Settings
from askwell.stores.sql.probe import damage, is_damage
from askwell.types import Principal, SearchQuery

LOG = logging.getLogger("askwell")

CACHE_S = 2.0
"""How long a report is returned again, seconds: a probe writes to the disk."""
PROBE_S = 3.0
"""Longest wait for a probe, seconds. It goes on after that, and the next report waits for the same one."""
SEARCH_SHARE = 0.01
LONGEST_PAUSE_S = 60.0
"""Share of the time that probes may search, and the longest pause after one that succeeded, seconds: with a million
chunks a search takes a fifth of a second.
"""
WATCH_S = 30.0
"""Time between two looks at the free disk space while nobody asks, seconds."""
PAGES_EVERY_S = 600.0
"""Time between two checks of all pages of the database, seconds."""

PROBED = SearchQuery(("ready",), ())
"""What the probe of a search looks for."""


@dataclass(frozen=True, slots=True)
class HealthFault:
    """Something that does not work."""

    code: str
    """Stable name of the fault."""
    part: str
    message: str
    is_blocking: bool
    """Whether questions fail because of it; otherwise they are answered with less."""


@dataclass(frozen=True, slots=True)
class Health:
    """What a check found."""

    faults: tuple[HealthFault, ...] = ()
    disk_free_bytes: int = 0
    disk_is_low: bool = False

    @property
    def is_ready(self) -> bool:
        """Whether questions can be answered."""
        return not any(fault.is_blocking for fault in self.faults)


class HealthMonitor:
    """Checks on request, at most every `CACHE_S` seconds; watches disk and pages in the background once started."""

    def __init__(self, container: Container, settings: Settings) -> None:
        self._container = container
        self._settings = settings
        self._probed = Health()
        self._checked_at = -math.inf
        self._check: asyncio.Task[None] | None = None
        self._next_search = -math.inf
        self._probes: dict[str, asyncio.Task[None]] = {}
        self._damage: dict[str, str] = {}
        self._disk_was_low = False
        self._broken: set[str] = set()
        """Embedders whose weights could not be loaded when they were last looked at."""
        self._mending: asyncio.Task[None] | None = None
        self._watching: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Watch the disk, the weights and the pages in the background."""
        self._watching = [
            asyncio.create_task(self._watch(), name="watch the disk and the weights"),
            asyncio.create_task(self._watch_pages(), name="check the pages"),
        ]

    async def stop(self) -> None:
        """Stop everything and wait for it, since a probe must not outlive the database."""
        for task in (*self._watching, *self._probes.values(), self._check, self._mending):
            if task is None:
                continue
            task.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await task

    async def check(self) -> Health:
        """The state of the process. Callers at the same time share one check."""
        if time.monotonic() - self._checked_at >= CACHE_S:
            if self._check is None or self._check.done():
                self._check = asyncio.create_task(self._look(), name="check of health")
            await asyncio.shield(self._check)
        known = (*self._probed.faults, *self._page_faults(), *self._degraded())
        return replace(self._probed, faults=tuple(dict.fromkeys(known)))

    async def _look(self) -> None:
        """Run all probes at the same time."""
        container = self._container
        probes: Mapping[str, Callable[[], Awaitable[object]]] = {
            "store": lambda: container.store.sessions.page(Principal(), limit=1),
            **container.probes,
            "search": self._search,
        }
        found = await asyncio.gather(*(self._probe(*each) for each in probes.items()))
        await self._try_weights()
        free = await self._free_bytes()
        low = self._note_disk(free)
        self._probed = Health((*(fault for fault in found if fault is not None), *low), free, bool(low))
        self._checked_at = time.monotonic()

    async def _probe(self, part: str, call: Callable[[], Awaitable[object]]) -> HealthFault | None:
        """The fault of a part; None if its probe succeeds in time."""
        task = self._probes.get(part)
        if task is None:
            task = self._probes[part] = asyncio.create_task(_awaited(call), name=f"probe of the {part}")
        done, _ = await asyncio.wait({task}, timeout=PROBE_S)
        if not done:
            return HealthFault(f"{_code_part(part)}_slow", part, f"no answer within {PROBE_S:g} s", is_blocking=True)
        del self._probes[part]
        error = task.exception()
        if error is None:
            return None
        if is_damage(error):
            return HealthFault("storage_damaged", part, "the database file is damaged", is_blocking=True)
        if isinstance(error, AskwellError):
            return HealthFault(error.code, part, error.message, is_blocking=True)
        LOG.error("the probe of the %s failed unexpectedly", part, exc_info=error)
        return HealthFault("internal", part, type(error).__name__, is_blocking=True)

    async def _search(self) -> None:
        """Search every collection that has documents, for at most `SEARCH_SHARE` of the time."""
        began = time.monotonic()
        if began < self._next_search:
            return
        knowledge = self._container.knowledge
        collections = tuple(await knowledge.collections())
        if collections:
            await knowledge.search(SearchQuery(PROBED.wordings, collections, k=1))
        took = time.monotonic() - began
        self._next_search = began + min(took / SEARCH_SHARE, LONGEST_PAUSE_S)

    def _page_faults(self) -> list[HealthFault]:
        return [
            HealthFault("storage_damaged", part, f"the database file is damaged: {found}", is_blocking=True)
            for part, found in self._damage.items()
        ]

    def _degraded(self) -> list[HealthFault]:
        """What questions are answered without."""
        container = self._container
        broken = [
            HealthFault(
                each.fault.code,
                f"embedder {name}",
                "its weights are missing or cannot be loaded; passages are found by words alone",
                is_blocking=False,
            )
            for name, each in container.embedders.items()
            if each.fault is not None
        ]
        collections = [name for runtime in container.runtimes.values() for name in runtime.assistant.collections]
        lacking = container.knowledge.lacking(tuple(dict.fromkeys(collections)))
        return broken + [
            HealthFault(code, "search", _LACKING[code], is_blocking=False)
            for code in lacking
            if code in _LACKING and not (broken and code == "words_only")
        ]

    async def _free_bytes(self) -> int:
        try:
            return (await asyncio.to_thread(shutil.disk_usage, self._settings.home)).free
        except OSError:
            return 0

    def _note_disk(self, free: int) -> Sequence[HealthFault]:
        """The fault if the alarm level is crossed; each crossing is logged once."""
        level = self._settings.disk_alarm_bytes
        is_low = free < level
        if is_low and not self._disk_was_low:
            LOG.warning(
                "the disk of the data folder has %.0f MB free; the alarm is set at %.0f", free / 1e6, level / 1e6
            )
        if self._disk_was_low and not is_low:
            LOG.warning("the disk of the data folder has %.0f MB free again", free / 1e6)
        self._disk_was_low = is_low
        if not is_low:
            return ()
        # Without the figure, which would make each report another fault.
        return (HealthFault("disk_low", "disk", "less than `disk_alarm_bytes` is free", is_blocking=False),)

    async def _try_weights(self) -> None:
        """Try weights again that could not be loaded; if they can, embed what was added without them."""
        for name, embedder in self._container.embedders.items():
            if embedder.fault is None and name not in self._broken:
                continue
            self._broken.add(name)
            try:
                await embedder.embed(PROBED.wordings, kind="query")
            except AskwellError:
                continue
            self._broken.discard(name)
            if self._mending is None or self._mending.done():
                self._mending = asyncio.create_task(self._embed_missing(name), name="embed what has no vectors")

    async def _embed_missing(self, name: str) -> None:
        try:
            chunks = await self._container.knowledge.embed_missing()
        except AskwellError as error:
            LOG.warning("embedder %s: documents that were added without it are not embedded: %s", name, error.message)
        except Exception:
            LOG.exception("embedder %s: documents that were added without it are not embedded", name)
        else:
            LOG.warning("embedder %s works again; %d chunks that were added without it are embedded", name, chunks)

    async def _watch(self) -> None:
        while True:
            self._note_disk(await self._free_bytes())
            await self._try_weights()
            await asyncio.sleep(WATCH_S)

    async def _watch_pages(self) -> None:
        """Check all pages now and then; damage where no question reads is found before one does."""
        while True:
            for part, database in self._container.databases.items():
                found = await damage(database)
                if found and part not in self._damage:
                    LOG.error("the database of the %s is damaged: %s", part, found)
                if found:
                    self._damage[part] = found
                else:
                    self._damage.pop(part, None)
            await asyncio.sleep(PAGES_EVERY_S)


_LACKING = {
    "words_only": "documents have no vectors of their embedder yet; passages are found by words alone",
    "vectors_incomplete": "documents are still being embedded; `askwell add` continues where it was interrupted",
    "index_rebuilding": "a damaged index is being rebuilt; searches go by its other part",
}


def _code_part(part: str) -> str:
    return part.replace(" ", "_")


async def _awaited(call: Callable[[], Awaitable[object]]) -> None:
    await call()
