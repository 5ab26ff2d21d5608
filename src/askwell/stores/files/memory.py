"""The port `Memories` on a folder."""

from collections.abc import Sequence

from askwell.stores.files.transactions import FileTransactions
from askwell.types import (
    CarriedMemory,
    Item,
    Learnt,
    Memory,
    Principal,
    Recollection,
    RememberedBy,
    TakenIn,
    Topic,
    Turn,
    TurnIndexEntry,
    Undigested,
)


class FileMemories:
    """The part `memory` of `FilesStore`."""

    def __init__(self, transactions: FileTransactions) -> None:
        self._transactions = transactions

    async def read(self, principal: Principal, session_id: str, *, before: int = 0) -> Memory:
        return await self._transactions.read(
            session_id, lambda store: store.memory.read(principal, session_id, before=before)
        )

    async def topics(
        self, principal: Principal, session_id: str, *, before: int = 0, below: int = 0, limit: int = 50
    ) -> list[Topic]:
        return await self._transactions.read(
            session_id,
            lambda store: store.memory.topics(principal, session_id, before=before, below=below, limit=limit),
        )

    async def index_entries(
        self, principal: Principal, session_id: str, *, before: int = 0, after: int = 0, limit: int = 500
    ) -> list[TurnIndexEntry]:
        return await self._transactions.read(
            session_id,
            lambda store: store.memory.index_entries(principal, session_id, before=before, after=after, limit=limit),
        )

    async def recollected(self, principal: Principal, session_id: str, found: Sequence[Recollection]) -> list[Turn]:
        return await self._transactions.read(
            session_id, lambda store: store.memory.recollected(principal, session_id, found)
        )

    async def undigested(
        self, principal: Principal, session_id: str, *, limit: int = 2, topics: int = 50
    ) -> Undigested:
        return await self._transactions.read(
            session_id, lambda store: store.memory.undigested(principal, session_id, limit=limit, topics=topics)
        )

    async def learn(self, principal: Principal, session_id: str, learnt: Learnt) -> TakenIn | None:
        return await self._transactions.change(
            session_id, lambda store: store.memory.learn(principal, session_id, learnt)
        )

    async def amend_summary(
        self, principal: Principal, session_id: str, text: str, *, by: RememberedBy = "user"
    ) -> Memory:
        return await self._transactions.change(
            session_id, lambda store: store.memory.amend_summary(principal, session_id, text, by=by)
        )

    async def amend_item(self, principal: Principal, session_id: str, item_id: str, text: str) -> Item:
        return await self._transactions.change(
            session_id, lambda store: store.memory.amend_item(principal, session_id, item_id, text)
        )

    async def forget_item(self, principal: Principal, session_id: str, item_id: str) -> None:
        await self._transactions.change(
            session_id, lambda store: store.memory.forget_item(principal, session_id, item_id)
        )

    async def forget_topic(self, principal: Principal, session_id: str, number: int) -> None:
        await self._transactions.change(
            session_id, lambda store: store.memory.forget_topic(principal, session_id, number)
        )

    async def carried(self, principal: Principal, session_id: str) -> CarriedMemory:
        return await self._transactions.read(session_id, lambda store: store.memory.carried(principal, session_id))

    async def forget(self, principal: Principal, session_id: str) -> None:
        await self._transactions.change(session_id, lambda store: store.memory.forget(principal, session_id))
