"""The log of a serving process: what went wrong, on stderr, without what anybody asked."""

import logging
import sys
import time
import traceback
from collections.abc import Iterator
from types import TracebackType
from typing import TextIO, TypeAlias

from askwell.errors import AskwellError, BadConfig, StorageFailed

TOLD = (
    AssertionError, AttributeError, BadConfig, ImportError, IndexError, MemoryError, NameError, NotImplementedError,
    OSError, RecursionError, StorageFailed, TypeError, ZeroDivisionError,
)  # fmt: skip
"""Exceptions whose message is about code, files and sockets. Others may hold a question, an answer or a key."""
HIDDEN = "[message not logged, it may hold a text: start with `--debug` to see it]"
MOST_CHAINED = 10
"""Exceptions of one chain that are written at most."""
LOGGERS = ("askwell", "uvicorn")

_Error: TypeAlias = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


def log_to_stderr(stream: TextIO | None = None) -> None:
    """Write warnings and errors of this process to stderr, whatever was configured before."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(LogFormatter())
    handler.addFilter(_is_new)
    for name in LOGGERS:
        logger = logging.getLogger(name)
        logger.handlers[:] = [handler]
        logger.setLevel(logging.WARNING)
        logger.propagate = False


class LogFormatter(logging.Formatter):
    """One line with time in UTC, level, logger and message; then the traceback without messages that may hold texts."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s", "%Y-%m-%dT%H:%M:%SZ")
        self.converter = time.gmtime

    def format(self, record: logging.LogRecord) -> str:
        """The record as text; an exception among its arguments is held to the same as one with a traceback."""
        if isinstance(record.args, tuple):
            args = tuple(_named(each) if isinstance(each, BaseException) else each for each in record.args)
            record = logging.makeLogRecord({**record.__dict__, "args": args})
        return super().format(record)

    def formatException(self, ei: _Error) -> str:  # noqa: N802  # the name that logging gives it
        """The traceback of an exception and of those that led to it, the first of them first."""
        chain = [] if ei[1] is None else list(_chain(ei[1]))[:MOST_CHAINED]
        return "\n".join(_written(error) for error in reversed(chain))


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """An exception, then its cause, then the cause of that."""
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
    """The kind of an exception, with its message where that holds no text, or its code."""
    name = f"{type(error).__module__}.{type(error).__qualname__}".removeprefix("builtins.")
    if isinstance(error, TOLD):
        message = str(error)
    elif isinstance(error, AskwellError):
        message = f"{error.code} {HIDDEN}"
    else:
        message = HIDDEN if str(error) else ""
    return f"{name}: {message}".rstrip(": ")


def _is_new(record: logging.LogRecord) -> bool:
    """False for the server's copy of a traceback that `problems` has logged with the request's id."""
    return not (record.name == "uvicorn.error" and record.getMessage().startswith("Exception in ASGI application"))
