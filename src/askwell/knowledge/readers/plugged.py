"""Readers of others: each for the endings that it names, before our own ones."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from askwell.types import ParsedDocument

Read = Callable[[bytes, str], ParsedDocument]
"""From a file's bytes and its name to the document; see the port `Reader`."""


@dataclass(frozen=True, slots=True)
class PluggedReader:
    """A reader of others, and the endings it reads."""

    name: str
    suffixes: tuple[str, ...]
    """Lower-case, with the dot."""
    module: str = ""
    """`module:attribute` of an installed reader, which works in a child process."""
    read: Read | None = None
    """A reader given as an object, which works in the thread that calls it; None for one that is installed."""


def reader_of(name: str, plugged: Iterable[PluggedReader]) -> PluggedReader | None:
    """The first that reads a file of this name; None where our own ones are asked."""
    suffix = PurePosixPath(name).suffix.lower()
    return next((each for each in plugged if suffix in each.suffixes), None)


def suffixes_of(plugged: Sequence[PluggedReader]) -> tuple[str, ...]:
    """All endings that they read."""
    return tuple(suffix for each in plugged for suffix in each.suffixes)
