"""The port `Turns` in SQL: validates arguments; `turn_writes` writes and `history` reads."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Literal

from sqlalchemy import Connection

from askwell.ports import Ids
from askwell.stores.common import validation
from askwell.stores.common.defaults import new_turn
from askwell.stores.sql import feedback, history, turn_writes
from askwell.stores.sql.transactions import SqlTransactions
from askwell.stores.sql.turn_cache import TurnCache
from askwell.types import Begun, Lease, Principal, Recalled, Turn


class SqlTurns:
    """The part `turns` of `SqlStore`."""

    def __init__(self, transactions: SqlTransactions, ids: Ids, cache: TurnCache) -> None:
        self._transactions = transactions
        self._ids = ids
        self._cache = cache

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
        validation.check_known_form(session_id)
        validation.check_text(question, "question")
        validation.check_key(key)
        fingerprint = validation.fingerprint(body_hash, question, instead_of)
        window = validation.bounded(window_turns)
        lease = timedelta(seconds=lease_s)

        def work(tx: Connection, now: datetime) -> Begun:
            new = new_turn(self._ids.new(), session_id, question, now)
            begun = turn_writes.begin(
                tx, now, principal, new, key=key, fingerprint=fingerprint, lease=lease, instead_of=instead_of
            )
            if begun.replayed or not window:
                return begun
            number = begun.turn.number
            recalled = history.recall(tx, principal, session_id, before=number, window_turns=window, cache=self._cache)
            return replace(begun, recalled=recalled)

        return await self._transactions.write_session(principal, session_id, work)

    async def heartbeat(self, begun: Begun, *, partial: str | None = None, lease_s: float = 30.0) -> Lease:
        lease = timedelta(seconds=lease_s)
        return await self._transactions.write_session(
            None, begun.turn.session_id, lambda tx, now: turn_writes.heartbeat(tx, now, begun, partial, lease)
        )

    async def ask_to_stop(self, principal: Principal, session_id: str) -> bool:
        validation.check_known_form(session_id)
        return await self._transactions.write(principal, lambda tx: turn_writes.ask_to_stop(tx, principal, session_id))

    async def finish(self, begun: Begun, turn: Turn) -> Turn:
        stored = await self._transactions.write_session(
            None, begun.turn.session_id, lambda tx, now: turn_writes.finish(tx, now, begun, turn)
        )
        self._cache.add([stored])
        return stored

    async def recall(self, principal: Principal, session_id: str, *, before: int, window_turns: int) -> Recalled:
        validation.check_known_form(session_id)
        end, window = validation.bounded(before), validation.bounded(window_turns)
        return await self._transactions.read(
            principal,
            lambda tx: history.recall(tx, principal, session_id, before=end, window_turns=window, cache=self._cache),
        )

    async def source_numbers(self, session_id: str, document_ids: Sequence[str]) -> Mapping[str, int]:
        return await self._transactions.read(None, lambda tx: history.source_numbers(tx, session_id, document_ids))

    async def get(self, principal: Principal, session_id: str, number: int) -> Turn:
        validation.check_known_form(session_id)
        return await self._transactions.read(principal, lambda tx: history.turn(tx, principal, session_id, number))

    async def by_id(self, principal: Principal, turn_id: str) -> Turn:
        validation.check_turn_id(turn_id)
        return await self._transactions.read(principal, lambda tx: history.turn_by_id(tx, principal, turn_id))

    async def page(
        self, principal: Principal, session_id: str, *, after: int = 0, limit: int = 50, every_branch: bool = False
    ) -> list[Turn]:
        validation.check_known_form(session_id)
        start, bounded_limit = validation.bounded(after), validation.bounded(limit)
        return await self._transactions.read(
            principal,
            lambda tx: history.turns_after(
                tx, principal, session_id, after=start, limit=bounded_limit, every_branch=every_branch
            ),
        )

    async def give_feedback(
        self, principal: Principal, session_id: str, number: int, rating: Literal[-1, 0, 1], comment: str = ""
    ) -> Turn:
        validation.check_known_form(session_id)
        validation.check_text(comment, "comment")
        return await self._transactions.write_session(
            principal,
            session_id,
            lambda tx, now: feedback.give(
                tx, now, principal, session_id, number=number, rating=rating, comment=comment
            ),
        )

    async def sweep(self) -> int:
        return await self._transactions.write(None, lambda tx: turn_writes.sweep(tx, self._transactions.now(tx)))
