"""The files of an index generation: whether they still hold what was written."""

import json
import shutil
import zlib
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import Any, Literal, TypeAlias

import numpy as np

from askwell.knowledge.chunk_list import ChunkList

Part: TypeAlias = Literal["lexical", "vectors"]
"""The two parts of an index that can be searched without each other."""

Stamps: TypeAlias = Mapping[Path, tuple[int, int]]
"""File to its size in bytes and the time of its last change in nanoseconds."""

FORMAT = 5
"""Increase it when layout, fields or analysis change; an index of another format is rebuilt."""

CURRENT = "current"
ROWS = "rows"
VECTORS = "vectors.npy"
LEXICAL = "lexical"
COPIED_BYTES = 64 << 20
"""Largest lexical part that is copied when it is opened."""
_READ_BYTES = 1 << 20


def checksums(lexical: Path, vectors: Path) -> dict[str, int]:
    """CRC-32 of each file that a search reads, by its path within the generation."""
    found = {f"{LEXICAL}/{path.name}": _checksum(path) for path in _searched(lexical)}
    return found | {VECTORS: _checksum(vectors)}


def rows_checksum(rows: bytes) -> str:
    """CRC-32 of a list of rows, eight hexadecimal digits."""
    return f"{zlib.crc32(rows):08x}"


def rows_of(meta: Mapping[str, Any], chunks: ChunkList) -> bytes:
    """The list of rows: a line of JSON, then whether each chunk has a vector (a byte each), then the ids."""
    sizes = {"rows": len(chunks), "id_bytes": chunks.ids.itemsize}
    return b"".join((json.dumps({**meta, **sizes}).encode(), b"\n", chunks.embedded.tobytes(), chunks.ids.tobytes()))


def read_rows(rows: bytes) -> tuple[dict[str, Any], ChunkList]:
    """The reverse of `rows_of`. Raises ValueError, KeyError, TypeError."""
    start = rows.index(b"\n") + 1
    meta = json.loads(rows[:start])
    size = meta["rows"]
    embedded = np.frombuffer(rows, dtype=np.bool_, count=size, offset=start)
    ids = np.frombuffer(rows, dtype=f"S{int(meta['id_bytes'])}", count=size, offset=start + size)
    return meta, ChunkList(np.array(ids, dtype=ids.dtype), embedded.copy())


def stamps(folder: Path) -> Stamps:
    """Size and time of each file that a search reads."""
    return {path: _stamp(path) for path in sorted([folder / VECTORS, *_searched(folder / LEXICAL)])}


def changed_parts(seen: Stamps) -> frozenset[Part]:
    """Parts with a file that is not as it was when it was opened.

    Nobody changes a file of a generation, so a change is damage, and so is an error of the disk. Reading a file that
    was cut short would end the process, since its pages are mapped. A file that is gone is no damage: its pages stay
    until it is closed.
    """
    return frozenset(_part(path) for path, stamp in seen.items() if _is_changed(path, stamp))


@contextmanager
def lexical_copy(folder: Path) -> Iterator[Path]:
    """A copy of the lexical part of a generation, to be opened within the context. Raises OSError.

    tantivy maps the files. What is mapped stays when the copy is removed, and nobody can cut it short, which would end
    the process. The copy is made next to the generation; on a full or read-only disk, in the folder for temporary
    files. A large part is used as it is, unless tantivy's lock cannot be written there.
    """
    lexical = folder / LEXICAL
    if sum(path.stat().st_size for path in lexical.iterdir()) > COPIED_BYTES and _is_writable(lexical):
        yield lexical
        return
    with ExitStack() as stack:
        for place in (folder.parent, None):
            with suppress(OSError):
                made = stack.enter_context(TemporaryDirectory(dir=place, prefix="copy", ignore_cleanup_errors=True))
                copy = shutil.copytree(lexical, Path(made) / LEXICAL, ignore=shutil.ignore_patterns(".tantivy-*.lock"))
                break
        else:
            copy = lexical
        yield copy


def _is_writable(folder: Path) -> bool:
    try:
        with TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


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


def _searched(lexical: Path) -> list[Path]:
    """Without the locks and the list of files that tantivy writes when it opens an index."""
    return [path for path in lexical.iterdir() if not path.name.startswith(".")]


def _checksum(path: Path) -> int:
    found = 0
    with path.open("rb") as file:
        while piece := file.read(_READ_BYTES):
            found = zlib.crc32(piece, found)
    return found
