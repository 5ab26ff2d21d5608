"""A real `askwell serve` in a process of its own that can be killed, paused, and given another time."""

import asyncio
import os
import signal
import socket
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from tests.conftest import REPOSITORY

STARTUP_S = 60.0
"""Longest time to start, also on a busy machine, seconds."""


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@dataclass
class ServerProcess:
    """One server on a fixed port; its clock is a file."""

    name: str
    folder: Path
    """Working folder, with the assistants; it gets the log and the clock."""
    settings: Mapping[str, object]
    port: int = field(default_factory=_free_port)
    starts: int = 0
    _process: asyncio.subprocess.Process | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> Path:
        return self.folder / f"{self.name}.log"

    @property
    def clock(self) -> Path:
        return self.folder / f"{self.name}.clock"

    def set_clock(self, offset_s: float) -> None:
        """Seconds ahead of the machine's clock, at once."""
        written = self.clock.with_suffix(".new")
        written.write_text(str(offset_s))
        written.replace(self.clock)

    async def start(self) -> None:
        """Start it and wait until it answers questions."""
        if not self.clock.exists():
            self.set_clock(0)
        path = os.pathsep.join([str(REPOSITORY / "src"), str(REPOSITORY)])
        values = {f"ASKWELL_{key.upper()}": str(value) for key, value in self.settings.items()}
        command = ["-m", "tests.stores.histories.skewed", str(self.clock), "serve", "--port", str(self.port)]
        with self.log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, *command, cwd=self.folder, env=os.environ | values | {"PYTHONPATH": path}, stderr=log
            )
        self.starts += 1
        async with httpx.AsyncClient(base_url=self.url, timeout=5) as client, asyncio.timeout(STARTUP_S):
            while not await _is_ready(client):
                if self._process.returncode is not None:
                    raise RuntimeError(f"{self.name} did not start: {self.log.read_text()[-2000:]}")
                await asyncio.sleep(0.05)

    async def kill(self) -> None:
        """End it at once, also if it is paused."""
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
            await self._process.wait()

    def pause(self) -> None:
        self._signal(signal.SIGSTOP)

    def resume(self) -> None:
        self._signal(signal.SIGCONT)

    def _signal(self, number: int) -> None:
        if self._process is not None and self._process.returncode is None:
            self._process.send_signal(number)


async def _is_ready(client: httpx.AsyncClient) -> bool:
    """Whether it accepts questions; a part of it may be degraded by a fault of the test."""
    try:
        response = await client.get("/readyz")
    except httpx.TransportError:
        return False
    return response.status_code == httpx.codes.OK
