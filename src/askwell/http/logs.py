"""The log of a serving process: errors and warnings on stderr, without users' texts."""

import logging
import sys
import time
import traceback
from collections.abc import Iterator
from types import TracebackType
from typing import TextIO, TypeAlias

from askwell.errors import AskwellError, BadConfig, StorageFailed
from askwell.text.secrets import hide_secrets

SAFE_ERRORS = (
    AssertionError, AttributeError, BadConfig, ImportError, IndexError, MemoryError, NameError, NotImplementedError,
    OSError, RecursionError, StorageFailed, TypeError, ZeroDivisionError,
)  # fmt: skip
"""Exceptions whose message concerns code, files and sockets. Others may contain a question, an answer or a key."""
HIDDEN = "[message not logged, it may contain user text: start with `--debug` to see it]"
MOST_CHAINED = 10
"""Maximum number of exceptions written per chain."""
LOGGERS = ("askwell", "uvicorn")

_Error: TypeAlias = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


def log_to_stderr(stream: TextIO | None = None) -> None:
    """Write warnings and errors of this process to stderr, whatever logging was configured before."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(LogFormatter())
    handler.addFilter(_is_new)
    for name in LOGGERS:
        logger = logging.getLogger(name)
        logger.handlers[:] = [handler]
        logger.setLevel(logging.WARNING)
        logger.propagate = False


class LogFormatter(logging.Formatter):
    """One line with UTC time, level, logger and message, then the traceback without messages that may contain texts."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s", "%Y-%m-%dT%H:%M:%SZ")
        self.converter = time.gmtime

    def format(self, record: logging.LogRecord) -> str:
        """The record as text. The same rule applies to an exception among its arguments."""
        if isinstance(record.args, tuple):
            args = tuple(_named(each) if isinstance(each, BaseException) else each for each in record.args)
            record = logging.makeLogRecord({**record.__dict__, "args": args})
        return hide_secrets(super().format(record))

    def formatException(self, ei: _Error) -> str:  # noqa: N802  # the name that logging gives it
        """The traceback of an exception and of its causes, the first cause first."""
        chain = [] if ei[1] is None else list(_chain(ei[1]))[:MOST_CHAINED]
        return "\n".join(_written(error) for error in reversed(chain))


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """An exception, then its cause, then the cause of the cause."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


def _written(error: BaseException) -> str:
    frames = "".join(traceback.format_tb(error.__traceback__))
    lines = f"Traceback (most recent call last):\n{frames}{_named(error)}"
    if isinstance(error, BaseExceptionGroup):
        inner = "\n".join(_written(each) for each in error.exceptions[:MOST_CHAINED])
        return f"{lines}\n" + "\n".join(f"  | {line}" for line in inner.splitlines())
    return lines


def _named(error: BaseException) -> str:
    """The type of an exception, with its message if that contains no user text, or with its code."""
    name = f"{type(error).__module__}.{type(error).__qualname__}".removeprefix("builtins.")
    if isinstance(error, SAFE_ERRORS):
        message = str(error)
    elif isinstance(error, AskwellError):
        message = f"{error.code} {HIDDEN}"
    else:
        message = HIDDEN if str(error) else ""
    return f"{name}: {message}".rstrip(": ")


def _is_new(record: logging.LogRecord) -> bool:
    """False for the server's copy of a traceback that `problems` has already logged with the request's id."""
    return not (record.name == "uvicorn.error" and record.getMessage().startswith("Exception in ASGI application"))
