"""Plugged-in readers, which take precedence over the built-in ones for their file extensions."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from askwell.types import ParsedDocument

Read = Callable[[bytes, str], ParsedDocument]
"""Converts the bytes and the name of a file to a document; see the port `Reader`."""


@dataclass(frozen=True, slots=True)
class PluggedReader:
    """A plugged-in reader and its file extensions."""

    name: str
    suffixes: tuple[str, ...]
    """Lower-case, with the dot."""
    module: str = ""
    """`module:attribute` of an installed reader, which runs in a child process."""
    read: Read | None = None
    """A reader given as an object, which runs in the calling thread; None for an installed reader."""


def reader_of(name: str, plugged: Iterable[PluggedReader]) -> PluggedReader | None:
    """The first plugged-in reader for a file name; None if there is none."""
    suffix = PurePosixPath(name).suffix.lower()
    return next((each for each in plugged if suffix in each.suffixes), None)


def suffixes_of(plugged: Sequence[PluggedReader]) -> tuple[str, ...]:
    """All file extensions of these readers."""
    return tuple(suffix for each in plugged for suffix in each.suffixes)
