"""What conversations remember in a SQL database: the methods of the port `Memories`."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import AsyncEngine

from askwell.ports import Ids
from askwell.stores.common import validation
from askwell.stores.sql import history, memory_writes
from askwell.stores.sql.database import checkpoint, read, write
from askwell.stores.sql.deadline import Deadline
from askwell.stores.sql.transaction_clock import Moments
from askwell.stores.sql.turn_cache import KnownTurns
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
    """The part of `SqlStore` that remembers."""

    _engine: AsyncEngine
    _moments: Moments
    _ids: Ids
    _deadline: Deadline
    _known: KnownTurns

    async def memory(self, principal: Principal, session_id: str, *, before: int = 0) -> Memory:
        validation.check_known_form(session_id)
        end = validation.bounded(before)
        return await self._read(lambda tx: memory_writes.memory(tx, principal, session_id, before=end))

    async def topics(
        self, principal: Principal, session_id: str, *, before: int = 0, below: int = 0, limit: int = 50
    ) -> list[Topic]:
        validation.check_known_form(session_id)
        end, under, most = validation.bounded(before), validation.bounded(below), validation.bounded(limit)
        return await self._read(
            lambda tx: memory_writes.latest_topics(tx, principal, session_id, before=end, below=under, limit=most)
        )

    async def index_entries(
        self, principal: Principal, session_id: str, *, before: int = 0, after: int = 0, limit: int = 500
    ) -> list[TurnIndexEntry]:
        validation.check_known_form(session_id)
        end, above, most = validation.bounded(before), validation.bounded(after), validation.bounded(limit)
        return await self._read(
            lambda tx: memory_writes.index_entries(tx, principal, session_id, before=end, after=above, limit=most)
        )

    async def recollected(self, principal: Principal, session_id: str, found: Sequence[Recollection]) -> list[Turn]:
        validation.check_known_form(session_id)
        return await self._read(
            lambda tx: history.recollected(tx, principal, session_id, [each.turn_id for each in found], self._known)
        )

    async def undigested(
        self, principal: Principal, session_id: str, *, limit: int = 2, topics: int = 50
    ) -> Undigested:
        validation.check_known_form(session_id)
        return await self._read(
            lambda tx: memory_writes.undigested(
                tx, principal, session_id, limit=limit, most_topics=topics, known=self._known
            )
        )

    async def learn(self, principal: Principal, session_id: str, learnt: Learnt) -> TakenIn | None:
        validation.check_known_form(session_id)
        validation.check_turn_id(learnt.topic.turn_id)

        def work(tx: Connection) -> TakenIn | None:
            now = self._moments.hold(tx, session_id)
            return memory_writes.learn(tx, now, principal, session_id, learnt=learnt, new_id=self._ids.new)

        return await self._write(work)

    async def amend_summary(
        self, principal: Principal, session_id: str, text: str, *, by: RememberedBy = "user"
    ) -> Memory:
        validation.check_known_form(session_id)
        validation.check_text(text, "summary")

        def work(tx: Connection) -> Memory:
            now = self._moments.hold(tx, session_id)
            return memory_writes.amend_summary(tx, now, principal, session_id, text=text, by=by)

        return await self._replace(work)

    async def amend_item(self, principal: Principal, session_id: str, item_id: str, text: str) -> Item:
        validation.check_known_form(session_id)
        validation.check_item_id(item_id)
        validation.check_text(text, "item")

        def work(tx: Connection) -> Item:
            now = self._moments.hold(tx, session_id)
            return memory_writes.amend_item(tx, now, principal, session_id, item_id, text=text)

        return await self._replace(work)

    async def forget_item(self, principal: Principal, session_id: str, item_id: str) -> None:
        validation.check_known_form(session_id)
        validation.check_item_id(item_id)

        def work(tx: Connection) -> None:
            now = self._moments.hold(tx, session_id)
            memory_writes.forget_item(tx, now, principal, session_id, item_id)

        await self._replace(work)

    async def forget_topic(self, principal: Principal, session_id: str, number: int) -> None:
        validation.check_known_form(session_id)

        def work(tx: Connection) -> None:
            now = self._moments.hold(tx, session_id)
            memory_writes.forget_topic(tx, now, principal, session_id, number)

        await self._replace(work)

    async def carried_memory(self, principal: Principal, session_id: str) -> CarriedMemory:
        validation.check_known_form(session_id)
        return await self._read(lambda tx: memory_writes.carried(tx, principal, session_id))

    async def forget_memory(self, principal: Principal, session_id: str) -> None:
        validation.check_known_form(session_id)

        def work(tx: Connection) -> None:
            now = self._moments.hold(tx, session_id)
            memory_writes.forget_memory(tx, now, principal, session_id)

        await self._replace(work)

    async def _replace(self, work: Callable[[Connection], T]) -> T:
        """Write what removes or rewords something; what it was is then in the log of the database no more either."""
        done = await self._write(work)
        await self._deadline.hold(checkpoint(self._engine))
        return done

    async def _read(self, work: Callable[[Connection], T]) -> T:
        return await self._deadline.hold(read(self._engine, work))

    async def _write(self, work: Callable[[Connection], T]) -> T:
        return await self._deadline.hold(write(self._engine, work))
