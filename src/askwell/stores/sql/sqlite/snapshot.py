"""Reading an SQLite file where nothing can be written, as on a full or read-only disk."""

import sqlite3
from pathlib import Path

from askwell.errors import StorageFailed
from askwell.stores.common.errors import storage_error
from askwell.stores.sql.sqlite.connection import BUSY_S, prepare


def connect_snapshot(path: Path) -> sqlite3.Connection:
    """A connection to an existing file that reads everything acknowledged and writes nothing. Raises StorageFailed.

    Even a reader needs the shared memory file of the write-ahead log. Where that file does not exist and cannot be
    made, no other process has the database open, and the file itself is read, provided that its log is empty.
    """
    log = Path(f"{path}-wal")
    modes = ["mode=ro"]
    if not log.exists() or log.stat().st_size == 0:
        modes.append("mode=ro&immutable=1")
    for mode in modes:
        try:
            return _connect(f"{path.absolute().as_uri()}?{mode}")
        except sqlite3.Error as error:
            failed = error
    raise (storage_error(failed) or StorageFailed(f"{str(path)!r} cannot be read: {failed}")) from failed


def _connect(uri: str) -> sqlite3.Connection:
    connection = sqlite3.connect(uri, uri=True, timeout=BUSY_S, isolation_level=None, check_same_thread=False)
    try:
        connection.execute("SELECT 1 FROM sqlite_schema LIMIT 1").fetchall()  # only this opens the file
        prepare(connection)
    except BaseException:
        connection.close()
        raise
    return connection
