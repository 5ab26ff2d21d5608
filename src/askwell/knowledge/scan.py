"""Lists the documents at a path, and the skipped files with reasons."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import Literal

from askwell.knowledge.readers import SUFFIXES, PluggedReader
from askwell.knowledge.readers.plugged import suffixes_of
from askwell.knowledge.readers.reading import NEWER, kind_of
from askwell.types import IngestFailure


@dataclass(frozen=True, slots=True)
class File:
    """A file to read."""

    name: str
    """Path relative to the folder, with forward slashes."""
    path: Path


@dataclass(frozen=True, slots=True)
class Scan:
    """The result of a scan."""

    kind: Literal["folder", "file", "nothing"]
    root: str
    """The folder, or the folder of the single file, as text; the path itself if nothing exists there."""
    files: tuple[File, ...] = ()
    """Sorted by name."""
    skipped: tuple[IngestFailure, ...] = ()
    """Files that are not read, sorted by name."""
    unlisted: tuple[IngestFailure, ...] = ()
    """Folders whose files could not be listed."""


def scan(path: Path, readers: Sequence[PluggedReader]) -> Scan:
    """The documents at a path: those of a folder and its subfolders, or one file.

    Hidden files and folders are ignored. Raises BadInput (`unsupported_document`) for a single file without a reader.
    Blocks.
    """
    try:
        resolved = path.resolve(strict=True)
    except (OSError, RuntimeError, ValueError):
        return Scan("nothing", path_text(Path(os.path.abspath(path))))  # noqa: PTH100 - `resolve` failed
    if not resolved.is_dir():
        kind_of(resolved.name, readers)
        return Scan("file", path_text(resolved.parent), (File(resolved.name, resolved),))
    return _scan_folder(resolved, (*SUFFIXES, *suffixes_of(readers)))


def path_text(path: Path) -> str:
    """The path as text that a database can store; bytes that are not UTF-8 are escaped."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def printable_name(name: str) -> str:
    """A file name as text, with a question mark for each byte that is not UTF-8."""
    return name.encode(errors="replace").decode()


def _scan_folder(root: Path, suffixes: Sequence[str]) -> Scan:
    files: list[File] = []
    links: list[File] = []
    skipped: list[IngestFailure] = []
    unlisted: list[IngestFailure] = []
    for folder, folders, names in os.walk(root, onerror=lambda error: unlisted.append(_unlisted(error, root))):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in names:
            if name.startswith("."):
                continue
            path = Path(folder, name)
            found = File(path.relative_to(root).as_posix(), path)
            if reason := _reason_to_skip(path, root, suffixes):
                skipped.append(_skipped(found, *reason))
            else:
                (links if path.is_symlink() else files).append(found)
    plain = {file.path for file in files}
    files += [link for link in links if link.path.resolve() not in plain]
    return Scan(
        "folder",
        path_text(root),
        tuple(sorted(files, key=lambda file: file.name)),
        tuple(sorted(skipped, key=lambda each: each.name)),
        tuple(unlisted),
    )


def _reason_to_skip(path: Path, root: Path, suffixes: Sequence[str]) -> tuple[str, str] | None:
    """Error code and reason if a file is not read; otherwise None."""
    suffix = PurePath(path.name).suffix
    if suffix.lower() not in suffixes:
        unknown = f"has the unknown extension {suffix!r}" if suffix else "has no file extension"
        newer = NEWER.get(suffix.lower())
        return "unsupported_document", f"is an old office file; save it as {newer}" if newer else unknown
    try:
        if not path.resolve(strict=True).is_relative_to(root):
            return "link_out_of_folder", "is a link to a target outside the folder"
    except (OSError, RuntimeError):
        return "broken_link", "is a broken link"
    return None if path.is_file() else ("unsupported_document", "is not a regular file")


def _skipped(file: File, code: str, reason: str) -> IngestFailure:
    name = printable_name(file.name)
    return IngestFailure(name, code, f"{name!r} {reason}")


def _unlisted(error: OSError, root: Path) -> IngestFailure:
    path = Path(os.fsdecode(error.filename))
    name = printable_name(path.relative_to(root).as_posix())
    return IngestFailure(name, "unreadable_folder", f"{name!r} cannot be listed: {error.strerror or error}")
