"""The port `Memories` in SQL."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TypeVar

from sqlalchemy import Connection

from askwell.ports import Ids
from askwell.stores.common import validation
from askwell.stores.sql import history, memory_writes
from askwell.stores.sql.transactions import SqlTransactions
from askwell.stores.sql.turn_cache import TurnCache
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


class SqlMemories:
    """The part `memory` of `SqlStore`."""

    def __init__(self, transactions: SqlTransactions, ids: Ids, cache: TurnCache) -> None:
        self._transactions = transactions
        self._ids = ids
        self._cache = cache

    async def read(self, principal: Principal, session_id: str, *, before: int = 0) -> Memory:
        validation.check_known_form(session_id)
        end = validation.bounded(before)
        return await self._transactions.read(
            principal, lambda tx: memory_writes.memory(tx, principal, session_id, before=end)
        )

    async def topics(
        self, principal: Principal, session_id: str, *, before: int = 0, below: int = 0, limit: int = 50
    ) -> list[Topic]:
        validation.check_known_form(session_id)
        values = {"before": validation.bounded(before), "below": validation.bounded(below)}
        bounded_limit = validation.bounded(limit)
        return await self._transactions.read(
            principal, lambda tx: memory_writes.latest_topics(tx, principal, session_id, **values, limit=bounded_limit)
        )

    async def index_entries(
        self, principal: Principal, session_id: str, *, before: int = 0, after: int = 0, limit: int = 500
    ) -> list[TurnIndexEntry]:
        validation.check_known_form(session_id)
        values = {"before": validation.bounded(before), "after": validation.bounded(after)}
        bounded_limit = validation.bounded(limit)
        return await self._transactions.read(
            principal, lambda tx: memory_writes.index_entries(tx, principal, session_id, **values, limit=bounded_limit)
        )

    async def recollected(self, principal: Principal, session_id: str, found: Sequence[Recollection]) -> list[Turn]:
        validation.check_known_form(session_id)
        return await self._transactions.read(
            principal,
            lambda tx: history.recollected(tx, principal, session_id, [each.turn_id for each in found], self._cache),
        )

    async def undigested(
        self, principal: Principal, session_id: str, *, limit: int = 2, topics: int = 50
    ) -> Undigested:
        validation.check_known_form(session_id)
        return await self._transactions.read(
            principal,
            lambda tx: memory_writes.undigested(
                tx, principal, session_id, limit=limit, max_topics=topics, cache=self._cache
            ),
        )

    async def learn(self, principal: Principal, session_id: str, learnt: Learnt) -> TakenIn | None:
        validation.check_known_form(session_id)
        validation.check_turn_id(learnt.topic.turn_id)
        return await self._transactions.write_session(
            principal,
            session_id,
            lambda tx, now: memory_writes.learn(tx, now, principal, session_id, learnt=learnt, new_id=self._ids.new),
        )

    async def amend_summary(
        self, principal: Principal, session_id: str, text: str, *, by: RememberedBy = "user"
    ) -> Memory:
        validation.check_known_form(session_id)
        validation.check_text(text, "summary")
        return await self._reword(
            principal,
            session_id,
            lambda tx, now: memory_writes.amend_summary(tx, now, principal, session_id, text=text, by=by),
        )

    async def amend_item(self, principal: Principal, session_id: str, item_id: str, text: str) -> Item:
        validation.check_known_form(session_id)
        validation.check_item_id(item_id)
        validation.check_text(text, "item")
        return await self._reword(
            principal,
            session_id,
            lambda tx, now: memory_writes.amend_item(tx, now, principal, session_id, item_id, text=text),
        )

    async def forget_item(self, principal: Principal, session_id: str, item_id: str) -> None:
        validation.check_known_form(session_id)
        validation.check_item_id(item_id)
        await self._reword(
            principal, session_id, lambda tx, now: memory_writes.forget_item(tx, now, principal, session_id, item_id)
        )

    async def forget_topic(self, principal: Principal, session_id: str, number: int) -> None:
        validation.check_known_form(session_id)
        await self._reword(
            principal, session_id, lambda tx, now: memory_writes.forget_topic(tx, now, principal, session_id, number)
        )

    async def carried(self, principal: Principal, session_id: str) -> CarriedMemory:
        validation.check_known_form(session_id)
        return await self._transactions.read(principal, lambda tx: memory_writes.carried(tx, principal, session_id))

    async def forget(self, principal: Principal, session_id: str) -> None:
        validation.check_known_form(session_id)
        await self._reword(
            principal, session_id, lambda tx, now: memory_writes.forget_memory(tx, now, principal, session_id)
        )

    async def _reword(self, principal: Principal, session_id: str, work: Callable[[Connection, datetime], T]) -> T:
        """Run a write that removes or replaces text, then erase the old text from the database's log too."""
        result = await self._transactions.write_session(principal, session_id, work)
        await self._transactions.erase()
        return result
