"""What a disk, a lock or a server refused, as StorageFailed."""

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
# By class: connection, rights of the user, transaction lost to another, resources, lock or state of an object,
# operator, system, broken data; and three single ones: a server that only reads, no such database or schema.
_SERVER_UNAVAILABLE = ("08", "28", "40", "53", "55", "57", "58", "XX", "25006", "3D000", "3F000")


def translate(context: ExceptionContext) -> StorageFailed | None:
    """Ours for what the disk, the lock or the server refused, None for everything else.

    What fails when a pool tries a connection is the pool's: it takes another.
    """
    return None if context.is_pre_ping else refusal(context.original_exception)


def refusal(error: BaseException) -> StorageFailed | None:
    """Ours for what the disk, the lock or the server refused, None for everything else."""
    if isinstance(error, sqlite3.Error):
        # Extended codes carry the primary one in their low byte: https://sqlite.org/rescode.html
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        return _failed(error, full=code in _DISK, unavailable=code in _UNAVAILABLE)
    state = getattr(error, "sqlstate", "")
    if state is None:  # the driver itself says it: no connection, or one that broke
        return _failed(error, full=False, unavailable=_is_operational(error))
    return _failed(error, full=state in _SERVER_DISK, unavailable=state.startswith(_SERVER_UNAVAILABLE))


def translated(error: BaseException) -> BaseException:
    """Ours, raised by it, in place of what SQLite's own driver raises for what was refused; else the error itself."""
    refused = refusal(error) if isinstance(error, sqlite3.Error) else None
    if refused is None:
        return error
    refused.__cause__ = error
    return refused


def _failed(error: BaseException, *, full: bool, unavailable: bool) -> StorageFailed | None:
    said = str(error).partition("\n")[0]
    if full:
        return StorageFailed(
            f"The disk refused: {said}", code="disk_full", hint="Free some space; what was acknowledged is kept."
        )
    if unavailable:
        return StorageFailed(
            f"The database cannot be used: {said}",
            hint="It may be held by another program, down, or not readable; try again.",
        )
    return None


def _is_operational(error: BaseException) -> bool:
    """Whether a driver holds the database to account, not the statement (PEP 249); known by name, not to import it."""
    return any(kind.__name__ in {"OperationalError", "InterfaceError"} for kind in type(error).__mro__)
