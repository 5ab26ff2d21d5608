"""Finds what there is again although it was deleted: after an interruption, or in a restored backup."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from askwell.composition.container import Container
from askwell.ports import Ledger, Store
from askwell.types import OPERATOR, Deletion, Principal, Session

PAGE = 100
"""Number of conversations that are read at a time."""
END = timedelta(days=36_500)
"""Longer than any clock is wrong."""


@dataclass(slots=True)
class Deleted:
    """What has to be removed again."""

    people: set[Principal] = field(default_factory=set)
    conversations: set[tuple[Principal, str]] = field(default_factory=set)
    attachments: set[tuple[Principal, str, int]] = field(default_factory=set)
    """Owner, conversation, number."""

    @property
    def is_any(self) -> bool:
        """Whether there is anything."""
        return bool(self.people or self.conversations or self.attachments)


class _Noted:
    """Looks deletions up by what was deleted."""

    def __init__(self, ledger: Ledger, deletions: Sequence[Deletion]) -> None:
        self._ledger = ledger
        self._times: dict[tuple[str, str], datetime] = {}
        for each in deletions:
            key = each.kind, each.digest
            self._times[key] = max(each.deleted_at, self._times.get(key, each.deleted_at))
        self._people: dict[Principal, datetime | None] = {}

    def person(self, owner: Principal) -> datetime | None:
        """When a person was erased; None if not."""
        if owner not in self._people:
            digest = self._ledger.digest("subject", owner.tenant, owner.user)
            self._people[owner] = self._times.get(("subject", digest))
        return self._people[owner]

    def conversation(self, session_id: str) -> datetime | None:
        """When a conversation was removed; None if not."""
        return self._times.get(("conversation", self._ledger.digest("conversation", session_id)))

    def is_attachment(self, attachment_id: str) -> bool:
        """Whether an attachment was removed."""
        return ("attachment", self._ledger.digest("attachment", attachment_id)) in self._times


async def find_deleted(container: Container, ledger: Ledger, deletions: Sequence[Deletion]) -> Deleted:
    """What these deletions have removed and is there. What was created after its deletion is left out."""
    noted, found, returned = _Noted(ledger, deletions), Deleted(), set[Principal]()
    sessions: set[str] = set()
    async for session in unused_since(container.store, container.clock.now() + END):
        owner = Principal(session.tenant, session.user)
        sessions.add(session.id)
        erased_at, removed_at = noted.person(owner), noted.conversation(session.id)
        if erased_at is not None:
            (found.people if session.created_at <= erased_at else returned).add(owner)
        if any(at is not None and session.created_at <= at for at in (erased_at, removed_at)):
            found.conversations.add((owner, session.id))
    for key in await container.access.keys.all() if container.access is not None else ():
        erased_at = noted.person(key.principal)
        if erased_at is not None:
            (found.people if key.created_at <= erased_at else returned).add(key.principal)
    for owner, session_id in await _elsewhere(container):
        if noted.person(owner) is not None:
            found.people.add(owner)
        if session_id and session_id not in sessions and noted.conversation(session_id) is not None:
            found.conversations.add((owner, session_id))
    if any(each.kind == "attachment" for each in deletions):
        await _find_attachments(container, noted, found)
    found.people -= returned
    return found


async def unused_since(store: Store, moment: datetime) -> AsyncIterator[Session]:
    """The conversations of everybody without activity since a time."""
    after = ""
    while page := await store.sessions.unused_since(moment, after=after, limit=PAGE):
        after = page[-1].id
        for session in page:
            yield session


async def _elsewhere(container: Container) -> set[tuple[Principal, str]]:
    """Owners with a conversation, maybe an empty one, of which there is something outside of the conversations."""
    found = await container.personal.conversations()
    if container.attachments is not None:
        found |= await container.attachments.conversations()
    return found | {(OPERATOR, "")}  # what was typed into a terminal


async def _find_attachments(container: Container, noted: _Noted, found: Deleted) -> None:
    if container.attachments is None:
        return
    for owner, session_id in await container.attachments.conversations():
        for each in await container.attachments.of(owner, session_id):
            if not each.is_removed and noted.is_attachment(each.id):
                found.attachments.add((owner, session_id, each.number))
