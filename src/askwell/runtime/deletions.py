"""Deletes conversations, files of conversations, and all data of a person, so that nothing is left in any file."""

import asyncio
import logging
from collections import Counter
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

from askwell.composition.container import Container
from askwell.errors import NotFound, StorageFailed
from askwell.ports import Attachments
from askwell.runtime.deleted import find_deleted, unused_since
from askwell.runtime.noting import noted
from askwell.runtime.scheduler import Scheduler
from askwell.types import OPERATOR, Deletion, Principal, Receipt

LOG = logging.getLogger("askwell")

PAGE = 100
"""Number of conversations that are read at a time."""


class Deletions:
    """What is removed is noted in the ledger first, so that an interrupted deletion is completed later."""

    def __init__(self, container: Container, scheduler: Scheduler, chat_history: Path) -> None:
        """`chat_history` has what the operator has typed into a terminal."""
        self._container = container
        self._store = container.store
        self._scheduler = scheduler
        self._chat_history = chat_history

    @property
    def _attachments(self) -> Attachments:
        assert self._container.attachments is not None, "`build_container` makes it"
        return self._container.attachments

    async def conversation(self, principal: Principal, session_id: str) -> None:
        """Remove a conversation with all that belongs to it; a running turn is stopped. Raises NotFound."""
        await self._store.sessions.get(principal, session_id)
        async with noted(self._container, "conversation", session_id):
            await self._remove(principal, session_id)

    async def subject(self, principal: Principal) -> Receipt:
        """Erase all data of a person and return what was found. It may be called again at any time.

        API keys go first, so that no new question comes in; then running turns are stopped. Another process stops its
        turn within two seconds, and stores nothing of it. Raises StorageFailed: then the rest is erased by the next
        call, or when an engine is opened.
        """
        async with noted(self._container, "subject", principal.tenant, principal.user) as deletion:
            counts = await self._erase(principal)
            if any(counts.values()) or await self._is_any_unfinished(deletion):
                await self._attachments.remove_leftovers()
                await self._container.compact()
        return Receipt(deletion.id, self._container.clock.now(), counts)

    async def expire(self, days: float) -> int:
        """Remove the conversations of everybody without activity for some days; returns how many."""
        oldest = self._container.clock.now() - timedelta(days=days)
        expired = 0
        async for session in unused_since(self._store, oldest):
            owner = Principal(session.tenant, session.user)
            with suppress(NotFound):  # another process has removed it
                if (await self._store.sessions.get(owner, session.id)).updated_at < oldest:
                    await self._remove(owner, session.id)
                    expired += 1
        return expired

    async def repeat(self) -> int:
        """Repeat the deletions that a database does not know; returns how many. Raises StorageFailed.

        They were interrupted, or the database is a restored backup. What was created after a deletion stays.
        """
        ledger = self._container.ledger
        unfinished = [] if ledger is None else await ledger.unfinished()
        if ledger is None or not unfinished:
            return 0
        found = await find_deleted(self._container, ledger, unfinished)
        for owner in found.people:
            await self._erase(owner)
        for owner, session_id in found.conversations:
            await self._remove(owner, session_id)
        for owner, session_id, number in found.attachments:
            with suppress(NotFound):  # it has been removed with its owner or its conversation
                await self._attachments.remove(owner, session_id, number)
        await self._attachments.remove_leftovers()
        if found.is_any or any(each.kind == "subject" for each in unfinished):
            try:
                await self._container.compact()
            except StorageFailed as error:
                LOG.warning("erased data may still be in the files of a database: %s", error.message)
                return 0
        for deletion in unfinished:
            await ledger.end(deletion)
        LOG.warning("deletions that a database did not know were repeated: %d", len(unfinished))
        return len(unfinished)

    async def _erase(self, principal: Principal) -> dict[str, int]:
        container, counts = self._container, Counter[str]()
        if container.access is not None:
            counts["api_keys"] = len(await container.access.keys.remove_of(principal))
        runs = self._scheduler.runs
        await asyncio.gather(*(run.stop() for run in runs.of_owner(principal)))
        counts["placeholders"] = await container.personal.erase(principal)
        counts["attachments"] = await self._attachments.erase(principal)
        while page := await self._store.sessions.page(principal, limit=PAGE):
            for session in page:
                counts["conversations"] += 1
                counts["turns"] += session.head
                with suppress(NotFound):
                    await self._store.turns.ask_to_stop(principal, session.id)
                await self._remove(principal, session.id)
        # A turn of another process may have hidden another value until its conversation was gone.
        counts["placeholders"] += await container.personal.erase(principal)
        runs.forget_of(principal)
        if principal == OPERATOR:
            await asyncio.to_thread(_unlink, self._chat_history)
        return {name: counts[name] for name in COUNTED}

    async def _is_any_unfinished(self, deletion: Deletion) -> bool:
        """Whether there is an interrupted deletion besides this one.

        If not, and nothing was found, the databases are not written again: a call that is repeated costs little.
        """
        ledger = self._container.ledger
        return ledger is None or any(each.id != deletion.id for each in await ledger.unfinished())

    async def _remove(self, principal: Principal, session_id: str) -> None:
        """Remove a conversation, or what an earlier call has left of it."""
        scheduler, container = self._scheduler, self._container
        run = scheduler.runs.of_session(session_id)
        if run is not None:
            await run.stop()
        await scheduler.digesting.forget(session_id)
        await self._attachments.forget(principal, session_id)
        with suppress(NotFound):
            await self._store.sessions.delete(principal, session_id)
        if container.write_calls is not None:
            await container.write_calls.forget(principal, session_id)
        await container.personal.forget(principal, session_id)
        scheduler.runs.forget(session_id)


COUNTED = ("conversations", "turns", "attachments", "placeholders", "api_keys")
"""What a receipt counts."""


def _unlink(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise StorageFailed(f"{str(path)!r} cannot be removed: {error.strerror}", hint="Remove it.") from error
