"""The server: uvicorn, configured to drain turns at shutdown and to log only what is needed."""

import asyncio
import ctypes
import gc
import signal
import socket
import sys
from contextlib import suppress
from types import FrameType

import uvicorn
from fastapi import FastAPI

from askwell.engine import Engine
from askwell.http.connections import ConnectionLimits, bounded

CLOSE_S = 5
"""Seconds that connections get after all turns have ended."""

NEW_OBJECTS = 10_000
"""Number of new objects after which the garbage collector runs. A turn leaves about 120."""
RUNS_BEFORE_OLDER = 2
"""Runs after which it also looks at older objects. All objects are scanned about every 700 turns."""


_M_ARENA_MAX, _M_MMAP_THRESHOLD, _M_TRIM_THRESHOLD = -8, -3, -1
"""From glibc's malloc.h."""
_MAX_ARENAS = 2
_OWN_PAGES_BYTES = 4 << 20


class Server(uvicorn.Server):
    """A server that drains the application's engine on a signal, and closes its sockets after that.

    While draining it still responds: `/readyz` returns `draining`, new questions are rejected. A second signal ends it
    at once.
    """

    def __init__(self, config: uvicorn.Config, app: FastAPI) -> None:
        super().__init__(config)
        self._app = app
        self._loop: asyncio.AbstractEventLoop | None = None
        self._draining: asyncio.Task[None] | None = None
        self._was_signalled = False

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Store the event loop, since signals arrive outside of it."""
        self._loop = asyncio.get_running_loop()
        await super().startup(sockets)
        set_loaded_apart()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002
        """Drain at the first signal. It is not raised again at the end, since it has been handled."""
        if self._was_signalled or self._loop is None:
            self.should_exit = True
            self.force_exit = self._was_signalled and sig == signal.SIGINT
            return
        self._was_signalled = True
        self._loop.call_soon_threadsafe(self._begin_to_drain)

    def _begin_to_drain(self) -> None:
        self._draining = asyncio.create_task(self._drain(), name="drain")

    async def _drain(self) -> None:
        engine = getattr(self._app.state, "engine", None)
        try:
            if isinstance(engine, Engine):
                await engine.drain()
        finally:
            self.should_exit = True


def share_memory_between_threads() -> None:
    """Let glibc use two heaps for all threads, not eight for each core; no effect with another C library.

    What a thread frees can then be used by the others. Call it before the threads start: after 60 hostile documents and
    three renewals of their index, a process had kept 158 MB, with two heaps 57 MB. Texts and arrays of more than 4 MB
    get pages of their own, which are returned when they are freed; glibc would put them into a heap after the first
    one. That took 20 MB off the peak of a renewal.
    """
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            library = ctypes.CDLL(None)
            library.mallopt(_M_ARENA_MAX, _MAX_ARENAS)
            library.mallopt(_M_MMAP_THRESHOLD, _OWN_PAGES_BYTES)
            library.mallopt(_M_TRIM_THRESHOLD, 2 * _OWN_PAGES_BYTES)


def set_loaded_apart() -> None:
    """Exclude all objects loaded so far from garbage collection; they live as long as the process.

    These are about 200,000 objects of libraries. Scanning them takes a quarter of the time of a busy process, in pauses
    of 0.1 s in which no turn makes progress. New objects are also scanned less often: a turn creates thousands of
    objects, and nearly all are freed when it ends.
    """
    gc.collect()
    gc.freeze()
    # Old objects are scanned only after their number has grown by a quarter since the last full collection. This one
    # counts none, so that the libraries do not put off all later ones.
    gc.collect()
    gc.set_threshold(NEW_OBJECTS, RUNS_BEFORE_OLDER, RUNS_BEFORE_OLDER)


def server(app: FastAPI, *, host: str, port: int, limits: ConnectionLimits = ConnectionLimits()) -> Server:
    """The server for an application; port 0 picks a free one."""
    config = uvicorn.Config(
        app,
        host=host,
        port=port,
        http=bounded(limits),
        log_config=None,
        log_level="warning",
        server_header=False,
        timeout_graceful_shutdown=CLOSE_S,
    )
    return Server(config, app)
