"""The port `Sessions` over a folder."""

import asyncio
from collections.abc import Callable, Mapping, Sequence

from askwell.stores.common import validation
from askwell.stores.files.directory import Header
from askwell.stores.files.transactions import FileTransactions
from askwell.stores.inmemory.conversations import Conversations
from askwell.stores.inmemory.store import InMemoryStore
from askwell.types import CarriedMemory, Principal, Session, Turn


class FileSessions:
    """The part `sessions` of `FilesStore`."""

    def __init__(self, transactions: FileTransactions) -> None:
        self._transactions = transactions
        self._folder = transactions.folder

    async def create(
        self,
        principal: Principal,
        assistant: str,
        *,
        session_id: str = "",
        title: str = "",
        metadata: Mapping[str, object] | None = None,
    ) -> Session:
        session_id = session_id or self._transactions.ids.new()
        validation.check_session_id(session_id)
        return await asyncio.to_thread(
            self._transactions.changed,
            session_id,
            lambda one: one.sessions.create(
                principal, assistant, session_id=session_id, title=title, metadata=metadata
            ),
            makes=True,
        )

    async def get(self, principal: Principal, session_id: str) -> Session:
        return await self._transactions.read(session_id, lambda one: one.sessions.get(principal, session_id))

    async def page(
        self,
        principal: Principal,
        *,
        limit: int = 50,
        before: str = "",
        assistant: str = "",
        search: str = "",
        pinned: bool | None = None,
    ) -> list[Session]:
        validation.check_search(search)
        last = await self.get(principal, before) if before else None

        def wanted(header: Header) -> bool:
            session = header.session
            return (
                Principal(session.tenant, session.user) == principal
                and (not assistant or session.assistant == assistant)
                and (pinned is None or session.pinned == pinned)
                and (last is None or _recency(session) < _recency(last))
            )

        return await asyncio.to_thread(self._page, wanted, search.lower(), max(0, limit))

    async def rename(self, principal: Principal, session_id: str, title: str) -> Session:
        validation.check_text(title, "title")
        return await self._transactions.change(
            session_id, lambda one: one.sessions.rename(principal, session_id, title)
        )

    async def pin(self, principal: Principal, session_id: str, pinned: bool) -> Session:
        return await self._transactions.change(session_id, lambda one: one.sessions.pin(principal, session_id, pinned))

    async def delete(self, principal: Principal, session_id: str) -> None:
        await self._transactions.change(session_id, lambda one: one.sessions.delete(principal, session_id))

    async def restore(
        self, principal: Principal, session: Session, turns: Sequence[Turn], memory: CarriedMemory | None = None
    ) -> Session:
        validation.check_session_id(session.id)
        return await asyncio.to_thread(self._restore, principal, session, turns, memory)

    async def choose_branch(self, principal: Principal, session_id: str, number: int) -> Session:
        return await self._transactions.change(
            session_id, lambda one: one.sessions.choose_branch(principal, session_id, number)
        )

    def _page(self, wanted: Callable[[Header], bool], search: str, limit: int) -> list[Session]:
        found = sorted((each.session for each in self._folder.headers() if wanted(each)), key=_recency, reverse=True)
        if not search:
            return found[:limit]
        holding: list[Session] = []
        for session in found:
            if len(holding) == limit:
                break
            kept = self._folder.load(session.id)
            if kept is not None and kept.conversation.mentions(search):
                holding.append(session)
        return holding

    def _restore(
        self, principal: Principal, session: Session, turns: Sequence[Turn], memory: CarriedMemory | None
    ) -> Session:
        async def restore(one: InMemoryStore) -> Session:
            self._know_turns(one.conversations, turns)
            return await one.sessions.restore(principal, session, turns, memory)

        with self._folder.restoring():
            return self._transactions.changed(
                session.id,
                restore,
                makes=True,
                lead=lambda _: self._folder.leads.lead_turns(session.id, [turn.id for turn in turns]),
            )

    def _know_turns(self, conversations: Conversations, turns: Sequence[Turn]) -> None:
        """Add the ids of these turns that other sessions already have."""
        elsewhere: dict[str, list[str]] = {}
        for turn in turns:
            found = self._folder.leads.of_turn(turn.id) if validation.can_be_turn_id(turn.id) else None
            if found is not None:
                elsewhere.setdefault(found, []).append(turn.id)
        for session_id, turn_ids in elsewhere.items():
            kept = self._folder.load(session_id)
            taken = {turn.id for turn in kept.conversation.turns} if kept else set()
            conversations.session_of |= dict.fromkeys([each for each in turn_ids if each in taken], session_id)


def _recency(session: Session) -> tuple[object, str]:
    return session.updated_at, session.id
