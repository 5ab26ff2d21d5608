"""The port `Turns` on a folder."""

import asyncio
from collections.abc import Awaitable, Mapping, Sequence
from contextlib import ExitStack
from typing import Literal

from askwell.stores.common import validation
from askwell.stores.common.validation import lease_has_expired
from askwell.stores.files.transactions import FileTransactions, Work
from askwell.stores.inmemory.conversations import Conversations
from askwell.stores.inmemory.store import InMemoryStore
from askwell.types import Begun, Lease, Principal, Recalled, Turn


class FileTurns:
    """The part `turns` of `FilesStore`."""

    def __init__(self, transactions: FileTransactions) -> None:
        self._transactions = transactions
        self._folder = transactions.folder

    async def begin(
        self,
        principal: Principal,
        session_id: str,
        question: str,
        *,
        key: str = "",
        body_hash: str = "",
        lease_s: float = 30.0,
        instead_of: int = 0,
        window_turns: int = 0,
    ) -> Begun:
        validation.check_key(key)

        def begin(store: InMemoryStore) -> Awaitable[Begun]:
            if key:
                self._add_key_of_other_session(store.conversations, principal, session_id, key)
            return store.turns.begin(
                principal,
                session_id,
                question,
                key=key,
                body_hash=body_hash,
                lease_s=lease_s,
                instead_of=instead_of,
                window_turns=window_turns,
            )

        return await asyncio.to_thread(self._begin, principal, session_id, key, begin)

    async def heartbeat(self, begun: Begun, *, partial: str | None = None, lease_s: float = 30.0) -> Lease:
        return await self._transactions.change(
            begun.turn.session_id, lambda store: store.turns.heartbeat(begun, partial=partial, lease_s=lease_s)
        )

    async def ask_to_stop(self, principal: Principal, session_id: str) -> bool:
        return await self._transactions.change(session_id, lambda store: store.turns.ask_to_stop(principal, session_id))

    async def finish(self, begun: Begun, turn: Turn) -> Turn:
        return await self._transactions.change(begun.turn.session_id, lambda store: store.turns.finish(begun, turn))

    async def recall(self, principal: Principal, session_id: str, *, before: int, window_turns: int) -> Recalled:
        return await self._transactions.read(
            session_id,
            lambda store: store.turns.recall(principal, session_id, before=before, window_turns=window_turns),
        )

    async def source_numbers(self, session_id: str, document_ids: Sequence[str]) -> Mapping[str, int]:
        return await self._transactions.read(
            session_id, lambda store: store.turns.source_numbers(session_id, document_ids)
        )

    async def get(self, principal: Principal, session_id: str, number: int) -> Turn:
        return await self._transactions.read(session_id, lambda store: store.turns.get(principal, session_id, number))

    async def by_id(self, principal: Principal, turn_id: str) -> Turn:
        session_id = await asyncio.to_thread(self._session_of, turn_id)
        if session_id is None:
            raise validation.no_turn_of_id(turn_id)
        return await self._transactions.read(session_id, lambda store: store.turns.by_id(principal, turn_id))

    async def page(
        self, principal: Principal, session_id: str, *, after: int = 0, limit: int = 50, every_branch: bool = False
    ) -> list[Turn]:
        return await self._transactions.read(
            session_id,
            lambda store: store.turns.page(principal, session_id, after=after, limit=limit, every_branch=every_branch),
        )

    async def give_feedback(
        self, principal: Principal, session_id: str, number: int, rating: Literal[-1, 0, 1], comment: str = ""
    ) -> Turn:
        return await self._transactions.change(
            session_id, lambda store: store.turns.give_feedback(principal, session_id, number, rating, comment)
        )

    async def sweep(self) -> int:
        now = self._transactions.clock.now()
        headers = await asyncio.to_thread(self._folder.headers)
        expired = [
            each.session.id
            for each in headers
            if each.lease_until and each.begun_at and lease_has_expired(each.lease_until, each.begun_at, now)
        ]
        swept = [
            await self._transactions.change(session_id, lambda store: store.turns.sweep()) for session_id in expired
        ]
        await asyncio.to_thread(self._folder.id_index.forget_keys, now)
        return sum(swept)

    def _begin(self, principal: Principal, session_id: str, key: str, work: Work[Begun]) -> Begun:
        def before_save(begun: Begun) -> None:
            if begun.replayed:
                return
            self._folder.id_index.add_turns(session_id, [begun.turn.id])
            if key:
                self._folder.id_index.set_key(session_id, principal, key, self._transactions.clock.now())

        with ExitStack() as stack:
            if key:
                stack.enter_context(self._folder.key_locked(principal, key))
            return self._transactions.change_blocking(session_id, work, before_save=before_save)

    def _add_key_of_other_session(
        self, conversations: Conversations, principal: Principal, session_id: str, key: str
    ) -> None:
        """Add the key if it was used in another session, so that it is rejected. The caller holds the key's lock."""
        other_id = self._folder.id_index.session_of_key(principal, key)
        if other_id is None or other_id == session_id:
            return
        stored = self._folder.load(other_id)
        if stored is not None and stored.conversation.owner == principal and key in stored.keys:
            conversations.keys.setdefault((principal, key), stored.keys[key])

    def _session_of(self, turn_id: str) -> str | None:
        """The session of a turn; None if there is none. If it is not indexed, new files of other programs are read."""
        session_id = self._folder.id_index.session_of_turn(turn_id)
        if session_id is None:
            self._folder.headers()
            session_id = self._folder.id_index.session_of_turn(turn_id)
        return session_id
