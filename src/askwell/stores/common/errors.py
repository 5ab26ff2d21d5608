"""Translates errors of a disk, a lock or a server to StorageFailed."""

import sqlite3

from sqlalchemy.engine import ExceptionContext

from askwell.errors import StorageFailed

_DISK = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR}
_UNAVAILABLE = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_NOMEM,
}

# https://www.postgresql.org/docs/current/errcodes-appendix.html
_SERVER_DISK = {"53100"}
# By class: connection, authorization, transaction rollback, resources, object state or lock,
# operator, system, corrupt data; and three single codes: read-only server, no such database or schema.
_SERVER_UNAVAILABLE = ("08", "28", "40", "53", "55", "57", "58", "XX", "25006", "3D000", "3F000")


def translate(context: ExceptionContext) -> StorageFailed | None:
    """StorageFailed for an error of the disk, the lock or the server; None for any other error.

    An error during the connection check of a pool is not translated; the pool then tries another connection.
    """
    return None if context.is_pre_ping else storage_error(context.original_exception)


def storage_error(error: BaseException) -> StorageFailed | None:
    """StorageFailed for an error of the disk, the lock or the server; None for any other error."""
    if isinstance(error, sqlite3.Error):
        # Extended codes carry the primary one in their low byte: https://sqlite.org/rescode.html
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        return _failed(error, full=code in _DISK, unavailable=code in _UNAVAILABLE)
    state = getattr(error, "sqlstate", "")
    if state is None:  # raised by the driver: there is no connection, or it broke
        return _failed(error, full=False, unavailable=_is_operational(error))
    return _failed(error, full=state in _SERVER_DISK, unavailable=state.startswith(_SERVER_UNAVAILABLE))


def translated(error: BaseException) -> BaseException:
    """The error, or StorageFailed caused by it if it is an error of SQLite's driver that `storage_error` translates."""
    failed = storage_error(error) if isinstance(error, sqlite3.Error) else None
    if failed is None:
        return error
    failed.__cause__ = error
    return failed


def _failed(error: BaseException, *, full: bool, unavailable: bool) -> StorageFailed | None:
    message = str(error).partition("\n")[0]
    if full:
        return StorageFailed(
            f"Disk error: {message}", code="disk_full", hint="Free some disk space; acknowledged data is kept."
        )
    if unavailable:
        return StorageFailed(
            f"The database cannot be used: {message}",
            hint="It may be locked by another program, down, or unreadable; try again.",
        )
    return None


def _is_operational(error: BaseException) -> bool:
    """Whether a driver's error (PEP 249) is due to the database, not the statement. By name, to avoid an import."""
    return any(kind.__name__ in {"OperationalError", "InterfaceError"} for kind in type(error).__mro__)
