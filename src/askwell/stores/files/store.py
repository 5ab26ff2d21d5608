"""Stores each conversation as a JSON file in the format of another system, with our own data in the same object.

Each call changes the conversation through `InMemoryStore`.
"""

from pathlib import Path

from askwell.ports import Clock, Ids, Memories, Sessions, Turns
from askwell.stores.exchange.shapes import Shape
from askwell.stores.files.directory import SessionFolder
from askwell.stores.files.memory import FileMemories
from askwell.stores.files.sessions import FileSessions
from askwell.stores.files.transactions import FileTransactions
from askwell.stores.files.turns import FileTurns


class FilesStore:
    """The port `Store` on a folder, which several processes of one machine may share."""

    def __init__(
        self, folder: Path, clock: Clock, ids: Ids, *, shape: Shape = "s1", assistant: str = "documents"
    ) -> None:
        transactions = FileTransactions(SessionFolder(folder, clock, shape=shape, assistant=assistant), clock, ids)
        self.sessions: Sessions = FileSessions(transactions)
        self.turns: Turns = FileTurns(transactions)
        self.memory: Memories = FileMemories(transactions)

    async def close(self) -> None:
        """No resources are held between calls."""
