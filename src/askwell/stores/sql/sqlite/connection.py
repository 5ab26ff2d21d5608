"""A connection to an SQLite file, set up the way every part of askwell needs it."""

import sqlite3
import time
from pathlib import Path
from typing import Any

from askwell.errors import StorageFailed

BUSY_S = 5.0
"""How long a statement waits for another process's lock."""

LOG_BYTES = 1 << 19
"""Length that a write-ahead log keeps on the disk: what is written over what was there is stored sooner."""

# `secure_delete` overwrites what is removed; SQLite's own checkpoint is a backstop for when ours does not run.
# A turn is about two thirds of a small page: larger ones, which only a new file gets, hold three.
_SETTINGS = f"""
PRAGMA page_size = 8192;
PRAGMA busy_timeout = {int(BUSY_S * 1000)};
PRAGMA synchronous = FULL;
PRAGMA foreign_keys = ON;
PRAGMA secure_delete = ON;
PRAGMA wal_autocheckpoint = 8192;
PRAGMA journal_size_limit = {LOG_BYTES};
PRAGMA cache_size = -8000;
"""


def connect(path: Path) -> sqlite3.Connection:
    """A connection that begins no transaction by itself, to the file, which is made with its folders when it is new.

    It may go from thread to thread, one at a time. Raises StorageFailed when the file cannot be made.
    """
    _make_file(path)
    connection = sqlite3.connect(path, timeout=BUSY_S, isolation_level=None, check_same_thread=False)
    try:
        connection.executescript(_SETTINGS)
        _use_wal(connection)
        # SQLite's own folds ASCII only; PostgreSQL's folds everything, and so must this one.
        connection.create_function("lower", 1, _lower, deterministic=True)
    except BaseException:
        connection.close()
        raise
    return connection


def _make_file(path: Path) -> None:
    """The file for its owner alone; SQLite gives the log file the same rights."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
    except OSError as error:
        raise StorageFailed(
            f"{str(path)!r} cannot be opened: {error.strerror}", hint="Check that the folder exists and is writable."
        ) from error


def _use_wal(connection: sqlite3.Connection) -> None:
    """Switch the file to a write-ahead log. SQLite does not wait for the lock this takes on a new file, so we do."""
    give_up = time.monotonic() + BUSY_S
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL").fetchall()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > give_up:
                raise
            time.sleep(0.02)
        else:
            return


def _lower(value: Any) -> Any:
    return value.lower() if isinstance(value, str) else value
