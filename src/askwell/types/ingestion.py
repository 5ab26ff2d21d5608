"""What became of files that were added to collections: failures, plans and progress."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class IngestFailure:
    """A file that was not added, and the reason."""

    name: str
    code: str
    message: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class IngestPlan:
    """What an ingestion would do, by file name. Files are not parsed, so some may still fail."""

    added: tuple[str, ...]
    changed: tuple[str, ...]
    unchanged: tuple[str, ...]
    removed: tuple[str, ...]
    failures: tuple[IngestFailure, ...] = ()
    """Files and folders that cannot be opened."""
    skipped: tuple[IngestFailure, ...] = ()
    """As in `IngestProgress`."""


@dataclass(frozen=True, slots=True)
class Ingestion:
    """An ingestion in progress, in any process."""

    collection: str
    root: str
    """Folder of the files, or a name for that folder."""
    read_files: int
    """Some seconds old."""
    total_files: int


@dataclass(frozen=True, slots=True)
class IngestProgress:
    """Progress of an ingestion; the last one has `done`."""

    total_files: int
    read_files: int
    """Files checked so far, including unchanged and failed ones."""
    added: int = 0
    changed: int = 0
    unchanged: int = 0
    removed: int = 0
    chunks: int = 0
    """Chunks written so far; they are found by words."""
    embedded: int = 0
    """Chunks embedded so far, of `to_embed`. Embedding begins when all files are written."""
    to_embed: int = 0
    current: str = ""
    """Name of the current file."""
    failures: tuple[IngestFailure, ...] = ()
    skipped: tuple[IngestFailure, ...] = ()
    """Files of the folder without a reader, and links to targets outside it, each with the reason."""
    only_searched: tuple[str, ...] = ()
    """Names of added and changed files with a table that is too large to run questions over all of its rows."""
    took_ms: float = 0.0
    done: bool = False

    @property
    def is_searchable(self) -> bool:
        """Whether all files are written, so that words find them; what is left is to embed them."""
        return self.read_files == self.total_files
