"""Opens a connection to an SQLite file with the settings that askwell needs."""

import sqlite3
import time
from pathlib import Path
from typing import Any

from askwell.errors import StorageFailed
from askwell.stores.common.folding import fold_case

BUSY_S = 5.0
"""How long a statement waits for another process's lock, seconds."""

LOG_BYTES = 1 << 19
"""Size to which SQLite truncates the write-ahead log. Not 0, because overwriting a file is faster than growing it."""

# `secure_delete` overwrites deleted data. `wal_autocheckpoint` is a fallback for when our own checkpoints do not run.
# A turn takes about two thirds of a default page of 4 KiB. A page of 8 KiB, set only in new files, holds three turns.
_SETTINGS = f"""
PRAGMA page_size = 8192;
PRAGMA busy_timeout = {int(BUSY_S * 1000)};
PRAGMA synchronous = FULL;
PRAGMA foreign_keys = ON;
PRAGMA secure_delete = ON;
PRAGMA wal_autocheckpoint = 8192;
PRAGMA journal_size_limit = {LOG_BYTES};
PRAGMA cache_size = -2000;
"""


def connect(path: Path) -> sqlite3.Connection:
    """A connection in autocommit mode. A missing file is created with its folders.

    Several threads may use it, one at a time. Raises StorageFailed if the file cannot be created.
    """
    _make_file(path)
    connection = sqlite3.connect(path, timeout=BUSY_S, isolation_level=None, check_same_thread=False)
    try:
        connection.executescript(_SETTINGS)
        _use_wal(connection)
        prepare(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def prepare(connection: sqlite3.Connection) -> None:
    """Add the functions that queries use."""
    connection.create_function("fold_case", 1, _fold_case, deterministic=True)


def _make_file(path: Path) -> None:
    """Create the file, readable by its owner only. SQLite gives the log file the same permissions."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
    except OSError as error:
        raise StorageFailed(
            f"{str(path)!r} cannot be opened: {error.strerror}", hint="Check that the folder exists and is writable."
        ) from error


def _use_wal(connection: sqlite3.Connection) -> None:
    """Switch the file to a write-ahead log, with retries: on a new file, SQLite does not wait for the lock it needs."""
    give_up_at = time.monotonic() + BUSY_S
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL").fetchall()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > give_up_at:
                raise
            time.sleep(0.02)
        else:
            return


def _fold_case(value: Any) -> Any:
    return fold_case(value) if isinstance(value, str) else value
