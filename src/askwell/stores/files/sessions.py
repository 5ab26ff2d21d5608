"""The port `Sessions` on a folder."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from askwell.stores.common import validation
from askwell.stores.common.folding import fold_case
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
            self._transactions.change_blocking,
            session_id,
            lambda store: store.sessions.create(
                principal, assistant, session_id=session_id, title=title, metadata=metadata
            ),
            may_create=True,
        )

    async def get(self, principal: Principal, session_id: str) -> Session:
        return await self._transactions.read(session_id, lambda store: store.sessions.get(principal, session_id))

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

        def matches(header: Header) -> bool:
            session = header.session
            return (
                Principal(session.tenant, session.user) == principal
                and (not assistant or session.assistant == assistant)
                and (pinned is None or session.pinned == pinned)
                and (last is None or _recency(session) < _recency(last))
            )

        return await asyncio.to_thread(self._page, matches, fold_case(search), max(0, limit))

    async def rename(self, principal: Principal, session_id: str, title: str) -> Session:
        validation.check_text(title, "title")
        return await self._transactions.change(
            session_id, lambda store: store.sessions.rename(principal, session_id, title)
        )

    async def pin(self, principal: Principal, session_id: str, pinned: bool) -> Session:
        return await self._transactions.change(
            session_id, lambda store: store.sessions.pin(principal, session_id, pinned)
        )

    async def delete(self, principal: Principal, session_id: str) -> None:
        await self._transactions.change(session_id, lambda store: store.sessions.delete(principal, session_id))

    async def unused_since(self, moment: datetime, *, after: str = "", limit: int = 100) -> list[Session]:
        headers = await asyncio.to_thread(self._folder.headers)
        found = [each.session for each in headers if each.session.updated_at < moment and each.session.id > after]
        return sorted(found, key=lambda each: each.id)[: max(0, limit)]

    async def restore(
        self, principal: Principal, session: Session, turns: Sequence[Turn], memory: CarriedMemory | None = None
    ) -> Session:
        validation.check_session_id(session.id)
        return await asyncio.to_thread(self._restore, principal, session, turns, memory)

    async def choose_branch(self, principal: Principal, session_id: str, number: int) -> Session:
        return await self._transactions.change(
            session_id, lambda store: store.sessions.choose_branch(principal, session_id, number)
        )

    def _page(self, matches: Callable[[Header], bool], search: str, limit: int) -> list[Session]:
        own = sorted((each.session for each in self._folder.headers() if matches(each)), key=_recency, reverse=True)
        if not search:
            return own[:limit]
        found: list[Session] = []
        for session in own:
            if len(found) == limit:
                break
            stored = self._folder.load(session.id)
            if stored is not None and stored.conversation.mentions(search):
                found.append(session)
        return found

    def _restore(
        self, principal: Principal, session: Session, turns: Sequence[Turn], memory: CarriedMemory | None
    ) -> Session:
        async def restore(store: InMemoryStore) -> Session:
            self._add_turns_of_other_sessions(store.conversations, turns)
            return await store.sessions.restore(principal, session, turns, memory)

        with self._folder.restoring():
            return self._transactions.change_blocking(
                session.id,
                restore,
                may_create=True,
                before_save=lambda _: self._folder.id_index.add_turns(session.id, [turn.id for turn in turns]),
            )

    def _add_turns_of_other_sessions(self, conversations: Conversations, turns: Sequence[Turn]) -> None:
        """Add those ids of these turns that are already in use in other sessions, so that the import is rejected."""
        indexed: dict[str, list[str]] = {}
        for turn in turns:
            session_id = self._folder.id_index.session_of_turn(turn.id) if validation.can_be_turn_id(turn.id) else None
            if session_id is not None:
                indexed.setdefault(session_id, []).append(turn.id)
        for session_id, turn_ids in indexed.items():
            stored = self._folder.load(session_id)
            in_use = {turn.id for turn in stored.conversation.turns} if stored else set()
            conversations.session_of |= dict.fromkeys([each for each in turn_ids if each in in_use], session_id)


def _recency(session: Session) -> tuple[object, str]:
    return session.updated_at, session.id
