"""What conversations in files remember: the methods of the port `Memories`."""

from abc import abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

from askwell.stores.inmemory.memory import HeldMemories
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

T = TypeVar("T")
Work = Callable[[HeldMemories], Awaitable[T]]


class FileMemories:
    """The part of `FilesStore` that remembers; what a call does to a conversation is what `HeldMemories` does."""

    async def memory(self, principal: Principal, session_id: str, *, before: int = 0) -> Memory:
        return await self._read(session_id, lambda one: one.memory(principal, session_id, before=before))

    async def topics(
        self, principal: Principal, session_id: str, *, before: int = 0, below: int = 0, limit: int = 50
    ) -> list[Topic]:
        return await self._read(
            session_id, lambda one: one.topics(principal, session_id, before=before, below=below, limit=limit)
        )

    async def index_entries(
        self, principal: Principal, session_id: str, *, before: int = 0, after: int = 0, limit: int = 500
    ) -> list[TurnIndexEntry]:
        return await self._read(
            session_id, lambda one: one.index_entries(principal, session_id, before=before, after=after, limit=limit)
        )

    async def recollected(self, principal: Principal, session_id: str, found: Sequence[Recollection]) -> list[Turn]:
        return await self._read(session_id, lambda one: one.recollected(principal, session_id, found))

    async def undigested(
        self, principal: Principal, session_id: str, *, limit: int = 2, topics: int = 50
    ) -> Undigested:
        return await self._read(
            session_id, lambda one: one.undigested(principal, session_id, limit=limit, topics=topics)
        )

    async def learn(self, principal: Principal, session_id: str, learnt: Learnt) -> TakenIn | None:
        return await self._change(session_id, lambda one: one.learn(principal, session_id, learnt))

    async def amend_summary(
        self, principal: Principal, session_id: str, text: str, *, by: RememberedBy = "user"
    ) -> Memory:
        return await self._change(session_id, lambda one: one.amend_summary(principal, session_id, text, by=by))

    async def amend_item(self, principal: Principal, session_id: str, item_id: str, text: str) -> Item:
        return await self._change(session_id, lambda one: one.amend_item(principal, session_id, item_id, text))

    async def forget_item(self, principal: Principal, session_id: str, item_id: str) -> None:
        await self._change(session_id, lambda one: one.forget_item(principal, session_id, item_id))

    async def forget_topic(self, principal: Principal, session_id: str, number: int) -> None:
        await self._change(session_id, lambda one: one.forget_topic(principal, session_id, number))

    async def carried_memory(self, principal: Principal, session_id: str) -> CarriedMemory:
        return await self._read(session_id, lambda one: one.carried_memory(principal, session_id))

    async def forget_memory(self, principal: Principal, session_id: str) -> None:
        await self._change(session_id, lambda one: one.forget_memory(principal, session_id))

    @abstractmethod
    async def _read(self, session_id: str, work: Work[T]) -> T:
        """What the work gives of the conversation as it stands."""

    @abstractmethod
    async def _change(self, session_id: str, work: Work[T]) -> T:
        """What the work gives, done to the conversation under its lock and written."""
