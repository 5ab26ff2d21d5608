"""The port `WriteCalls` in a SQL database."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TypeVar

from sqlalchemy import ColumnElement, Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from askwell.stores.sql.database import checkpoint, read, write
from askwell.stores.sql.schema import write_calls
from askwell.stores.sql.transactions import restricted
from askwell.types import CallState, Principal, WriteCall

T = TypeVar("T")

_FIELDS = ("id", "session_id", "turn_id", "turn_number", "tool", "arguments", "state", "created_at", "until", "result")


class SqlWriteCalls:
    """Calls of tools that write, on the tables of `migrate.upgrade`. Whoever opened the engine disposes of it."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def add(self, principal: Principal, call: WriteCall) -> WriteCall | None:
        row = {name: getattr(call, name) for name in _FIELDS}
        row |= {"tenant": principal.tenant, "user_id": principal.user}
        try:
            await self._write(principal, lambda tx: tx.execute(insert(write_calls), row))
        except IntegrityError:
            found = await self._read(principal, lambda tx: _calls(tx, principal, write_calls.c.id == call.id))
            return found[0] if found else call
        return None

    async def change(
        self,
        principal: Principal,
        call_id: str,
        before: CallState,
        after: CallState,
        *,
        result: str = "",
        until: datetime | None = None,
    ) -> bool:
        chosen = (*_of(principal), write_calls.c.id == call_id, write_calls.c.state == before)
        values = {"state": after, "result": result, "until": until}
        return await self._write(
            principal, lambda tx: tx.execute(update(write_calls).where(*chosen).values(values)).rowcount == 1
        )

    async def of_session(self, principal: Principal, session_id: str) -> Sequence[WriteCall]:
        return await self._read(principal, lambda tx: _calls(tx, principal, write_calls.c.session_id == session_id))

    async def forget(self, principal: Principal, session_id: str) -> None:
        chosen = (*_of(principal), write_calls.c.session_id == session_id)
        removed = await self._write(principal, lambda tx: tx.execute(delete(write_calls).where(*chosen)).rowcount)
        if removed:
            await checkpoint(self._engine)

    async def _read(self, owner: Principal, work: Callable[[Connection], T]) -> T:
        return await read(self._engine, restricted(self._engine, owner, work))

    async def _write(self, owner: Principal, work: Callable[[Connection], T]) -> T:
        return await write(self._engine, restricted(self._engine, owner, work))


def _of(principal: Principal) -> tuple[ColumnElement[bool], ...]:
    return (write_calls.c.tenant == principal.tenant, write_calls.c.user_id == principal.user)


def _calls(tx: Connection, principal: Principal, condition: ColumnElement[bool]) -> list[WriteCall]:
    columns = [write_calls.c[name] for name in _FIELDS]
    query = select(*columns).where(*_of(principal), condition).order_by(write_calls.c.created_at, write_calls.c.id)
    return [WriteCall(**row._mapping) for row in tx.execute(query)]
