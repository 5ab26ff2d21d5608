"""The server: uvicorn, set up so that turns end in peace and nothing is told that need not be."""

import asyncio
import gc
import signal
import socket
from types import FrameType

import uvicorn
from fastapi import FastAPI

from askwell.engine import Engine

CLOSE_S = 5
"""Seconds that connections get once all turns have ended."""

NEW_OBJECTS = 10_000
"""Objects that have come to be, and are still there, when the garbage collector looks at them."""


class Server(uvicorn.Server):
    """A server that drains the application's engine when it is told to end, and only then closes its sockets.

    Meanwhile it answers: `/readyz` says `draining`, new questions are refused. Told a second time, it ends at once.
    """

    def __init__(self, config: uvicorn.Config, app: FastAPI) -> None:
        super().__init__(config)
        self._app = app
        self._loop: asyncio.AbstractEventLoop | None = None
        self._draining: asyncio.Task[None] | None = None
        self._was_told = False

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Take note of the loop, for signals come outside of it."""
        self._loop = asyncio.get_running_loop()
        await super().startup(sockets)
        set_loaded_apart()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002
        """Drain at the first signal. Nothing is raised again after the end: it has been obeyed."""
        if self._was_told or self._loop is None:
            self.should_exit = True
            self.force_exit = self._was_told and sig == signal.SIGINT
            return
        self._was_told = True
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


def set_loaded_apart() -> None:
    """Keep the garbage collector from looking through what is loaded by now, which lives as long as the process.

    It is some 200,000 objects of libraries, and a quarter of the time of a busy process: a tenth of a second, again
    and again, in which no turn goes on. It looks at what is new less often, too: a turn makes thousands of objects,
    and nearly all are gone with it.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(NEW_OBJECTS, 10, 10)


def server(app: FastAPI, *, host: str, port: int) -> Server:
    """The server for an application; port 0 takes a free one."""
    config = uvicorn.Config(
        app,
        host=host,
        port=port,
        log_config=None,
        log_level="warning",
        server_header=False,
        timeout_graceful_shutdown=CLOSE_S,
    )
    return Server(config, app)
