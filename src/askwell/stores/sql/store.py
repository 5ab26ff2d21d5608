"""Conversations in a SQL database."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Literal

from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import AsyncEngine

from askwell.ports import Clock, Ids
from askwell.stores.common import validation
from askwell.stores.common.defaults import new_session, new_turn
from askwell.stores.common.restored import restored
from askwell.stores.sql import feedback, history, restore, sessions, turns
from askwell.stores.sql.database import checkpoint
from askwell.stores.sql.deadline import Deadline
from askwell.stores.sql.memory import SqlMemories
from askwell.stores.sql.transaction_clock import Moments
from askwell.stores.sql.turn_cache import KnownTurns
from askwell.types import Begun, CarriedMemory, Lease, Principal, Recalled, Session, Turn


class SqlStore(SqlMemories):
    """The port `Store` on an engine of `open_database` whose tables `migrate.upgrade` has made.

    Without a clock the time is the database's. Every call is answered within `deadline_s`. A call whose caller is
    cancelled still runs to its end. Closing the store disposes of the engine.
    """

    def __init__(self, engine: AsyncEngine, clock: Clock | None, ids: Ids, *, deadline_s: float = 10.0) -> None:
        self._engine = engine
        self._moments = Moments(clock)
        self._ids = ids
        self._deadline = Deadline(deadline_s)
        self._known = KnownTurns()

    async def create_session(
        self,
        principal: Principal,
        assistant: str,
        *,
        session_id: str = "",
        title: str = "",
        metadata: Mapping[str, object] | None = None,
    ) -> Session:
        new_id = session_id or self._ids.new()

        def work(tx: Connection) -> Session:
            now = self._moments.now(tx)
            session = new_session(principal, new_id, now, assistant=assistant, title=title, metadata=metadata or {})
            return sessions.create(tx, session)

        return await self._write(work)

    async def session(self, principal: Principal, session_id: str) -> Session:
        validation.check_known_form(session_id)
        return await self._read(lambda tx: sessions.find(tx, principal, session_id))

    async def sessions(
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
        if before:
            validation.check_known_form(before)
        most = validation.bounded(limit)
        return await self._read(
            lambda tx: sessions.listed(
                tx, principal, limit=most, before=before, assistant=assistant, search=search, pinned=pinned
            )
        )

    async def rename_session(self, principal: Principal, session_id: str, title: str) -> Session:
        validation.check_known_form(session_id)
        validation.check_text(title, "title")
        return await self._write(lambda tx: sessions.rename(tx, principal, session_id, title))

    async def pin_session(self, principal: Principal, session_id: str, pinned: bool) -> Session:
        validation.check_known_form(session_id)
        return await self._write(lambda tx: sessions.pin(tx, principal, session_id, pinned))

    async def delete_session(self, principal: Principal, session_id: str) -> None:
        validation.check_known_form(session_id)
        await self._write(lambda tx: sessions.remove(tx, principal, session_id))
        self._known.clear()
        # What was removed is overwritten in the file, but stands in the log until that is emptied.
        await self._deadline.hold(checkpoint(self._engine))

    async def restore_session(
        self, principal: Principal, session: Session, turns: Sequence[Turn], memory: CarriedMemory | None = None
    ) -> Session:
        def work(tx: Connection) -> Session:
            now = self._moments.now(tx)
            return restore.restore(tx, now, restored(principal, session, turns, now, memory))

        return await self._write(work)

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

        def work(tx: Connection) -> Begun:
            now = self._moments.hold(tx, session_id)  # whoever waited for the lock must not go by an old time
            new = new_turn(self._ids.new(), session_id, question, now)
            begun = turns.begin(
                tx, now, principal, new, key=key, fingerprint=fingerprint, lease=lease, instead_of=instead_of
            )
            if begun.replayed or not window:
                return begun
            number = begun.turn.number
            recalled = history.recall(tx, principal, session_id, before=number, window_turns=window, known=self._known)
            return replace(begun, recalled=recalled)

        return await self._write(work)

    async def heartbeat(self, begun: Begun, *, partial: str | None = None, lease_s: float = 30.0) -> Lease:
        lease = timedelta(seconds=lease_s)

        def work(tx: Connection) -> Lease:
            now = self._moments.hold(tx, begun.turn.session_id)
            return turns.heartbeat(tx, now, begun, partial, lease)

        return await self._write(work)

    async def ask_to_stop(self, principal: Principal, session_id: str) -> bool:
        validation.check_known_form(session_id)
        return await self._write(lambda tx: turns.ask_to_stop(tx, principal, session_id))

    async def finish(self, begun: Begun, turn: Turn) -> Turn:
        def work(tx: Connection) -> Turn:
            now = self._moments.hold(tx, begun.turn.session_id)
            return turns.finish(tx, now, begun, turn)

        stored = await self._write(work)
        self._known.add([stored])
        return stored

    async def recall(self, principal: Principal, session_id: str, *, before: int, window_turns: int) -> Recalled:
        validation.check_known_form(session_id)
        below, most = validation.bounded(before), validation.bounded(window_turns)
        return await self._read(
            lambda tx: history.recall(tx, principal, session_id, before=below, window_turns=most, known=self._known)
        )

    async def source_numbers(self, session_id: str, document_ids: Sequence[str]) -> Mapping[str, int]:
        return await self._read(lambda tx: history.source_numbers(tx, session_id, document_ids))

    async def turn(self, principal: Principal, session_id: str, number: int) -> Turn:
        validation.check_known_form(session_id)
        return await self._read(lambda tx: history.turn(tx, principal, session_id, number))

    async def turn_by_id(self, principal: Principal, turn_id: str) -> Turn:
        validation.check_turn_id(turn_id)
        return await self._read(lambda tx: history.turn_by_id(tx, principal, turn_id))

    async def turns(
        self, principal: Principal, session_id: str, *, after: int = 0, limit: int = 50, every_branch: bool = False
    ) -> list[Turn]:
        validation.check_known_form(session_id)
        above, most = validation.bounded(after), validation.bounded(limit)
        return await self._read(
            lambda tx: history.turns_after(
                tx, principal, session_id, after=above, limit=most, every_branch=every_branch
            )
        )

    async def choose_branch(self, principal: Principal, session_id: str, number: int) -> Session:
        validation.check_known_form(session_id)

        def work(tx: Connection) -> Session:
            now = self._moments.hold(tx, session_id)
            turns.choose_branch(tx, now, principal, session_id, number)
            return sessions.find(tx, principal, session_id)

        return await self._write(work)

    async def give_feedback(
        self, principal: Principal, session_id: str, number: int, rating: Literal[-1, 0, 1], comment: str = ""
    ) -> Turn:
        validation.check_known_form(session_id)
        validation.check_text(comment, "comment")

        def work(tx: Connection) -> Turn:
            now = self._moments.hold(tx, session_id)
            return feedback.give(tx, now, principal, session_id, number=number, rating=rating, comment=comment)

        return await self._write(work)

    async def sweep(self) -> int:
        return await self._write(lambda tx: turns.sweep(tx, self._moments.now(tx)))

    async def close(self) -> None:
        await self._deadline.settle()
        await self._engine.dispose()
