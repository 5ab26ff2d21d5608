"""Transactions of the file store: one change of one file, in one thread, under the lock of the session.

A conversation is loaded, changed in an in-memory store that holds only this conversation, and written in one step. No
lock holder waits for a thread.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from askwell.ports import Clock, Ids
from askwell.stores.exchange.format import Kept
from askwell.stores.files.directory import BrokenFile, SessionFolder
from askwell.stores.inmemory.conversations import Conversations
from askwell.stores.inmemory.store import InMemoryStore

T = TypeVar("T")
Work = Callable[[InMemoryStore], Awaitable[T]]
"""Work on the one conversation of a file, or on none."""


class FileTransactions:
    """Shared by the parts of `FilesStore`."""

    def __init__(self, folder: SessionFolder, clock: Clock, ids: Ids) -> None:
        self.folder = folder
        self.clock = clock
        self.ids = ids

    async def read(self, session_id: str, work: Work[T]) -> T:
        """The result of the work on the current conversation; nothing is written. Raises StorageFailed."""

        def read() -> T:
            try:
                kept = self.folder.load(session_id)
            except BrokenFile:
                self.folder.set_aside(session_id)
                raise
            return _at_once(work(self._store_of(kept)))

        return await asyncio.to_thread(read)

    async def change(self, session_id: str, work: Work[T]) -> T:
        """The result of the work on the conversation, done under its lock and written. Raises StorageFailed."""
        return await asyncio.to_thread(self.changed, session_id, work)

    def changed(
        self, session_id: str, work: Work[T], *, makes: bool = False, lead: Callable[[T], None] | None = None
    ) -> T:
        """`change` in this thread. If the work raises, the file is unchanged.

        `makes`: the file may not exist yet. `lead` is called with the result before the file is written.
        """
        if not makes and not self.folder.holds(session_id):
            return _at_once(work(self._store_of(None)))
        try:
            with self.folder.locked(session_id):
                return self._changed_held(session_id, work, lead)
        except BrokenFile as error:
            if error.session_id == session_id:
                self.folder.set_aside(session_id)
            raise

    def _changed_held(self, session_id: str, work: Work[T], lead: Callable[[T], None] | None) -> T:
        before = self.folder.load(session_id)
        store = self._store_of(before)
        result = _at_once(work(store))
        after = _kept(store.conversations)
        if after is not None:
            if lead is not None:
                lead(result)
            self.folder.save(after)
        elif before is not None:
            self.folder.remove(before.conversation)
        return result

    def _store_of(self, kept: Kept | None) -> InMemoryStore:
        """A store with the one conversation of a file, or with none."""
        conversations = Conversations()
        if kept is not None:
            conversations.add(kept.conversation)
            conversations.keys = {(kept.conversation.owner, name): key for name, key in kept.keys.items()}
        return InMemoryStore(self.clock, self.ids, conversations)


def _kept(conversations: Conversations) -> Kept | None:
    """The current conversation; None if it does not exist (any more)."""
    for session_id, conversation in conversations.by_id.items():
        keys = {name: key for (_, name), key in conversations.keys.items() if key.session_id == session_id}
        return Kept(conversation, keys)
    return None


def _at_once(call: Awaitable[T]) -> T:
    """The result of a call of `InMemoryStore`, which never suspends: its first step is its last."""
    steps = call.__await__()
    try:
        next(steps)
    except StopIteration as end:
        result: T = end.value
        return result
    raise AssertionError("a store in memory never waits")
