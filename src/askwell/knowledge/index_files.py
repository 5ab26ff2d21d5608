"""The files of an index generation: whether they still hold what was written."""

import shutil
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Literal, TypeAlias

Part: TypeAlias = Literal["lexical", "vectors"]
"""The two parts of an index that can be searched without each other."""

Stamps: TypeAlias = Mapping[Path, tuple[int, int]]
"""File to its size in bytes and the time of its last change in nanoseconds."""

CURRENT = "current"
VECTORS = "vectors.npy"
LEXICAL = "lexical"
_READ_BYTES = 1 << 20


def checksums(folder: Path) -> dict[str, int]:
    """CRC-32 of each file that a search reads, by its path within the generation."""
    return {path.relative_to(folder).as_posix(): _checksum(path) for path in _files(folder)}


def stamps(folder: Path) -> Stamps:
    """Size and time of each file that a search reads."""
    return {path: _stamp(path) for path in _files(folder)}


def changed_parts(seen: Stamps) -> frozenset[Part]:
    """Parts with a file that is not as it was when it was opened.

    Nobody changes a file of a generation, so a change is damage, and so is an error of the disk. Reading a file that
    was cut short would end the process, since its pages are mapped. A file that is gone is no damage: its pages stay
    until it is closed.
    """
    return frozenset(_part(path) for path, stamp in seen.items() if _is_changed(path, stamp))


def current_generation(home: Path) -> tuple[str, str]:
    """Name of the current generation, and the checksum of its list of rows. Raises OSError and ValueError."""
    name, _, checksum = (home / CURRENT).read_text(encoding="ascii").strip().partition(" ")
    if not name.isalnum():
        raise ValueError(f"{name!r} is no generation")
    return name, checksum


def remove_old_generations(home: Path) -> bool:
    """Remove all generations but the current one, also those of killed writers; whether none is left.

    The caller holds the lock of the folder.
    """
    try:
        current = home / current_generation(home)[0]
        for entry in [entry for entry in home.iterdir() if entry != current and entry.is_dir()]:
            shutil.rmtree(entry)
    except (OSError, ValueError):
        return False
    return True


def _is_changed(path: Path, stamp: tuple[int, int]) -> bool:
    try:
        return _stamp(path) != stamp
    except FileNotFoundError:
        return False
    except OSError:
        return True


def _stamp(path: Path) -> tuple[int, int]:
    found = path.stat()
    return found.st_size, found.st_mtime_ns


def _part(path: Path) -> Part:
    return "vectors" if path.name == VECTORS else "lexical"


def _files(folder: Path) -> list[Path]:
    """Without the locks and the list of files that tantivy writes when it opens an index."""
    lexical = [path for path in (folder / LEXICAL).iterdir() if not path.name.startswith(".")]
    return sorted([folder / VECTORS, *lexical])


def _checksum(path: Path) -> int:
    found = 0
    with path.open("rb") as file:
        while piece := file.read(_READ_BYTES):
            found = zlib.crc32(piece, found)
    return found
