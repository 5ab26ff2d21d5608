"""A line to a PostgreSQL server that can go dead, be cut, or be closed for a while."""

import asyncio
import shutil
import tempfile
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import pytest
from sqlalchemy.engine import make_url


class Cable:
    """A line to the server that can go dead without a word, be cut, or be closed."""

    def __init__(self, folder: Path, to: Path) -> None:
        self.socket = folder / to.name
        self._to = to
        self._open = asyncio.Event()
        self._open.set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._writers: list[asyncio.StreamWriter] = []

    async def lay(self) -> None:
        self._server = await asyncio.start_unix_server(self._join, self.socket)

    def go_dead(self) -> None:
        self._open.clear()

    def live(self) -> None:
        self._open.set()

    def cut(self) -> None:
        for writer in self._writers:
            writer.close()

    async def take_up(self) -> None:
        self.live()
        self.cut()
        self._server.close()
        await asyncio.gather(*self._tasks)

    def close(self) -> None:
        """Refuse connections and cut those that exist, as a server does that restarts."""
        self._server.close()
        self.socket.unlink(missing_ok=True)
        self.cut()

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            far_reader, far_writer = await asyncio.open_unix_connection(self._to)
        except OSError:  # the server restarts
            writer.close()
            return
        self._writers += [writer, far_writer]
        for source, sink in ((reader, far_writer), (far_reader, writer)):
            task = asyncio.create_task(self._carry(source, sink))
            self._tasks.add(task)

    async def _carry(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            while data := await source.read(65_536):
                await self._open.wait()
                sink.write(data)
                await sink.drain()
        sink.close()


@pytest.fixture
async def cable(postgres_database: str) -> AsyncIterator[Cable]:
    folder = Path(tempfile.mkdtemp(prefix="askwell-"))  # a socket's path must be short
    host = make_url(postgres_database).query["host"]
    assert isinstance(host, str)
    laid = Cable(folder, Path(host) / ".s.PGSQL.5432")
    await laid.lay()
    yield laid
    await laid.take_up()
    shutil.rmtree(folder)


@pytest.fixture
def by_cable(cable: Cable, postgres_database: str) -> str:
    """The URL of the database at the other end."""
    return (
        make_url(postgres_database).set(query={"host": str(cable.socket.parent)}).render_as_string(hide_password=False)
    )
