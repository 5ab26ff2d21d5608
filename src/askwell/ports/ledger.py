"""What was deleted, kept apart from what it was deleted from."""

from typing import Protocol

from askwell.types import Deletion, DeletionKind


class Ledger(Protocol):
    """Deletions under keyed hashes, so that those that a restored backup lacks are repeated.

    Any method may raise StorageFailed.
    """

    def digest(self, kind: DeletionKind, *names: str) -> str:
        """The keyed hash of what has these names."""
        ...

    async def begin(self, kind: DeletionKind, *names: str) -> Deletion:
        """Note a deletion before it is done. It is open until `end`, also if the process is killed."""
        ...

    async def end(self, deletion: Deletion) -> None:
        """Note that a deletion is done in all databases."""
        ...

    async def unfinished(self) -> list[Deletion]:
        """Deletions that a database does not know: they were interrupted, or the database is a restored backup."""
        ...

    async def count(self) -> int:
        """Number of deletions that were noted."""
        ...
