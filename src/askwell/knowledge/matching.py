"""Matches scanned files with stored documents: same root and name, same path, or a moved folder."""

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from askwell.errors import BadInput
from askwell.knowledge.document_rows import Known
from askwell.knowledge.intake import hash_content
from askwell.knowledge.scan import Scan, path_text

_MAX_COMPARED = 20
"""Maximum number of files compared by content to detect a moved folder."""


@dataclass(frozen=True, slots=True)
class Match:
    """The scanned files matched with the documents of a collection."""

    root: str
    """Root of new documents."""
    stored: dict[str, Known]
    """Name of a file to its document."""
    moved: tuple[Known, ...]
    """Documents whose root changes to `root`."""
    missing: tuple[Known, ...]
    """Documents whose file no longer exists."""


def match(scan: Scan, known: Sequence[Known], root: str) -> Match:
    """Match the files of a scan with the documents of the collection.

    `root` identifies the folder independently of its path; empty means the path. If two added folders overlap, a file
    stays a document of the folder that added it first. It blocks, because it may read some files.
    """
    root = root or scan.root
    former = _former_roots(scan, known, root)
    here = [each for each in known if each.root == root or each.root in former]
    within = [each for each in known if _is_within(_path(each), scan.root)]
    own = {each.name: each for each in here if each.root in former} | {
        each.name: each for each in here if each.root == root
    }
    by_path = {_path(each): each for each in within}
    found = {file.name: own.get(file.name) or by_path.get(path_text(file.path)) for file in scan.files}
    stored = {name: each for name, each in found.items() if each is not None}
    kept = {each.id for each in stored.values()}
    missing = {
        each.id: each
        for each in (*here, *within)
        if scan.kind != "file" and each.id not in kept and not _is_unlisted(each, scan)
    }
    named = {each.name for each in here if each.root == root}
    moved = {each.name: each for each in here if each.id not in missing and each.name not in named}
    moved_ids = {each.id for each in moved.values()}
    return Match(
        root,
        {name: replace(each, root=root) if each.id in moved_ids else each for name, each in stored.items()},
        tuple(moved.values()),
        tuple(missing.values()),
    )


def _former_roots(scan: Scan, known: Sequence[Known], root: str) -> frozenset[str]:
    """Earlier roots of the same folder."""
    documents: dict[str, list[Known]] = {}
    for each in known:
        if each.root != root and os.path.isabs(each.root):  # noqa: PTH117 - a path as text
            documents.setdefault(each.root, []).append(each)
    named = root != scan.root
    tail = Path(scan.root).parts[-2:]
    return frozenset(
        old
        for old, added in documents.items()
        if (named and Path(old).parts[-2:] == tail) or (old != scan.root and _was_moved(old, added, scan))
    )


def _was_moved(old: str, added: Sequence[Known], scan: Scan) -> bool:
    """Whether a folder no longer exists, the scan has most of its file names, and one of these files is identical."""
    if os.path.lexists(old):
        return False
    paths = {file.name: file.path for file in scan.files}
    here = [each for each in added if each.name in paths]
    return 2 * len(here) > len(added) and any(_is_same(paths[each.name], each) for each in here[:_MAX_COMPARED])


def _is_same(path: Path, stored: Known) -> bool:
    try:
        return hash_content(path, stored.name) == stored.content_hash
    except BadInput:
        return False


def _path(document: Known) -> str:
    """Path of its file, if its root is a path; empty without a root."""
    return str(Path(document.root, document.name)) if document.root else ""


def _is_within(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


def _is_unlisted(document: Known, scan: Scan) -> bool:
    path = _path(document) if _is_within(_path(document), scan.root) else str(Path(scan.root, document.name))
    return any(_is_within(path, str(Path(scan.root, folder.name))) for folder in scan.unlisted)
