"""Conversations in a SQL database."""

from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from typing import TypeVar

from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import AsyncEngine

from askwell.ports import Clock, Ids
from askwell.stores import checks, history, journal, sessions
from askwell.stores.database import checkpoint, read, write
from askwell.stores.deadline import Deadline
from askwell.stores.fresh import new_session, new_turn
from askwell.types import Begun, Principal, Recalled, Session, Turn

T = TypeVar("T")


class SqlStore:
    """The port `Store` on an engine of `open_database` whose tables `migrate.upgrade` has made.

    Every call is answered within `deadline_s`. A call whose caller is cancelled still runs to its end. Closing the
    store disposes of the engine.
    """

    def __init__(self, engine: AsyncEngine, clock: Clock, ids: Ids, *, deadline_s: float = 10.0) -> None:
        self._engine = engine
        self._clock = clock
        self._ids = ids
        self._deadline = Deadline(deadline_s)

    async def create_session(
        self,
        principal: Principal,
        assistant: str,
        *,
        session_id: str = "",
        title: str = "",
        metadata: Mapping[str, object] | None = None,
    ) -> Session:
        session = new_session(
            principal,
            session_id or self._ids.new(),
            self._clock.now(),
            assistant=assistant,
            title=title,
            metadata=metadata or {},
        )
        return await self._write(lambda tx: sessions.create(tx, session))

    async def session(self, principal: Principal, session_id: str) -> Session:
        checks.check_known_form(session_id)
        return await self._read(lambda tx: sessions.find(tx, principal, session_id))

    async def sessions(
        self, principal: Principal, *, limit: int = 50, before: str = "", assistant: str = "", search: str = ""
    ) -> list[Session]:
        checks.check_search(search)
        if before:
            checks.check_known_form(before)
        return await self._read(
            lambda tx: sessions.listed(tx, principal, limit=limit, before=before, assistant=assistant, search=search)
        )

    async def rename_session(self, principal: Principal, session_id: str, title: str) -> Session:
        checks.check_known_form(session_id)
        checks.check_text(title, "title")
        return await self._write(lambda tx: sessions.rename(tx, principal, session_id, title))

    async def delete_session(self, principal: Principal, session_id: str) -> None:
        checks.check_known_form(session_id)
        await self._write(lambda tx: sessions.remove(tx, principal, session_id))
        # What was removed is overwritten in the file, but stands in the log until that is emptied.
        await self._deadline.hold(checkpoint(self._engine, "TRUNCATE"))

    async def begin(
        self,
        principal: Principal,
        session_id: str,
        question: str,
        *,
        key: str = "",
        body_hash: str = "",
        lease_s: float = 30.0,
    ) -> Begun:
        checks.check_known_form(session_id)
        checks.check_text(question, "question")
        checks.check_key(key)
        fingerprint = checks.fingerprint(body_hash, question)
        lease = timedelta(seconds=lease_s)

        def work(tx: Connection) -> Begun:
            now = self._clock.now()  # under the lock: whoever waited for it must not go by an old time
            new = new_turn(self._ids.new(), session_id, question, now)
            return journal.begin(tx, now, principal, new, key=key, fingerprint=fingerprint, lease=lease)

        return await self._write(work)

    async def heartbeat(self, begun: Begun, *, partial: str | None = None, lease_s: float = 30.0) -> bool:
        lease = timedelta(seconds=lease_s)
        return await self._write(lambda tx: journal.heartbeat(tx, self._clock.now(), begun, partial, lease))

    async def finish(self, begun: Begun, turn: Turn) -> Turn:
        return await self._write(lambda tx: journal.finish(tx, self._clock.now(), begun, turn))

    async def recall(self, principal: Principal, session_id: str, *, before: int, window_turns: int) -> Recalled:
        checks.check_known_form(session_id)
        return await self._read(
            lambda tx: history.recall(tx, principal, session_id, before=before, window_turns=window_turns)
        )

    async def source_numbers(self, session_id: str, document_ids: Sequence[str]) -> Mapping[str, int]:
        return await self._read(lambda tx: history.source_numbers(tx, session_id, document_ids))

    async def turn(self, principal: Principal, session_id: str, number: int) -> Turn:
        checks.check_known_form(session_id)
        return await self._read(lambda tx: history.turn(tx, principal, session_id, number))

    async def turns(self, principal: Principal, session_id: str, *, after: int = 0, limit: int = 50) -> list[Turn]:
        checks.check_known_form(session_id)
        return await self._read(lambda tx: history.turns_after(tx, principal, session_id, after=after, limit=limit))

    async def sweep(self) -> int:
        return await self._write(lambda tx: journal.sweep(tx, self._clock.now()))

    async def close(self) -> None:
        await self._deadline.settle()
        await self._engine.dispose()

    async def _read(self, work: Callable[[Connection], T]) -> T:
        return await self._deadline.hold(read(self._engine, work))

    async def _write(self, work: Callable[[Connection], T]) -> T:
        return await self._deadline.hold(write(self._engine, work))
