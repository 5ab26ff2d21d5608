"""Transactions of the file store. Each changes one file, in one thread, under the lock of the session.

A conversation is loaded, changed in an in-memory store that contains only this conversation, and written atomically.
A transaction does not switch threads, so the holder of a lock never waits for a free thread.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from askwell.ports import Clock, Ids
from askwell.stores.exchange.format import StoredConversation
from askwell.stores.files.directory import BrokenFile, SessionFolder
from askwell.stores.inmemory.conversations import Conversations
from askwell.stores.inmemory.store import InMemoryStore

T = TypeVar("T")
Work = Callable[[InMemoryStore], Awaitable[T]]
"""A call on a store with the conversation of one file, or with none if there is no file."""


class FileTransactions:
    """Shared by the parts of `FilesStore`."""

    def __init__(self, folder: SessionFolder, clock: Clock, ids: Ids) -> None:
        self.folder = folder
        self.clock = clock
        self.ids = ids

    async def read(self, session_id: str, work: Work[T]) -> T:
        """The result of `work` on the current conversation. Nothing is written. Raises StorageFailed."""

        def read() -> T:
            try:
                stored = self.folder.load(session_id)
            except BrokenFile:
                self.folder.quarantine(session_id)
                raise
            return _run_to_completion(work(self._store_of(stored)))

        return await asyncio.to_thread(read)

    async def change(self, session_id: str, work: Work[T]) -> T:
        """The result of `work`, which may change the conversation; it is then written. Raises StorageFailed."""
        return await asyncio.to_thread(self.change_blocking, session_id, work)

    def change_blocking(
        self,
        session_id: str,
        work: Work[T],
        *,
        may_create: bool = False,
        before_save: Callable[[T], None] | None = None,
    ) -> T:
        """`change` in the calling thread. If `work` raises, the file is unchanged.

        Without `may_create`, nothing is written if the file does not exist. `before_save` is called with the result
        before the file is written.
        """
        if not may_create and not self.folder.exists(session_id):
            return _run_to_completion(work(self._store_of(None)))
        try:
            with self.folder.locked(session_id):
                return self._change_locked(session_id, work, before_save)
        except BrokenFile as error:
            if error.session_id == session_id:
                self.folder.quarantine(session_id)
            raise

    def _change_locked(self, session_id: str, work: Work[T], before_save: Callable[[T], None] | None) -> T:
        before = self.folder.load(session_id)
        store = self._store_of(before)
        result = _run_to_completion(work(store))
        after = _stored_conversation(store.conversations)
        if after is not None:
            if before_save is not None:
                before_save(result)
            self.folder.save(after)
        elif before is not None:
            self.folder.remove(before)
        return result

    def _store_of(self, stored: StoredConversation | None) -> InMemoryStore:
        """A store with the given conversation, or with none."""
        conversations = Conversations()
        if stored is not None:
            conversations.add(stored.conversation)
            conversations.keys = {(stored.conversation.owner, name): key for name, key in stored.keys.items()}
        return InMemoryStore(self.clock, self.ids, conversations)


def _stored_conversation(conversations: Conversations) -> StoredConversation | None:
    """The only conversation; None if `work` created none or deleted it."""
    for session_id, conversation in conversations.by_id.items():
        keys = {name: key for (_, name), key in conversations.keys.items() if key.session_id == session_id}
        return StoredConversation(conversation, keys)
    return None


def _run_to_completion(call: Awaitable[T]) -> T:
    """The result of a call of `InMemoryStore`. It never suspends, so it needs no event loop."""
    steps = call.__await__()
    try:
        next(steps)
    except StopIteration as stop:
        result: T = stop.value
        return result
    raise AssertionError("a call of InMemoryStore suspended")
