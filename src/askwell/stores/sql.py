"""Conversations in a SQL database."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Literal

from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import AsyncEngine

from askwell.ports import Clock, Ids
from askwell.stores import checks, feedback, history, journal, restoring, sessions
from askwell.stores.database import checkpoint
from askwell.stores.deadline import Deadline
from askwell.stores.fresh import new_session, new_turn
from askwell.stores.known import KnownTurns
from askwell.stores.moment import Moments
from askwell.stores.restored import restored
from askwell.stores.sql_memories import SqlMemories
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
        checks.check_known_form(session_id)
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
        checks.check_search(search)
        if before:
            checks.check_known_form(before)
        most = checks.bounded(limit)
        return await self._read(
            lambda tx: sessions.listed(
                tx, principal, limit=most, before=before, assistant=assistant, search=search, pinned=pinned
            )
        )

    async def rename_session(self, principal: Principal, session_id: str, title: str) -> Session:
        checks.check_known_form(session_id)
        checks.check_text(title, "title")
        return await self._write(lambda tx: sessions.rename(tx, principal, session_id, title))

    async def pin_session(self, principal: Principal, session_id: str, pinned: bool) -> Session:
        checks.check_known_form(session_id)
        return await self._write(lambda tx: sessions.pin(tx, principal, session_id, pinned))

    async def delete_session(self, principal: Principal, session_id: str) -> None:
        checks.check_known_form(session_id)
        await self._write(lambda tx: sessions.remove(tx, principal, session_id))
        self._known.clear()
        # What was removed is overwritten in the file, but stands in the log until that is emptied.
        await self._deadline.hold(checkpoint(self._engine))

    async def restore_session(
        self, principal: Principal, session: Session, turns: Sequence[Turn], memory: CarriedMemory | None = None
    ) -> Session:
        def work(tx: Connection) -> Session:
            now = self._moments.now(tx)
            return restoring.restore(tx, now, restored(principal, session, turns, now, memory))

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
        checks.check_known_form(session_id)
        checks.check_text(question, "question")
        checks.check_key(key)
        fingerprint = checks.fingerprint(body_hash, question, instead_of)
        window = checks.bounded(window_turns)
        lease = timedelta(seconds=lease_s)

        def work(tx: Connection) -> Begun:
            now = self._moments.hold(tx, session_id)  # whoever waited for the lock must not go by an old time
            new = new_turn(self._ids.new(), session_id, question, now)
            begun = journal.begin(
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
            return journal.heartbeat(tx, now, begun, partial, lease)

        return await self._write(work)

    async def ask_to_stop(self, principal: Principal, session_id: str) -> bool:
        checks.check_known_form(session_id)
        return await self._write(lambda tx: journal.ask_to_stop(tx, principal, session_id))

    async def finish(self, begun: Begun, turn: Turn) -> Turn:
        def work(tx: Connection) -> Turn:
            now = self._moments.hold(tx, begun.turn.session_id)
            return journal.finish(tx, now, begun, turn)

        stored = await self._write(work)
        self._known.add([stored])
        return stored

    async def recall(self, principal: Principal, session_id: str, *, before: int, window_turns: int) -> Recalled:
        checks.check_known_form(session_id)
        below, most = checks.bounded(before), checks.bounded(window_turns)
        return await self._read(
            lambda tx: history.recall(tx, principal, session_id, before=below, window_turns=most, known=self._known)
        )

    async def source_numbers(self, session_id: str, document_ids: Sequence[str]) -> Mapping[str, int]:
        return await self._read(lambda tx: history.source_numbers(tx, session_id, document_ids))

    async def turn(self, principal: Principal, session_id: str, number: int) -> Turn:
        checks.check_known_form(session_id)
        return await self._read(lambda tx: history.turn(tx, principal, session_id, number))

    async def turn_by_id(self, principal: Principal, turn_id: str) -> Turn:
        checks.check_turn_id(turn_id)
        return await self._read(lambda tx: history.turn_by_id(tx, principal, turn_id))

    async def turns(
        self, principal: Principal, session_id: str, *, after: int = 0, limit: int = 50, every_branch: bool = False
    ) -> list[Turn]:
        checks.check_known_form(session_id)
        above, most = checks.bounded(after), checks.bounded(limit)
        return await self._read(
            lambda tx: history.turns_after(
                tx, principal, session_id, after=above, limit=most, every_branch=every_branch
            )
        )

    async def choose_branch(self, principal: Principal, session_id: str, number: int) -> Session:
        checks.check_known_form(session_id)

        def work(tx: Connection) -> Session:
            now = self._moments.hold(tx, session_id)
            journal.choose_branch(tx, now, principal, session_id, number)
            return sessions.find(tx, principal, session_id)

        return await self._write(work)

    async def give_feedback(
        self, principal: Principal, session_id: str, number: int, rating: Literal[-1, 0, 1], comment: str = ""
    ) -> Turn:
        checks.check_known_form(session_id)
        checks.check_text(comment, "comment")

        def work(tx: Connection) -> Turn:
            now = self._moments.hold(tx, session_id)
            return feedback.give(tx, now, principal, session_id, number=number, rating=rating, comment=comment)

        return await self._write(work)

    async def sweep(self) -> int:
        return await self._write(lambda tx: journal.sweep(tx, self._moments.now(tx)))

    async def close(self) -> None:
        await self._deadline.settle()
        await self._engine.dispose()
